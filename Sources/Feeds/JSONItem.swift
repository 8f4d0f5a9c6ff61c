internal import FoundationEssentials
internal import HikidashiBase

/// An item of JSON Feed.
struct JSONItem: Decodable {
  var id: String?
  var link: String?
  var title: String?
  var html: String?
  var text: String?
  var summary: String?
  var published: String?
  var updated: String?
  var authors: [JSONAuthor]
  var tags: [String]
  private var attachments: [JSONAttachment]
  var pictures: [String]
  /// The address of the page itself, and not of what it is about.
  private var page: String?
  /// Texts that could not be read because of a letter within.
  private(set) var spoilt = 0

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
    id = parts.text(.id, &spoilt) ?? parts.number(.id).map { String($0) }
    page = parts.text(.url, &spoilt)
    link = page ?? parts.text(.externalURL, &spoilt)
    title = parts.text(.title, &spoilt)
    html = parts.text(.html, &spoilt)
    text = parts.text(.text, &spoilt)
    summary = parts.text(.summary, &spoilt)
    published = parts.text(.published, &spoilt)
    updated = parts.text(.updated, &spoilt)
    authors = parts.list(.authors) ?? parts.one(.author)
    tags = parts.list(.tags) ?? []
    attachments = parts.list(.attachments) ?? []
    pictures = [parts.text(.image, &spoilt), parts.text(.banner, &spoilt)].compactMap { $0 }
    spoilt += authors.reduce(0) { $0 + $1.spoilt } + attachments.reduce(0) { $0 + $1.spoilt }
  }

  func value(_ base: URL?, note: (Feed.Problem) -> Void) -> Feed.Entry {
    var entry = Feed.Entry(id: id ?? "", hasOwnID: id != nil)
    entry.link = address(link, base, note)
    entry.title = Self.title(title)
    entry.summary = Self.title(summary)
    entry.content =
      html.map { Feed.Text($0, kind: .html, base: FeedText.address(page, from: base) ?? base) }
      ?? text.map { Feed.Text($0) }
    entry.published = published.flatMap { date($0, note) }
    entry.updated = updated.flatMap { date($0, note) }
    entry.authors = authors.compactMap { $0.value(base) }
    var lists = EntryLists()
    for tag in tags { lists.add(category: FeedTitle.plain(tag)) }
    for place in pictures {
      if let address = address(place, base, note) { lists.add(Feed.Picture(address)) }
    }
    for attachment in attachments {
      if let place = address(attachment.url, base, note) { lists.add(attachment.value(place)) }
    }
    (entry.categories, entry.pictures) = (lists.categories, lists.pictures)
    entry.enclosures = lists.enclosures
    if entry.id.isEmpty { entry.id = Feed.Entry.derivedID(entry) }
    return entry
  }

  /// A plain text that publishers write HTML into; nil where nothing is left of it.
  static func title(_ text: String?) -> Feed.Text? {
    guard let words = text.map({ FeedTitle.plain($0) }), !words.isEmpty else { return nil }
    return Feed.Text(words)
  }

  private func address(_ text: String?, _ base: URL?, _ note: (Feed.Problem) -> Void) -> URL? {
    guard let text else { return nil }
    let address = FeedText.address(text, from: base)
    if address == nil {
      note(
        Feed.Problem(
          text.utf8.count > FeedAddress.longest
            ? tr(
              "an address of {} bytes is left out; the longest has {}", text.utf8.count,
              FeedAddress.longest) : tr("“{}” is not an address", text.prefix(40))))
    }
    return address
  }

  private func date(_ text: String, _ note: (Feed.Problem) -> Void) -> Date? {
    let date = FeedDate.date(text)
    if date == nil { note(Feed.Problem(tr("“{}” is no date", text.prefix(40)))) }
    return date
  }
}

/// An author of JSON Feed.
struct JSONAuthor: Decodable {
  var name: String?
  var url: String?
  private(set) var spoilt = 0

  private enum CodingKeys: String, CodingKey { case name, url }

  init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    name = parts.text(.name, &spoilt)
    url = parts.text(.url, &spoilt)
  }

  func value(_ base: URL?) -> Feed.Author? {
    let author = Feed.Author(
      name: JSONItem.title(name)?.value, address: FeedText.address(url, from: base))
    return author == Feed.Author() ? nil : author
  }
}

/// A file of JSON Feed.
private struct JSONAttachment: Decodable {
  var url: String?
  var type: String?
  var title: String?
  var size: Double?
  /// Seconds.
  var duration: Double?
  private(set) var spoilt = 0

  private enum CodingKeys: String, CodingKey {
    case url, title
    case type = "mime_type"
    case size = "size_in_bytes"
    case duration = "duration_in_seconds"
  }

  init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    url = parts.text(.url, &spoilt)
    type = parts.text(.type, &spoilt)
    title = parts.text(.title, &spoilt)
    size = try? parts.decodeIfPresent(Double.self, forKey: .size)
    duration = try? parts.decodeIfPresent(Double.self, forKey: .duration)
  }

  func value(_ address: URL) -> Feed.Enclosure {
    Feed.Enclosure(
      address, type: type, byteCount: size.flatMap { $0 >= 0 ? Int(exactly: $0.rounded()) : nil },
      duration: duration.flatMap { $0 > 0 ? $0 : nil }, title: JSONItem.title(title)?.value)
  }
}

/// A value, or nil where it cannot be decoded.
struct Lenient<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// A value that is passed over.
struct Anything: Decodable {
  init(from decoder: any Decoder) throws {}
}

extension KeyedDecodingContainer {
  /// The text under a key, without blanks at its ends; nil where nothing is left.
  ///
  /// - Parameter spoilt: Counts those that could not be read.
  func text(_ key: Key, _ spoilt: inout Int) -> String? {
    let text: String?
    do {
      text = try decodeIfPresent(String.self, forKey: key)
    } catch DecodingError.typeMismatch {
      return nil
    } catch {
      // The decoder's own errors of letters have no public name.
      spoilt += 1
      return nil
    }
    guard let text else { return nil }
    let trimmed = FeedText.trimmed(text)
    return trimmed.isEmpty ? nil : trimmed
  }

  func number(_ key: Key) -> Int? { try? decodeIfPresent(Int.self, forKey: key) }

  func one<Value: Decodable>(_ key: Key) -> [Value] {
    (try? decodeIfPresent(Value.self, forKey: key)).map { [$0] } ?? []
  }

  /// The elements of a list that have the right type; nil where there is no list.
  func list<Value: Decodable>(_ key: Key) -> [Value]? {
    (try? decodeIfPresent([Lenient<Value>].self, forKey: key))?.compactMap(\.value)
  }
}
