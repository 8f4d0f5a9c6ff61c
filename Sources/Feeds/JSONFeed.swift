internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiLoading

/// A feed in JSON Feed format; a value of the wrong type counts as absent.
///
/// - Source: jsonfeed.org/version/1 and jsonfeed.org/version/1.1
struct JSONFeed: Decodable {
  private var version: String?
  private var title: String?
  private var homePage: String?
  private var summary: String?
  private var authors: [Author]
  private var items: [Item]?
  private var leftOut = 0
  private var hasTooMany = false

  private enum CodingKeys: String, CodingKey {
    case version, title, description, author, authors, items
    case homePage = "home_page_url"
  }

  init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    version = parts.text(.version)
    title = parts.text(.title)
    homePage = parts.text(.homePage)
    summary = parts.text(.description)
    authors = parts.list(.authors) ?? parts.one(.author)
    guard var list = try? parts.nestedUnkeyedContainer(forKey: .items) else { return }
    var items: [Item] = []
    while !list.isAtEnd {
      if items.count >= FeedParser.entryLimit {
        hasTooMany = true
        break
      }
      let item = try list.decode(Lenient<Item>.self).value
      if let item { items.append(item) } else { leftOut += 1 }
    }
    self.items = items
  }

  /// - Parameters:
  ///   - text: The whole JSON text.
  ///   - base: The feed's own address.
  ///   - problems: A feed that carries the problems of the earlier steps.
  static func read(
    _ text: [UInt8], base: URL?, problems: Feed
  ) throws(ParserError) -> Feed {
    let feed = try JSONDecoding.decode(JSONFeed.self, text[...], line: nil)
    let isNamed = feed.version?.contains("jsonfeed.org/version") ?? false
    guard isNamed || feed.items != nil && feed.title != nil else {
      let before = text.prefix { $0 != UInt8(ascii: "{") }
      throw .malformed(
        reason: tr("this is JSON, but no JSON Feed: “version” and “items” were expected"),
        line: before.count { $0 == 0x0A } + 1,
        column: before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1)
    }
    if feed.hasTooMany {
      throw .malformed(
        reason: tr("there are more than {} entries", FeedParser.entryLimit), line: 0, column: 0)
    }
    return feed.value(base, problems)
  }

  private func value(_ base: URL?, _ problems: Feed) -> Feed {
    var feed = problems
    feed.format = .json
    if !(version?.contains("jsonfeed.org/version") ?? false) {
      feed.note(Feed.Problem(tr("the version of JSON Feed is missing")))
    }
    if items == nil { feed.note(Feed.Problem(tr("the list of items is missing"))) }
    for _ in 0..<leftOut { feed.note(Feed.Problem(tr("an item that is no object"))) }
    feed.title = title.map { Feed.Text($0) }
    feed.summary = summary.map { Feed.Text($0) }
    feed.address = FeedText.address(homePage, from: base)
    feed.authors = authors.compactMap { $0.value(base) }
    for item in items ?? [] {
      var entry = item.value(base) { feed.note($0) }
      if entry.authors.isEmpty { entry.authors = feed.authors }
      feed.entries.append(entry)
    }
    return feed
  }
}

extension JSONFeed {
  private struct Item: Decodable {
    var id: String?
    var link: String?
    var title: String?
    var html: String?
    var text: String?
    var summary: String?
    var published: String?
    var updated: String?
    var authors: [Author]
    var tags: [String]
    var attachments: [Attachment]
    var pictures: [String]

    private enum CodingKeys: String, CodingKey {
      case id, url, title, summary, author, authors, tags, attachments, image
      case banner = "banner_image"
      case externalURL = "external_url"
      case html = "content_html"
      case text = "content_text"
      case published = "date_published"
      case updated = "date_modified"
    }

