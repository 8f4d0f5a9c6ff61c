import Foundation
import HikidashiPreferences
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// What is in the file, and what of it survives.
@Suite struct StoredFileTests {
  private let settings = SamplePreferences()
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private var path: String { folder.url.appendingPathComponent("app/preferences.json").path }

  private func store(
    _ version: AppVersion = "1.0", migrations: [PreferenceMigration] = [],
    autosave: Duration? = nil
  ) throws -> PreferenceStore {
    try PreferenceStore(
      settings, at: .file(path), version: version,
      options: PreferenceOptions(migrations: migrations, autosave: autosave))
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  @Test func theVersionIsStoredThoughNothingElseIs() throws {
    _ = try store()
    #expect(text == "{\n  \"app-version\": \"1.0\"\n}\n")
  }

  @Test func unknownKeysAndTheirOrderSurvive() throws {
    try write(
      """
      {"zebra": [1, 2.50, {"a":null}], "jobs": 5,
       "page": {"odd": 1e3, "size": 8.0, "inner": {"x": "\\u00e9"}}, "jobs.x": true, "zebra": 2}
      """)
    do {
      let store = try store()
      #expect(store[settings.jobs] == 5 && store[settings.page.size] == 8)
      try store.set(settings.jobs, to: 6)
      try store.set(settings.page.theme, to: .light)
      try store.reset(settings.page.size)
      try store.save()
    }
    #expect(
      text == """
        {
          "app-version": "1.0",
          "zebra": [1, 2.50, {"a":null}],
          "jobs": 6,
          "page": {
            "odd": 1e3,
            "inner": {
              "x": "\\u00e9"
            },
            "theme": "light"
          },
          "jobs.x": true,
          "zebra": 2
        }

        """)
  }

