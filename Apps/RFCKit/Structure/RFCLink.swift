/// A place in a text that leads somewhere else.
///
/// ```swift
/// for link in document.layout().links {
///   if case .section(let position) = link.target { print(layout.sections[position].heading.title) }
/// }
/// ```
public struct RFCLink: Sendable, Hashable {
  /// Where a link leads.
  public enum Target: Sendable, Hashable {
    /// An RFC, and the number of the section that is meant: `Section 4.2 of [RFC9110]`.
    case rfc(Int, section: String?)
    /// A document of another series: `BCP 14`, `STD 97`.
    case document(DocumentReference)
    /// A section of the same text, by its position in ``RFCLayout/sections``.
    case section(Int)
    /// An entry of the list of references, by its position in ``RFCLayout/listed``.
    case listed(Int)
    /// The beginning of a page, by its position in ``RFCLayout/pages``.
    case page(Int)
    /// An address of the web.
    case address(String)
    /// An address of e-mail.
    case mail(String)
  }

  /// Where it leads.
  public var target: Target
  /// The words that are the link.
  public var span: TextSpan
}
