import Foundation
import HikidashiBase

/// An X server without a screen, for as long as the bench needs one.
final class VirtualDisplay {
  /// What `DISPLAY` is for its clients, as `:99`.
  let name: String
  private let server: Launch

  /// Starts a server on the first free number; nil when Xvfb is not installed.
  init?() throws {
    guard let program = Launch.find("Xvfb") else { return nil }
    server = try Launch(
      program, ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"])
    do {
      name = ":" + (try server.line().text)
    } catch {
      server.stop()
      throw error
    }
  }

  deinit { server.stop() }
}

/// Runs `body` with a display that windows of this process are drawn on, and adds what it finds.
///
/// The display stays until the report ends, as GTK opens one display for good and ends a process whose
/// display goes.
func withDisplay(_ report: inout Report, _ body: () throws -> [Row]) throws {
  if Environment.value("DISPLAY") == nil, let display = try VirtualDisplay() {
    report.display = display
    setenv("DISPLAY", display.name, 1)
  }
  guard Environment.value("DISPLAY") != nil else {
    return report.leaveOut("Xvfb, without which nothing is painted where there is no display")
  }
  setenv("GTK_A11Y", "none", 0)
  // Where no GPU is, GL is drawn by the processor, and slower than Cairo.
  setenv("GSK_RENDERER", "cairo", 0)
  for row in try body() { report.add(row) }
}
