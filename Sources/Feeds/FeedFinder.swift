internal import FoundationEssentials
internal import HikidashiBase
public import HikidashiLoading

/// Reads what an address gives: a feed, or a web page that names its feeds.
///
/// ```swift
/// switch try await connector.load(LoadRequest(url), parser: FeedFinder()).value {
/// case .feed(let feed): show(feed)
/// case .page(_, let feeds): offer(feeds)
/// }
/// ```
///
/// A page names its feeds by `<link rel="alternate">` with the media type of RSS, Atom or JSON Feed; relative
/// addresses begin at the page, or at its `<base>`. Only `http` and `https` are taken, each address once, in the
/// order of the page, at most 100. Nothing else is loaded. What is behind the first ``pageLimit`` bytes of a page
/// is left out, and so is what is behind the first 500 letters of its title.
///
/// - Source: "RSS Autodiscovery", <https://www.rssboard.org/rss-autodiscovery>; HTML Standard 4.6.7.1.
public struct FeedFinder: ResponseParser {
  /// What an address gives.
  public enum Found: Sendable, Hashable {
    /// A feed.
    case feed(Feed)
    /// A web page with its title, and the feeds that it names with their titles; none where it names none.
    case page(title: String, feeds: [Feed.Link])
  }

  /// The greatest number of bytes of a page that are looked at.
  public static let pageLimit = 1 << 20

  private var parser = FeedParser()
  private var head = ResponseHead()
  /// The beginning of the body.
  private var page: [UInt8] = []
  /// Why it is no feed; nil while it may be one.
  private var failure: ParserError?

  /// Makes a parser.
  public init() {}

  /// Begins to read a response.
  ///
  /// - Throws: ``ParserError/notModified`` where it is unchanged since the last request.
  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    self.head = head
    return try parser.begin(head)
  }

  /// Reads the next bytes of the body.
  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    page += bytes.prefix(max(0, Self.pageLimit - page.count))
    if failure == nil {
      do { return try parser.feed(bytes) } catch { failure = error }
    }
    return page.count < Self.pageLimit ? .more : .enough
  }

  /// Returns what was found.
  ///
  /// - Throws: The errors of ``FeedParser``, where it is neither a feed nor a web page.
  public mutating func finish() throws(ParserError) -> Found {
    let reason: ParserError
    if let failure {
      reason = failure
    } else {
      do { return .feed(try parser.finish()) } catch { reason = error }
    }
    var visitor = FeedLinkVisitor(base: head.url)
    let text = Self.text(page, charset: head.charset)
    HTMLTree.visit(text, &visitor)
    let start = text.prefix(1_024).lowercased()
    guard visitor.isPage || start.contains("<html") || start.contains("<!doctype html")
    else { throw reason }
    return .page(
      title: visitor.title.split(separator: " ").joined(separator: " "), feeds: visitor.feeds)
  }

  /// The text of a page, in the encoding of its response, or else in the one that it names itself.
  static func text(_ page: [UInt8], charset: String?) -> String {
    let start = page.prefix(1_024)
    var decoder = FeedDecoder(start: start, charset: charset ?? declared(start))
    return String(decoding: decoder.decode(page[...], isLast: true) { _ in }, as: UTF8.self)
  }

  /// The encoding that a page names in a `<meta>`.
  private static func declared(_ start: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: start, as: UTF8.self).lowercased()
    guard let range = text.firstRange(of: "charset=") else { return nil }
    let name = text[range.upperBound...].drop { $0 == "\"" || $0 == "'" }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return name.isEmpty ? nil : String(name)
  }
}

/// Gathers the feeds that a page names.
private struct FeedLinkVisitor: HTMLVisitor {
  private var base: URL?
  private var hasBase = false
  private var isTitle = false
  private var seen: Set<URL> = []
  private(set) var feeds: [Feed.Link] = []
  private(set) var title = ""
  /// Whether it has an element of the head of a page; the parser puts any text into a page.
  private(set) var isPage = false

  init(base: URL?) { self.base = base }

  mutating func enter(_ element: HTMLElement) -> Bool {
    switch element.name {
    case "title":
      isTitle = title.isEmpty
      isPage = true
    case "meta": isPage = true
    case "base" where !hasBase:
      guard let address = FeedText.address(element.attribute("href"), from: base) else { break }
      (base, hasBase) = (address, true)
    case "link":
      isPage = true
      take(element)
    default: break
    }
    return true
  }

  mutating func leave(_ name: String) { if name == "title" { isTitle = false } }

  mutating func take(_ text: String) {
    if isTitle, title.count < 500 {
      title += String(text.prefix(500)).map { $0.isWhitespace ? " " : String($0) }.joined()
    }
  }

  private mutating func take(_ link: HTMLElement) {
    let relations = (link.attribute("rel") ?? "").lowercased().split { $0.isWhitespace }
    let type = (link.attribute("type") ?? "").lowercased().prefix { $0 != ";" }
      .filter { !$0.isWhitespace }
    guard relations.contains("alternate"), Self.types.contains(type), feeds.count < Self.limit,
      let address = FeedText.address(link.attribute("href"), from: base),
      ["http", "https"].contains(address.scheme?.lowercased() ?? ""),
      seen.insert(address).inserted
    else { return }
    let words = (link.attribute("title") ?? "").split { $0.isWhitespace }
    feeds.append(Feed.Link(address, words: words.joined(separator: " ")))
  }

  private static let types: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
  ]
  private static let limit = 100
}
