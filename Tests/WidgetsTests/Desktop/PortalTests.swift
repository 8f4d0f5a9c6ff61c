import Foundation
import TestSupport
import Testing

/// An app that asks portals, as one in a sandbox does, in a process of its own: GLib and GTK decide once
/// whether they ask them.
@Suite(
  .serialized,
  .enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display"),
  .needs("dbus-daemon"))
struct PortalTests {
  private func start(_ desk: PortalDesk) throws -> Run {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let app = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("PortalApp")
    var environment = ProcessInfo.processInfo.environment
    environment["DBUS_SESSION_BUS_ADDRESS"] = desk.address
    environment["GTK_USE_PORTAL"] = "1"
    // Of the desktop's look nothing is asked.
    environment["ADW_DISABLE_PORTAL"] = "1"
    return try Run(app.path, environment: environment)
  }

  @Test func whatPortalsAreAskedWaitsBehindAnAlertAndOneForAnother() async throws {
    let desk = try PortalDesk()
    defer { desk.close() }
    let app = try start(desk)
    // Both were asked for before, while the alert was there.
    try await eventually("the file to be asked for") { desk.told == ["Mark", "OpenFile"] }
    desk.answer("OpenFile", "(uint32 0, {'uris': <['file:///tmp/cards.tsv']>})")
    #expect(app.standardOutput(until: "cards.tsv\n").contains("chosen: /tmp/cards.tsv\n"))
    try await eventually("the address to be opened") { desk.told.last == "OpenURI" }
    desk.answer("OpenURI", "(uint32 0, @a{sv} {})")
    #expect(app.wait() == 0, "\(app.standardError)")
    #expect(app.standardOutput.hasSuffix("opened\n"), "\(app.standardOutput)")
    #expect(
      desk.told == ["Mark", "OpenFile", "answer OpenFile", "OpenURI", "answer OpenURI"])
  }
}
