import HikidashiPreferences
import HikidashiStorage
import TestSupport
import Testing

/// Settings that are followed by `Observation`.
@Suite @MainActor struct TrackedSettingsTests {
  private let settings = SamplePreferences()

  private func store(_ place: PreferencePlace = .memory) throws -> PreferenceStore {
    try PreferenceStore(
      settings, at: place, version: "1.0", options: PreferenceOptions(autosave: nil))
  }

  @Test func eachSettingIsFollowedByItself() async throws {
    let store = try store()
    let jobs = TrackedReading { store[settings.jobs] }
    let mirror = TrackedReading { store[settings.mirror] }
    try store.set(settings.jobs, to: 8)
    await jobs.wait { $0 == 8 }
    try store.set(settings.mirror, to: "http://x")
    await mirror.wait { $0 == "http://x" }
    #expect(jobs.values == [4, 8])
    #expect(mirror.values.count == 2)
  }

  @Test func theRestIsFollowed() async throws {
    let store = try store()
    let layer = TrackedReading { store.layer(of: settings.jobs) }
    let undo = TrackedReading { store.undoName }
    let isUnsaved = TrackedReading { store.hasUnsavedChanges }
    let all = TrackedReading { store.snapshot[settings.jobs] }
    try store.edit("More at once") { (edit) throws(PreferenceError) in
      try edit.set(settings.jobs, to: 8)
    }
    await layer.wait { $0 == .user }
    await undo.wait { $0 == "More at once" }
    await isUnsaved.wait { $0 }
    await all.wait { $0 == 8 }
    try await store.save()
    await isUnsaved.wait { !$0 }
    store.undo()
    await undo.wait { $0 == nil }
    await all.wait { $0 == 4 }
  }

  @Test func aConditionIsFollowed() async throws {
    let isOn = Preference("on", default: false)
    let detail = Preference("detail", default: 1).visible(when: .when("on", is: true))
    let store = try PreferenceStore(
      PreferenceSchema([isOn.item, detail.item]), at: .memory, version: "1",
      options: PreferenceOptions(autosave: nil))
    let isVisible = TrackedReading { store.isVisible(detail) }
    try store.set(isOn, to: true)
    await isVisible.wait { $0 }
    #expect(isVisible.values == [false, true])
  }
}
