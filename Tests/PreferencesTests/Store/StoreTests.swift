import Foundation
import HikidashiPreferences
import HikidashiStorage
import TestSupport
import Testing

/// Values, their layers, and changes in memory.
@Suite struct StoreTests {
  private let settings = SamplePreferences()

  private func store(
    _ place: PreferencePlace = .memory, layers: [PreferenceSource] = []
  ) throws -> PreferenceStore {
    try PreferenceStore(
      settings, at: place, version: "1.0", layers: layers,
      options: PreferenceOptions(autosave: nil))
  }

  @Test func everyTypeIsSetAndRead() throws {
    let store = try store()
    #expect(store[settings.jobs] == 4)
    #expect(store.layer(of: settings.jobs) == .standard)
    try store.set(settings.jobs, to: 8)
    try store.set(settings.isOffline, to: true)
    try store.set(settings.mirror, to: "http://x")
    try store.set(settings.age, to: .milliseconds(1_500))
    try store.set(settings.since, to: Date(timeIntervalSince1970: 5))
    try store.set(settings.library, to: "/tmp")
    try store.set(settings.level, to: 5)
    try store.set(settings.page.theme, to: .dark)
    try store.set(settings.page.size, to: 9.5)
    try store.set(settings.page.margins, to: [])
    try store.set(settings.page.frame, to: Frame(width: 1, height: 2))
    #expect(store[settings.jobs] == 8)
    #expect(store[settings.isOffline])
    #expect(store[settings.mirror] == "http://x")
    #expect(store[settings.age] == .milliseconds(1_500))
    #expect(store[settings.since] == Date(timeIntervalSince1970: 5))
    #expect(store[settings.library] == "/tmp")
    #expect(store[settings.level] == 5)
    #expect(store[settings.page.theme] == .dark)
    #expect(store[settings.page.size] == 9.5)
    #expect(store[settings.page.margins] == [])
    #expect(store[settings.page.frame] == Frame(width: 1, height: 2))
    #expect(store.layer(of: settings.jobs) == .user)
    #expect(store.isChanged(settings.jobs))
  }

  @Test func whatIsNoValueIsRefused() throws {
    let store = try store()
    for (body, reason): (() throws -> Void, String) in [
      ({ try store.set(settings.jobs, to: 33) }, "“jobs” must be between 1 and 32"),
      ({ try store.set(settings.mirror, to: "x") }, "“mirror” must be a web address"),
      ({ try store.set(settings.level, to: 2) }, "“level” must be one of 1, 5"),
      ({ try store.set(settings.page.size, to: .nan) }, "“page.size” must be a number"),
      ({ try store.set(Preference("other", default: 1), to: 2) }, "“other” is no setting of this"),
    ] {
      do {
        try body()
        Issue.record("\(reason) was not said")
      } catch {
        #expect("\(error)".hasPrefix(reason), "\(error)")
      }
    }
    #expect(!store.hasUnsavedChanges)
  }

