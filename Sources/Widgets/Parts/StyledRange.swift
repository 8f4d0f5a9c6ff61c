/// A range of a text that has its own style or is a link.
public struct StyledRange: Sendable, Hashable {
  /// The style or meaning of a range of text.
  public enum Kind: Sendable, Hashable {
    /// A link; the app decides what its target means.
    case link(String)
    case heading
    /// Less important text, such as page headers and page footers.
    case dim
    /// A heading in larger letters; 1 is the largest, and levels above 4 look the same.
    case title(Int)
    case strong
    case emphasis
    case strikethrough
    /// Code within a line, in a fixed-width font.
    case code
    /// Lines of code, in a fixed-width font on their own background.
    case codeBlock
    /// Lines of a quotation.
    case quote
    /// Lines of a list item, indented, with a mark before the first. The number is the level: 1 for
    /// a list, 2 for a list within it.
    case item(Int)
    /// Lines that stand further in, by so many levels.
    case inset(Int)
    /// Lines whose form is not to be changed, as of figures and tables: in a fixed-width font, and never broken.
    case preformatted
    /// A stretch that something is to be said of; what its target means, the app decides. ``TextReader/preview``
    /// can tell it.
    case remark(String)
    /// A picture in place of the range's only scalar, U+FFFC: the path of its file, or its address in the web, which
    /// ``TextReader/show(_:pictures:from:)`` loads. It is no larger than the size that its document gives it, in
    /// pixels; 0 for a side of which nothing is said.
    case picture(String, Size = Size(0, 0))
    /// A word of a program, in a colour of its own, which is readable in light and in dark.
    case token(Token)
    /// What a newer text has and an older one has not, on green. Say so by a sign or a word, too: not
    /// everybody can tell the colour.
    case added
    /// What an older text has and a newer one has not, on red. Say so by a sign or a word, too.
    case removed
    /// Words that a reader has marked, on a colour of their own.
    case highlight(Highlight)
    /// Words to which a reader has written something: underlined twice.
    case annotation
    /// Lines that a reader comes back to: a band across the page.
    case bookmark
  }

  /// The colour behind words that are marked, readable in light, in dark and on paper.
  public enum Highlight: String, Sendable, Hashable, CaseIterable {
    /// Yellow.
    case yellow
    /// Green.
    case green
    /// Blue.
    case blue
    /// Pink.
    case pink
  }

  /// What a word of a program is.
  public enum Token: String, Sendable, Hashable, CaseIterable {
    case keyword
    /// The name of a type.
    case type
    /// A text between quotation marks.
    case text
    case number
    case comment
  }

  /// The range, in Unicode scalars from the start of the text.
  public var range: Range<Int>
  /// The style or meaning of the range.
  public var kind: Kind

  /// Creates a styled range.
  public init(_ range: Range<Int>, _ kind: Kind) {
    self.range = range
    self.kind = kind
  }
}
