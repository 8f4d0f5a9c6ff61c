import Foundation
import TestSupport
import Testing

/// What the system sees of the syncs of a file of jobs, before each acknowledgement.
@Suite(.needs("strace")) struct JobSyncTests {
  @Test func everyStepOfAJobIsOnTheDisk() async throws {
    let folder = try ScratchFolder()
    let place = folder.url.resolvingSymlinksInPath().appendingPathComponent("deep")
    let path = place.appendingPathComponent("jobs.db").path
    let events = try await onOwnThread {
      try SystemCallLog.record(
        TestProgram.path("JobWorker"), [path, "each", "150"], below: folder.url)
    }
    let trial = SyncTrial(events, SyncOrder(databases: [path]))
    #expect(trial.complaint == nil)
    #expect(trial.acknowledgementCount == 451)
    #expect(trial.neededCount > 450)
    // The folder is synced when the file is made, and by SQLite with its first log.
    #expect(trial.unnoticed.filter { !($0.isFirst && $0.path == place.path) } == [])
    #expect(trial.idle.isSubset(of: [path + "-wal"]))
  }
}
