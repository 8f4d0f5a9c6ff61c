/// The heading of a section, for a list of contents.
public struct RFCHeading: Sendable, Hashable {
  /// The section's number without a final full stop: `3.2`, `Appendix A`; nil where it has none.
  public var number: String?
  /// The words of the heading, a heading of several lines joined.
  public var title: String
  /// How deep the section lies, 1 for a chapter.
  public var level: Int
  /// Where the heading is.
  public var span: TextSpan
}
