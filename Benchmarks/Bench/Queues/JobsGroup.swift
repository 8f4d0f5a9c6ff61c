import Foundation
import HikidashiBase
import HikidashiPostgresStorage
import HikidashiWorkQueues

/// Jobs that are kept until they are done, in PostgreSQL beside a loop written by hand in C, with as
/// many workers and the same server, in turns; and in a file.
let jobsGroup = Group(
  name: "jobs",
  summary: "durable jobs in PostgreSQL beside a loop in C, and in SQLite"
) { report in
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let server = try BenchServer(in: folder.url)
  defer { server.stop() }
  let run = JobsRun(server: server, folder: folder.url)
  let loop = QueuePeer.buildLoop(in: folder.url)
  if loop == nil { report.leaveOut("a loop in C with libpq") }
  var ours: [Double] = []
  var theirs: [Double] = []
  var file: [Double] = []
  for round in 0...5 {
    let rates = (try run.postgres(), try loop.map { try run.loop($0) }, try run.sqlite())
    if round == 0 { continue }
    ours.append(rates.0)
    if let rate = rates.1 { theirs.append(rate) }
    file.append(rates.2)
  }
  let measured = Measured(ours)
  report.add(
    Row(
      group: "jobs", name: "PostgreSQL, 4 workers", value: measured.median, unit: "jobs/s",
      spread: measured.spread,
      peers: theirs.isEmpty ? [] : [("C loop, SKIP LOCKED", Measured(theirs).median)]))
  let inFile = Measured(file)
  report.add(
    Row(
      group: "jobs", name: "SQLite, 4 workers", value: inFile.median, unit: "jobs/s",
      spread: inFile.spread))
}

private struct JobsRun {
  let server: BenchServer
  let folder: URL
  let count = 5_000
  let workers = 4

  func postgres() throws -> Double {
    try server.psql("DROP TABLE IF EXISTS hikidashi_job_failures, hikidashi_jobs")
    return try rate(PostgresJobStore(server.url))
  }

  func sqlite() throws -> Double {
    let path = folder.appendingPathComponent("\(UUID()).db").path
    return try rate(SQLiteJobStore(path))
  }

  /// Jobs a second, from the first that is taken until all are recorded.
  private func rate(_ store: any JobStore) throws -> Double {
    _ = try store.add((0..<count).map { DurableRequest(text: "\($0)") })
    let end = DispatchSemaphore(value: 0)
    let left = Guarded(count)
    let start = ContinuousClock.now
    let pool = DurablePool(store: store, workers: workers) { _ in
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { end.signal() }
    }
    end.wait()
    Task {
      // What was done last is recorded when this returns.
      try await pool.quit()
      end.signal()
    }
    end.wait()
    let seconds = start.duration(to: .now) / .seconds(1)
    let counts = try store.counts()
    precondition(counts == [.done: count], "jobs were lost")
    return Double(count) / seconds
  }

  func loop(_ program: URL) throws -> Double {
    try server.psql(
      """
      DROP TABLE IF EXISTS plain_jobs;
      CREATE TABLE plain_jobs (
        id bigserial PRIMARY KEY, payload bytea, priority bigint, state smallint DEFAULT 0);
      CREATE INDEX ON plain_jobs (priority DESC, id) WHERE state = 0;
      INSERT INTO plain_jobs (payload, priority) SELECT 'x', 0 FROM generate_series(1, \(count))
      """)
    let seconds = try QueuePeer.seconds(program, [server.url, "\(workers)"], "the loop in C")
    return Double(count) / seconds
  }
}
