/// A way to divide a list of entries into sections.
public enum RFCGrouping: String, Sendable, Hashable, CaseIterable {
  case decade
  case status

  /// The sections that are not empty, in the order of a list.
  ///
  /// Decades ascend and are followed by entries without a date; statuses stand in the order of
  /// ``RFCStatus``. Numbers that were never issued come last.
  ///
  /// - Complexity: O(*n*)
  public func sections(of entries: [RFCEntry]) -> [RFCSection] {
    var positions: [RFCSection.Key: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      positions[key(of: entry), default: []].append(position)
    }
    return positions.map { RFCSection(key: $0, positions: $1) }.sorted { $0.key < $1.key }
  }

  private func key(of entry: RFCEntry) -> RFCSection.Key {
    guard entry.isIssued else { return .notIssued }
    switch self {
    case .decade: return entry.date.map { .decade($0.year / 10 * 10) } ?? .undated
    case .status: return .status(entry.status)
    }
  }
}
