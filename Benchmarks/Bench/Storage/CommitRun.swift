import BenchPeers
import HikidashiRecords
import HikidashiStorage

/// Commits of both sides in turn.
struct CommitRun {
  let store: RecordStore
  let peer: OpaquePointer
  let path: String
  let records: Int
  private var round = 0
  private var times = (ours: [Double](), theirs: [Double](), limit: [Double]())

  private static let few = 5

  init(store: RecordStore, peer: OpaquePointer, path: String, records: Int) {
    self.store = store
    self.peer = peer
    self.path = path
    self.records = records
  }

  mutating func measure(_ name: String, _ report: inout Report) throws {
    times = ([], [], [])
    try run(rounds: 100)
    let each = { (times: [Double]) in times.map { $0 / Double(Self.few) } }
    report.add(
      name, each(times.ours), each(times.theirs), .microseconds, limit: each(times.limit))
  }

  mutating func run(rounds: Int) throws {
    for _ in 0..<rounds {
      let steps = round * Self.few..<(round + 1) * Self.few
      times.ours.append(
        try seconds {
          for step in steps {
            let number = RecordNumber(step * 7_919 % records)
            try store.edit { try $0.update(number) { $0[StorageColumns.size] = -step } }
          }
        })
      times.theirs.append(
        try seconds { try checkPeer(bench_store_commit(peer, steps.lowerBound, Self.few, records)) }
      )
      times.limit.append(try seconds { try checkPeer(bench_sync_pages(path + ".limit", Self.few)) })
      round += 1
    }
  }
}

func checkPeer(_ status: Int32) throws { if status != 0 { throw StorageFailure.peer } }

/// Seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let (seconds, attoseconds) = try ContinuousClock().measure(body).components
  return Double(seconds) + Double(attoseconds) / 1e18
}

extension Report {
  /// Adds a row of the group, of times in seconds.
  mutating func add(
    _ name: String, _ ours: [Double], _ theirs: [Double], _ unit: TimeUnit, limit: [Double] = []
  ) {
    let scale = 1e9 / unit.nanoseconds
    let measured = Measured(ours.map { $0 * scale })
    add(
      Row(
        group: "storage", name: name, value: measured.median, unit: unit.rawValue,
        spread: measured.spread,
        peers: [("C with SQLite", Measured(theirs.map { $0 * scale }).median)],
        limit: limit.isEmpty ? nil : Measured(limit.map { $0 * scale }).median))
  }
}