  @Test func aValueThatIsNoneStaysInTheFile() throws {
    try write(#"{"app-version": "1.0", "jobs": 99, "level": "x", "page": 5}"#)
    let store = try store()
    #expect(store[settings.jobs] == 4)
    #expect(store.problems.count == 2)
    try store.set(settings.isOffline, to: true)
    try store.save()
    #expect(text.contains("\"jobs\": 99") && text.contains("\"page\": 5"))
    try store.set(settings.jobs, to: 3)
    try store.set(settings.page.size, to: 20)
    try store.save()
    #expect(text.contains("\"jobs\": 3") && text.contains("\"size\": 20"))
  }

  @Test func migrationsRunInOrderAndOnce() throws {
    try write(
      #"{"app-version": "1.0", "count": 7, "old": {"seconds": 90, "odd": 1}, "colours": "dark"}"#)
    let migrations = [
      PreferenceMigration(to: "2.0") { file in
        file.change("age") { (seconds: Int) in Duration.seconds(seconds) }
        file.rename("colours", to: "page.theme")
        file.set("seen", json: "true")
        file.set("wrong", json: "{")
      },
      PreferenceMigration(to: "1.5") { file in
        file.rename("count", to: "jobs")
        file.rename("old.seconds", to: "age")
        file.remove("nothing")
      },
      PreferenceMigration(to: "3.0") { $0.remove("jobs") },
      PreferenceMigration(to: "1.0") { $0.remove("count") },
    ]
    do {
      let store = try store("2.1", migrations: migrations)
      #expect(store[settings.jobs] == 7 && store[settings.age] == .seconds(90))
      #expect(store[settings.page.theme] == .dark)
    }
    #expect(text.contains("\"app-version\": \"2.1\"") && text.contains("\"odd\": 1"))
    #expect(text.contains("\"seen\": true") && !text.contains("wrong"))
    let again = try store("2.1", migrations: migrations)
    #expect(again[settings.jobs] == 7)
  }

  @Test func aNewerFileIsReadAndItsVersionKept() throws {
    try write(#"{"app-version": "9.0", "jobs": 7, "new": 1}"#)
    let store = try store()
    #expect(store[settings.jobs] == 7)
    #expect(store.problems == [.newer(place: path, found: "9.0", own: "1.0")])
    try store.set(settings.jobs, to: 8)
    try store.save()
    #expect(text.contains("\"app-version\": \"9.0\"") && text.contains("\"new\": 1"))
  }

  @Test(arguments: ["", "{", "[1]", "null", "{\"jobs\": 1,}", "\u{0}"])
  func aDamagedFileIsSetAsideAndNamed(_ damage: String) throws {
    try write(damage)
    let store = try store()
    #expect(store[settings.jobs] == 4)
    guard case .damaged(path, "preferences.json.damaged", _)? = store.problems.first else {
      Issue.record("\(store.problems)")
      return
    }
    #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == damage)
    #expect(text == "{\n  \"app-version\": \"1.0\"\n}\n")
  }

  @Test func aFileThatIsDamagedWhileTheAppRunsIsLeftUntilItSaves() throws {
    let place = MemoryStorage()
    let store = try PreferenceStore(
      settings, at: .bytes(in: place, name: "p"), version: "1.0",
      options: PreferenceOptions(autosave: nil))
    try store.set(settings.jobs, to: 8)
    try store.save()
    try place.write(Array("{ being edited".utf8), to: "p")
    try store.refresh()
    try store.refresh()
    #expect(store[settings.jobs] == 8)
    #expect(store.problems.count == 1)
    #expect(try place.read("p") == Array("{ being edited".utf8))
    try store.set(settings.level, to: 5)
    try store.save()
    #expect(try place.read("p.damaged") == Array("{ being edited".utf8))
    let text = String(decoding: try place.read("p"), as: UTF8.self)
    #expect(text.contains("\"jobs\": 8") && text.contains("\"level\": 5"))
  }

  @Test func twoInstancesSeeEachOthersChanges() async throws {
    let one = try store()
    let two = try store()
    try one.set(settings.jobs, to: 8)
    try two.set(settings.level, to: 5)
    try await one.save()
    try await two.save()
    #expect(text.contains("\"jobs\": 8") && text.contains("\"level\": 5"))
    let settings = settings
    try await eventually("both") { one[settings.level] == 5 && two[settings.jobs] == 8 }
    // The later of two to save the same has the say, and both know.
    try one.set(settings.jobs, to: 10)
    try two.set(settings.jobs, to: 11)
    try await one.save()
    try await two.save()
    try await eventually("the same") { one[settings.jobs] == 11 && two[settings.jobs] == 11 }
    // A value that one takes out is gone in the other.
    try one.reset(settings.jobs)
    try await one.save()
    try await eventually("the default") { two[settings.jobs] == 4 }
  }

  @Test func anEditorsChangeIsSeen() async throws {
    let store = try store()
    let settings = settings
    try write(#"{"jobs": 9, "odd": true}"#)
    try await eventually("the change") { store[settings.jobs] == 9 }
    try store.set(settings.level, to: 5)
    try await store.save()
    #expect(text.contains("\"odd\": true"))
    try FileManager.default.removeItem(atPath: path)
    try await eventually("the default") { store[settings.jobs] == 4 }
  }

  @Test func changesAreSavedSoonAndWhenTheStoreGoes() async throws {
    let store = try store(autosave: .milliseconds(1))
    try store.set(settings.jobs, to: 8)
    try await eventually("the save") { !store.hasUnsavedChanges }
    #expect(text.contains("\"jobs\": 8"))
    do { try self.store().set(settings.jobs, to: 9) }
    #expect(text.contains("\"jobs\": 9"))
  }

  @Test func anAdministratorsFileIsFound() throws {
    let base = folder.url.path
    let environment = [
      "XDG_CONFIG_HOME": base + "/home", "XDG_CONFIG_DIRS": base + "/none:" + base + "/etc",
    ]
    try FileManager.default.createDirectory(
      atPath: base + "/etc/org.example.Sample", withIntermediateDirectories: true)
    try #"{"jobs": 2}"#.write(
      toFile: base + "/etc/org.example.Sample/preferences.json", atomically: true, encoding: .utf8)
    let store = try PreferenceStore(
      settings, at: .user("org.example.Sample", environment: environment), version: "1.0",
      layers: [.administrator(environment: environment)],
      options: PreferenceOptions(secrets: .file))
    #expect(store[settings.jobs] == 2 && store.layer(of: settings.jobs) == .administrator)
    #expect(
      FileManager.default.fileExists(
        atPath: base + "/home/org.example.Sample/preferences.json"))
  }

  @Test func aPlaceThatCannotBeWrittenKeepsNobodyFromStarting() throws {
    let faulty = FaultyStorage(MemoryStorage())
    faulty.add(StorageFault(.fails(.noSpace), atCall: 1, of: .write))
    let store = try PreferenceStore(
      settings, at: .bytes(in: faulty, name: "p"), version: "1.0",
      options: PreferenceOptions(autosave: nil))
    guard case .notSaved? = store.problems.first else {
      Issue.record()
      return
    }
    faulty.add(StorageFault(.fails(.noSpace), atCall: 1, of: .write))
    try store.set(settings.jobs, to: 8)
    #expect(throws: PreferenceError.self) { try store.save() }
    #expect(store.hasUnsavedChanges && store[settings.jobs] == 8)
    try store.save()
    #expect(!store.hasUnsavedChanges)
  }

  @Test func aLinkIsFollowed() throws {
    try write(#"{"jobs": 9}"#)
    let link = folder.url.appendingPathComponent("link.json").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let store = try PreferenceStore(
      settings, at: .file(link), version: "1.0", options: PreferenceOptions(autosave: nil))
    #expect(store[settings.jobs] == 9)
    try store.set(settings.jobs, to: 10)
    try store.save()
    #expect(text.contains("\"jobs\": 10"))
  }

  @Test func aCopyLeavesNothingBehind() throws {
    let other = folder.url.appendingPathComponent("none/preferences.json").path
    let empty = try PreferenceStore(settings, at: .file(other).copied, version: "1.0")
    #expect(empty[settings.jobs] == 4)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/none"))
    try write(#"{"jobs": 9}"#)
    let store = try PreferenceStore(settings, at: .file(path).copied, version: "1.0")
    #expect(store[settings.jobs] == 9)
    try store.set(settings.jobs, to: 10)
    try store.save()
    #expect(text == #"{"jobs": 9}"#)
  }
}
