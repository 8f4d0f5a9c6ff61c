import Foundation
import HikidashiPreferences
import HikidashiStorage
import TestSupport
import Testing

/// An app with a document as a process of its own, from its start to its end.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display"))
struct SavingProcessTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private var data: String { home.url.appendingPathComponent("data").path }

  private func start(_ what: String, _ more: [String: String] = [:]) throws -> Run {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let app = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("SavingApp")
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_STATE_HOME"] = home.url.appendingPathComponent("state").path
    environment.merge(more) { $1 }
    let run = try Run(app.path, [data, what], environment: environment)
    _ = run.standardOutput(until: "ready\n")
    return run
  }

  private func saved() throws -> [UInt8]? {
    try Document(.folder(data), version: "1").value("value")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func savesWhenItIsToldToEnd(_ signal: Int32) throws {
    let app = try start("wait")
    #expect(try saved() == nil)
    app.send(signal)
    #expect(app.wait() == 0, "\(app.standardError)")
    #expect(try saved() == Array("kept".utf8))
  }

  /// `destroy` is the end of the last window without the app being asked.
  @Test(arguments: ["quit", "close", "destroy"]) func savesAtItsEnd(_ what: String) throws {
    let app = try start(what)
    #expect(app.wait() == 0, "\(app.standardError)")
    #expect(try saved() == Array("kept".utf8))
  }

  /// In the same process, where nothing of the first start is left; without a locale, in which no messages
  /// but English ones would be read.
  @Test func startsAgainInAnotherLanguageAfterItHasSaved() throws {
    let app = try start("restart", ["LANGUAGE": "de", "LC_ALL": "C"])
    #expect(app.wait() == 0, "\(app.standardError)")
    #expect(app.standardOutput == "ready\nkept ja \(app.identifier)\nready\n")
  }

  /// Nobody but the window, or the table, has said that the settings are to be saved.
  @Test(arguments: ["preferences", "arrangement"])
  func savesSettingsThatAPersonChangesInIt(_ what: String) throws {
    let app = try start(what)
    #expect(app.wait() == 0, "\(app.standardError)")
    struct Settings: PreferenceGroup { let jobs = Preference("jobs", default: 4) }
    let settings = Settings()
    let store = try PreferenceStore(
      settings, at: .file(data + ".settings/preferences.json"), version: "1",
      options: PreferenceOptions(autosave: nil))
    #expect(store[settings.jobs] == 8)
  }

  @Test func saysWhatIsWrongWithSettings() throws {
    try home.write("{\"jobs\": \"many\"}", to: "data.settings/preferences.json")
    let app = try start("preferences")
    #expect(app.wait() == 0)
    let lines = app.standardError.split(separator: "\n")
    #expect(lines.filter { $0.contains("“jobs” in ") && $0.hasPrefix("SavingApp: ") }.count == 1)
  }

  /// As after a login by SSH: accessibility may have a bus, and the session none.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil))
  func isQuietWithoutASessionBus() throws {
    let bus = try #require(ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"])
    let app = try start(
      "close", ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/no/bus", "AT_SPI_BUS_ADDRESS": bus])
    #expect(app.wait() == 0)
    #expect(app.standardError == "")
  }

  @Test func saysThatItHasNoWindow() throws {
    let app = try start("nothing")
    #expect(app.wait() == 1)
    #expect(app.standardError.contains("SavingApp: the app has no window to show; put one into"))
    let log = home.read("state/io.github.hikidashi.SavingApp/log")
    #expect(log?.contains("ERROR the app has no window to show") == true)
  }

  @Test func saysWhatItCouldNotSave() throws {
    let app = try start("wait")
    try FileManager.default.removeItem(atPath: data)
    app.send(SIGTERM)
    #expect(app.wait() == 1)
    #expect(app.standardError.contains("Changes are not saved"))
    #expect(app.standardError.contains(data))
  }
}
