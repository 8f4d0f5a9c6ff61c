public import FoundationEssentials
import HikidashiBase

/// The recent entries of a site, in one form for all feed formats.
///
/// RSS 0.9x, 1.0, 1.1 and 2.0, Atom 0.3 and 1.0, and JSON Feed 1 and 1.1 are read by ``FeedParser``.
///
/// ```swift
/// let feed = try await connector.load(LoadRequest(url), parser: FeedParser()).value
/// for entry in feed.entries { print(entry.title?.value ?? entry.id) }
/// ```
///
/// All content is as the publisher wrote it. **HTML is not sanitized**: sanitize it before you show
/// it in a view that runs scripts or fetches pictures. An address may have any scheme, including
/// `javascript:` and `file:`: check it before you open it.
public struct Feed: Hashable, Sendable {
  /// The family of formats that a feed was written in.
  public enum Format: String, Hashable, Sendable {
    /// RSS 0.91 to 2.0.
    case rss
    /// RSS 0.90, 1.0 and 1.1, which are RDF.
    case rdf
    /// Atom 0.3 and 1.0.
    case atom
    /// JSON Feed 1 and 1.1.
    case json
  }

  /// The format that the feed was written in.
  public var format: Format
  /// The title of the feed.
  public var title: Text?
  /// The address of the page that the feed belongs to, not of the feed itself.
  public var address: URL?
  /// The description or subtitle of the feed.
  public var summary: Text?
  /// When the feed was last changed; nil where it has no readable date.
  public var updated: Date?
  /// The picture that stands for the feed, such as its logo or the cover of a podcast.
  public var picture: URL?
  /// The authors of the feed, who also count for each entry that names none.
  public var authors: [Author] = []
  /// The entries, in the order of the feed.
  public var entries: [Entry] = []
  /// The faults that were found while reading and tolerated, at most ``mostProblems``.
  public internal(set) var problems: [Problem] = []
  /// The number of faults that were tolerated, including those beyond the list in ``problems``.
  public internal(set) var problemCount = 0
  /// Whether the feed was read to its end. If not, only the complete entries are kept.
  public internal(set) var isWhole = true

  /// The greatest number of faults that ``problems`` lists.
  public static let mostProblems = 50

  /// Makes a feed without entries.
  public init(_ format: Format) { self.format = format }

  mutating func note(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.mostProblems { problems.append(problem) }
  }
}

extension Feed {
  /// A fault in a feed that was repaired, or whose content was left out.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words.
    public var reason: String
    /// The line of the fault, from 1; 0 where it is not known.
    public var line: Int
    /// The place in the line, from 1, in UTF-8 bytes; 0 where it is not known.
    public var column: Int

    /// Makes a problem; without a line, its place is not known.
    public init(_ reason: String, line: Int = 0, column: Int = 0) {
      self.reason = reason
      self.line = line
      self.column = column
    }

    /// The reason, after the line and the column where they are known.
    public var description: String {
      line > 0 ? tr("line {}, column {}: {}", line, column, reason) : reason
    }
  }
}
