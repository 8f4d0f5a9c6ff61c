/// A document as a ``TextIndex`` takes it: a title and the passages that can be found.
///
/// ```swift
/// let guide = IndexedText(
///   key: "guide", version: "1", title: "A Guide for Readers",
///   passages: [
///     IndexedPassage(
///       label: "1. Overview", heading: "Overview", body: "What one sees …", place: 0..<512)
///   ])
/// ```
public struct IndexedText: Sendable {
  /// The name of the document, which is unique in the index.
  public var key: String
  /// What tells this state of the document from others, such as its size and time.
  public var version: String
  /// The words of the title, which count for every passage.
  public var title: String
  /// The parts that are found, in their order.
  public var passages: [IndexedPassage]

  /// Makes a document of its parts.
  public init(key: String, version: String, title: String, passages: [IndexedPassage]) {
    self.key = key
    self.version = version
    self.title = title
    self.passages = passages
  }
}

/// A part of a document that is found as a whole, such as a section.
public struct IndexedPassage: Sendable {
  /// What a hit is shown as, such as the number of a section and its title. It is kept, and not searched.
  public var label: String
  /// The words above the passage; they are searched, and not kept.
  public var heading: String
  /// The words of the passage; they are searched, and not kept.
  public var body: String
  /// Where the passage stands in the document, in a unit that the caller chooses; offsets past
  /// 4,294,967,295 become that.
  public var place: Range<Int>
  /// What the score of the passage is multiplied with, 0 to 1, kept in steps of 1/255.
  public var weight: Double

  /// Makes a passage of its parts.
  public init(
    label: String = "", heading: String, body: String, place: Range<Int>, weight: Double = 1
  ) {
    self.label = label
    self.heading = heading
    self.body = body
    self.place = place
    self.weight = weight
  }
}
