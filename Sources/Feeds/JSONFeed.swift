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
  private var authors: [JSONAuthor]
  private var items: [JSONItem]?
  private var pictures: [String]
  private var leftOut = 0
  /// The items beyond the greatest number.
  private var surplus = 0
  /// Texts that could not be read because of a letter within.
  private(set) var spoilt = 0

  private enum CodingKeys: String, CodingKey {
    case version, title, description, author, authors, items, icon, favicon
    case homePage = "home_page_url"
  }

  init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    version = parts.text(.version, &spoilt)
    title = parts.text(.title, &spoilt)
    homePage = parts.text(.homePage, &spoilt)
    summary = parts.text(.description, &spoilt)
    pictures = [parts.text(.icon, &spoilt), parts.text(.favicon, &spoilt)].compactMap { $0 }
    authors = parts.list(.authors) ?? parts.one(.author)
    spoilt += authors.reduce(0) { $0 + $1.spoilt }
    guard var list = try? parts.nestedUnkeyedContainer(forKey: .items) else { return }
    var items: [JSONItem] = []
    while !list.isAtEnd {
      if items.count >= FeedParser.entryLimit {
        _ = try list.decode(Anything.self)
        surplus += 1
        continue
      }
      let item = try list.decode(Lenient<JSONItem>.self).value
      if let item { items.append(item) } else { leftOut += 1 }
      spoilt += item?.spoilt ?? 0
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
    var problems = problems
    var feed = try JSONDecoding.decode(JSONFeed.self, text[...], line: nil)
    if feed.spoilt > 0 {
      // Letters that JSON forbids; a good feed is not looked through for them.
      let (mended, count, line) = JSONMender.mend(text)
      feed = try JSONDecoding.decode(JSONFeed.self, mended[...], line: nil)
      problems.note(
        Feed.Problem(
          trn(
            "{} sign that JSON does not allow in texts",
            "{} signs that JSON does not allow in texts",
            count, count), line: line))
      if feed.spoilt > 0 {
        problems.note(
          Feed.Problem(
            trn(
              "{} text is left out, as it cannot be read",
              "{} texts are left out, as they cannot be read", feed.spoilt, feed.spoilt)))
      }
    }
    let isNamed = feed.version?.contains("jsonfeed.org/version") ?? false
    guard isNamed || feed.items != nil && feed.title != nil else {
      let before = text.prefix { $0 != UInt8(ascii: "{") }
      throw .malformed(
        reason: tr("this is JSON, but no JSON Feed: “version” and “items” were expected"),
        line: before.count { $0 == 0x0A } + 1,
        column: before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1)
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
    if surplus > 0 {
      feed.note(
        Feed.Problem(
          trn(
            "{} entry is left out, as there are more than {}",
            "{} entries are left out, as there are more than {}", surplus, surplus,
            FeedParser.entryLimit)))
    }
    feed.title = JSONItem.title(title)
    feed.summary = JSONItem.title(summary)
    feed.address = FeedText.address(homePage, from: base)
    feed.picture = pictures.lazy.compactMap { FeedText.address($0, from: base) }.first
    feed.authors = authors.compactMap { $0.value(base) }
    for item in items ?? [] {
      var entry = item.value(base) { feed.note($0) }
      if entry.authors.isEmpty { entry.authors = feed.authors }
      feed.entries.append(entry)
    }
    return feed
  }
}
