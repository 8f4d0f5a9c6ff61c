public import FoundationEssentials

/// A picture that stands in a line of text for some of its letters, such as an emoji of a server for `:cat:`.
///
/// ```swift
/// label.show("Good night :cat:", pictures: [InlinePicture(11..<16, url)], from: store)
/// ```
///
/// The letters stay in the text: a screen reader reads them, and they are seen where the picture cannot be had.
public struct InlinePicture: Sendable, Hashable {
  /// The letters, in Unicode scalars from the start of the text.
  public var range: Range<Int>
  /// Where the picture is.
  public var url: URL
  /// Whether it stands on a line of its own, as large as it is, in place of one scalar.
  var isBlock = false
  /// The size that the document gives it, in pixels; 0 for a side of which nothing is said.
  var size = Size(0, 0)

  /// Creates a picture for some letters.
  public init(_ range: Range<Int>, _ url: URL) {
    self.range = range
    self.url = url
  }
}
