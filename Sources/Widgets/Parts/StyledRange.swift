/// A range of a text that has a style of its own or is a link.
public struct StyledRange: Sendable, Hashable {
  /// The style or meaning of a range of text.
  public enum Kind: Sendable, Hashable {
    /// A link; the app decides what its target means.
    case link(String)
    case heading
    /// Less important text, such as page headers and page footers.
    case dim
    /// A heading in larger letters; 1 is the largest, above 4 there is no difference.
    case title(Int)
    case strong
    case emphasis
    case strikethrough
    /// Code within a line, in a fixed-width face.
    case code
    /// Lines of code, in a fixed-width face on a background of their own.
    case codeBlock
    /// Lines of a quotation.
    case quote
    /// Lines of a list item, indented, with a mark before the first; the number is the level: 1 for
    /// a list, 2 for a list within it.
    case item(Int)
    /// A picture in place of the one scalar of the range, U+FFFC: the path of a file.
    case picture(String)
  }

  /// The range, in Unicode scalars from the start of the text.
  public var range: Range<Int>
  public var kind: Kind

  public init(_ range: Range<Int>, _ kind: Kind) {
    self.range = range
    self.kind = kind
  }
}
