import FoundationEssentials
internal import HikidashiFeeds

/// A post as Twitter's archives have it: of 2012 to 2018, and later with or without `{"tweet": …}` around.
struct Tweet: Decodable, Sendable {
  var id: String
  var text: String
  var createdAt: String
  var repliesTo: String?
  var user: User?
  var entities: Entities?
  var isSensitive: Bool?

  struct User: Decodable, Sendable {
    var name: String?
    var screenName: String
    var profileImageUrlHttps: String?

    private enum CodingKeys: String, CodingKey {
      case name
      case screenName = "screen_name"
      case profileImageUrlHttps = "profile_image_url_https"
    }
  }

  struct Entities: Decodable, Sendable {
    var urls: ReadableList<Link>?
    var hashtags: ReadableList<Tag>?
    var media: ReadableList<TweetMedia>?

    struct Link: Decodable, Sendable {
      var url: String
      var expandedUrl: String?
      var displayUrl: String?

      private enum CodingKeys: String, CodingKey {
        case url
        case expandedUrl = "expanded_url"
        case displayUrl = "display_url"
      }
    }

    struct Tag: Decodable, Sendable {
      var text: String
    }
  }

  private enum Keys: String, CodingKey {
    case tweet, text, user, entities, id
    case idStr = "id_str"
    case fullText = "full_text"
    case createdAt = "created_at"
    case repliesTo = "in_reply_to_status_id_str"
    case extended = "extended_entities"
    case isSensitive = "possibly_sensitive"
  }

  /// Makes a tweet of its parts.
  init(
    id: String, text: String, createdAt: String, repliesTo: String?, entities: Entities?,
    isSensitive: Bool?
  ) {
    (self.id, self.text, self.createdAt, self.repliesTo) = (id, text, createdAt, repliesTo)
    (self.entities, self.isSensitive) = (entities, isSensitive)
  }

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Keys.self)
    let inner =
      outer.contains(.tweet) ? try outer.nestedContainer(keyedBy: Keys.self, forKey: .tweet) : outer
    id = try inner.text(.idStr) ?? inner.needed(.id)
    text = try inner.text(.fullText) ?? inner.needed(.text)
    createdAt = try inner.needed(.createdAt)
    repliesTo = inner.text(.repliesTo)
    user = try? inner.decodeIfPresent(User.self, forKey: .user)
    entities = try? inner.decodeIfPresent(Entities.self, forKey: .entities)
    isSensitive = inner.flag(.isSensitive)
    if let media = try? inner.decodeIfPresent(Entities.self, forKey: .extended)?.media {
      if entities == nil { entities = Entities() }
      entities?.media = media
    }
  }
}

extension Tweet {
  /// The post; nil where its date is none.
  ///
  /// - Parameter media: The paths of its pictures in the archive, which are better than addresses of a
  ///   server.
  func post(source: String, author: String, media: [String]) -> Post? {
    guard let date = ReadableDate.date(createdAt) else { return nil }
    let handle = author.dropFirst().prefix { $0 != "@" }
    let page =
      handle == "?"
      ? "https://twitter.com/i/status/\(id)" : "https://twitter.com/\(handle)/status/\(id)"
    var post = Post(
      source: source, name: id, subject: page, kind: .status, author: author, published: date)
    post.page = page
    post.text = Self.unescaped(text)
    post.repliesTo = repliesTo ?? ""
    post.isSensitive = isSensitive ?? false
    post.tags = entities?.hashtags?.elements.map(\.text) ?? []
    var words: [(link: String, words: String)] = []
    for link in entities?.urls?.elements ?? [] {
      let address = Post.webAddress(link.expandedUrl ?? link.url)
      guard !address.isEmpty else { continue }
      post.links.append(Post.Link(address, words: link.displayUrl ?? ""))
      words.append((link.url, link.displayUrl ?? address))
    }
    let files = entities?.media?.elements ?? []
    for file in files { if let url = file.url { words.append((url, "")) } }
    if !words.isEmpty { post.text = ShortLinks.replaced(in: post.text, words) }
    post.text = String(post.text.trimmedBlanks)
    post.pictures = TweetMedia.pictures(files, media)
    return post
  }

  /// The text with the three entities that archives have, each once: `&amp;lt;` is `&lt;`.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
  }
}

/// Short links in a text, each of which leads to an address.
enum ShortLinks {
  /// The text with other words in place of links: where `t.co/aaa` and `t.co/aaab` are there, each has its own, and
  /// what was put in is not looked at again.
  static func replaced(in text: String, _ links: [(link: String, words: String)]) -> String {
    // The longest first, as one may begin with another.
    let links = links.filter { !$0.link.isEmpty }.sorted {
      $0.link.utf8.count > $1.link.utf8.count
    }
    let starts = Set(links.compactMap(\.link.utf8.first))
    let start = starts.count == 1 ? starts.first : nil
    var text = text
    return text.withUTF8 { bytes in
      var (replaced, from, place) = ("", 0, 0)
      while place < bytes.count {
        // Nearly all begin with one letter, and few letters are the first of a link.
        guard start.map({ $0 == bytes[place] }) ?? starts.contains(bytes[place]),
          let found = links.first(where: { stands($0.link, at: place, bytes) })
        else {
          place += 1
          continue
        }
        replaced += String(decoding: bytes[from..<place], as: UTF8.self)
        replaced += found.words
        place += found.link.utf8.count
        from = place
      }
      return replaced + String(decoding: bytes[from...], as: UTF8.self)
    }
  }

  /// Whether a link is at a place, and ends there.
  private static func stands(
    _ link: String, at place: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let end = place + link.utf8.count
    guard end <= bytes.count, end == bytes.count || !isOfLink(bytes[end]) else { return false }
    return bytes[place..<end].elementsEqual(link.utf8)
  }

  /// Whether a link goes on with a byte: letters, digits, `-` and `_`.
  private static func isOfLink(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}

extension Tweet.User {
  var timelineUser: TimelineUser {
    TimelineUser(
      id: "@\(screenName.lowercased())@twitter.com", name: name ?? screenName,
      page: Post.webAddress("https://twitter.com/" + screenName),
      icon: Post.webAddress(profileImageUrlHttps))
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmedBlanks: Substring {
    let start = self.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }
}
