/// One line of a document and what it is for.
public struct RFCLine: Sendable, Hashable {
  /// What a line is for.
  public enum Role: Sendable, Hashable {
    /// What the author wrote, blank lines included.
    case text
    /// The running title at the top of a page.
    case pageHeader
    /// The line with the page's number at its foot.
    case pageFooter
    /// Nothing but the form feed between two pages.
    case pageBreak
    /// A blank line that is there only because of a page break.
    case pageGap
  }

  public var role: Role
  /// Where the line is, without the characters that end it.
  public var span: TextSpan

  public init(role: Role, span: TextSpan) {
    self.role = role
    self.span = span
  }

  /// Whether the line is there only because paper has pages.
  public var isFurniture: Bool { role != .text }
}
