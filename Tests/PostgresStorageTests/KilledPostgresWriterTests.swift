import Foundation
import Glibc
import HikidashiPostgresStorage
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import PostgresWriter

/// A process that is killed, again and again, while it edits records in PostgreSQL.
@Suite struct KilledPostgresWriterTests {
  @Test(.needsPostgres) func everyAcknowledgedTransactionIsThere() async throws {
    try await onOwnThread {
      let server = try PostgresServer.shared.get()
      let url = server.url(try server.makeDatabase())
      let seed = testSeed()
      print("everyAcknowledgedTransactionIsThere: HIKIDASHI_SEED=\(seed)")
      var expected = try RecordTable(PostgresWriter.schema())
      var next = 0
      for round in 0..<testSteps(8) {
        let count = Int((seed &+ UInt64(round) &* 7) & 15) + 1
        let run = try Run(writerPath, [url, "\(next)"])
        _ = run.standardOutput(until: "\(next + count)\n")
        run.send(SIGKILL)
        #expect(run.wait() == 128 + SIGKILL, "\(run.standardError)")
        let acknowledged = run.standardOutput.split(separator: "\n").compactMap { Int($0) }.last
        for number in next..<((acknowledged ?? next - 1) + 1) {
          try PostgresWriter.change(&expected, number: number)
          next = number + 1
        }
        let store = try RecordStore(PostgresWriter.schema(), at: .postgres(url))
        // Its turn comes when the server is done with what the process left behind.
        try store.edit { _ in }
        let found = store.table
        store.close()
        // The transaction that was under way is there as a whole, or not at all.
        if PlainRecords(found) != PlainRecords(expected) {
          try PostgresWriter.change(&expected, number: next)
          next += 1
        }
        guard PlainRecords(found) == PlainRecords(expected) else {
          Issue.record("HIKIDASHI_SEED=\(seed), round \(round): not as after transaction \(next)")
          return
        }
      }
      #expect(next > 20)
    }
  }

  /// The writer stands beside the tests.
  private var writerPath: String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("PostgresWriter").path
  }
}