    init(from decoder: any Decoder) throws {
      let parts = try decoder.container(keyedBy: CodingKeys.self)
      // The first version says that a number may stand there.
      id = parts.text(.id) ?? parts.number(.id).map { String($0) }
      link = parts.text(.url) ?? parts.text(.externalURL)
      title = parts.text(.title)
      html = parts.text(.html)
      text = parts.text(.text)
      summary = parts.text(.summary)
      published = parts.text(.published)
      updated = parts.text(.updated)
      authors = parts.list(.authors) ?? parts.one(.author)
      tags = parts.list(.tags) ?? []
      attachments = parts.list(.attachments) ?? []
      pictures = [parts.text(.image), parts.text(.banner)].compactMap { $0 }
    }

    func value(_ base: URL?, note: (Feed.Problem) -> Void) -> Feed.Entry {
      var entry = Feed.Entry(id: id ?? "")
      entry.link = FeedText.address(link, from: base)
      entry.title = title.map { Feed.Text($0) }
      entry.summary = summary.map { Feed.Text($0) }
      entry.content =
        html.map { Feed.Text($0, kind: .html, base: base) } ?? text.map { Feed.Text($0) }
      entry.published = published.flatMap { date($0, note) }
      entry.updated = updated.flatMap { date($0, note) }
      entry.authors = authors.compactMap { $0.value(base) }
      entry.categories = tags.map { FeedText.trimmed($0) }.filter { !$0.isEmpty }
      entry.enclosures = attachments.compactMap { $0.value(base) }
      for place in pictures {
        if let address = FeedText.address(place, from: base) { entry.add(Feed.Picture(address)) }
      }
      if entry.id.isEmpty { entry.id = Feed.Entry.derivedID(entry) }
      return entry
    }

    private func date(_ text: String, _ note: (Feed.Problem) -> Void) -> Date? {
      let date = FeedDate.date(text)
      if date == nil { note(Feed.Problem(tr("“{}” is no date", text.prefix(40)))) }
      return date
    }
  }

  private struct Author: Decodable {
    var name: String?
    var url: String?

    private enum CodingKeys: String, CodingKey { case name, url }

    init(from decoder: any Decoder) throws {
      let parts = try decoder.container(keyedBy: CodingKeys.self)
      name = parts.text(.name)
      url = parts.text(.url)
    }

    func value(_ base: URL?) -> Feed.Author? {
      let author = Feed.Author(name: name, address: FeedText.address(url, from: base))
      return author == Feed.Author() ? nil : author
    }
  }

  private struct Attachment: Decodable {
    var url: String?
    var type: String?
    var size: Double?

    private enum CodingKeys: String, CodingKey {
      case url
      case type = "mime_type"
      case size = "size_in_bytes"
    }

    init(from decoder: any Decoder) throws {
      let parts = try decoder.container(keyedBy: CodingKeys.self)
      url = parts.text(.url)
      type = parts.text(.type)
      size = try? parts.decodeIfPresent(Double.self, forKey: .size)
    }

    func value(_ base: URL?) -> Feed.Enclosure? {
      FeedText.address(url, from: base).map {
        let count = size.flatMap { $0 >= 0 ? Int(exactly: $0.rounded()) : nil }
        return Feed.Enclosure($0, type: type, byteCount: count)
      }
    }
  }
}

/// A value, or nil where it cannot be decoded.
private struct Lenient<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
  /// The text under a key, without blanks at its ends; nil where nothing is left.
  fileprivate func text(_ key: Key) -> String? {
    guard let text = try? decodeIfPresent(String.self, forKey: key) else { return nil }
    let trimmed = FeedText.trimmed(text)
    return trimmed.isEmpty ? nil : trimmed
  }

  fileprivate func number(_ key: Key) -> Int? { try? decodeIfPresent(Int.self, forKey: key) }

  fileprivate func one<Value: Decodable>(_ key: Key) -> [Value] {
    (try? decodeIfPresent(Value.self, forKey: key)).map { [$0] } ?? []
  }

  /// The elements of a list that have the right type; nil where there is no list.
  fileprivate func list<Value: Decodable>(_ key: Key) -> [Value]? {
    (try? decodeIfPresent([Lenient<Value>].self, forKey: key))?.compactMap(\.value)
  }
}
