/// A way to divide a list of entries into sections.
public enum RFCGrouping: String, Sendable, Hashable, CaseIterable {
  case decade
  case status
  /// By the stream that published it.
  case stream
  /// By the area of the IETF.
  case area
  /// By the working group that it came from.
  case workingGroup = "working-group"
  /// By every author.
  case author
  /// The series in which they have another number: BCP, STD, FYI.
  case series
  /// Whether another has replaced them.
  case standing
  /// Whether their text is on this machine.
  case here
  /// Whether there is a bookmark in them.
  case bookmarked
  /// Whether they were read.
  case read

  /// Whether it can tell entries apart, by what is known of them.
  public func isTold(by details: [Int: RFCDetails]) -> Bool {
    switch self {
    case .stream: details.values.contains { $0.stream != nil }
    case .area: details.values.contains { $0.area != nil }
    case .workingGroup: details.values.contains { $0.workingGroup != nil }
    default: true
    }
  }

  /// The sections that are not empty, in the order of a list.
  ///
  /// Decades ascend and are followed by entries without a date; statuses stand in the order of
  /// ``RFCStatus``, authors in that of their surnames, and what is not known behind what is. An entry with
  /// several authors, or numbers in other series, stands in the section of each. Numbers that were never
  /// issued come last.
  ///
  /// - Parameters:
  ///   - entries: The entries of an index.
  ///   - details: What is known beyond, by number.
  ///   - marks: What a person has done with them.
  /// - Complexity: O(*n*)
  public func sections(
    of entries: [RFCEntry], details: [Int: RFCDetails] = [:], marks: RFCMarks = RFCMarks()
  ) -> [RFCSection] {
    var positions: [RFCSection.Key: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      for key in keys(of: entry, details[entry.number], marks) {
        positions[key, default: []].append(position)
      }
    }
    // There are thousands of authors, whose surnames are looked for once.
    return positions.map { (rank: $0.rank, section: RFCSection(key: $0, positions: $1)) }
      .sorted { $0.rank < $1.rank }.map(\.section)
  }

  private func keys(
    of entry: RFCEntry, _ details: RFCDetails?, _ marks: RFCMarks
  ) -> [RFCSection.Key] {
    guard entry.isIssued else { return [.notIssued] }
    switch self {
    case .decade: return [entry.date.map { .decade($0.year / 10 * 10) } ?? .undated]
    case .status: return [.status(entry.status)]
    case .stream: return [.stream(details?.stream)]
    case .area: return [.area(details?.area)]
    case .workingGroup: return [.workingGroup(details?.workingGroup)]
    case .author: return Self.each(entry.authors.map { .author($0.name) }, else: .author(nil))
    case .series:
      return Self.each(entry.also.filter { !$0.isRFC }.map { .series($0) }, else: .series(nil))
    case .standing: return [.obsolete(entry.isObsolete)]
    case .here: return [.here(marks.here.contains(entry.number))]
    case .bookmarked: return [.bookmarked(marks.bookmarked.contains(entry.number))]
    case .read: return [.read(marks.read.contains(entry.number))]
    }
  }

  /// Each key once, as an index may name an author twice.
  private static func each(
    _ keys: [RFCSection.Key], else none: RFCSection.Key
  ) -> [RFCSection.Key] {
    guard keys.count > 1 else { return [keys.first ?? none] }
    var seen: Set<RFCSection.Key> = []
    return keys.filter { seen.insert($0).inserted }
  }
}
