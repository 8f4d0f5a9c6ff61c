/// A heading and the entries under it.
public struct RFCSection: Sendable, Hashable {
  /// What the entries of a section have in common.
  public enum Key: Sendable, Hashable {
    /// The first year of a decade.
    case decade(Int)
    case undated
    case status(RFCStatus)
    case notIssued
  }

  public var key: Key
  /// Positions in the list that was divided, ascending.
  public var positions: [Int]

  public init(key: Key, positions: [Int]) {
    self.key = key
    self.positions = positions
  }

  /// The heading, in the reader's language.
  public var title: String {
    switch key {
    case .decade(let year): tr("{}s", year)
    case .undated: tr("No date")
    case .status(let status): status.title
    case .notIssued: tr("Not issued")
    }
  }
}

extension RFCSection: Identifiable {
  /// A name of the section that stays the same from one run to the next: `decade-1990`.
  public var id: String {
    switch key {
    case .decade(let year): "decade-\(year)"
    case .undated: "undated"
    case .status(let status): "status-\(status.printed)"
    case .notIssued: "not-issued"
    }
  }
}

extension RFCSection.Key: Comparable {
  public static func < (left: RFCSection.Key, right: RFCSection.Key) -> Bool {
    left.rank < right.rank
  }

  private var rank: (Int, Int, String) {
    switch self {
    case .decade(let year): (0, year, "")
    case .status(.other(let text)): (1, RFCStatus.known.count, text)
    case .status(let status): (1, RFCStatus.known.firstIndex(of: status) ?? 0, "")
    case .undated: (2, 0, "")
    case .notIssued: (3, 0, "")
    }
  }
}
