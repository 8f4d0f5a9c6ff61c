/// What is known of an RFC beyond its entry in the plain index.
///
/// ```swift
/// let details = library.details()
/// print(details[9000]?.workingGroup ?? "not known")   // quic
/// ```
public struct RFCDetails: Sendable, Hashable {
  /// The stream in which it was published: `IETF`, `IRTF`, `IAB`, `INDEPENDENT`, `Legacy`; nil where that is
  /// not known.
  public var stream: String?
  /// The short name of its area, such as `rtg`; nil where it has none.
  public var area: String?
  /// The short name of its working group, such as `quic`; nil where it has none.
  public var workingGroup: String?
  /// The keywords in the order given.
  public var keywords: [String]
  /// What it is about, in paragraphs; empty where that is not known.
  public var abstract: String

  /// Creates what is known of an RFC.
  public init(
    stream: String? = nil, area: String? = nil, workingGroup: String? = nil,
    keywords: [String] = [], abstract: String = ""
  ) {
    self.stream = stream
    self.area = area
    self.workingGroup = workingGroup
    self.keywords = keywords
    self.abstract = abstract
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { self == RFCDetails() }
}
