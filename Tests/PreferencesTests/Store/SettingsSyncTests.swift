import Foundation
import TestSupport
import Testing

/// What the system sees of the syncs of settings, before each acknowledgement.
@Suite(.needs("strace")) struct SettingsSyncTests {
  @Test func everySaveIsOnTheDisk() async throws {
    let folder = try ScratchFolder()
    let place = folder.url.resolvingSymlinksInPath().appendingPathComponent("deep/place")
    let path = place.appendingPathComponent("preferences.json").path
    let events = try await onOwnThread {
      try SystemCallLog.record(
        TestProgram.path("PreferencesWriter"), [path, "n0", "0", "40"], below: folder.url)
    }
    let order = SyncOrder { path in
      path.contains("/.hikidashi-new") || path.hasSuffix(".lock") ? .nothing : .durable
    }
    let trial = SyncTrial(events, order)
    #expect(trial.complaint == nil)
    #expect(trial.acknowledgementCount == 41)
    #expect(trial.neededCount > 80)
    #expect(trial.unnoticed == [])
    #expect(trial.idle == [])
  }
}
