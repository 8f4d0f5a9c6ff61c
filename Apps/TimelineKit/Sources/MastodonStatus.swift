import FoundationEssentials
internal import HikidashiFeeds

/// A status as servers write it, with their names of the fields; what Timeline does not show is left out.
struct MastodonStatus: Decodable, Sendable {
  var id: String
  var uri: String?
  var url: String?
  var createdAt: String
  var editedAt: String?
  var content: String?
  var spoilerText: String?
  var sensitive: Bool?
  var inReplyToId: String?
  var account: Account
  var reblog: Inner?
  var quote: Quote?
  var mediaAttachments: ReadableList<Attachment>?
  var tags: ReadableList<Tag>?
  var emojis: ReadableList<Emoji>?
  var poll: MastodonPoll?
  var card: MastodonCard?

  private enum CodingKeys: String, CodingKey {
    case id, uri, url, content, sensitive, account, reblog, quote, tags, emojis, poll, card
    case createdAt = "created_at"
    case editedAt = "edited_at"
    case spoilerText = "spoiler_text"
    case inReplyToId = "in_reply_to_id"
    case mediaAttachments = "media_attachments"
  }

  struct Emoji: Decodable, Sendable {
    var shortcode: String
    var url: String?
    var staticURL: String?

    private enum CodingKeys: String, CodingKey {
      case shortcode, url
      case staticURL = "static_url"
    }
  }

  struct Account: Decodable, Sendable {
    var id: String
    var acct: String
    var displayName: String?
    var url: String?
    var avatarStatic: String?
    var avatar: String?
    var emojis: ReadableList<Emoji>?

    private enum CodingKeys: String, CodingKey {
      case id, acct, url, avatar, emojis
      case displayName = "display_name"
      case avatarStatic = "avatar_static"
    }
  }

  struct Attachment: Decodable, Sendable {
    var type: String?
    var url: String?
    var remoteUrl: String?
    var previewUrl: String?
    var description: String?
    var meta: Meta?

    private enum CodingKeys: String, CodingKey {
      case type, url, description, meta
      case remoteUrl = "remote_url"
      case previewUrl = "preview_url"
    }

    struct Meta: Decodable, Sendable {
      var original: Size?
    }

    struct Size: Decodable, Sendable {
      var width: Double?
      var height: Double?
    }
  }

  struct Tag: Decodable, Sendable {
    var name: String
  }

  /// A status in a status, which Swift must not lay out within itself.
  final class Inner: Decodable, Sendable {
    let value: MastodonStatus

    init(from decoder: any Decoder) throws {
      value = try MastodonStatus(from: decoder)
    }
  }

  /// What Mastodon 4.5 and others have for a quoted status: the status, or the state and the status.
  struct Quote: Decodable, Sendable {
    var address: String?

    private struct Quoted: Decodable {
      var uri: String?
      var url: String?
    }

    private enum Keys: String, CodingKey {
      case quotedStatus = "quoted_status"
    }

    init(from decoder: any Decoder) throws {
      let container = try? decoder.container(keyedBy: Keys.self)
      let inner = try? container?.decodeIfPresent(Quoted.self, forKey: .quotedStatus)
      let quoted = inner ?? (try? Quoted(from: decoder))
      address = quoted?.uri ?? quoted?.url
    }
  }
}

extension MastodonStatus {
  /// The address of the status for all servers; that of this server where it has none.
  func subject(on server: String) -> String { uri ?? url ?? "https://\(server)/statuses/\(id)" }

  /// Writes everything but who, when and where into a post.
  func fill(_ post: inout Post, _ server: String) {
    let body = Feed.Text(content ?? "", kind: .html, base: URL(string: "https://\(server)/"))
    post.html = body.value
    post.text = body.plain
    post.page = Post.webAddress(url)
    post.links = body.references.links.map {
      Post.Link($0.address.absoluteString, words: $0.words)
    }
    post.warning = spoilerText ?? ""
    post.isSensitive = sensitive ?? false
    post.quoted = quote?.address ?? ""
    post.repliesTo = inReplyToId ?? ""
    post.tags = (tags?.elements ?? []).map(\.name)
    post.edited = editedAt.flatMap(Feed.date)
    post.addEmoji(emojis, account.emojis)
    post.pictures = (mediaAttachments?.elements ?? []).compactMap(\.picture)
    if let poll { post.add(poll) }
    if let card { post.add(card) }
  }
}

extension Post {
  /// Adds the emoji of several lists, each word once.
  mutating func addEmoji(_ lists: ReadableList<MastodonStatus.Emoji>?...) {
    for found in lists.flatMap({ $0?.elements ?? [] })
    where !emoji.contains(where: { $0.code == found.shortcode }) {
      // What does not move is enough for a text that is read.
      let address = Post.webAddress(found.staticURL ?? found.url)
      if !address.isEmpty { emoji.append(Emoji(found.shortcode, address: address)) }
    }
  }
}

extension MastodonStatus.Attachment {
  var picture: Post.Picture? {
    let address = Post.webAddress(url ?? remoteUrl)
    guard !address.isEmpty else { return nil }
    return Post.Picture(
      address, preview: Post.webAddress(previewUrl), alternative: description ?? "",
      type: type ?? "unknown", width: Self.pixels(meta?.original?.width),
      height: Self.pixels(meta?.original?.height))
  }

  private static func pixels(_ size: Double?) -> Int {
    guard let size, size >= 1, size < 1_000_000 else { return 0 }
    return Int(size)
  }
}

extension MastodonStatus.Account {
  func user(on server: String) -> TimelineUser {
    let handle = acct.contains("@") ? acct : "\(acct)@\(server)"
    let name = displayName ?? ""
    return TimelineUser(
      id: "@" + handle.lowercased(), name: name.isEmpty ? acct : name, page: Post.webAddress(url),
      icon: Post.webAddress(avatarStatic ?? avatar))
  }
}
