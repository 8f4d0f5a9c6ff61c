public import FoundationEssentials
public import HikidashiFeeds
public import HikidashiLoading

/// Reads RSS, Atom, RDF and JSON Feed as posts of a source.
///
/// ```swift
/// let page = try await connector.load(LoadRequest(url), parser: FeedPostsParser(source.id)).value
/// ```
public struct FeedPostsParser: ResponseParser {
  private let source: String
  private let received: Date
  private let known: FeedTrace?
  private var parser = FeedParser()
  private var hasher = Hasher()
  private var movedTo: URL?
  /// What may be the same as before: it is read once that is known.
  private var waiting: [[UInt8]] = []
  private var size = 0
  /// A longer feed is read as it comes.
  private static let longest = 1 << 20

  /// - Parameters:
  ///   - source: The ``TimelineSource/id`` of the posts.
  ///   - received: The date of entries that have none.
  public init(_ source: String, received: Date = Date()) {
    self.init(source, received: received, known: nil)
  }

  /// - Parameter known: What the feed had when it was kept last; the posts of it that are unchanged are left out.
  init(_ source: String, received: Date = Date(), known: FeedTrace?) {
    self.source = source
    self.received = received
    self.known = known
  }

  public mutating func begin(_ head: ResponseHead) throws(ParserError) -> ParserStep {
    // The same bytes are another text with other letters, and have other links elsewhere.
    hasher.combine(head.headers["content-type"])
    hasher.combine(head.url)
    movedTo = head.movedTo
    return try parser.begin(head)
  }

  public mutating func feed(_ bytes: [UInt8]) throws(ParserError) -> ParserStep {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    size += bytes.count
    guard known != nil, size <= Self.longest else {
      return try feedWaiting() == .enough ? .enough : parser.feed(bytes)
    }
    waiting.append(bytes)
    return .more
  }

  private mutating func feedWaiting() throws(ParserError) -> ParserStep {
    defer { waiting = [] }
    for bytes in waiting where try parser.feed(bytes) == .enough { return .enough }
    return .more
  }

  /// - Throws: ``ParserError`` as `FeedParser` does, where there is no feed at all.
  public mutating func finish() throws(ParserError) -> PostPage {
    let body = hasher.finalize()
    if let known, known.body == body {
      var page = PostPage(unchanged: known)
      page.movedTo = movedTo
      return page
    }
    _ = try feedWaiting()
    var page = PostPage(
      try parser.finish(), source: source, received: received, known: known?.entries ?? [])
    page.trace?.body = body
    page.movedTo = movedTo
    return page
  }
}

/// What a feed had when its posts were kept: what has not changed since is not read again. This process alone knows
/// it, as hashes differ between processes.
struct FeedTrace: Hashable, Sendable {
  /// The hash of all of it.
  var body = 0
  /// The number of its posts.
  var count = 0
  /// The hashes of its entries whose ids are theirs alone, each with its author.
  var entries: Set<Int> = []
}

extension PostPage {
  /// The posts of a feed.
  ///
  /// - Parameters:
  ///   - source: The ``TimelineSource/id`` of the posts.
  ///   - received: The date of entries that have none.
  public init(_ feed: Feed, source: String, received: Date) {
    self.init(feed, source: source, received: received, known: [])
  }

  /// - Parameter known: The hashes of entries that are left out.
  fileprivate init(_ feed: Feed, source: String, received: Date, known traced: Set<Int>) {
    self.init()
    var trace = FeedTrace()
    title = feed.title?.plain ?? ""
    home = feed.address?.absoluteString ?? ""
    isWhole = feed.isWhole
    hasEntries = true
    sharedLinks = Self.sharedLinks(of: feed)
    var known: Set<String> = []
    var seen: [String: Feed.Entry] = [:]
    let counts = Dictionary(feed.entries.map { ($0.id, 1) }, uniquingKeysWith: +)
    for (place, entry) in feed.entries.enumerated() {
      if let first = seen.updateValue(entry, forKey: entry.id), first == entry {
        note(Problem(tr("“{}” is there twice; the first is kept", entry.id)))
        continue
      }
      let user = Self.user(of: entry, in: feed)
      // A feed has the newest first; entries without a date stay in its order.
      let received = received.addingTimeInterval(-Double(place) / 1_000)
      var hasher = Hasher()
      hasher.combine(entry)
      hasher.combine(user)
      let hash = hasher.finalize()
      let isAlone = counts[entry.id, default: 1] == 1
      // Of entries with one id each is looked for among the posts again, now and the next time: which of them a post
      // is depends on the others.
      if isAlone { trace.entries.insert(hash) }
      guard !traced.contains(hash) || !isAlone else {
        unchangedCount += 1
        names.insert(entry.id)
        continue
      }
      var post = Post(entry, source: source, author: user.id, received: received)
      // An id that several have is none of theirs alone.
      let isDated = Self.date(of: entry, received) != nil
      if counts[entry.id, default: 1] > 1 {
        post.name = EntryMatcher.longName(of: post, isDated: isDated)
      }
      guard names.insert(post.name).inserted else {
        note(Problem(tr("“{}” is there twice; the first is kept", entry.id)))
        continue
      }
      if known.insert(user.id).inserted { users.append(user) }
      if !isDated { undated.insert(post.id) }
      if !entry.hasOwnID { derived.insert(post.id) }
      posts.append(post)
    }
    for problem in feed.problems { note(Problem(problem.description)) }
    // What is wrong is told each time.
    trace.count = posts.count + unchangedCount
    if isWhole, problemCount == 0 { self.trace = trace }
  }

