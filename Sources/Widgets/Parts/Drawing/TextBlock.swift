/// Text in a drawing, in one line or several.
public struct TextBlock: Sendable, Hashable {
  public var text: String
  /// The upper left corner; with a ``width``, of the column in which the text stands.
  public var origin: Point
  public var font: Font
  /// Where lines break, in pixels; nil breaks only at line feeds.
  public var width: Double?
  public var alignment: Placement

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
