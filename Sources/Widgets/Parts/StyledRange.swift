/// A stretch of a text that looks different or leads somewhere.
public struct StyledRange: Sendable, Hashable {
  /// What a stretch of text is.
  public enum Kind: Sendable, Hashable {
    /// Leads to a target that means something to the app.
    case link(String)
    case heading
    /// Less important: page headers, page footers.
    case dim
  }

  /// Unicode scalars from the start of the text.
  public var range: Range<Int>
  public var kind: Kind

  public init(_ range: Range<Int>, _ kind: Kind) {
    self.range = range
    self.kind = kind
  }
}
