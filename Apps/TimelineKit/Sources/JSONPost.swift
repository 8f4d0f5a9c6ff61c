internal import FoundationEssentials
internal import HikidashiFeeds

/// The posts that an element of a file of JSON has: it is one, or an object with some within, as exports have.
struct JSONEntry: Decodable, Sendable {
  private(set) var posts: [JSONPost] = []
  /// The problems within the post: each with its place and reason.
  private(set) var lost: [(place: String, reason: String)] = []

  /// Lists that belong to a post and are posts themselves.
  private static let replies: Set<String> = ["comments", "replies", "children", "responses"]
  /// So deep are posts in exports at most.
  private static let mostDepth = 32

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONKey.self)
    let post = Result { try JSONPost(from: decoder) }
    let isFull = (try? post.get().isBare) == false
    if decoder.codingPath.count < Self.mostDepth * 2 {
      for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue })
      where !isFull || Self.replies.contains(key.stringValue) {
        take(container, key)
      }
    }
    if let post = try? post.get(), isFull || posts.isEmpty || post.title != nil {
      posts.insert(post, at: 0)
    }
    if posts.isEmpty { _ = try post.get() }
  }

  private mutating func take(_ container: KeyedDecodingContainer<JSONKey>, _ key: JSONKey) {
    if let entry = try? container.decode(JSONEntry.self, forKey: key) {
      posts += entry.posts
      lost += entry.lost.map { ("\(key.stringValue).\($0.place)", $0.reason) }
      return
    }
    guard var list = try? container.nestedUnkeyedContainer(forKey: key) else { return }
    var found = JSONEntry()
    while !list.isAtEnd {
      let place = "\(key.stringValue)[\(list.currentIndex)]"
      guard let element = try? list.decode(Element.self) else { break }
      if let entry = element.entry {
        found.posts += entry.posts
        found.lost += entry.lost.map { ("\(place).\($0.place)", $0.reason) }
      } else if let reason = element.reason {
        found.lost.append((place, reason))
      }
    }
    // A list of something else, such as friends, has no posts to lose.
    guard !found.posts.isEmpty else { return }
    posts += found.posts
    lost += found.lost
  }

  private init() {}

  /// An element of a list, or why it is none; decoding it does not fail, so that the list goes on behind it.
  private struct Element: Decodable {
    var entry: JSONEntry?
    var reason: String?

    init(from decoder: any Decoder) throws {
      do { entry = try JSONEntry(from: decoder) } catch { reason = DecodingReason.of(error) }
    }
  }
}

/// A key of an object, whatever it is.
struct JSONKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A post as a file of JSON has it.
struct JSONPost: Decodable, Sendable {
  var id: String?
  var name: String
  var title: String?
  var text: String?
  var html: String?
  var date: String
  var link: String?
  var icon: String?
  var warning = ""
  var isSensitive = false
  var repliesTo = ""
  var tags: [String] = []
  /// The pictures, sounds and films: each with its address in the web, or its path in the export.
  var media: [(picture: Post.Picture, path: String)] = []

  private typealias Fields = KeyedDecodingContainer<JSONKey>

