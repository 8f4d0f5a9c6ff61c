import FoundationEssentials
import HikidashiBase
import HikidashiLoading
import HikidashiStorage
import TestSupport
import Testing

@testable import HikidashiLoadingCache

/// What a cache lets go of, against a list that does the same in the obvious way.
struct CacheLimitTests {
  /// The keys with their sizes and times of use.
  private struct Model {
    var kept: [String: (size: Int, used: Int)] = [:]
    var bytes: Int { kept.values.reduce(0) { $0 + $1.size } }

    mutating func store(_ key: String, _ size: Int, at now: Int, limit: Int) {
      kept[key] = (size, now)
      while bytes > limit, let oldest = oldest(but: key) { kept[oldest] = nil }
    }

    private func oldest(but key: String) -> String? {
      kept.filter { $0.key != key }.min { first, second in
        (first.value.used, second.key) < (second.value.used, first.key)
      }?.key
    }
  }

  private let folder: ScratchFolder
  private var path: String { folder.url.appendingPathComponent("cache.db").path }
  private let head = ResponseHead(http: 200, headers: HeaderFields([]), url: nil)

  init() throws { folder = try ScratchFolder() }

  private func response(_ size: Int, at now: Int) -> CachedResponse {
    CachedResponse(
      head: head, body: [UInt8](repeating: 7, count: size), confirmed: .milliseconds(now))
  }

  @Test func theLeastRecentlyUsedGoAndTheSizeIsKnown() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let storages = [SQLiteResponseStorage(path), SQLiteResponseStorage(path)]
    var model = Model()
    for now in 1...testSteps(400) {
      // Two programs may share the file.
      let storage = storages[Int.random(in: 0...1, using: &random)]
      let key = "k\(Int.random(in: 0..<30, using: &random))"
      // Some are used at the same moment.
      let now = now / 2
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let size = Int.random(in: 0...300, using: &random)
        storage.store(response(size, at: now), for: key, limit: 2_000)
        model.store(key, size, at: now, limit: 2_000)
      case 6, 7:
        storage.touch(key, at: .milliseconds(now))
        model.kept[key]?.used = now
      case 8:
        storage.confirm(key, at: .milliseconds(now))
        model.kept[key]?.used = now
      default:
        storage.remove(key)
        model.kept[key] = nil
      }
      let usage = storage.usage
      #expect(usage.count == model.kept.count, "seed \(seed)")
      #expect(usage.bytes == model.bytes, "seed \(seed)")
    }
    for key in (0..<30).map({ "k\($0)" }) {
      #expect(
        storages[0].response(for: key)?.body.count == model.kept[key]?.size, "seed \(seed), \(key)")
    }
    storages[1].removeAll()
    #expect(storages[0].usage == (0, 0))
  }

  @Test func aCacheOfTheVersionBeforeGoesOn() throws {
    try makeOldCache(
      path, version: 2,
      rows: "('a', '{}', x'010203', 0, 1, 1), ('b', '{}', x'0405', 0, 2, 2)")
    let storage = SQLiteResponseStorage(path)
    #expect(storage.usage == (2, 5))
    storage.store(response(4, at: 3), for: "c", limit: 7)
    #expect(storage.usage == (2, 6))
  }
}

/// Makes a cache as an earlier version has left it.
func makeOldCache(_ path: String, version: Int, rows: String) throws {
  let options = SQLiteOptions(applicationID: 0x484B_4C43, version: version)
  let old = try SQLiteConnection(path, options) { session, _ throws(SQLiteError) in
    try session.execute(
      """
      CREATE TABLE response (
        key TEXT PRIMARY KEY, head BLOB NOT NULL, body BLOB NOT NULL,
        hash INTEGER NOT NULL, confirmed INTEGER NOT NULL, used INTEGER NOT NULL);
      CREATE INDEX response_used ON response (used);
      INSERT INTO response VALUES \(rows)
      """)
  }
  withExtendedLifetime(old) {}
}
