import FoundationEssentials
internal import HikidashiFeeds
import HikidashiRecords
import HikidashiStorage

extension TimelineStore {
  /// The numbers of posts that were mended.
  public struct Mended: Hashable, Sendable {
    /// How many posts are back that were hidden behind another one of their feed with the same link.
    public var shown = 0
    /// How many posts have text, links or pictures again that were cut off.
    public var completed = 0

    /// Makes an outcome in which nothing was wrong.
    public init() {}
  }

  /// The names under which it is noted that something was put right.
  private static let (apart, whole) = ("mended posts-apart", "mended texts-whole")

  /// Whether ``mend(tell:)`` has something to do.
  public var needsMending: Bool {
    [Self.apart, Self.whole].contains { remembered.records[$0] == nil }
  }

  /// Puts right what earlier versions have kept, once: posts of one feed that share a link are posts of their own
  /// again, unread where they were never seen, and texts are made anew from their HTML, of which much was cut off.
  ///
  /// It may be ended at any time, and goes on at the next call.
  ///
  /// - Parameter tell: Called with how much is done, from 0 to 1.
  /// - Throws: `StoreError`, `CancellationError`
  /// - Complexity: O(*n*) in posts, some 20,000 in a second
  public func mend(tell: (_ fraction: Double) -> Void = { _ in }) throws -> Mended {
    var mended = Mended()
    if remembered.records[Self.apart] == nil {
      mended.shown = try setApart()
      try note(mend: Self.apart)
    }
    if remembered.records[Self.whole] == nil {
      mended.completed = try completeTexts(tell)
      try note(mend: Self.whole)
    }
    if mended != Mended() { readAgain() }
    return mended
  }

  private func note(mend: String) throws {
    try remembered.edit { records in
      try records.upsert(mend) { $0[RememberedFields.date] = Date() }
    }
  }

  /// Gives articles of one source that have one subject subjects of their own, but the oldest, which was seen.
  ///
  /// - Returns: How many there were.
  private func setApart() throws -> Int {
    var count = 0
    var hidden: [Post] = []
    for (_, numbers) in try posts.groups(by: PostFields.subject, ofAtLeast: 2) {
      try Task.checkCancellation()
      let articles = try posts.records(numbered: numbers).table.map { Post($0) }
        .filter { $0.kind != .boost && !$0.source.hasPrefix("mastodon ") }
      for (_, same) in Dictionary(grouping: articles, by: \.source) where same.count > 1 {
        let sorted = same.sorted { TimelineItem($0).place < TimelineItem($1).place }
        for var post in sorted.dropFirst() {
          post.subject = post.id
          hidden.append(post)
        }
      }
      if hidden.count >= 1_000 { try setApart(&hidden, &count) }
    }
    try setApart(&hidden, &count)
    return count
  }

  private func setApart(_ hidden: inout [Post], _ count: inout Int) throws {
    guard !hidden.isEmpty else { return }
    // Marked first: after a kill, posts with subjects of their own are not marked again.
    try mark(hidden.map(\.id), isRead: false)
    try posts.put(columns(hidden))
    count += hidden.count
    hidden = []
  }

  /// Makes the texts, links and pictures anew of posts that have HTML.
  ///
  /// - Returns: How many have changed.
  private func completeTexts(_ tell: (Double) -> Void) throws -> Int {
    let total = max(1, try posts.count())
    var (count, seen) = (0, 0)
    try forEachPage { page in
      try Task.checkCancellation()
      let changed: [Post] = page.table.compactMap { Post($0).completed }
      if !changed.isEmpty { try posts.put(columns(changed)) }
      count += changed.count
      seen += page.count
      tell(min(1, Double(seen) / Double(total)))
    }
    return count
  }
}

extension Post {
  /// The post with all that its HTML has; nil where it has all.
  fileprivate var completed: Post? {
    // A file of JSON may have a text of its own beside the HTML.
    guard !html.isEmpty, !source.hasPrefix("json ") else { return nil }
    let address = page.isEmpty ? String(source.drop { $0 != " " }.dropFirst()) : page
    let body = Feed.Text(html, kind: .html, base: URL(string: address))
    var post = self
    post.text = body.plain
    // A text that says more is one that was cut; any other is as its source gave it.
    guard post.text.utf8.count > text.utf8.count else { return nil }
    let references = body.references
    let known = (Set(links.map(\.address)), Set(pictures.map(\.address)))
    post.links += references.links.lazy.map { Link($0.address.absoluteString, words: $0.words) }
      .filter { !known.0.contains($0.address) }
    if kind == .article {
      post.pictures += references.pictures.lazy
        .map { Picture($0.address.absoluteString, alternative: $0.alternative) }
        .filter { !known.1.contains($0.address) }
    }
    return post
  }
}
