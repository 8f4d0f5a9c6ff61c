public import HikidashiLoading

/// Reads a feed of RSS, Atom or JSON Feed.
///
/// ```swift
/// let feed = try await connector.load(LoadRequest(url), parser: FeedParser()).value
/// print(feed.title?.value ?? "", feed.entries.count)
/// ```
///
/// The first byte and the root element decide the format, not the media type that the server names.
/// Common faults are repaired and noted in ``Feed/problems``: a stray `&` or `<`, entities of HTML,
/// undeclared prefixes, an encoding other than the one named, elements closed in the wrong order,
/// characters that XML forbids, words before the feed. Dates that cannot be read are nil.
///
/// A feed cannot make the parser fetch anything: it loads no DTD, and expands no entity that a feed
/// declares. What is beyond a limit is left out and noted, and the rest is read: elements deeper than
/// ``depthLimit``, entries beyond ``entryLimit``, attributes beyond the 256th of an element.
///
/// - Source: RSS 2.0 (rssboard.org/rss-specification), RSS 1.0 (purl.org/rss/1.0/spec), RFC 4287
///   (Atom), jsonfeed.org/version/1.1; RFC 7303 for encodings.
public struct FeedParser: ResponseParser {
  /// The depth of elements from which on their text counts for the element around them.
  public static let depthLimit = 200
  /// The greatest number of entries that are read of a feed; those behind them are counted.
  public static let entryLimit = 100_000

  private let textLimit: Int
  private let blockSize: Int
  private var session: FeedSession?

  /// Makes a parser.
  ///
  /// - Parameter textLimit: The greatest number of bytes of text to keep from the feed; for JSON,
  ///   the greatest size of the whole body.
  public init(textLimit: Int = 64 << 20) { self.init(textLimit: textLimit, blockSize: 8 << 10) }

  /// Makes a parser with another block size, for tests that the size does not change the result.
  package init(textLimit: Int = 64 << 20, blockSize: Int) {
    self.textLimit = textLimit
    self.blockSize = max(1, blockSize)
  }

  /// Begins to read a response.
  ///
  /// - Throws: ``ParserError/notModified`` where the feed is unchanged since the last request.
  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    session = FeedSession(head, textLimit: textLimit, blockSize: blockSize)
    return .more
  }

  /// Reads the next bytes of the body.
  ///
  /// - Throws: ``ParserError/wrongContent(reason:)`` for a web page,
  ///   ``ParserError/malformed(reason:line:column:)`` for a body that is not a feed, and
  ///   ``ParserError/tooLarge(what:limit:)``.
  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    try started().feed(bytes)
    return .more
  }

  /// Returns the feed at the end of the body.
  ///
  /// - Throws: The errors of ``feed(_:)``, where no feed can be read from the body.
  public mutating func finish() throws(ParserError) -> Feed { try started().finish() }

  private mutating func started() -> FeedSession {
    if let session { return session }
    let new = FeedSession(ResponseHead(), textLimit: textLimit, blockSize: blockSize)
    session = new
    return new
  }
}

extension FeedParser: Hashable {
  /// Whether two parsers have the same limits; what they have read does not count.
  public static func == (first: Self, second: Self) -> Bool {
    first.textLimit == second.textLimit && first.blockSize == second.blockSize
  }

  /// Adds the text limit to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(textLimit) }
}
