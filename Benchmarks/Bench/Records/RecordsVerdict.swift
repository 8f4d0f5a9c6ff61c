/// What is said of a finding beside the reference, the limit's result.
enum RecordsVerdict: Equatable, Sendable {
  case same
  /// Sorted rightly, with equal keys in another order.
  case otherTies
  /// A search of another kind, as one that ignores case alone.
  case differs

  init(_ finding: Finding, reference: Finding, judge: RecordsLimit) {
    if finding.note == OurRecords.localized {
      // Groups of what the locale takes for equal, of which the number is known.
      self = finding.check.hasPrefix("\(judge.localizedGroups()) groups") ? .same : .differs
    } else if finding.check == reference.check {
      self = .same
    } else if let order = finding.order, judge.isOrder(order, finding.work) {
      self = .otherTies
    } else {
      self = .differs
    }
  }

  /// What is added to a side's name.
  var remark: String? {
    switch self {
    case .same: nil
    case .otherTies: "ties in any order"
    case .differs: "another result"
    }
  }
}

/// A side as it is named beside ours, with its time.
struct RecordsPeer: Equatable, Sendable {
  var name: String
  var milliseconds: Double
  var verdict: RecordsVerdict

  /// Of each side its fastest way to the same result, and its fastest of all where that is another;
  /// the fastest peer first.
  static func choose(_ findings: [(finding: Finding, verdict: RecordsVerdict)]) -> [RecordsPeer] {
    var peers: [RecordsPeer] = []
    for (side, ways) in Dictionary(grouping: findings, by: \.finding.side) {
      let ordered = ways.sorted { $0.finding.measured.median < $1.finding.measured.median }
      let exact = ordered.first { $0.verdict == .same }
      for way in [exact, ordered.first.flatMap { $0.verdict == .same ? nil : $0 }] {
        guard let way else { continue }
        let words = [way.finding.note, way.verdict.remark ?? ""].filter { !$0.isEmpty }
        peers.append(
          RecordsPeer(
            name: words.isEmpty ? side : "\(side) (\(words.joined(separator: ", ")))",
            milliseconds: way.finding.measured.median, verdict: way.verdict))
      }
    }
    return peers.sorted { ($0.milliseconds, $0.name) < ($1.milliseconds, $1.name) }
  }
}
