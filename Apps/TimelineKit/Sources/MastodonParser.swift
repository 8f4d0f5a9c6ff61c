import FoundationEssentials
internal import HikidashiFeeds
public import HikidashiLoading

/// Reads a page of a Mastodon-compatible timeline as posts.
///
/// A post that cannot be read is noted and left out. Ids need not be numbers. The pages beside this one are
/// those of the `Link` header; pages of other servers are left out.
///
/// - Source: Mastodon, "Status", <https://docs.joinmastodon.org/entities/Status/>; RFC 8288 (`Link`).
public struct MastodonParser: ResponseParser {
  private let source: String
  private let server: String
  private var page = PostPage()
  private var reading = ElementReading<MastodonStatus>()
  private var users: [String: TimelineUser] = [:]
  private var names: Set<String> = []

  /// - Parameters:
  ///   - source: The ``TimelineSource/id`` of the posts.
  ///   - server: The name of the server, for names of users that are its own.
  public init(source: String, _ server: String) {
    self.source = source
    self.server = server
  }

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    for field in head.headers.values("Link") {
      for link in LinkHeader.links(field) {
        guard let url = URL(string: link.address, relativeTo: head.url)?.absoluteURL,
          MastodonTimeline.isSameServer(url, server)
        else { continue }
        if link.relation == "next", page.older == nil { page.older = url }
        if link.relation == "prev", page.newer == nil { page.newer = url }
      }
    }
    if let remaining = head.headers["X-RateLimit-Remaining"].flatMap({ Int($0) }) {
      page.allowance = RequestAllowance(
        remaining: remaining, reset: head.headers["X-RateLimit-Reset"].flatMap(Feed.date))
    }
    return .more
  }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    for found in reading.feed(bytes) {
      switch found {
      case .success(let status): take(status)
      case .failure(let problem): page.note(problem)
      }
    }
    return .more
  }

  /// - Throws: ``ParserError/wrongContent(reason:)`` for a web page, and for what is no list.
  public mutating func finish() throws(ParserError) -> PostPage {
    try reading.finish(&page)
    page.users = users.values.sorted { $0.id < $1.id }
    return page
  }

  private mutating func take(_ status: MastodonStatus) {
    guard let date = Feed.date(status.createdAt) else {
      page.note(
        PostPage.Problem(
          tr("“{}” is no date; the post is left out", status.createdAt), place: status.id))
      return
    }
    guard names.insert(status.id).inserted else {
      page.note(
        PostPage.Problem(tr("the post is there twice; the first is kept"), place: status.id))
      return
    }
    let inner = status.reblog?.value ?? status
    var post = Post(
      source: source, name: status.id, subject: inner.subject(on: server),
      kind: status.reblog == nil ? .status : .boost, author: add(inner.account), published: date)
    if status.reblog != nil { post.booster = add(status.account) }
    inner.fill(&post, server)
    post.addEmoji(status.account.emojis)
    page.posts.append(post)
  }

  private mutating func add(_ account: MastodonStatus.Account) -> String {
    let user = account.user(on: server)
    users[user.id] = user
    return user.id
  }
}

/// The links of a header field.
///
/// - Source: RFC 8288, 3.
enum LinkHeader {
  static func links(_ field: String) -> [(address: String, relation: String)] {
    var links: [(address: String, relation: String)] = []
    var rest = field[...]
    while let open = rest.firstIndex(of: "<"),
      let close = rest[open...].firstIndex(of: ">")
    {
      let address = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      let end = rest.firstIndex(of: "<") ?? rest.endIndex
      for parameter in rest[..<end].split(whereSeparator: { $0 == ";" || $0 == "," }) {
        let sides = parameter.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, sides[0].filter({ $0 != " " }).lowercased() == "rel" else {
          continue
        }
        for relation in sides[1].split(whereSeparator: { $0 == "\"" || $0 == " " }) {
          links.append((address, relation.lowercased()))
        }
      }
      rest = rest[end...]
    }
    return links
  }
}

/// Reads the answer to ``MastodonTimeline/lookup(of:on:token:)``: the id of an account, and who it is.
public struct MastodonAccountParser: ResponseParser {
  private let server: String
  private var parser = JSONParser(MastodonStatus.Account.self)

  /// - Parameter server: The name of the server.
  public init(_ server: String) { self.server = server }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    parser.feed(bytes)
  }

  /// - Throws: ``ParserError/malformed(reason:line:column:)`` where it is no account.
  public mutating func finish() throws(ParserError) -> (id: String, user: TimelineUser) {
    let account = try parser.finish()
    return (account.id, account.user(on: server))
  }
}
