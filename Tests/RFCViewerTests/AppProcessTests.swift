import Foundation
import TestSupport
import Testing

/// RFC Viewer's window as a process of its own, from its start to its end.
// One after the other: a start goes to an app of the same name that runs on the same bus.
@Suite(
  .serialized,
  .enabled(
    if: BuiltProgram.path != nil && ProcessInfo.processInfo.environment["DISPLAY"] != nil,
    "rfcviewer is not built beside the tests, or there is no display"))
struct AppProcessTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private var state: String { "io.github.hikidashi.RFCViewer" }

  private func start(_ arguments: String...) throws -> Run {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_STATE_HOME"] = home.url.path
    environment["XDG_DATA_HOME"] = home.url.path
    return try Run(BuiltProgram.path ?? "", ["--offline"] + arguments, environment: environment)
  }

  /// Waits for a file that the app writes, which tells how far it has come.
  private func wait(forFile name: String) -> Bool {
    let path = home.url.appendingPathComponent(name).path
    let end = ContinuousClock.now + .seconds(300)
    while !FileManager.default.fileExists(atPath: path) {
      if ContinuousClock.now > end { return false }
      usleep(5_000)
    }
    return true
  }

  @Test func endsInOrderWhenItIsAskedTo() throws {
    let app = try start()
    #expect(wait(forFile: state + "/log"))
    app.send(SIGTERM)
    #expect(app.wait() == 0)
    let kept = try #require(home.read(state + "/state.json"))
    #expect(kept.contains("\"width\":1280"))
    #expect(kept.contains("\"isMaximized\":false"))
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil,
      "there is no session bus, on which the running app has its name; make test brings one"))
  func aSecondStartGoesToTheRunningApp() throws {
    let first = try start()
    #expect(wait(forFile: state + "/log"))
    let second = try start("--open", "2119")
    #expect(second.wait() == 0)
    #expect(kill(first.identifier, 0) == 0)
    first.send(SIGTERM)
    #expect(first.wait() == 0)
  }

  @Test func drawsItsWindowIntoAFile() throws {
    let picture = home.url.appendingPathComponent("window.png").path
    let app = try start("--screenshot", picture)
    #expect(app.wait() == 0)
    let bytes = try #require(FileManager.default.contents(atPath: picture))
    #expect(bytes.count > 10_000)
    #expect(Array(bytes.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func saysWhyAPictureCannotBeWritten() throws {
    let app = try start("--screenshot", home.url.path + "/no/such/folder.png")
    #expect(app.wait() == 1)
    #expect(app.standardError.contains("/no/such/folder.png"))
    #expect(app.standardError.contains("rfcviewer: Cannot write"))
  }

  @Test func saysThatThereIsNoDisplay() throws {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = nil
    environment["WAYLAND_DISPLAY"] = nil
    environment["GDK_BACKEND"] = "x11"
    let app = try Run(BuiltProgram.path ?? "", [], environment: environment)
    #expect(app.wait() == 1)
    // Not every app has this project's Makefile.
    #expect(app.standardError.hasPrefix("rfcviewer: no display: start it on a desktop"))
    #expect(app.standardError.split(separator: "\n").count == 1)
  }
}
