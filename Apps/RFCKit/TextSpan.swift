/// A stretch of a document's text, in the two units that views need.
public struct TextSpan: Sendable, Hashable {
  /// Offsets in the text's UTF-8.
  public let bytes: Range<Int>
  /// Offsets in Unicode scalars, the unit of `GtkTextBuffer`.
  public let scalars: Range<Int>

  public init(bytes: Range<Int>, scalars: Range<Int>) {
    self.bytes = bytes
    self.scalars = scalars
  }
}
