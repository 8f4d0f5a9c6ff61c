import FoundationEssentials
public import HikidashiRecords
public import HikidashiStorage
import Synchronization

extension TimelineStore {
  /// The post with this id; nil where there is none.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n*)
  public func post(_ id: String) throws(StoreError) -> Post? { try record(id).map { Post($0) } }

  /// The record of a post, with what the reader has done with it; nil where there is none.
  ///
  /// ```swift
  /// if let record = try store.record(id) { print(Post(record).text, record[PostFields.isRead]) }
  /// ```
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n*)
  public func record(_ id: String) throws(StoreError) -> Record? { try records([id]).first }

  /// The records of posts by their ids, in their order; those that are not there are left out.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(*k* log *n*) for *k* posts, some 200 in a millisecond
  public func records(_ ids: some Sequence<String>) throws(StoreError) -> [Record] {
    Array(try posts.records(ids).table)
  }

  /// The user with this id; nil where there is none.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n*)
  public func user(_ id: String) throws(StoreError) -> TimelineUser? {
    try users.records([id]).table.first { _ in true }.map { TimelineUser($0) }
  }

  /// The newest posts, of all sources or of one, the newest first, as a table: for a ``RulePreview``.
  ///
  /// - Throws: `StoreError`
  public func newest(
    _ limit: Int = 1_000, of source: String? = nil
  ) throws(StoreError) -> RecordTable {
    try posts.page(.before, of: nil, limit: limit, where: source.map { (PostFields.source, $0) })
      .table
  }

  /// Where the newest post stands, of all sources or of one; nil where there is none.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n*)
  public func newestPlace(of source: String? = nil) throws(StoreError) -> TimelinePlace? {
    let value = source.map { (PostFields.source, $0) }
    return try posts.page(.before, of: nil, limit: 1, where: value).first.map { TimelinePlace($0) }
  }

  /// Changes the bookmark and the note of a post, and of all posts on the same subject.
  ///
  /// ```swift
  /// try store.edit(id) { $0[PostFields.isBookmarked] = true }
  /// ```
  ///
  /// - Returns: Whether there is such a post.
  /// - Throws: `StoreError`; nothing was changed then.
  @discardableResult
  public func edit(
    _ id: String, _ change: (inout RecordDraft) throws(RecordError) -> Void
  ) throws(StoreError) -> Bool {
    // The bookmark and the note of another source's post hold for this one.
    let before = try annotation(of: id)
    let isThere = try posts.update(id) { draft throws(RecordError) in
      draft[PostFields.isBookmarked] = before.isBookmarked
      draft[PostFields.note] = before.note
      try change(&draft)
    }
    guard isThere else { return false }
    guard let post = try record(id) else { return true }
    try carry(post, to: try others(of: post).map(\.place.key) + [id])
    return true
  }

  /// The bookmark and the note of a post, which are those of the same thing of all sources.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n*)
  public func annotation(
    of id: String
  ) throws(StoreError) -> (isBookmarked: Bool, note: String) {
    guard let post = try record(id) else { return (false, "") }
    var all = [post]
    if post[PostFields.note].isEmpty || !post[PostFields.isBookmarked] {
      all += try records(try others(of: post).map(\.place.key))
    }
    return (
      all.contains { $0[PostFields.isBookmarked] },
      all.lazy.map { $0[PostFields.note] }.first { !$0.isEmpty } ?? ""
    )
  }

  /// Has other posts of the same thing the bookmark and the note of one.
  private func carry(_ post: Record, to ids: [String]) throws(StoreError) {
    for id in ids where id != post[PostFields.id] {
      try posts.update(id) { draft throws(RecordError) in
        draft[PostFields.isBookmarked] = post[PostFields.isBookmarked]
        draft[PostFields.note] = post[PostFields.note]
      }
    }
    try remember(marked: ids) { draft throws(RecordError) in
      draft[MarkFields.isBookmarked] = post[PostFields.isBookmarked]
      draft[MarkFields.note] = post[PostFields.note]
    }
  }

  /// The posts of other sources on the same subject.
  private func others(of post: Record) throws(StoreError) -> [PagedExtract] {
    try posts.extracts(
      [PostFields.source], where: PostFields.subject, isOneOf: [post[PostFields.subject]]
    ).filter { $0.place.key != post[PostFields.id] }
  }

  /// Copies the marks of a source's posts to posts of other sources on the same subjects.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(*n*) in the posts of the source
  func carryMarks(of source: String) throws(StoreError) {
    var cursor: PagedPlace?
    while true {
      let page = try posts.page(
        .after, of: cursor, limit: 1_000, where: (PostFields.source, source))
      guard let last = page.last else { return }
      cursor = last
      for post in page.table {
        let isMarked = post[PostFields.isBookmarked] || !post[PostFields.note].isEmpty
        guard isMarked || post[PostFields.isRead] else { continue }
        let others = try others(of: post)
        guard !others.isEmpty else { continue }
        if post[PostFields.isRead] { try mark(others.map(\.place.key)) }
        guard isMarked else { continue }
        for other in try records(others.map(\.place.key))
        where !other[PostFields.isBookmarked] && other[PostFields.note].isEmpty {
          try carry(post, to: [other[PostFields.id]])
        }
      }
    }
  }
}

