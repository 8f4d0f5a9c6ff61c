internal import FoundationEssentials
internal import Glibc
internal import Hikidashi
internal import HikidashiCommands
internal import HikidashiLoading
internal import TimelineKit

/// What a person types to add a source; its kind is told by how it is written.
enum SourceAddress: Hashable, Sendable {
  case feed(URL)
  case timeline(MastodonTimeline)
  /// An account of a server, by its name.
  case account(String, server: String)
  /// A file or a folder.
  case path(String)

  init?(_ typed: String) {
    let text = String(typed.trimmingPrefix(while: \.isWhitespace).reversed())
      .trimmingPrefix(while: \.isWhitespace)
    let words = Self.typed(String(text.reversed()))
    if words.hasPrefix("/") || words.hasPrefix("~/") {
      let home = FileManager.default.homeDirectoryForCurrentUser
      let path =
        words.hasPrefix("/")
        ? words : home.appending(path: words.dropFirst(2)).path(percentEncoded: false)
      // A folder has one address, however it was written.
      self = .path(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
    } else if let timeline = MastodonTimeline(address: words) {
      self = .timeline(timeline)
    } else if let (name, server) = Self.parted(words, by: "@") {
      self = .account(name, server: server)
    } else if let (tag, server) = Self.parted(words, by: "#") {
      self = .timeline(MastodonTimeline(server, .hashtag(tag)))
    } else if let slash = words.firstIndex(of: "/"), Self.isServer(String(words[..<slash])),
      !words[..<slash].contains(":")
    {
      // A page as people tell it one another.
      self.init("https://" + words)
    } else if Self.isServer(words) {
      self = .timeline(MastodonTimeline(words, .public(isLocal: true)))
    } else if let url = URL(string: words), url.scheme == "https" || url.scheme == "http",
      let host = url.host(), !host.isEmpty
    {
      let parts = url.path().split(separator: "/").map(String.init)
      if parts.count == 1, parts[0].hasPrefix("@"), parts[0].count > 1 {
        self = .account(String(parts[0].dropFirst()), server: host)
      } else if parts.count == 2, parts[0] == "tags" {
        self = .timeline(MastodonTimeline(host, .hashtag(parts[1])))
      } else {
        self = .feed(url)
      }
    } else {
      return nil
    }
  }

  /// A word of a command line: an address, or the path of a file or folder that is there.
  init?(handed word: String) {
    guard !word.hasPrefix("/"), let real = realpath(word, nil) else {
      self.init(word)
      return
    }
    defer { free(real) }
    self.init(String(cString: real))
  }

  /// The URI by which a word of a command line comes to the window, which another process may have.
  static func uri(of word: String) -> String {
    let isFile = access(word, F_OK) == 0 || FileAddress.path(word) != nil
    return isFile || word.lowercased().hasPrefix(scheme) ? word : scheme + word
  }

  /// An address that another program hands over, as a person would type it.
  static func typed(_ address: String) -> String {
    if let path = FileAddress.path(address) { return path }
    guard address.lowercased().hasPrefix(scheme) else { return address }
    let rest = address.dropFirst(scheme.count)
    // When “feed” was thought of, this meant HTTP; by now a feed that has no HTTPS is rare.
    return rest.hasPrefix("//") ? "https:" + rest : String(rest)
  }

  private static let scheme = "feed:"

  /// `@ann@example.org` and `#gtk@example.org` in their two parts.
  private static func parted(_ text: String, by sign: Character) -> (String, String)? {
    guard text.first == sign else { return nil }
    let parts = text.dropFirst().split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, isServer(String(parts[1])) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  private static func isServer(_ text: String) -> Bool {
    text.contains(".") && !text.hasPrefix(".") && !text.hasSuffix(".")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:".contains($0)) }
  }

  /// The sources that are there; an account is looked up at its server, and a list of feeds has many.
  ///
  /// - Parameter choose: Called with the feeds of a page that names several; returns those that are wanted.
  func sources(
    by connector: Connector,
    choosing choose: ([TimelineSource]) async throws -> [TimelineSource]
  ) async throws -> [TimelineSource] {
    let now = Date()
    switch self {
    case .feed(let url):
      let feeds = try await TimelineSource.feeds(at: url, by: connector, added: now)
      return feeds.count > 1 ? try await choose(feeds) : feeds
    case .timeline(let timeline):
      return [Self.source(timeline, Self.title(of: timeline), now)]
    case .account(let name, let server):
      let request = try MastodonTimeline.lookup(of: name, on: server)
      do throws(LoadError) {
        let (id, user) = try await connector.load(request, parser: MastodonAccountParser(server))
          .value
        let timeline = MastodonTimeline(server, .account(id: id))
        return [Self.source(timeline, user.name.ifAny ?? "@\(name)@\(server)", now)]
      } catch {
        throw TimelineError(error, server: server, hasToken: false)
      }
    case .path(let path):
      let url = URL(filePath: path)
      let ending = url.pathExtension.lowercased()
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
      let isArchive = ["/data", "/tweets.js", "/tweet.js"].contains {
        FileManager.default.fileExists(atPath: path + $0)
      }
      return [
        TimelineSource(
          isArchive ? .archive : .json, title: url.lastPathComponent, address: path, added: now)
      ]
    }
  }

  private static func source(
    _ timeline: MastodonTimeline, _ title: String, _ now: Date
  ) -> TimelineSource {
    TimelineSource(
      .mastodon, title: title, address: timeline.address, page: "https://\(timeline.server)/",
      added: now)
  }

  private static func title(of timeline: MastodonTimeline) -> String {
    switch timeline.kind {
    case .public, .home, .account: timeline.server
    case .hashtag(let tag): "#\(tag) · \(timeline.server)"
    }
  }
}
