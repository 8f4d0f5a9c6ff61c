internal import FoundationEssentials
internal import HikidashiFeeds
internal import HikidashiLoading

extension TimelineLoader {
  /// Loads the whole article of a post whose feed gives its beginning only, and keeps it: it is read without a
  /// network then, and found by its words.
  ///
  /// ```swift
  /// let problems = try await loader.loadArticle(of: post)
  /// show(try store.article(of: post.id) ?? post.html, problems)
  /// ```
  ///
  /// It is loaded when a reader asks for it, never by itself. A server that wants no requests is left alone, as
  /// ``refresh(_:pages:tell:)`` does.
  ///
  /// - Returns: The parts of the page that were left out.
  /// - Throws: ``TimelineError``: ``TimelineError/noArticle(page:)`` where the page has none; `StoreError` where it
  ///   cannot be kept.
  @concurrent public func loadArticle(
    of post: Post
  ) async throws -> [PostPage.Problem] {
    guard let url = FeedAddress.url(post.page),
      ["http", "https"].contains(url.scheme?.lowercased())
    else { throw TimelineError.noArticle(page: post.page) }
    let article = try await page(at: url)
    try store.keep(article, of: post)
    guard !article.isWhole else { return [] }
    return [
      PostPage.Problem(
        tr(
          "the page has more than {} parts; its end was left out, open it in a browser",
          WebArticle.mostParts), place: post.page)
    ]
  }

  private func page(at url: URL) async throws(TimelineError) -> WebArticle {
    let server = Self.server(of: url)
    if let wait = wait(for: server) { throw .tooManyRequests(server: server, wait: wait) }
    var request = LoadRequest(url)
    request.limits.received = Self.largestPage
    request.limits.decoded = Self.largestPage
    let found: WebArticle?
    do throws(LoadError) {
      found = try await connector.load(request, parser: ArticleParser(url)).value
    } catch {
      if case .status(_, let problem) = error { heed(problem, of: server) }
      throw TimelineError(feed: error, server: server)
    }
    guard let found else { throw .noArticle(page: url.absoluteString) }
    return found
  }

  /// The most bytes that a page may have.
  private static let largestPage = 16 << 20
}

/// Finds the article of a page as it comes.
private struct ArticleParser: ResponseParser {
  private var page: URL
  private var charset: String?
  private var bytes: [UInt8] = []

  init(_ page: URL) { self.page = page }

  mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    charset = head.charset
    page = head.url ?? page
    switch head.mediaType {
    case "text/html", "application/xhtml+xml", nil: return .more
    case let type?: throw .wrongContent(reason: tr("it is {}, not a web page", type))
    }
  }

  mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    self.bytes += bytes
    return .more
  }

  mutating func finish() throws(ParserError) -> WebArticle? {
    WebArticle(bytes: bytes, charset: charset, page: page)
  }
}
