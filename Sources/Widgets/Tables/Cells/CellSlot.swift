/// A named place in a cell that shows one thing of a row.
public struct CellSlot: Sendable, Hashable {
  /// What a slot can show.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Text, in a label.
    case text
    /// An icon of the desktop's theme, by its name.
    case icon
    /// A picture file, by its path, read off the main thread.
    case picture
    /// How much of something is done, from 0 to 1.
    case progress
  }

  /// What contents call it.
  public var name: String
  public var kind: Kind
  /// Style classes, Adwaita's or one's own.
  public var styles: [String]
  /// How many lines text is broken into before it is shortened; 0: as many as it takes.
  public var lines: Int
  /// Where its content stands in its room.
  public var alignment: Placement
  /// Its width in pixels; nil: what the content needs.
  public var width: Int?
  /// The side of an icon or a picture in pixels.
  public var size: Int
  /// Whether it takes the room that others leave; nil: the first text of a row does.
  public var expands: Bool?

  public init(
    _ name: String, _ kind: Kind = .text, styles: [String] = [], lines: Int = 1,
    alignment: Placement = .start, width: Int? = nil, size: Int? = nil, expands: Bool? = nil
  ) {
    self.name = name
    self.kind = kind
    self.styles = styles
    self.lines = lines
    self.alignment = alignment
    self.width = width
    self.size = size ?? (kind == .picture ? 48 : 16)
    self.expands = expands
  }
}
