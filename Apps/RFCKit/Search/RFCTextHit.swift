public import HikidashiStorage

/// A section that a full-text search found.
public struct RFCTextHit: Sendable, Hashable {
  /// The number of the RFC.
  public var number: Int
  /// The number of the section, as ``RFCHeading/number`` has it; nil where it has none.
  public var section: String?
  /// The title of the section; empty for what stands before the first heading.
  public var sectionTitle: String
  /// Where the section is, as offsets in the UTF-8 of ``RFCDocument/text``.
  public var place: Range<Int>
  /// The part of it that shows why it was found.
  public var snippet: TextSnippet
  /// How well it matches, above 0; scores of one search can be compared.
  public var score: Double
  /// Whether everything that was typed is in the section, its heading or the title of the RFC.
  public var isComplete: Bool
}

/// What a full-text search found.
public struct RFCTextHits: Sendable {
  /// The best sections, best first.
  public var hits: [RFCTextHit] = []
  /// How many sections have everything that was typed, at least.
  public var completeCount = 0
  /// How many sections have something of it, at least.
  public var count = 0
  /// Whether there may be more: what is next to everywhere is not looked at everywhere.
  public var isCut = false

  /// Nothing.
  public init() {}

  init(hits: [RFCTextHit], completeCount: Int, count: Int, isCut: Bool) {
    self.hits = hits
    self.completeCount = completeCount
    self.count = count
    self.isCut = isCut
  }
}

/// How far the full-text index is.
public struct RFCTextProgress: Sendable, Hashable {
  /// How many documents are in the index, as they are in the folder.
  public var done: Int
  /// How many documents are in the folder.
  public var total: Int

  /// How much is done, 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
}