// MARK: - Reading

/// Posts that were marked at once, as read or as not read, by which it is undone.
public struct ReadMarks: Sendable {
  let numbers: RecordSet
  /// Whether they are read now.
  public let isRead: Bool
  /// How many were not so before.
  public var count: Int { numbers.count }
}

extension TimelineStore {
  /// Marks posts as read, or as not read.
  ///
  /// - Returns: Those that were not so before, for ``undo(_:)``.
  /// - Throws: `StoreError`; nothing was changed then.
  @discardableResult
  public func mark(
    _ ids: some Sequence<String>, isRead: Bool = true
  ) throws(StoreError) -> ReadMarks {
    try mark(numbers: try posts.numbers(of: ids), isRead)
  }

  /// Marks all posts on one side of a place as read, with its own: "mark all above as read".
  ///
  /// - Parameters:
  ///   - side: Which side.
  ///   - place: The place; nil for all posts.
  ///   - source: The source whose posts are marked; all, if not given.
  /// - Returns: Those that were not read before, for ``undo(_:)``.
  /// - Throws: `StoreError`; nothing was changed then.
  /// - Complexity: O(*k*) for *k* posts, some 40 ms for 100,000
  @discardableResult
  public func markRead(
    _ side: TimelineGap.End, of place: TimelinePlace?, source: String? = nil
  ) throws(StoreError) -> ReadMarks {
    let numbers = try posts.numbers(
      side.paged, of: place?.paged, where: source.map { (PostFields.source, $0) })
    return try mark(numbers: numbers, true)
  }

  /// Marks posts as they were before.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  public func undo(_ marks: ReadMarks) throws(StoreError) {
    _ = try mark(numbers: Array(marks.numbers), !marks.isRead)
  }

  private func mark(numbers: [RecordNumber], _ isRead: Bool) throws(StoreError) -> ReadMarks {
    let changed = try posts.mark(PostFields.isRead, numbers, isMarked: isRead)
    if isShared.withLock({ $0 }) {
      let ids = try posts.places(of: changed).map(\.key)
      try remember(marked: ids) { draft throws(RecordError) in draft[MarkFields.isRead] = isRead }
    }
    return ReadMarks(numbers: changed, isRead: isRead)
  }
}

// MARK: - Words

extension TimelineStore {
  /// Finds posts that have all words of a text, the newest first.
  ///
  /// For the frame after a key ask for as many as fit on the screen, then for 1,000, then for
  /// ``searchCount(_:isTyping:)``.
  ///
  /// - Parameters:
  ///   - text: What was typed, as `TextQuery` reads it.
  ///   - isTyping: Whether the last word may be the beginning of one.
  ///   - limit: How many ids are returned at most.
  /// - Throws: `StoreError`
  public func search(
    _ text: String, isTyping: Bool = false, limit: Int = 1_000
  ) throws(StoreError) -> [String] {
    let query = TextQuery(text, isTyping: isTyping)
    let numbers = try posts.search(query, limit: limit, first: .newest)
    let places = try posts.places(of: numbers)
    let found = try articlePlaces(query, limit: limit)
    guard !found.isEmpty else { return places.map(\.key) }
    let all = Set(places.map(\.key))
    let merged = (places + found.filter { !all.contains($0.key) }).sorted {
      TimelinePlace($0) > TimelinePlace($1)
    }
    return merged.prefix(limit).map(\.key)
  }

  /// Where the posts stand whose whole articles have all words of a text.
  private func articlePlaces(
    _ query: TextQuery, limit: Int
  ) throws(StoreError) -> [PagedPlace] {
    let numbers = try articles.search(query, limit: limit, first: .newest)
    guard !numbers.isEmpty else { return [] }
    // Of the posts, as their dates may have changed since; those that were forgotten have none.
    return try posts.places(of: posts.numbers(of: articles.places(of: numbers).map(\.key)))
  }

  /// How many posts have all words of a text.
  ///
  /// - Throws: `StoreError`
  public func searchCount(_ text: String, isTyping: Bool = false) throws(StoreError) -> Int {
    let query = TextQuery(text, isTyping: isTyping)
    let count = try posts.count(query)
    let found = try articlePlaces(query, limit: .max)
    guard !found.isEmpty else { return count }
    let ids = Set(found.map(\.key))
    let same = try posts.places(of: posts.search(query, limit: .max, first: .newest))
    return count + ids.subtracting(same.map(\.key)).count
  }
}

// MARK: - Places

extension TimelinePlace {
  init(_ place: PagedPlace) { self.init(id: place.key, date: place.date) }

  var paged: PagedPlace { PagedPlace(date, key: id) }
}

extension TimelineGap.End {
  var paged: PagedRecordStore.Side { self == .older ? .before : .after }
}
