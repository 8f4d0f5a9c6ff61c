public import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading

/// What has come out lately, the newest first: the entries of the RFC Editor's feed with their abstracts,
/// and what the index has besides.
///
/// ```swift
/// let news = RFCNews(index: index, feed: bytes, since: RFCDate(year: 2026, month: 1))
/// for item in news.items { print(item.date?.description ?? "", item.title) }
/// ```
///
/// The feed has a few weeks and, in its RSS, no dates; the index has all, to the month.
public struct RFCNews: Sendable, Hashable {
  /// An RFC that came out, or another thing that the feed tells of.
  public struct Item: Sendable, Hashable, Identifiable {
    /// What tells it from others: the name of the RFC, else what the feed has.
    public var id: String
    /// The number of the RFC; nil of something else.
    public var number: Int?
    /// The title, without the number.
    public var title: String
    /// The abstract or the message, in paragraphs with an empty line between them; nil where the feed has
    /// none.
    public var summary: String?
    /// When it came out, as exactly as feed and index know it.
    public var date: RFCDate?
    /// The address of its page.
    public var address: String?
  }

  /// The news, the newest first.
  public private(set) var items: [Item] = []

  /// Reads the news.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - feed: The bytes of the feed, RSS or Atom; what cannot be read is left out.
  ///   - since: The earliest date. Of what has only its month the whole month counts.
  /// - Complexity: O(*n* · log *n*) in the entries of both.
  public init(index: RFCIndex, feed: [UInt8]?, since: RFCDate) {
    var items: [String: Item] = [:]
    for entry in index.entries where entry.isIssued && entry.number > 0 {
      guard let date = entry.date, Self.reaches(date, since) else { continue }
      let item = Item(entry)
      items[item.id] = item
    }
    for item in feed.map(Self.read) ?? [] {
      var item = item
      if let number = item.number, let entry = index[number], entry.isIssued {
        item.title = entry.title
        item.date = item.date ?? entry.date
      }
      // One without a date is new, as it is in the feed.
      if item.date.map({ Self.reaches($0, since) }) ?? true { items[item.id] = item }
    }
    self.items = items.values.sorted(by: Self.isNewer)
  }

  /// Whether a date, perhaps without its day, is not before another.
  private static func reaches(_ date: RFCDate, _ since: RFCDate) -> Bool {
    guard date.year == since.year, let month = date.month, let first = since.month else {
      return date.year >= since.year
    }
    guard month == first, let day = date.day, let start = since.day else { return month >= first }
    return day >= start
  }

  /// By the month, as few have a day; within it by the number.
  private static func isNewer(_ left: Item, _ right: Item) -> Bool {
    let months = [left, right].map { item in
      item.date.map { $0.year * 12 + ($0.month ?? 0) } ?? Int.max
    }
    if months[0] != months[1] { return months[0] > months[1] }
    return (left.number ?? Int.max, left.id) > (right.number ?? Int.max, right.id)
  }

  private static func read(_ bytes: [UInt8]) -> [Item] {
    var parser = FeedParser()
    guard (try? parser.begin(ResponseHead())) != nil, (try? parser.feed(bytes)) != nil,
      let feed = try? parser.finish()
    else { return [] }
    return feed.entries.map(Item.init)
  }
}

extension RFCNews.Item {
  fileprivate init(_ entry: RFCEntry) {
    self.init(
      id: "RFC \(entry.number)", number: entry.number, title: entry.title, date: entry.date,
      address: RFCEntry.address(of: entry.number))
  }

  /// `RFC 9961: Title`, and where the title does not begin so, the number in the link.
  fileprivate init(_ entry: Feed.Entry) {
    var title = entry.title?.plain ?? ""
    var number: Int?
    if let colon = title.firstIndex(of: ":"), title.hasPrefix("RFC"),
      let found = RFCEntry.number(String(title[..<colon]))
    {
      number = found
      title = String(title[title.index(after: colon)...].drop { $0.isWhitespace })
    } else if let name = entry.link?.absoluteString.split(separator: "/").last,
      name.hasPrefix("rfc"), let found = Int(name.dropFirst(3)), 1...99_999 ~= found
    {
      number = found
    }
    self.init(
      id: number.map { "RFC \($0)" } ?? entry.id, number: number, title: title,
      summary: entry.summary.map { Self.paragraphs(of: $0.plain) },
      date: (entry.published ?? entry.updated).flatMap(RFCDate.init(day:)),
      address: entry.link?.absoluteString)
  }

  /// The text with its lines joined; an empty line stays.
  private static func paragraphs(of text: String) -> String {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { paragraphs.append([]) } else { paragraphs[paragraphs.count - 1] += words }
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      .joined(separator: "\n\n")
  }
}

extension RFCDate {
  /// The day of a moment, as people in Greenwich count it.
  public init?(day moment: Date) {
    self.init(String(moment.formatted(.iso8601).prefix(10)))
  }

  /// The month that lies some months before this one's; in the first years of the calendar the first.
  public func months(before count: Int) -> RFCDate {
    let months = max(12, year * 12 + (month ?? 1) - 1 - count)
    return RFCDate(year: months / 12, month: months % 12 + 1)
  }
}
