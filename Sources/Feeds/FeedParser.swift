public import HikidashiLoading

/// Reads a feed of RSS, Atom or JSON Feed.
///
/// ```swift
/// let feed = try await connector.load(LoadRequest(url), parser: FeedParser()).value
/// print(feed.title?.value ?? "", feed.entries.count)
/// ```
///
/// What it is tells the first byte and the root element, not what the server calls it. What people
/// get wrong is mended and noted in ``Feed/problems``: a stray `&` or `<`, entities of HTML, prefixes
/// that nobody declared, an encoding other than the one named, elements closed in the wrong order,
/// characters that XML forbids. Dates that cannot be read are nil.
///
/// A feed cannot make it fetch anything: no DTD is loaded, and no entity that a feed declares is
/// expanded. Elements may be nested ``depthLimit`` deep, and there may be ``entryLimit`` entries.
///
/// - Source: RSS 2.0 (rssboard.org/rss-specification), RSS 1.0 (purl.org/rss/1.0/spec), RFC 4287
///   (Atom), jsonfeed.org/version/1.1; RFC 7303 for encodings.
public struct FeedParser: ResponseParser {
  /// The greatest depth of nested elements.
  public static let depthLimit = 200
  /// The most entries that a feed may have.
  public static let entryLimit = 100_000

  private let textLimit: Int
  private let blockSize: Int
  private var session: FeedSession?

  /// - Parameter textLimit: The most bytes of text that are kept of a feed, over all its parts; of
  ///   JSON, those of the whole body.
  public init(textLimit: Int = 64 << 20) { self.init(textLimit: textLimit, blockSize: 8 << 10) }

  /// A parser whose blocks have another size, for tests of what the size must not change.
  package init(textLimit: Int = 64 << 20, blockSize: Int) {
    self.textLimit = textLimit
    self.blockSize = max(1, blockSize)
  }

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    session = FeedSession(head, textLimit: textLimit, blockSize: blockSize)
    return .more
  }

  /// - Throws: ``ParserError/wrongContent(reason:)`` for a web page,
  ///   ``ParserError/malformed(reason:line:column:)`` for what is no feed, and
  ///   ``ParserError/tooLarge(what:limit:)``.
  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    try started().feed(bytes)
    return .more
  }

  /// - Throws: As ``feed(_:)`` does, where nothing can be made of what came.
  public mutating func finish() throws(ParserError) -> Feed { try started().finish() }

  private mutating func started() -> FeedSession {
    if let session { return session }
    let new = FeedSession(ResponseHead(), textLimit: textLimit, blockSize: blockSize)
    session = new
    return new
  }
}

extension FeedParser: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.textLimit == second.textLimit && first.blockSize == second.blockSize
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(textLimit) }
}
