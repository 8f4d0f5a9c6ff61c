/// A stretch of a text that looks different or leads somewhere.
public struct StyledRange: Sendable, Hashable {
  /// What a stretch of text is.
  public enum Kind: Sendable, Hashable {
    /// Leads to a target that means something to the app.
    case link(String)
    case heading
    /// Less important: page headers, page footers.
    case dim
    /// A heading in larger letters; 1 is the largest, above 4 there is no difference.
    case title(Int)
    case strong
    case emphasis
    case strikethrough
    /// Words in a fixed-width face.
    case code
    /// Lines in a fixed-width face, on a ground of their own.
    case codeBlock
    /// Lines that somebody else has said.
    case quote
    /// Lines that stand further in, with a mark before the first: 1 for a list, 2 for one in it.
    case item(Int)
    /// A picture in place of the one scalar of the range, U+FFFC: the path of a file.
    case picture(String)
  }

  /// Unicode scalars from the start of the text.
  public var range: Range<Int>
  public var kind: Kind

  public init(_ range: Range<Int>, _ kind: Kind) {
    self.range = range
    self.kind = kind
  }
}
