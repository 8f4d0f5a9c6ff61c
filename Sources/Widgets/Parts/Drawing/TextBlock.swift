/// A text in a drawing, in one or several lines.
public struct TextBlock: Sendable, Hashable {
  /// The text.
  public var text: String
  /// The upper left corner of the text, or of its column if it has a ``width``.
  public var origin: Point
  /// The font of the text.
  public var font: Font
  /// The width in pixels at which lines are wrapped; nil wraps at line feeds only.
  public var width: Double?
  /// The alignment of the lines.
  public var alignment: Placement

  /// Creates a text block.
  public init(
    _ text: String, at origin: Point, font: Font = .body, width: Double? = nil,
    alignment: Placement = .start
  ) {
    self.text = text
    self.origin = origin
    self.font = font
    self.width = width
    self.alignment = alignment
  }
}
