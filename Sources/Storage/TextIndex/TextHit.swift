/// A passage that a ``TextIndex`` found.
public struct TextHit: Sendable, Hashable {
  /// The name of the document.
  public var key: String
  /// The position of the passage among those of its document.
  public var passage: Int
  /// What the passage is shown as.
  public var label: String
  /// Where the passage stands, in the unit in which it was given.
  public var place: Range<Int>
  /// How well it matches, above 0; scores of one search can be compared.
  public var score: Double
  /// Whether every clause is matched by the passage, by its heading or by the title of the document.
  public var isComplete: Bool
}

/// What a search found.
public struct TextHits: Sendable {
  /// The best passages, best first.
  public var hits: [TextHit] = []
  /// How many passages match, at least.
  public var count = 0
  /// How many of them match every clause.
  public var completeCount = 0
  /// Whether there are more: of words that are next to everywhere, only so many passages are looked
  /// at, those of the documents that were added last, and all whose title or heading has them.
  public var isCut = false
}

/// What counts how much in a search of a ``TextIndex``.
///
/// The score of a passage is that of BM25F: the times that a clause occurs in title, heading and body are
/// weighed, added, and count the less the more there are; rare clauses count more than common ones. To that
/// comes what other passages of the document have.
///
/// - Source: S. Robertson and H. Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*,
///   2009, section 3.6.
public struct TextWeights: Sendable, Hashable {
  /// What one occurrence in the title of the document counts.
  public var title: Double
  /// What one occurrence in the heading counts.
  public var heading: Double
  /// What one occurrence in the body counts.
  public var body: Double
  /// What it counts that other passages of the document have a clause, too: so much where next to all of
  /// many do.
  public var document: Double
  /// How soon more occurrences stop to count (`k1` of BM25).
  public var saturation: Double
  /// How much long passages count less, 0 to 1 (`b` of BM25).
  public var lengthCorrection: Double
  /// The power of the part of all clauses, weighed by rarity, that a passage has, by which its score is
  /// multiplied; 0 for none.
  public var coverage: Double

  /// Makes weights; those that are not given are those of plain BM25 with a heading above the body.
  public init(
    title: Double = 1, heading: Double = 2, body: Double = 1, document: Double = 0,
    saturation: Double = 1.2,
    lengthCorrection: Double = 0.75, coverage: Double = 1
  ) {
    self.title = title
    self.heading = heading
    self.body = body
    self.document = document
    self.saturation = saturation
    self.lengthCorrection = lengthCorrection
    self.coverage = coverage
  }
}
