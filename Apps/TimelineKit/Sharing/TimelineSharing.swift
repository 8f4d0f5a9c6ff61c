import Dispatch
internal import FoundationEssentials
internal import HikidashiLoading
import HikidashiRecords
public import HikidashiStorage
import Synchronization

/// Shares sources, rules, lists, places, marks, notes, users and posts with other machines and readers, through a
/// database.
///
/// ```swift
/// let sharing = TimelineSharing(
///   store, at: { .postgres(url, table: $0) }, bytes: { try PostgresByteStorage(url) })
/// let task = Task { await sharing.run { event in … } }
/// ```
///
/// The store of this machine has everything, and is all that is read: where the database is away, nothing but the
/// exchange waits, and what was done meanwhile is shared when it is back. What two have changed at the same
/// time is merged field by field; nothing is removed because a database was made anew.
public final class TimelineSharing: Sendable {
  /// What has happened.
  public enum Event: Sendable, Equatable {
    /// Both have the same.
    case met
    /// Others have brought something that lists are to show.
    case received
    /// The database cannot be had, for this reason; it is tried again.
    case away(String)
  }

  private static let retry = Retry(first: .seconds(2))
  private let store: TimelineStore
  private let destination: @Sendable (String) -> StoreDestination
  private let openBytes: @Sendable () throws -> any ByteStorage
  /// Where the database is waited for.
  private let queue = DispatchQueue(label: "TimelineSharing")
  private let opened = Mutex<Opened?>(nil)

  /// What is open of the database.
  private struct Opened: Sendable {
    var tables: [SharedTable] = []
    var marks: SharedTable
    var posts: SharedPosts
    /// What is shared, here and there.
    var stores: [KeyedRecordStore<String>]
  }

  /// Prepares to share a store; the database is opened by ``meet()`` and ``run(tell:)``.
  ///
  /// From now on the store notes what is to be shared.
  ///
  /// - Parameters:
  ///   - destination: Where a table of that name is in the database.
  ///   - bytes: Opens the storage of the database for pages of posts.
  public init(
    _ store: TimelineStore,
    at destination: @escaping @Sendable (_ table: String) -> StoreDestination,
    bytes: @escaping @Sendable () throws -> any ByteStorage
  ) {
    (self.store, self.destination, openBytes) = (store, destination, bytes)
    store.isShared.withLock { $0 = true }
  }

  /// Makes this machine and the database the same, once.
  ///
  /// - Returns: Whether others have brought something.
  /// - Throws: `StoreError` and `StorageError`, where the database is away; what is left is shared the next time.
  @discardableResult
  public func meet() async throws -> Bool { try await wait { try $0.meetNow() } }

  /// Shares until the task is cancelled: at once, whenever something was changed here or there, and after a
  /// while where the database was away.
  public func run(tell: @escaping @Sendable (Event) -> Void) async {
    var failures = 0
    while !Task.isCancelled {
      do {
        // What changes meanwhile is not missed.
        let changes = try await wait { try $0.open().stores.map(\.changes) }
        tell(try await meet() ? .received : .met)
        failures = 0
        await Self.waitForFirst(of: changes)
        // Many changes are one exchange.
        try? await Task.sleep(for: .milliseconds(200))
      } catch {
        tell(.away("\(error)"))
        failures += 1
        try? await Task.sleep(for: Self.retry.delay(after: failures))
      }
    }
  }

  private static func waitForFirst(of changes: [RecordTransactions]) async {
    await withTaskGroup(of: Void.self) { group in
      for change in changes {
        group.addTask { for await _ in change { return } }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Does what waits for the database on a thread of its own, one after the other.
  private func wait<Result: Sendable>(
    _ body: @escaping @Sendable (TimelineSharing) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body(self) }) }
    }
  }
}

// MARK: - On the queue

extension TimelineSharing {
  private func meetNow() throws -> Bool {
    var current = try open()
    defer { opened.withLock { $0 = current } }
    if !current.posts.hasJoined { try store.rememberAll() }
    var attempt = 0
    while true {
      do {
        // What others have done a moment ago may not have been told yet.
        for store in current.stores { try store.store.refresh() }
        return try Self.meet(&current, store)
      } catch StoreError.conflict where attempt < 9 {
        // Another one was faster.
        attempt += 1
      }
    }
  }

  private static func meet(_ current: inout Opened, _ store: TimelineStore) throws -> Bool {
    var hasReceived = false
    for index in current.tables.indices {
      if try current.tables[index].meet() { hasReceived = true }
    }
    if try current.marks.meet(taking: { try store.take($0.map { SharedMark($0) }) }) {
      hasReceived = true
    }
    return try current.posts.meet() || hasReceived
  }

  private func open() throws -> Opened {
    if let current = opened.withLock({ $0 }) { return current }
    // Of another database, this machine's own tables would say that everything was removed.
    let path = store.folder + "/shared-\(try identifier()).db"
    let own: (String) -> StoreDestination = { .sqlite(path, table: $0) }
    let taken = try KeyedRecordStore(NameFields.schema(), key: NameFields.name, at: own("taken"))
    let pages = try KeyedRecordStore(
      SharedPageFields.schema(), key: SharedPageFields.name, at: destination("timeline_pages"))
    var stores = [store.unshared, pages]
    let marks = try table("marks", MarkFields.schema(), store.marks, own, &stores)
    let posts = SharedPosts(store, try openBytes(), pages: pages, taken: taken)
    var current = Opened(marks: marks, posts: posts, stores: [])
    for (name, schema, local) in [
      ("sources", try SourceFields.schema(), store.sources),
      ("rules", try RuleFields.schema(), store.rules),
      ("lists", try SmartListFields.schema(), store.lists),
      ("places", try PlaceFields.schema(), store.places),
    ] {
      current.tables.append(try table(name, schema, local, own, &stores))
    }
    current.stores = stores
    opened.withLock { $0 = current }
    return current
  }

  private func table(
    _ name: String, _ schema: Schema, _ local: KeyedRecordStore<String>,
    _ own: (String) -> StoreDestination, _ stores: inout [KeyedRecordStore<String>]
  ) throws -> SharedTable {
    let key = local.records.key
    let shared = try KeyedRecordStore(schema, key: key, at: destination("timeline_" + name))
    stores += [local, shared]
    return SharedTable(local, shared, met: try KeyedRecordStore(schema, key: key, at: own(name)))
  }

  /// What the database is called; one that was made anew has another name, and is filled again.
  private func identifier() throws -> String {
    let names = try KeyedRecordStore(
      NameFields.schema(), key: NameFields.name, at: destination("timeline_database"))
    if names.table.isEmpty {
      let name = String(UInt64.random(in: .min ... .max), radix: 16)
      try names.edit { try $0.upsert(name) { _ in } }
      try names.store.refresh()
    }
    return names.table.map { $0[NameFields.name] }.min() ?? ""
  }
}
