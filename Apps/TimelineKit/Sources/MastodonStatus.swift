import FoundationEssentials
internal import HikidashiFeeds

/// A status as servers write it, with their names of the fields; what Timeline does not show is left out.
///
/// Only `id`, `created_at` and `account` are needed. Any other field that is not as it should be is not there, and what
/// is lost with it is in ``lost`` where that says something to a person.
struct MastodonStatus: Decodable, Sendable {
  var id: String
  var uri: String?
  var url: String?
  var createdAt: String
  var editedAt: String?
  var content: String
  var spoilerText: String
  var isSensitive: Bool
  var inReplyToId: String?
  var account: MastodonAccount
  var reblog: Inner?
  /// Whether it passes on a status that cannot be read.
  var hasLostReblog = false
  var quote: MastodonQuote?
  var attachments: [MastodonAttachment]
  var tags: [String]
  var emojis: ReadableList<MastodonEmoji>?
  var poll: MastodonPoll?
  var card: MastodonCard?
  /// The parts that could not be read.
  var lost: [String] = []

  private enum Keys: String, CodingKey {
    case id, uri, url, content, sensitive, account, reblog, quote, tags, emojis, poll, card, pleroma
    case createdAt = "created_at"
    case editedAt = "edited_at"
    case spoilerText = "spoiler_text"
    case inReplyToId = "in_reply_to_id"
    case mediaAttachments = "media_attachments"
    case quoteURL = "quote_url"
    case quoteId = "quote_id"
  }

  /// A status in a status, which Swift must not lay out within itself.
  final class Inner: Decodable, Sendable {
    let value: MastodonStatus

    init(from decoder: any Decoder) throws {
      value = try MastodonStatus(from: decoder)
    }
  }

  private struct Tag: Decodable, Sendable {
    var name: String

    init(from decoder: any Decoder) throws {
      if let word = try? decoder.singleValueContainer().decode(String.self) {
        name = word
      } else {
        name = try decoder.container(keyedBy: JSONKey.self).decode(
          String.self, forKey: JSONKey("name"))
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
    id = try fields.needed(.id)
    createdAt = try fields.needed(.createdAt)
    guard let account = fields.value(.account, as: MastodonAccount.self) else {
      throw DecodingError.keyNotFound(
        Keys.account,
        DecodingError.Context(codingPath: fields.codingPath, debugDescription: ""))
    }
    self.account = account
    uri = fields.text(.uri)
    url = fields.text(.url)
    editedAt = fields.text(.editedAt)
    content = fields.text(.content) ?? ""
    spoilerText = fields.text(.spoilerText) ?? ""
    isSensitive = fields.flag(.sensitive) ?? false
    inReplyToId = fields.text(.inReplyToId)
    reblog = fields.value(.reblog, as: Inner.self)
    if reblog == nil,
      let inner = try? fields.nestedContainer(keyedBy: JSONKey.self, forKey: .reblog)
    {
      hasLostReblog = !inner.allKeys.isEmpty
    }
    quote = Self.quote(fields)
    let media = fields.value(.mediaAttachments, as: ReadableList<MastodonAttachment>.self)
    attachments = media?.elements ?? []
    tags = (fields.value(.tags, as: ReadableList<Tag>.self)?.elements ?? []).map(\.name)
    emojis = fields.value(.emojis)
    poll = fields.value(.poll)
    card = fields.value(.card)
    if fields.has(.content), fields.text(.content) == nil { lost.append(tr("its text")) }
    if let count = media?.lostCount, count > 0 {
      lost.append(trn("{} attachment", "{} attachments", count, count))
    }
    if let poll = try? fields.nestedContainer(keyedBy: JSONKey.self, forKey: .poll),
      !poll.allKeys.isEmpty, self.poll?.answers.isEmpty ?? true
    {
      lost.append(tr("its poll"))
    }
  }

  /// The quoted status, wherever servers have it: Mastodon 4.4, Fedibird and Misskey's kin in `quote`, Pleroma and
  /// Akkoma in `pleroma`, or its address alone.
  private static func quote(_ fields: KeyedDecodingContainer<Keys>) -> MastodonQuote? {
    if let quote = fields.value(.quote, as: MastodonQuote.self) { return quote }
    let inner = try? fields.nestedContainer(keyedBy: Keys.self, forKey: .pleroma)
    if let quote = inner?.value(.quote, as: MastodonQuote.self) { return quote }
    let address = Post.webAddress(inner?.text(.quoteURL) ?? fields.text(.quoteURL))
    return address.isEmpty ? nil : MastodonQuote(address: address)
  }
}

extension MastodonStatus {
  /// The address of the status for all servers; that of this server where it has none.
  func subject(on server: String) -> String { uri ?? url ?? "https://\(server)/statuses/\(id)" }

