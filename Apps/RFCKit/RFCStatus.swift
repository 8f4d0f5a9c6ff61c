/// Where a document stands, as the index prints it.
///
/// Cases are declared in the order in which a list shows them: what binds most comes first.
public enum RFCStatus: Sendable, Hashable {
  case internetStandard
  /// `STANDARD`, which indexes before 2011 print for an Internet Standard.
  case standard
  case draftStandard
  case proposedStandard
  case bestCurrentPractice
  case informational
  case experimental
  case historic
  /// `UNKNOWN`: published before there were statuses.
  case unknown
  /// Any other status, as printed; an empty text when the entry has none.
  case other(String)

  /// The statuses that have a name of their own, in the order of a list.
  public static let known: [RFCStatus] = [
    .internetStandard, .standard, .draftStandard, .proposedStandard, .bestCurrentPractice,
    .informational, .experimental, .historic, .unknown,
  ]

  /// The status that the index prints as `text`, whatever its case.
  public init(printed text: String) {
    let capitals = text.uppercased()
    self = Self.known.first { $0.printed == capitals } ?? .other(text)
  }

  /// The status printed in capitals by exactly these bytes, if it is a known one.
  init?(capitals bytes: ByteSlice) {
    let count = bytes.count
    let known = Self.known.first {
      $0.printed.utf8.count == count && bytes.elementsEqual($0.printed.utf8)
    }
    guard let known else { return nil }
    self = known
  }

  /// The text that the index prints: `PROPOSED STANDARD`.
  public var printed: String {
    switch self {
    case .internetStandard: "INTERNET STANDARD"
    case .standard: "STANDARD"
    case .draftStandard: "DRAFT STANDARD"
    case .proposedStandard: "PROPOSED STANDARD"
    case .bestCurrentPractice: "BEST CURRENT PRACTICE"
    case .informational: "INFORMATIONAL"
    case .experimental: "EXPERIMENTAL"
    case .historic: "HISTORIC"
    case .unknown: "UNKNOWN"
    case .other(let text): text
    }
  }

  /// The name to show, in the reader's language.
  public var title: String {
    switch self {
    case .internetStandard: tr("Internet Standard")
    case .standard: tr("Standard")
    case .draftStandard: tr("Draft Standard")
    case .proposedStandard: tr("Proposed Standard")
    case .bestCurrentPractice: tr("Best Current Practice")
    case .informational: tr("Informational")
    case .experimental: tr("Experimental")
    case .historic: tr("Historic")
    case .unknown: tr("Unknown status")
    case .other(let text): text.isEmpty ? tr("No status") : text
    }
  }
}

extension RFCStatus: CustomStringConvertible {
  public var description: String { printed }
}

extension RFCStatus: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(printed: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(printed)
  }
}