  /// Whether nothing in it is to be read or seen.
  var isBare: Bool {
    (text ?? "").isEmpty && (html ?? "").isEmpty && media.isEmpty
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: JSONKey.self)
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { fields.text(JSONKey($0)) }.first
    }
    func words(_ names: String...) -> String? {
      names.lazy.compactMap { fields.text(JSONKey($0)) }.first.map(Self.mended)
    }
    id = text("id", "id_str", "guid", "uuid")
    title = words("title")
    self.text = words("text", "content_text", "full_text", "body", "message", "caption", "comment")
    html = words("html", "content_html")
    let content = words("content") ?? (self.text == nil && html == nil ? words("description") : nil)
    if let content, html == nil, content.contains("<"), content.contains(">") {
      html = content
    } else if self.text == nil {
      self.text = content ?? words("status")
    }
    let date = text(
      "date", "created_at", "createdAt", "published", "date_published", "timestamp", "timestamp_ms",
      "creation_timestamp", "created", "datetime", "pubDate", "posted_at", "sent_at", "time")
    guard let date else { throw Self.lacks("date", fields) }
    self.date = date
    link = text("link", "url", "permalink", "external_url")
    icon = text("icon", "avatar")
    isSensitive = fields.flag(JSONKey("sensitive")) ?? false
    repliesTo = text("in_reply_to_id", "inReplyTo") ?? ""
    tags = Self.tags(fields)
    for key in ["pictures", "images", "media", "attachments", "attachment", "media_attachments"] {
      let shown = fields.value(JSONKey(key), as: ReadableList<Shown>.self)?.elements ?? []
      media += shown.map { ($0.picture, $0.isFile ? $0.address : "") }
        .filter { !$0.0.address.isEmpty || !$0.1.isEmpty }
    }
    let person = ["author", "user", "account", "sender"].lazy
      .compactMap { fields.value(JSONKey($0), as: Person.self) }.first
    name = words("name", "author", "username", "sender_name", "user", "sender") ?? ""
    if name.isEmpty { name = person.map { Self.mended($0.name) } ?? "" }
    if icon == nil { icon = person?.icon }
    // ActivityPub: who has written it is an address, and a boost has that of what is passed on alone.
    if let actor = text("attributedTo", "actor") {
      if name.isEmpty { name = Self.handle(of: actor) }
      warning = words("summary") ?? ""
      if text("type") == "Announce", isBare, let object = text("object") {
        (self.text, link) = (object, link ?? object)
      }
    }
    if warning.isEmpty { warning = words("spoiler_text") ?? "" }
  }

  private static func lacks(_ key: String, _ fields: Fields) -> DecodingError {
    .keyNotFound(
      JSONKey(key), DecodingError.Context(codingPath: fields.codingPath, debugDescription: ""))
  }

  private static func tags(_ fields: Fields) -> [String] {
    ["tags", "tag", "hashtags"].flatMap { key in
      (fields.value(JSONKey(key), as: ReadableList<Named>.self)?.elements ?? []).compactMap { tag in
        // A list of ActivityPub has the people that are named in it, too.
        tag.type == nil || tag.type == "Hashtag"
          ? String(mended(tag.name).drop { $0 == "#" }) : nil
      }
    }
  }

  /// `@ann@example.org` for `https://example.org/users/ann`; the address itself for others.
  private static func handle(of actor: String) -> String {
    guard let url = FeedAddress.url(actor), let host = url.host(), !url.lastPathComponent.isEmpty
    else {
      return actor
    }
    return "@\(url.lastPathComponent.drop { $0 == "@" })@\(host)"
  }

  /// A text of an export that has each byte of UTF-8 as a letter of its own, as Facebook and Instagram write them, with
  /// the letters that were meant; any other text as it is.
  static func mended(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isPlain = true
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF else { return text }
      if scalar.value >= 0x80 { isPlain = false }
      bytes.append(UInt8(scalar.value))
    }
    return isPlain ? text : String(validating: bytes, as: UTF8.self) ?? text
  }

  /// A name for a post without an id, which is the same in every reading and every file.
  ///
  /// - Source: FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
  var hash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [name, date, title ?? "", text ?? "", html ?? "", link ?? ""] {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    return "hash:" + String(hash, radix: 16)
  }
}

/// The author of a post, as an object.
private struct Person: Decodable, Sendable {
  var name: String
  var icon: String?

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: JSONKey.self)
    let names = ["name", "display_name", "screen_name", "username", "acct", "handle"]
    guard
      let name = names.lazy.compactMap({ fields.text(JSONKey($0)) }).first(where: { !$0.isEmpty })
    else { throw DecodingReason.unreadable(decoder) }
    self.name = name
    icon = fields.text(JSONKey("avatar")) ?? fields.text(JSONKey("icon"))
  }
}

/// A tag: a word, or an object with one.
private struct Named: Decodable, Sendable {
  var name: String
  var type: String?

  init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(String.self) {
      name = word
      return
    }
    let fields = try decoder.container(keyedBy: JSONKey.self)
    type = fields.text(JSONKey("type"))
    guard let name = fields.text(JSONKey("name")) ?? fields.text(JSONKey("text")) else {
      throw DecodingReason.unreadable(decoder)
    }
    self.name = name
  }
}

/// A picture: an address, or an object with one.
private struct Shown: Decodable, Sendable {
  var address: String
  var words = ""
  var type = "image"

  init(from decoder: any Decoder) throws {
    if let address = try? decoder.singleValueContainer().decode(String.self) {
      self.address = address
      return
    }
    let fields = try decoder.container(keyedBy: JSONKey.self)
    func text(_ names: String...) -> String? {
      names.lazy.compactMap { fields.text(JSONKey($0)) }.first
    }
    guard let address = text("url", "uri", "href", "src") else {
      throw DecodingReason.unreadable(decoder)
    }
    self.address = address
    words = text("alt", "name", "description") ?? ""
    let kind = (text("mediaType", "mime_type", "type") ?? "").lowercased().prefix { $0 != "/" }
    if ["image", "video", "audio"].contains(kind) {
      type = String(kind)
    } else {
      // Of most exports the ending alone tells a film.
      let ending = Post.Picture.kind(ofType: nil, at: address)
      if ending != "file" { type = ending }
    }
  }

  /// Whether the address is a path.
  var isFile: Bool { !address.isEmpty && !address.contains(":") }

  var picture: Post.Picture {
    Post.Picture(
      Post.webAddress(address), alternative: JSONPost.mended(words), type: type)
  }
}