  /// The words as the page of a server shows them.
  func body(on server: String, withQuoteLine: Bool = true) -> Feed.Text {
    let html = withQuoteLine ? content : StatusMarkup.withoutQuoteLine(content)
    return Feed.Text(
      StatusMarkup.withLines(html), kind: .html, base: URL(string: "https://\(server)/"))
  }

  /// Writes everything but who, when and where into a post.
  func fill(_ post: inout Post, _ server: String, home: String? = nil) {
    let body = body(on: server, withQuoteLine: !(quote?.isShown ?? false))
    post.html = body.value
    post.text = body.plain
    post.page = Post.webAddress(url)
    post.links = body.references.links.map {
      Post.Link($0.address.absoluteString, words: $0.words)
    }
    post.warning = spoilerText
    post.isSensitive = isSensitive
    post.repliesTo = inReplyToId ?? ""
    post.tags = tags
    post.edited = editedAt.flatMap(ReadableDate.date)
    post.addEmoji(emojis, account.emojis)
    post.pictures = attachments.compactMap { $0.picture(on: server) }
    if let quote { post.add(quote, server, home) }
    if let poll { post.add(poll) }
    if let card, card.address != quote?.page { post.add(card) }
  }

  /// The parts that could not be read, in words; nil where all were.
  func problem(on server: String) -> PostPage.Problem? {
    var lost = lost
    let count = attachments.count { $0.picture(on: server) == nil }
    if count > 0 {
      lost.append(
        trn("{} attachment without an address", "{} attachments without an address", count, count))
    }
    guard !lost.isEmpty else { return nil }
    return PostPage.Problem(
      tr("not all of the post could be read: {} is missing", lost.joined(separator: ", ")),
      place: id)
  }

  /// The address of the web that a field has, which begins at the server where it is relative; empty for none.
  static func address(_ text: String?, on server: String) -> String {
    guard let text, !text.isEmpty else { return "" }
    let base = URL(string: "https://\(server)/")
    return FeedAddress.url(text, from: base).flatMap { Post.webAddress($0) } ?? ""
  }
}

/// An emoji of a server.
struct MastodonEmoji: Decodable, Sendable {
  var shortcode: String
  var url: String?
  var staticURL: String?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: JSONKey.self)
    shortcode = try fields.needed(JSONKey("shortcode"))
    url = fields.text(JSONKey("url"))
    staticURL = fields.text(JSONKey("static_url"))
  }
}

extension Post {
  /// Adds the emoji of several lists, each word once.
  mutating func addEmoji(_ lists: ReadableList<MastodonEmoji>?...) {
    for found in lists.flatMap({ $0?.elements ?? [] })
    where !emoji.contains(where: { $0.code == found.shortcode }) {
      // What does not move is enough for a text that is read.
      let still = Post.webAddress(found.staticURL)
      let address = still.isEmpty ? Post.webAddress(found.url) : still
      if !address.isEmpty { emoji.append(Emoji(found.shortcode, address: address)) }
    }
  }
}

