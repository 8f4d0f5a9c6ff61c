import FoundationEssentials
import HikidashiRecords
import HikidashiStorage

/// The posts and users of the machines that share a database, as pages that are only added to it.
///
/// Each machine adds what has come to it, takes what others have added, and keeps both: posts are read from its
/// own disk, whether the database is there or not.
struct SharedPosts {
  private let store: TimelineStore
  private let bytes: any ByteStorage
  /// The pages in the database.
  private let pages: KeyedRecordStore<String>
  /// Those of them that this machine has.
  private let taken: KeyedRecordStore<String>
  private static let pageSize = 500
  /// What stands among the pages taken when all posts from before were added.
  private static let joined = "*"

  init(
    _ store: TimelineStore, _ bytes: any ByteStorage, pages: KeyedRecordStore<String>,
    taken: KeyedRecordStore<String>
  ) {
    (self.store, self.bytes, self.pages, self.taken) = (store, bytes, pages, taken)
  }

  /// Whether the posts from before were added.
  var hasJoined: Bool { taken.records.contains(Self.joined) }

  /// Adds what has come, and takes what others have added.
  ///
  /// - Returns: Whether posts were taken.
  /// - Throws: `StoreError`, `StorageError`; what was not done is done the next time.
  func meet() throws -> Bool {
    if !hasJoined {
      try store.forEachPage { try add($0.table.map { $0[PostFields.id] }) }
      try taken.edit { try $0.upsert(Self.joined) { _ in } }
    }
    while case let ids = store.unshared.table.prefix(Self.pageSize).map({ $0[NameFields.name] }),
      !ids.isEmpty
    {
      try add(ids)
      try store.unshared.edit { records in for id in ids { records.remove(id) } }
    }
    let known = taken.records
    let new = pages.table.map { $0[SharedPageFields.name] }.filter { !known.contains($0) }.sorted()
    for name in new { try take(name) }
    return !new.isEmpty
  }

  private func take(_ name: String) throws {
    var page = PostPage()
    let users = try RecordTable(
      UserFields.schema(), from: .bytes(try bytes.read(StorageName(name + "/users.jsonl"))),
      as: .jsonLines)
    let posts = try RecordTable(
      PostFields.schema(), from: .bytes(try bytes.read(StorageName(name + "/posts.jsonl"))),
      as: .jsonLines)
    page.users = users.map { TimelineUser($0) }
    page.posts = posts.map { Post($0) }
    _ = try store.add(store.prepare(page), isReceived: true)
    // It may be older than what was read here.
    store.readAgain(Set(posts.map { $0[PostFields.source] }))
    try taken.edit { try $0.upsert(name) { _ in } }
  }

  private func add(_ ids: [String]) throws {
    let found = try store.posts.records(ids).table
    var plain = RecordTable(try PostFields.schema())
    try plain.append(columns: store.columns(found.map { Post($0) }))
    let names = Set(found.flatMap { [$0[PostFields.author], $0[PostFields.booster]] })
    let users = try store.users.records(names).table
    // Pages are taken in the order in which they were added, as far as clocks are right.
    let time = String(UInt64(max(0, Date().timeIntervalSince1970 * 1_000)), radix: 16)
    let salt = String(UInt64.random(in: .min ... .max), radix: 16)
    let name = "timeline/" + String(repeating: "0", count: max(0, 12 - time.count)) + time + salt
    try bytes.write(Array(users.text(as: .jsonLines).utf8), to: StorageName(name + "/users.jsonl"))
    try bytes.write(Array(plain.text(as: .jsonLines).utf8), to: StorageName(name + "/posts.jsonl"))
    // Not before the page is there is it known to others.
    try taken.edit { try $0.upsert(name) { _ in } }
    try pages.edit { try $0.upsert(name) { $0[SharedPageFields.posts] = found.count } }
  }
}
