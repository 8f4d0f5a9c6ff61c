public import FoundationEssentials
import Support

/// What a site has published of late, whichever format it came in.
///
/// RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, and JSON Feed 1 and 1.1 are read by ``FeedParser``.
///
/// ```swift
/// let feed = try await connector.load(LoadRequest(url), parser: FeedParser()).value
/// for entry in feed.entries { print(entry.title?.value ?? entry.id) }
/// ```
///
/// All of it is as the publisher wrote it. **HTML is not sanitized**: before it is shown by anything
/// that runs scripts or fetches pictures, somebody has to. An address may be of any scheme,
/// `javascript:` and `file:` included: look at it before it is opened.
public struct Feed: Hashable, Sendable {
  /// The family of formats that a feed was written in.
  public enum Format: String, Hashable, Sendable {
    /// RSS 0.91 to 2.0.
    case rss
    /// RSS 0.90 and 1.0, which are RDF.
    case rdf
    case atom
    case json
  }

  public var format: Format
  public var title: Text?
  /// The page that the feed belongs to, not the feed's own address.
  public var address: URL?
  public var summary: Text?
  /// When anything was last changed; nil where no date can be read.
  public var updated: Date?
  /// Who writes the entries that do not name anybody.
  public var authors: [Author] = []
  /// The entries in their order.
  public var entries: [Entry] = []
  /// What was mended while reading, from the front: at most ``mostProblems`` of it.
  public internal(set) var problems: [Problem] = []
  /// How much was mended, also beyond ``problems``.
  public internal(set) var problemCount = 0
  /// Whether the feed's end came. Where it did not, the entries are those that came whole.
  public internal(set) var isWhole = true

  /// The most problems that a feed lists.
  public static let mostProblems = 50

  public init(_ format: Format) { self.format = format }

  mutating func note(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.mostProblems { problems.append(problem) }
  }
}

extension Feed {
  /// Something that is wrong in a feed, and was mended or left out.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    public var reason: String
    /// The line, from 1; 0 where the place is not known.
    public var line: Int
    /// The byte in the line, from 1, counted in UTF-8; 0 where the place is not known.
    public var column: Int

    public init(_ reason: String, line: Int = 0, column: Int = 0) {
      self.reason = reason
      self.line = line
      self.column = column
    }

    public var description: String {
      line > 0 ? tr("line {}, column {}: {}", line, column, reason) : reason
    }
  }
}