/// A file of a status.
///
/// - Source: Mastodon, "MediaAttachment", <https://docs.joinmastodon.org/entities/MediaAttachment/>.
struct MastodonAttachment: Decodable, Sendable {
  var type: String
  /// Where it may be, the best first: a server that has no copy names that of another, and one that still works on a
  /// film has its preview alone.
  private var addresses: [String?]
  private var previewURL: String?
  private var description: String
  private var width = 0
  private var height = 0

  private enum Keys: String, CodingKey {
    case type, url, description, meta, original, small, width, height, size
    case remoteURL = "remote_url"
    case previewURL = "preview_url"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
    type = fields.text(.type)?.lowercased() ?? "unknown"
    description = fields.text(.description) ?? ""
    previewURL = fields.text(.previewURL)
    addresses = [fields.text(.url), fields.text(.remoteURL), previewURL]
    guard let meta = try? fields.nestedContainer(keyedBy: Keys.self, forKey: .meta) else { return }
    let original = try? meta.nestedContainer(keyedBy: Keys.self, forKey: .original)
    let small = try? meta.nestedContainer(keyedBy: Keys.self, forKey: .small)
    for size in [original, meta, small].compactMap(\.self) where width == 0 || height == 0 {
      let sides = size.text(.size)?.split(separator: "x").map { Double($0) } ?? []
      let written = sides.count == 2 ? (sides[0], sides[1]) : (nil, nil)
      width = Self.pixels(size.number(.width) ?? written.0)
      height = Self.pixels(size.number(.height) ?? written.1)
    }
  }

  private static func pixels(_ size: Double?) -> Int {
    guard let size, size >= 1, size < 1_000_000 else { return 0 }
    return Int(size)
  }

  /// The file as a post has it; nil where it has no address.
  func picture(on server: String) -> Post.Picture? {
    let found = addresses.lazy.map { MastodonStatus.address($0, on: server) }.first { !$0.isEmpty }
    guard let found else { return nil }
    var preview = MastodonStatus.address(previewURL, on: server)
    // The preview of a sound may be the sound, which cannot be shown as a picture.
    if preview == found, ["audio", "video", "gifv"].contains(type), addresses[0] != nil {
      preview = ""
    }
    return Post.Picture(
      found, preview: preview, alternative: description, type: type, width: width, height: height)
  }
}

/// The author of a status.
///
/// - Source: Mastodon, "Account", <https://docs.joinmastodon.org/entities/Account/>.
struct MastodonAccount: Decodable, Sendable {
  var id: String
  var acct: String
  var displayName: String
  var url: String?
  var uri: String?
  private var icons: [String?]
  var emojis: ReadableList<MastodonEmoji>?

  private enum Keys: String, CodingKey {
    case id, acct, username, url, uri, avatar, emojis
    case displayName = "display_name"
    case avatarStatic = "avatar_static"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
    id = fields.text(.id) ?? ""
    let name = [fields.text(.acct), fields.text(.username)].lazy.compactMap(\.self)
      .first { !$0.isEmpty }
    guard let name else {
      throw DecodingError.keyNotFound(
        Keys.acct, DecodingError.Context(codingPath: fields.codingPath, debugDescription: ""))
    }
    acct = String(name.drop { $0 == "@" })
    displayName = fields.text(.displayName) ?? ""
    url = fields.text(.url)
    uri = fields.text(.uri)
    icons = [fields.text(.avatarStatic), fields.text(.avatar)]
    emojis = fields.value(.emojis)
  }

  /// - Parameter home: The host in the names of the server's own users, where it is another.
  func user(on server: String, home: String? = nil) -> TimelineUser {
    let icon = icons.lazy.map { MastodonStatus.address($0, on: server) }.first { !$0.isEmpty }
    return TimelineUser(
      id: "@" + handle(on: server, home: home).lowercased(),
      name: displayName.isEmpty ? acct : displayName, page: Post.webAddress(url),
      icon: icon ?? "")
  }

  /// `ann@example.org`
  func handle(on server: String, home: String? = nil) -> String {
    acct.contains("@") ? acct : "\(acct)@\(home ?? server)"
  }
}