  /// The page of a feed that is what it was.
  fileprivate init(unchanged trace: FeedTrace) {
    self.init()
    unchangedCount = trace.count
    self.trace = trace
  }

  /// The links that several entries have, as the page of a show is that of all its episodes, and the page of the feed.
  private static func sharedLinks(of feed: Feed) -> Set<String> {
    var counts: [String: Int] = [:]
    for entry in feed.entries {
      if let link = entry.link.flatMap(Post.webAddress) { counts[link, default: 0] += 1 }
    }
    var shared = Set(counts.filter { $0.value > 1 }.keys)
    if let home = feed.address.flatMap(Post.webAddress) {
      for link in counts.keys where link.isSameAddress(as: home) { shared.insert(link) }
    }
    return shared
  }

  /// When an entry was published, where its feed says so and can be believed: nothing is published more than a day
  /// ahead, and the first day of 1970 and all before stand for no date.
  fileprivate static func date(of entry: Feed.Entry, _ received: Date) -> Date? {
    [entry.published, entry.updated].compactMap(\.self).first {
      $0.timeIntervalSince1970 >= 86_400 && $0 < received.addingTimeInterval(86_400)
    }
  }

  private static func user(of entry: Feed.Entry, in feed: Feed) -> TimelineUser {
    let author = entry.authors.first
    let name = author?.name ?? author?.email ?? feed.title?.plain ?? feed.address?.host() ?? ""
    return TimelineUser(
      id: name, name: name,
      page: author?.address?.absoluteString ?? feed.address?.absoluteString ?? "")
  }
}

extension Post {
  fileprivate init(_ entry: Feed.Entry, source: String, author: String, received: Date) {
    let page = entry.link.flatMap(Self.webAddress) ?? ""
    self.init(
      source: source, name: entry.id, subject: page.isEmpty ? source + "\n" + entry.id : page,
      kind: .article, author: author, published: PostPage.date(of: entry, received) ?? received)
    self.page = page
    title = entry.title?.plain ?? ""
    edited = entry.updated
    tags = entry.categories
    let body = entry.content ?? entry.summary
    text = body?.plain ?? ""
    if let body, body.kind != .plain { html = body.value }
    let references = body?.references
    links = (references?.links ?? []).map { Link($0.address.absoluteString, words: $0.words) }
    for picture in references?.pictures ?? [] {
      pictures.append(Picture(picture.address.absoluteString, alternative: picture.alternative))
    }
    // Many feeds repeat the pictures of the text in another size.
    var shown = Set(pictures.map { PictureName($0.address) })
    var places: [PictureName: Int] = [:]
    for picture in entry.pictures {
      guard let address = Self.webAddress(picture.address) else { continue }
      let name = PictureName(address)
      let found = Picture(address, width: picture.width ?? 0, height: picture.height ?? 0)
      if shown.insert(name).inserted {
        places[name] = pictures.count
        pictures.append(found)
      } else if let place = places[name], found.width > pictures[place].width {
        pictures[place] = found
      }
    }
    var seen = Set(pictures.map(\.address))
    for file in entry.enclosures {
      guard let address = Self.webAddress(file.address), seen.insert(address).inserted else {
        continue
      }
      let kind = Picture.kind(ofType: file.type, at: address)
      if kind == "image", !shown.insert(PictureName(address)).inserted { continue }
      var picture = Picture(address, type: kind)
      picture.byteCount = file.byteCount.flatMap { $0 > 0 ? $0 : nil }
      picture.seconds = file.duration
      picture.alternative = file.title ?? ""
      pictures.append(picture)
    }
  }

  /// The address where it is one of the web; nil for what a reader must not open.
  static func webAddress(_ address: URL) -> String? {
    ["http", "https"].contains(address.scheme?.lowercased() ?? "") ? address.absoluteString : nil
  }

  /// Returns an address of the web as posts keep it; empty for other addresses, which a reader must not open.
  public static func webAddress(_ text: String?) -> String {
    text.flatMap { FeedAddress.url($0) }.flatMap(webAddress) ?? ""
  }
}

extension String {
  /// Whether two addresses differ in a slash at the end, in `www.` and in the scheme at most.
  fileprivate func isSameAddress(as other: String) -> Bool { bare == other.bare }

  private var bare: Substring {
    var text = self[...]
    for start in ["https://", "http://", "www."] where text.hasPrefix(start) {
      text = text.dropFirst(start.count)
    }
    return text.hasSuffix("/") ? text.dropLast() : text
  }
}
