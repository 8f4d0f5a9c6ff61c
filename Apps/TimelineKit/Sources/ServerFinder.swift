public import FoundationEssentials
public import HikidashiLoading

/// Finds out what a bare host has: the timeline of a Mastodon-compatible server, or the feeds of its page.
///
/// ```swift
/// let sources = try await ServerFinder(connector).sources(of: "example.org")
/// ```
///
/// - Source: NodeInfo 2.1, <https://nodeinfo.diaspora.software/protocol>; Mastodon, "instance API methods".
public struct ServerFinder: Sendable {
  private let connector: Connector

  /// Makes a finder that loads by a connector.
  public init(_ connector: Connector) { self.connector = connector }

  /// Returns the sources of a host, all of which have answered.
  ///
  /// - Parameters:
  ///   - server: The host, with its port where it has one.
  ///   - added: When the sources are added.
  /// - Returns: The timeline of the server's users, or the feeds of its page.
  /// - Throws: ``TimelineError/badServer(_:)``; ``TimelineError/noFeed(page:)`` where the host has neither;
  ///   ``TimelineError/load(_:)`` where it does not answer.
  @concurrent public func sources(
    of server: String, added: Date = Date()
  ) async throws(TimelineError) -> [TimelineSource] {
    guard let name = ServerName(server)?.address else { throw .badServer(server) }
    for version in ["v2", "v1"] {
      switch try await load("https://\(name)/api/\(version)/instance", ServerDescription.self) {
      case let found? where found.isServer:
        return [source(name, found, shown: server, added)]
      default: break
      }
    }
    let info = try await load("https://\(name)/.well-known/nodeinfo", NodeInfoLinks.self)
    if let address = info?.newest(on: name),
      let node = try await load(address.absoluteString, NodeInfo.self), node.hasTimelines
    {
      return [source(name, ServerDescription(), shown: server, added)]
    }
    guard let page = URL(string: "https://\(name)/") else { throw .badServer(server) }
    return try await TimelineSource.feeds(at: page, by: connector, added: added)
  }

  private func source(
    _ server: String, _ found: ServerDescription, shown: String, _ added: Date
  ) -> TimelineSource {
    let home = found.domain.isEmpty ? nil : found.domain
    let timeline = MastodonTimeline(server, .public(isLocal: true), home: home)
    return TimelineSource(
      .mastodon, title: shown, address: timeline.address, page: "https://\(server)/", added: added)
  }

  /// Loads an answer of a kind; nil where the server has answered otherwise.
  ///
  /// - Throws: ``TimelineError/load(_:)`` where it has not answered.
  private func load<Value: Decodable & Sendable>(
    _ address: String, _ type: Value.Type
  ) async throws(TimelineError) -> Value? {
    guard let url = URL(string: address) else { return nil }
    var request = LoadRequest(url)
    request.headers.append("Accept", "application/json")
    request.limits.decoded = 4 << 20
    do throws(LoadError) {
      return try await connector.load(request, parser: JSONParser(type)).value
    } catch {
      switch error {
      case .status, .parser, .badResponse, .badEncoding, .badRedirect, .redirectLoop, .tooLarge,
        .tooManyRedirects, .notModified:
        return nil
      case .tls(_, .handshake) where url.port != nil:
        throw .notSecure(
          server: ServerName(url)?.address ?? address,
          plain: "http://\(ServerName(url)?.address ?? "")/")
      default: throw .load(error)
      }
    }
  }
}

/// A server's description of itself.
private struct ServerDescription: Decodable, Sendable {
  /// The host in the names of its users.
  var domain = ""
  var isServer = false

  init() {}

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: JSONKey.self)
    let host = fields.text(JSONKey("domain")) ?? fields.text(JSONKey("uri")) ?? ""
    // Servers beside Mastodon have their whole address here.
    domain = (URL(string: host).flatMap { ServerName($0) } ?? ServerName(host))?.address ?? ""
    isServer = !host.isEmpty && fields.text(JSONKey("version")) != nil
  }
}

/// Where a server describes itself.
private struct NodeInfoLinks: Decodable, Sendable {
  private struct Link: Decodable, Sendable {
    var rel: String
    var href: String
  }

  private var links: [Link]

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: JSONKey.self)
    links = fields.value(JSONKey("links"), as: ReadableList<Link>.self)?.elements ?? []
  }

  /// The description of the newest form, which must be on the server itself.
  func newest(on server: String) -> URL? {
    links.filter { $0.rel.contains("nodeinfo") }.sorted { $0.rel > $1.rel }.lazy
      .compactMap { URL(string: $0.href) }.first { MastodonTimeline.isSameServer($0, server) }
  }
}

private struct NodeInfo: Decodable, Sendable {
  private struct Software: Decodable, Sendable { var name: String }

  private var software: Software

  /// Programs that are known to answer as Mastodon does.
  private static let programs: Set<String> = [
    "mastodon", "pleroma", "akkoma", "gotosocial", "pixelfed", "friendica", "hometown", "glitch",
    "fedibird", "takahe", "mitra", "sharkey", "firefish", "iceshrimp", "iceshrimp.net", "catodon",
    "snac", "kmyblue", "rebased", "ecko", "calckey", "bridgy-fed",
  ]

  /// Whether it has timelines as Mastodon's, though it hides what it says of itself.
  var hasTimelines: Bool { Self.programs.contains(software.name.lowercased()) }
}
