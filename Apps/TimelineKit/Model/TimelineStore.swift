internal import FoundationEssentials
public import HikidashiRecords
public import HikidashiStorage

/// The sources, users, posts, places and rules of a reader, kept in one place, and found by their words.
///
/// ```swift
/// let store = try TimelineStore(folder: "/home/ann/.local/share/timeline")
/// let added = try store.add(page)
/// print(added.new.count, try store.search("gtk").count)
/// ```
///
/// Nothing is deleted unless somebody asks for it: a source that is removed keeps its posts, what was read
/// and where the reader was, and has them again when it is added again.
///
/// All calls wait for the disk: make them on another thread than the main one.
public final class TimelineStore: Sendable {
  /// The sources by ``TimelineSource/id``.
  public let sources: KeyedRecordStore<String>
  /// The users by ``TimelineUser/id``.
  public let users: KeyedRecordStore<String>
  /// The posts by ``Post/id``.
  public let posts: KeyedRecordStore<String>
  /// Where the reader is, by the list.
  public let places: KeyedRecordStore<String>
  /// The rules by ``TimelineRule/id``.
  public let rules: KeyedRecordStore<String>
  /// The smart lists by ``SmartList/id``.
  public let lists: KeyedRecordStore<String>
  /// What was not loaded, by the ends of each gap.
  let gapRecords: KeyedRecordStore<String>
  private let index: TextIndex

  /// Opens the store of a folder, which is made where it is missing.
  ///
  /// - Throws: `StoreError` and `StorageError` where there can be none.
  /// - Complexity: O(*n*) in posts.
  public convenience init(folder: String) throws {
    try self.init(index: folder + "/words.db") { .sqlite(folder + "/timeline.db", table: $0) }
  }

  /// Opens a store at other places, such as a database that several machines share.
  ///
  /// - Parameters:
  ///   - index: The file of the index of words, which is a cache and belongs to one machine.
  ///   - destination: The place of each of the tables `sources`, `users`, `posts`, `places`, `rules`,
  ///     `lists` and `gaps`.
  /// - Throws: `StoreError` and `StorageError` where there can be none.
  public init(index: String, at destination: (String) -> StoreDestination) throws {
    sources = try KeyedRecordStore(
      SourceFields.schema(), key: SourceFields.id, at: destination("sources"))
    users = try KeyedRecordStore(UserFields.schema(), key: UserFields.id, at: destination("users"))
    posts = try KeyedRecordStore(PostFields.schema(), key: PostFields.id, at: destination("posts"))
    places = try KeyedRecordStore(
      PlaceFields.schema(), key: PlaceFields.list, at: destination("places"))
    rules = try KeyedRecordStore(RuleFields.schema(), key: RuleFields.id, at: destination("rules"))
    lists = try KeyedRecordStore(
      SmartListFields.schema(), key: SmartListFields.id, at: destination("lists"))
    gapRecords = try KeyedRecordStore(
      GapFields.schema(), key: GapFields.id, at: destination("gaps"))
    self.index = try TextIndex(index)
  }

  /// What a page has brought.
  public struct Added: Hashable, Sendable {
    /// The ids of posts that were not there, in the order of the page.
    public var new: [String] = []
    /// The ids of posts that their authors have changed.
    public var changed: [String] = []
    /// How many were there already.
    public var known = 0
  }