  @Test func theHighestLayerHasTheSay() throws {
    let bytes = MemoryStorage()
    try bytes.write(Array(#"{"jobs": 2, "level": 5, "offline": true}"#.utf8), to: "user")
    try bytes.write(Array(#"{"jobs": 3, "level": 1, "page": {"size": 7}}"#.utf8), to: "admin")
    let environment = [
      "PREFTEST_JOBS": "5", "PREFTEST_PAGE_MARGINS": "1.5, 2", "PREFTEST_MIRROR": "nonsense",
    ]
    let store = try store(
      .bytes(in: bytes, name: "user"),
      layers: [
        .arguments(["jobs": "6"]), .environment("PREFTEST", of: environment),
        .administrator(.bytes(in: bytes, name: "admin")),
      ])
    #expect(store[settings.jobs] == 6)
    #expect(store.layer(of: settings.jobs) == .commandLine)
    #expect(store[settings.page.margins] == [1.5, 2])
    #expect(store.layer(of: settings.page.margins) == .environment)
    #expect(store[settings.level] == 1)
    #expect(store.layer(of: settings.level) == .administrator)
    #expect(store[settings.isOffline])
    #expect(store.layer(of: settings.isOffline) == .user)
    #expect(store.layer(of: settings.mirror) == .standard)
    #expect(
      store.problems == [
        .badValue(key: "mirror", place: "PREFTEST_MIRROR", reason: "must be a web address")
      ])
    // Another order of the layers is another order of who has the say.
    let other = try PreferenceStore(
      settings, at: .memory, version: "1.0",
      layers: [
        .administrator(.bytes(in: bytes, name: "admin")), .environment("PREFTEST", of: environment),
      ])
    #expect(other[settings.jobs] == 3)
    // What a flag says for this run, the user may still change for the next.
    try store.set(settings.jobs, to: 9)
    #expect(store[settings.jobs] == 6)
    try store.save()
    #expect(String(decoding: try bytes.read("user"), as: UTF8.self).contains("\"jobs\": 9"))
    // And what the administrator says, not at all.
    #expect(throws: PreferenceError.self) { try store.set(settings.level, to: 5) }
    #expect(throws: PreferenceError.self) { try store.reset(settings.page.size) }
  }

  @Test func aWrongFlagIsSaid() {
    for (name, value, reason) in [
      ("jobs", "99", "--jobs: must be between 1 and 32"),
      ("jobs", "x", "--jobs: must be a whole number"), ("nothing", "1", "--nothing: there is no"),
      ("token", "1", "--token: there is no"),
    ] {
      do {
        _ = try store(layers: [.arguments([name: value])])
        Issue.record("\(reason) was not said")
      } catch {
        #expect("\(error)".hasPrefix(reason), "\(error)")
      }
    }
  }

  @Test func editsAreUndoneAndMadeAgainTogether() throws {
    let store = try store()
    try store.edit("Both") { edit throws(PreferenceError) in
      try edit.set(settings.jobs, to: 8)
      try edit.set(settings.isOffline, to: true)
    }
    #expect(throws: PreferenceError.self) {
      try store.edit { edit throws(PreferenceError) in
        try edit.set(settings.jobs, to: 9)
        try edit.set(settings.level, to: 9)
      }
    }
    #expect(store[settings.jobs] == 8)
    #expect(store.undoName == "Both")
    #expect(store.undo())
    #expect(store[settings.jobs] == 4 && !store[settings.isOffline])
    #expect(!store.canUndo && store.canRedo)
    #expect(store.redo())
    #expect(store[settings.jobs] == 8 && store[settings.isOffline])
    store.resetAll()
    #expect(store[settings.jobs] == 4 && !store.isChanged(settings.isOffline))
    #expect(store.undo())
    #expect(store[settings.jobs] == 8)
    // Nothing is an edit that changes nothing.
    try store.set(settings.jobs, to: 8)
    #expect(store.canRedo)
    #expect(store.undo() && !store.undo())
  }

  /// What is typed key by key is one edit, until something else is done.
  @Test func typingIsUndoneAtOnce() throws {
    let store = try store()
    func type(_ value: Int, _ typing: Int) throws {
      try store.edit(typing: typing) { edit throws(PreferenceError) in
        try edit.set(settings.jobs, to: value)
      }
    }
    for value in [1, 12, 3] { try type(value, 1) }
    for value in [5, 6] { try type(value, 2) }
    #expect(store.undo() && store[settings.jobs] == 3)
    #expect(store.redo() && store[settings.jobs] == 6)
    try type(7, 2)
    #expect(store.undo() && store[settings.jobs] == 6)
    #expect(store.undo() && store[settings.jobs] == 3)
    #expect(store.undo() && store[settings.jobs] == 4)
    #expect(!store.canUndo)
    // Typed back to what it was, there is nothing to undo but what was done before.
    try store.set(settings.isOffline, to: true)
    try store.set(settings.jobs, to: 5)
    for value in [1, 12, 1, 5] { try type(value, 3) }
    #expect(store.undo() && store[settings.jobs] == 4 && store[settings.isOffline])
    try type(9, 4)
    try store.set(settings.isOffline, to: false)
    try type(10, 4)
    #expect(store.undo() && store[settings.jobs] == 9)
    #expect(store.undo() && store[settings.isOffline])
  }

  @Test func conditionsFollowValues() throws {
    let store = try store()
    #expect(store.isVisible(settings.mirror) && store.isEnabled(settings.jobs))
    try store.set(settings.isOffline, to: true)
    #expect(!store.isVisible(settings.mirror) && store.isEnabled(settings.mirror))
    #expect(store.isVisible(settings.jobs) && !store.isEnabled(settings.jobs))
    // A setting that is not shown still has its value.
    #expect(store[settings.mirror] == "https://www.rfc-editor.org")
  }

  @Test func aSnapshotStaysAsItIs() throws {
    let store = try store()
    let before = store.snapshot
    try store.set(settings.jobs, to: 8)
    #expect(before[settings.jobs] == 4 && store.snapshot[settings.jobs] == 8)
    #expect(store.snapshot.layer(of: settings.jobs) == .user)
    #expect(store.snapshot.content("jobs") == .integer(8))
    #expect(store.snapshot.content("token") == nil)
    let report = store.report()
    #expect(report.contains("jobs = 8  # user\n"))
    #expect(report.contains("page.theme = \"system\"  # default\n"))
    #expect(report.contains("token = (secret)\n"))
  }

  @Test func anExportIsImported() throws {
    let store = try store()
    try store.set(settings.jobs, to: 8)
    try store.set(settings.page.theme, to: .dark)
    let text = store.exportedValues()
    #expect(
      text == """
        {
          "app-version": "1.0",
          "jobs": 8,
          "page": {
            "theme": "dark"
          }
        }

        """)
    let other = try self.store()
    #expect(try other.importValues(text) == [])
    #expect(other[settings.jobs] == 8 && other[settings.page.theme] == .dark)
    #expect(other.undo() && other[settings.jobs] == 4)
    #expect(
      try other.importValues(#"{"jobs": 99, "level": 5, "odd": 1}"#) == [
        .badValue(key: "jobs", place: "the import", reason: "must be between 1 and 32")
      ])
    #expect(other[settings.level] == 5)
    #expect(throws: PreferenceError.self) { try other.importValues("[]") }
  }

  @Test func aChangeTouchesOnlyWhatDependsOnIt() throws {
    // Ten thousand settings with two conditions each, all but the first hundred.
    let items = (0..<10_000).map { number in
      let own = Preference("p\(number)", default: false)
      guard number >= 100 else { return own.item }
      return own.visible(when: .when("p\(number % 100)", is: false))
        .enabled(when: .when("p\(number / 100)", is: false)).item
    }
    let extra = (0..<100).map { number in
      Preference("q\(number)", default: 1).visible(when: .when("p\(number)", is: false))
        .enabled(when: .when("p\(number)", is: false)).item
    }
    let schema = try PreferenceSchema(items + extra)
    let store = try PreferenceStore(
      schema, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
    #expect(store.testCount == 20_000)
    let one = try #require(try schema.preference("p7", of: Bool.self))
    try store.set(one, to: true)
    // 99 by the remainder, 100 by the quotient, and two of the extra ones.
    #expect(store.testCount == 20_000 + 99 + 100 + 2)
    let last = try #require(try schema.preference("p9999", of: Bool.self))
    try store.set(last, to: true)
    #expect(store.testCount == 20_000 + 201)
    #expect(!store.isVisible(try #require(try schema.preference("p107", of: Bool.self))))
  }
}
