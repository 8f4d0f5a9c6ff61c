/// A cache that keeps what was used last, up to a number of bytes.
///
/// - Complexity: O(1) for a look; making room is O(n) once for half of what the cache holds.
struct ByteLimitedCache<Key: Hashable & Sendable, Value> {
  private struct Entry {
    var value: Value
    var bytes: Int
    var lastUse: UInt64
  }

  let limit: Int
  private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0

  /// - Parameter limit: In bytes.
  init(limit: Int) { self.limit = max(limit, 0) }

  var count: Int { entries.count }

  /// What is kept under a key, which counts as a use of it.
  mutating func value(for key: Key) -> Value? {
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]?.value
  }

  /// Keeps a value; what is larger than the whole cache is not kept.
  mutating func insert(_ value: Value, bytes: Int, for key: Key) {
    remove(key)
    guard bytes <= limit else { return }
    if byteCount + bytes > limit { makeRoom(for: bytes) }
    uses += 1
    entries[key] = Entry(value: value, bytes: bytes, lastUse: uses)
    byteCount += bytes
  }

  mutating func remove(_ key: Key) {
    guard let old = entries.removeValue(forKey: key) else { return }
    byteCount -= old.bytes
  }

  mutating func removeAll() {
    entries = [:]
    byteCount = 0
  }

  /// Forgets what was not used for longest, until half of the cache is free, or `bytes` if that is
  /// more.
  private mutating func makeRoom(for bytes: Int) {
    let most = min(limit / 2, limit - bytes)
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard byteCount > most else { return }
      remove(key)
    }
  }
}
