import FoundationEssentials
internal import HikidashiFeeds
public import HikidashiLoading

/// Reads a page of a Mastodon-compatible timeline, or the context of a status, as posts.
///
/// A post that cannot be read is noted and left out, and so is what is missing of one that can. Ids need not be
/// numbers. The pages beside this one are those of the `Link` header; pages of other servers are left out.
///
/// - Source: Mastodon, "Status" and "Context", <https://docs.joinmastodon.org/entities/Status/>; RFC 8288 (`Link`).
public struct MastodonParser: ResponseParser {
  private let source: String
  private let server: String
  private let home: String?
  private var page = PostPage()
  private var reading = ElementReading<MastodonAnswer>()
  private var users: [String: TimelineUser] = [:]
  private var names: Set<String> = []

  /// - Parameters:
  ///   - source: The ``TimelineSource/id`` of the posts.
  ///   - server: The name of the server, for names of users that are its own.
  ///   - home: The host in the names of its own users, where it is another: see ``MastodonTimeline/home``.
  public init(source: String, _ server: String, home: String? = nil) {
    (self.source, self.server, self.home) = (source, server, home)
  }

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    if head.isNotModified { throw .notModified }
    for field in head.headers.values("Link") {
      for link in LinkHeader.links(field) {
        guard let url = FeedAddress.url(link.address, from: head.url),
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
      case .success(.status(let status)): take(status)
      case .success(.context(let ancestors, let descendants)):
        for status in ancestors.elements { take(status) }
        page.ancestorCount = page.posts.count
        for status in descendants.elements { take(status) }
        note(lost: ancestors.lostCount + descendants.lostCount)
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

  private mutating func note(lost count: Int) {
    guard count > 0 else { return }
    page.note(
      PostPage.Problem(
        trn(
          "{} post of the conversation cannot be read; it is left out",
          "{} posts of the conversation cannot be read; they are left out", count, count)))
  }

  private mutating func take(_ status: MastodonStatus) {
    guard let date = ReadableDate.date(status.createdAt) else {
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
    guard !status.hasLostReblog else {
      // Its words are those of another person, whose name is not known.
      page.note(
        PostPage.Problem(
          tr("what {} has passed on cannot be read; it is left out", "@" + status.account.acct),
          place: status.id))
      return
    }
    let inner = status.reblog?.value ?? status
    var post = Post(
      source: source, name: status.id, subject: inner.subject(on: server),
      kind: status.reblog == nil ? .status : .boost, author: add(inner.account), published: date)
    if status.reblog != nil { post.booster = add(status.account) }
    inner.fill(&post, server, home: home)
    post.addEmoji(status.account.emojis)
    if let problem = inner.problem(on: server) { page.note(problem) }
    page.posts.append(post)
  }

  private mutating func add(_ account: MastodonAccount) -> String {
    let user = account.user(on: server, home: home)
    users[user.id] = user
    return user.id
  }
}

/// The form of an answer: statuses, or the context of one.
private enum MastodonAnswer: Decodable, Sendable {
  case status(MastodonStatus)
  case context(ReadableList<MastodonStatus>, ReadableList<MastodonStatus>)

  private enum Keys: String, CodingKey { case id, ancestors, descendants }

  init(from decoder: any Decoder) throws {
    if let fields = try? decoder.container(keyedBy: Keys.self), !fields.contains(.id),
      fields.contains(.ancestors) || fields.contains(.descendants)
    {
      self = .context(
        fields.value(.ancestors) ?? ReadableList([]), fields.value(.descendants) ?? ReadableList([])
      )
    } else {
      self = .status(try MastodonStatus(from: decoder))
    }
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
      for parameter in parameters(&rest) {
        let sides = parameter.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, sides[0].filter({ $0 != " " }).lowercased() == "rel" else {
          continue
        }
        for relation in sides[1].split(whereSeparator: { $0 == "\"" || $0 == " " }) {
          links.append((address, relation.lowercased()))
        }
      }
    }
    return links
  }

  /// The parameters between a link and the comma behind it: a comma or `<` within quotation marks ends nothing.
  private static func parameters(_ rest: inout Substring) -> [Substring] {
    var parameters: [Substring] = []
    var (start, place, isQuoted) = (rest.startIndex, rest.startIndex, false)
    while place < rest.endIndex {
      let sign = rest[place]
      if isQuoted, sign == "\\" {
        // A backslash takes the meaning from the sign behind it.
        place = rest.index(after: place)
        if place == rest.endIndex { break }
      } else if sign == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, sign == "," || sign == "<" {
        break
      } else if !isQuoted, sign == ";" {
        parameters.append(rest[start..<place])
        start = rest.index(after: place)
      }
      place = rest.index(after: place)
    }
    parameters.append(rest[start..<place])
    rest = rest[place...]
    return parameters
  }
}

/// Reads the answer to ``MastodonTimeline/lookup(of:on:token:)``: the id of an account, and who it is.
public struct MastodonAccountParser: ResponseParser {
  private let server: String
  private var parser = JSONParser(MastodonAccount.self)

  /// - Parameter server: The name of the server.
  public init(_ server: String) { self.server = server }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    parser.feed(bytes)
  }

  /// - Throws: ``ParserError/malformed(reason:line:column:)`` and ``ParserError/wrongContent(reason:)`` where it is no
  ///   account.
  public mutating func finish() throws(ParserError) -> (id: String, user: TimelineUser) {
    let account = try parser.finish()
    guard !account.id.isEmpty else {
      throw .wrongContent(reason: tr("this is not an account; check its name"))
    }
    return (account.id, account.user(on: server))
  }
}
