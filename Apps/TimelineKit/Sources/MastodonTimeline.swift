public import FoundationEssentials
public import HikidashiLoading

/// A timeline of a Mastodon-compatible server.
///
/// ```swift
/// let timeline = MastodonTimeline("example.org", .hashtag("gtk"))
/// let page = try await connector.load(timeline.request(), parser: timeline.parser()).value
/// ```
///
/// - Source: Mastodon, "Timelines API methods" and "Accounts", <https://docs.joinmastodon.org/methods/>.
public struct MastodonTimeline: Hashable, Sendable {
  /// Which timeline of the server.
  public enum Kind: Hashable, Sendable {
    /// All public posts that the server knows, or only those of its own users.
    case `public`(isLocal: Bool)
    /// Public posts with a tag, without `#`.
    case hashtag(String)
    /// The posts of an account, by the server's id of it (see ``lookup(of:)``).
    case account(id: String)
    /// What the reader follows; needs a token.
    case home
  }

  /// The name of the server, with its port where it has one.
  public var server: String
  /// Whose posts these are.
  public var kind: Kind
  /// The host in the names of the server's own users, where it is not the server's: `example.org` of
  /// `@ann@example.org`, whose posts are on `social.example.org`. Nil for the server's own.
  public var home: String?

  /// Makes a timeline of a server by its name: `example.org`. Letters beyond ASCII are read as ``ServerName`` does.
  public init(_ server: String, _ kind: Kind, home: String? = nil) {
    self.server = ServerName(server)?.address ?? server
    self.kind = kind
    self.home = home.map { ServerName($0)?.address ?? $0 }.flatMap { $0 == self.server ? nil : $0 }
  }

  /// Reads the address that ``address`` writes; nil for other addresses.
  public init?(address: String) {
    guard let url = URL(string: address), url.scheme == "https", let name = ServerName(url) else {
      return nil
    }
    server = name.address
    home = url.fragment(percentEncoded: false).flatMap { ServerName($0)?.address }
    let parts = url.path().split(separator: "/").map(String.init)
    guard parts.count >= 2, parts[0] == "api", parts[1] == "v1" else { return nil }
    switch Array(parts.dropFirst(2)) {
    case ["timelines", "public"]: kind = .public(isLocal: url.query() == "local=true")
    case ["timelines", "home"]: kind = .home
    case let rest where rest.count == 3 && rest[0] == "timelines" && rest[1] == "tag":
      kind = .hashtag(Self.decoded(rest[2]))
    case let rest where rest.count == 3 && rest[0] == "accounts" && rest[2] == "statuses":
      kind = .account(id: Self.decoded(rest[1]))
    default: return nil
    }
  }

  /// Whether nobody may read it without a token.
  public var needsToken: Bool { kind == .home }

  /// The address of the timeline, which ``TimelineSource/address`` keeps. A ``home`` is its fragment, which no server
  /// is sent.
  public var address: String { endpoint + (home.map { "#" + $0 } ?? "") }

  private var endpoint: String {
    let root = "https://\(server)/api/v1"
    return switch kind {
    case .public(let isLocal): "\(root)/timelines/public" + (isLocal ? "?local=true" : "")
    case .hashtag(let tag): "\(root)/timelines/tag/\(Self.encoded(tag))"
    case .account(let id): "\(root)/accounts/\(Self.encoded(id))/statuses"
    case .home: "\(root)/timelines/home"
    }
  }

  /// Which posts a request asks for.
  public enum Part: Hashable, Sendable {
    /// The newest.
    case newest
    /// Those right after the post of this name, so that nothing is missing between.
    case after(String)
    /// Those right before the post of this name.
    case before(String)
    /// A page that a ``PostPage`` names.
    case page(URL)
    /// The context of the post of this name: its ancestors and answers.
    case context(String)
  }

  /// Makes the request for a page of at most 40 posts, which is the most that servers give.
  ///
  /// - Parameter token: What the reader has made in the server's settings; nil for an anonymous reader.
  /// - Throws: ``TimelineError/badServer(_:)`` where the name of the server is none;
  ///   ``TimelineError/foreignPage(server:)`` for a page of another server, which must not get the token.
  public func request(
    _ part: Part = .newest, token: String? = nil
  ) throws(TimelineError) -> LoadRequest {
    let sign = endpoint.contains("?") ? "&" : "?"
    let text: String
    switch part {
    case .newest: text = endpoint + sign + "limit=40"
    case .after(let name): text = endpoint + sign + "limit=40&min_id=" + Self.encoded(name)
    case .before(let name): text = endpoint + sign + "limit=40&max_id=" + Self.encoded(name)
    case .page(let url):
      guard Self.isSameServer(url, server) else { throw .foreignPage(server: server) }
      text = url.absoluteString
    case .context(let name):
      text = "https://\(server)/api/v1/statuses/\(Self.encoded(name))/context"
    }
    guard let url = URL(string: text), Self.isSameServer(url, server) else {
      throw .badServer(server)
    }
    return Self.request(url, token)
  }

  /// Makes the request that answers with the id of an account, as ``MastodonAccountParser`` reads it.
  ///
  /// - Parameter name: As people write it: `ann`, `@ann` or `@ann@example.org`.
  /// - Throws: ``TimelineError/badServer(_:)`` where the name of the server is none.
  public static func lookup(
    of name: String, on server: String, token: String? = nil
  ) throws(TimelineError) -> LoadRequest {
    let name = encoded(String(name.drop { $0 == "@" }))
    let server = ServerName(server)?.address ?? server
    guard let url = URL(string: "https://\(server)/api/v1/accounts/lookup?acct=\(name)"),
      isSameServer(url, server)
    else { throw .badServer(server) }
    return request(url, token)
  }

  /// Makes the request for the context of a post, as ``MastodonContextParser`` reads it.
  ///
  /// ```swift
  /// let request = try timeline.context(of: post.name)
  /// let parser = timeline.contextParser(of: post.name)
  /// let context = try await connector.load(request, parser: parser).value
  /// ```
  ///
  /// - Parameter name: The ``Post/name`` of the post.
  /// - Throws: ``TimelineError/badServer(_:)`` where the name of the server is none.
  public func context(of name: String, token: String? = nil) throws(TimelineError) -> LoadRequest {
    try request(.context(name), token: token)
  }

  /// Makes the parser of what ``context(of:token:)`` asks for.
  public func contextParser(of name: String) -> MastodonContextParser {
    MastodonContextParser(parser(), of: name)
  }

  /// Makes the parser of its pages.
  public func parser() -> MastodonParser {
    MastodonParser(
      source: TimelineSource(.mastodon, title: "", address: address).id, server, home: home)
  }

  private static func request(_ url: URL, _ token: String?) -> LoadRequest {
    var request = LoadRequest(url)
    request.headers.append("Accept", "application/json")
    if let token { request.headers.append("Authorization", "Bearer \(token)") }
    return request
  }

  static func isSameServer(_ url: URL, _ server: String) -> Bool {
    guard url.scheme == "https", let name = ServerName(url) else { return false }
    return name == ServerName(server)
  }

  /// The text with everything but letters, digits, `-`, `_`, `.` and `~` as `%` and two digits.
  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return encoded
  }

  /// What ``encoded(_:)`` has encoded.
  private static func decoded(_ text: String) -> String {
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
