public import FoundationEssentials
internal import HikidashiFeeds
public import HikidashiLoading

/// The text that a person types to add a source; its form tells the kind.
///
/// ```swift
/// let address = SourceAddress(words: "@ann@example.org")
/// ```
public enum SourceAddress: Hashable, Sendable {
  /// A feed, or a page that names its feeds.
  case feed(URL)
  /// A timeline of a server.
  case timeline(MastodonTimeline)
  /// An account of a server, by its name.
  case account(String, server: String)
  /// A host alone: what it has is asked for when it is added.
  case host(String)
  /// A file or a folder.
  case path(String)

  /// Reads what is typed, without blanks around it; nil for other words.
  ///
  /// Hosts may have a port, and letters beyond ASCII: `localhost:8080/feed`, `bücher.example`.
  public init?(words: String) {
    if words.hasPrefix("/") {
      // A folder has one address, however it was written.
      self = .path(words.count > 1 && words.hasSuffix("/") ? String(words.dropLast()) : words)
    } else if let timeline = MastodonTimeline(address: words) {
      self = .timeline(timeline)
    } else if let (name, server) = Self.parted(words, by: "@") {
      self = .account(name, server: server)
    } else if let (tag, server) = Self.parted(words, by: "#") {
      self = .timeline(MastodonTimeline(server, .hashtag(tag)))
    } else if let slash = words.firstIndex(of: "/"), ServerName(String(words[..<slash])) != nil {
      // A page as people tell it one another.
      self.init(words: "https://" + words)
    } else if let server = ServerName(words) {
      self = .host(server.address)
    } else {
      self.init(url: words)
    }
  }

  private init?(url words: String) {
    guard let url = FeedAddress.url(words), ["http", "https"].contains(url.scheme?.lowercased()),
      let host = url.host(), !host.isEmpty
    else { return nil }
    let server = ServerName(url)?.address
    let parts = url.path(percentEncoded: false).split(separator: "/").map(String.init)
    if let server, parts.count == 1, parts[0].hasPrefix("@"), parts[0].count > 1 {
      self = .account(String(parts[0].dropFirst()), server: server)
    } else if let server, parts.count == 2, parts[0] == "tags" {
      self = .timeline(MastodonTimeline(server, .hashtag(parts[1])))
    } else {
      self = .feed(url)
    }
  }

  /// `@ann@example.org` and `#gtk@example.org` in their two parts.
  private static func parted(_ text: String, by sign: Character) -> (String, String)? {
    guard text.first == sign else { return nil }
    let parts = text.dropFirst().split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: \.isWhitespace),
      let server = ServerName(String(parts[1]))
    else { return nil }
    return (String(parts[0]), server.address)
  }

  /// The sources that are there; an account is looked up at its server, a host is asked what it has, and a list of
  /// feeds has many. What does not answer is left out, except for a feed, whose address may be added without a network.
  ///
  /// ```swift
  /// let sources = try await address.sources(by: connector) { feeds in Array(feeds.prefix(1)) }
  /// ```
  ///
  /// - Parameters:
  ///   - connector: The connector that loads.
  ///   - choose: Called with the feeds of a page that names several; returns those that are wanted.
  /// - Throws: ``TimelineError``, which says what was looked for; what `choose` throws.
  public func sources(
    by connector: Connector,
    choosing choose: ([TimelineSource]) async throws -> [TimelineSource]
  ) async throws -> [TimelineSource] {
    let now = Date()
    switch self {
    case .feed(let url):
      return try await Self.chosen(try await Self.feeds(at: url, connector, now), choose)
    case .timeline(let timeline):
      return [
        TimelineSource(
          .mastodon, title: Self.title(of: timeline), address: timeline.address,
          page: "https://\(timeline.server)/", added: now)
      ]
    case .account(let name, let server):
      return [try await AccountFinder(connector).source(of: name, on: server, added: now)]
    case .host(let server):
      let found = try await ServerFinder(connector).sources(of: server, added: now)
      return try await Self.chosen(found, choose)
    case .path(let path):
      return try await Self.sources(at: path, connector, now)
    }
  }

  private static func chosen(
    _ feeds: [TimelineSource], _ choose: ([TimelineSource]) async throws -> [TimelineSource]
  ) async throws -> [TimelineSource] {
    feeds.count > 1 ? try await choose(feeds) : feeds
  }

  private static func feeds(
    at url: URL, _ connector: Connector, _ now: Date
  ) async throws(TimelineError) -> [TimelineSource] {
    do throws(TimelineError) {
      return try await TimelineSource.feeds(at: url, by: connector, added: now)
    } catch {
      guard case .load(.tls(_, .handshake)) = error, url.port != nil,
        let server = ServerName(url)?.address
      else { throw error }
      throw .notSecure(
        server: server, plain: "http" + url.absoluteString.dropFirst("https".count))
    }
  }

  @concurrent private static func sources(
    at path: String, _ connector: Connector, _ now: Date
  ) async throws -> [TimelineSource] {
    let url = URL(filePath: path)
    let ending = url.pathExtension.lowercased()
    if ["opml", "xml", "rss", "atom"].contains(ending) { try TimelineSource.checkFile(path) }
    if ["opml", "xml"].contains(ending) {
      do throws(LoadError) {
        let list = try await connector.load(LoadRequest(url), parser: OPMLParser()).value
        return list.sources.map { source in
          var source = source
          source.added = now
          return source
        }
      } catch {
        guard ending == "xml", case .parser = error else { throw error }
      }
    }
    if ["xml", "rss", "atom"].contains(ending) {
      return try await TimelineSource.feeds(at: url, by: connector, added: now)
    }
    return [try TimelineSource(file: path, added: now)]
  }

  private static func title(of timeline: MastodonTimeline) -> String {
    switch timeline.kind {
    case .public, .home, .account: timeline.server
    case .hashtag(let tag): "#\(tag) · \(timeline.server)"
    }
  }
}