  /// Adds a source, or changes the one with its id.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  public func put(_ source: TimelineSource) throws {
    try sources.edit(tr("Add source")) { try $0.upsert(source.id) { source.fill(&$0) } }
  }

  /// Removes a source, but not its posts, which are there again when it is added again.
  ///
  /// - Parameter isForgotten: Whether its posts are deleted, too, with all that the reader has done with them.
  /// - Throws: `StoreError`
  public func remove(source: String, isForgotten: Bool = false) throws {
    try sources.edit(tr("Remove source")) { _ = $0.remove(source) }
    guard isForgotten else { return }
    let table = posts.table
    let found = table.search(PostFields.source == source)
    let ids = found.map { table[$0, PostFields.id] }
    try posts.edit(tr("Delete posts")) { records in
      for id in ids { records.remove(id) }
    }
    try index.put([], removing: ids)
    for gap in gaps(of: source) { try keep(nil, inPlaceOf: gap) }
  }

  /// Adds what is new of a page, and changes what its authors have changed. What the reader has done with a
  /// post stays.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  /// - Complexity: O(*n*) in the posts of the page.
  @discardableResult
  public func add(_ page: PostPage) throws -> Added {
    try add(page.users)
    var added = Added()
    var fresh: [Post] = []
    var changed: [Post] = []
    var seen: Set<String> = []
    let records = posts.records
    for post in page.posts where seen.insert(post.id).inserted {
      if let record = records[post.id] {
        if Post(record) == post { added.known += 1 } else { changed.append(post) }
      } else {
        fresh.append(post)
      }
    }
    added.new = fresh.map(\.id)
    added.changed = changed.map(\.id)
    guard !fresh.isEmpty || !changed.isEmpty else { return added }
    try posts.edit(tr("Refresh")) { [fresh, changed] records in
      try records.append(columns: PostFields.columns(fresh))
      for post in changed {
        try records.update(post.id) { post.fill(&$0) }
      }
    }
    try index.put((fresh + changed).map(\.indexed))
    return added
  }

  private func add(_ found: [TimelineUser]) throws {
    let records = users.records
    let changed = found.filter { user in records[user.id].map { TimelineUser($0) != user } ?? true }
    guard !changed.isEmpty else { return }
    try users.edit(tr("Refresh")) { records in
      for user in changed { try records.upsert(user.id) { user.fill(&$0) } }
    }
  }

  /// Marks posts as read, or as not read; can be undone as one step.
  ///
  /// - Returns: How many were not so before.
  /// - Throws: `StoreError`; nothing was changed then.
  @discardableResult
  public func mark(_ ids: some Sequence<String>, isRead: Bool = true) throws -> Int {
    let records = posts.records
    let changed = ids.filter { records[$0].map { $0[PostFields.isRead] != isRead } ?? false }
    guard !changed.isEmpty else { return 0 }
    try posts.edit(isRead ? tr("Mark as read") : tr("Mark as unread")) { records in
      for id in changed { try records.update(id) { $0[PostFields.isRead] = isRead } }
    }
    return changed.count
  }

  /// Finds posts by words of their titles and texts, the best first.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - isTyping: Whether the last word may be the beginning of one.
  ///   - limit: How many ids are returned at most.
  /// - Throws: `StorageError`
  public func search(
    _ text: String, isTyping: Bool = false, limit: Int = 1_000
  ) throws(StorageError) -> [String] {
    let query = TextQuery(text, isTyping: isTyping)
    return try index.search(query, limit: limit).hits.map(\.key)
  }

  /// Makes the index of words what the posts are: after it was lost, or others have added posts.
  ///
  /// - Returns: How many posts were missing in it or had changed.
  /// - Throws: `StorageError`
  /// - Complexity: O(*n*) in posts.
  @discardableResult
  public func mendIndex() throws(StorageError) -> Int {
    var left = try index.versions()
    var missing: [IndexedText] = []
    let table = posts.table
    for record in table {
      let text = Post(record).indexed
      if left.removeValue(forKey: text.key) != text.version { missing.append(text) }
    }
    try index.put(missing, removing: Array(left.keys))
    return missing.count
  }
}

extension Post {
  /// The post as the index of words takes it.
  fileprivate var indexed: IndexedText {
    let words = [warning, text] + pictures.map(\.alternative) + tags + [author]
    let body = words.filter { !$0.isEmpty }.joined(separator: "\n")
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in title.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in body.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return IndexedText(
      key: id, version: String(hash, radix: 36), title: title,
      passages: [IndexedPassage(heading: "", body: body, place: 0..<body.utf8.count)])
  }
}

extension PostFields {
  /// The columns of many posts that are added at once.
  fileprivate static func columns(_ posts: [Post]) -> [RecordColumn] {
    [
      id.column(posts.map(\.id)), source.column(posts.map(\.source)),
      name.column(posts.map(\.name)), subject.column(posts.map(\.subject)),
      kind.column(posts.map(\.kind)), author.column(posts.map(\.author)),
      booster.column(posts.map(\.booster)), title.column(posts.map(\.title)),
      text.column(posts.map(\.text)), html.column(posts.map { Data($0.html.utf8) }),
      page.column(posts.map(\.page)), links.column(posts.map { PostLinks($0.links) }),
      pictures.column(posts.map { PostPictures($0.pictures) }),
      emoji.column(posts.map { PostEmoji($0.emoji) }),
      warning.column(posts.map(\.warning)), isSensitive.column(posts.map(\.isSensitive)),
      quoted.column(posts.map(\.quoted)), repliesTo.column(posts.map(\.repliesTo)),
      tags.column(posts.map { $0.tags.joined(separator: ", ") }),
      published.column(posts.map(\.published)), edited.column(posts.map(\.edited)),
      isRead.column(posts.map { _ in false }), isBookmarked.column(posts.map { _ in false }),
      note.column(posts.map { _ in "" }),
    ]
  }
}
