/// Which entries of an index are wanted, and in which order.
///
/// ```swift
/// var selection = RFCSelection()
/// selection.status = .internetStandard
/// selection.since = RFCDate("2020")
/// selection.order = .date
/// let entries = selection.entries(of: index)
/// ```
public struct RFCSelection: Sendable, Hashable {
  /// What entries are ordered by.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// The number, ascending.
    case number
    /// The date of publication, the oldest first; what has none comes first.
    case date
    /// The title, by letters and digits alone.
    case title
  }

  /// The status that they have; nil for any.
  public var status: RFCStatus?
  /// The first date, as exact as it is given; nil for any.
  public var since: RFCDate?
  /// The last date, which may be a whole year or month; nil for any.
  public var until: RFCDate?
  /// What stands in the name of an author, in letters of either case; nil for anyone.
  public var author: String?
  /// What they are ordered by; nil for the order of the index.
  public var order: Order?
  /// How many there are at most; nil for all.
  public var limit: Int?

  /// All entries in the order of the index.
  public init() {}

  /// The entries that are wanted. What has no date is in no time.
  ///
  /// - Complexity: O(*n* · log *n*)
  public func entries(of index: RFCIndex) -> [RFCEntry] {
    let name = author?.lowercased()
    var found = index.entries.filter { entry in
      (status.map { entry.isIssued && $0 == entry.status } ?? true)
        && (since.map { since in entry.date.map { $0.cut(to: since) >= since } ?? false } ?? true)
        && (until.map { until in entry.date.map { $0.cut(to: until) <= until } ?? false } ?? true)
        && (name.map { name in entry.authors.contains { $0.name.lowercased().contains(name) } }
          ?? true)
    }
    switch order {
    case .number: found.sort { $0.number < $1.number }
    case .date:
      found.sort {
        let (one, other) = ($0.date ?? RFCDate(year: 0), $1.date ?? RFCDate(year: 0))
        return one != other ? one < other : $0.number < $1.number
      }
    case .title:
      let keys = found.map { SectionName.folded($0.title) }
      found = found.indices.sorted { (keys[$0], found[$0].number) < (keys[$1], found[$1].number) }
        .map { found[$0] }
    case nil: break
    }
    return limit.map { Array(found.prefix($0)) } ?? found
  }
}

extension RFCDate {
  /// A date in the form of ISO 8601: `1969`, `1969-04` or `1969-04-07`; nil where the text is none.
  ///
  /// ```swift
  /// RFCDate("1997-03")   // March 1997
  /// ```
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard 1...3 ~= parts.count, parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count < 2 || 1...12 ~= numbers[1], numbers.count < 3 || 1...31 ~= numbers[2]
    else {
      return nil
    }
    self.init(
      year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
      day: numbers.count > 2 ? numbers[2] : nil)
  }

  /// The date, no more exact than another.
  fileprivate func cut(to other: RFCDate) -> RFCDate {
    RFCDate(
      year: year, month: other.month == nil ? nil : month, day: other.day == nil ? nil : day)
  }
}

extension RFCStatus {
  /// The status that a person typed: `proposed standard`, `Proposed-Standard`; nil where it is none.
  public init?(typed text: String) {
    let words = SectionName.folded(text)
    guard let known = Self.known.first(where: { SectionName.folded($0.printed) == words }) else {
      return nil
    }
    self = known
  }
}
