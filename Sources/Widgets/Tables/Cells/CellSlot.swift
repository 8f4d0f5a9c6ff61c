/// A named place in a cell for one property of the row's item.
public struct CellSlot: Sendable, Hashable {
  /// The kinds of content for a slot.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A text in a label.
    case text
    /// An icon of the desktop's theme, given by its name.
    case icon
    /// A picture file, given by its path and read off the main thread.
    case picture
    /// A progress bar, given as a share from 0 to 1.
    case progress
    /// A text with styles and links.
    case rich
    /// A button that does something with the row's item.
    case button
    /// Several pictures beside one another.
    case pictures
  }

  /// The name by which a content refers to the slot.
  public var name: String
  /// The kind of content.
  public var kind: Kind
  /// The style classes, Adwaita's or the app's own.
  public var styles: [String]
  /// The greatest number of lines before text is shortened; 0 for no limit.
  public var lines: Int
  /// The alignment of the content in the slot.
  public var alignment: Placement
  /// The width in pixels; nil for the width of the content.
  public var width: Int?
  /// The side length of an icon, of a picture, and of each of several pictures, in pixels.
  public var size: Int
  /// How many of several pictures are shown; a number says how many more there are.
  public var most: Int
  /// Whether the slot takes the free space of its row; nil leaves that to the layout.
  public var expands: Bool?

  /// Creates a slot.
  public init(
    _ name: String, _ kind: Kind = .text, styles: [String] = [], lines: Int = 1,
    alignment: Placement = .start, width: Int? = nil, size: Int? = nil, expands: Bool? = nil,
    most: Int = 4
  ) {
    self.name = name
    self.kind = kind
    self.styles = styles
    self.lines = lines
    self.alignment = alignment
    self.width = width
    self.size = size ?? (kind == .picture || kind == .pictures ? 48 : 16)
    self.expands = expands
    self.most = most
  }
}

extension CellSlot.Kind {
  /// Whether it is a label.
  var isText: Bool { self == .text || self == .rich }
}
