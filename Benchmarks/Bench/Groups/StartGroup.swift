import Foundation
import HikidashiBase

/// How long a person waits for RFC Viewer's first rows, beside what GTK itself takes to show nothing.
///
/// The bare program is an empty libadwaita window in C. Both are started in turns, in the same
/// environment, on the same display, and write a line when their first frame has been painted.
let startGroup = Group(
  name: "start", summary: "first frame of RFC Viewer with index rows, beside an empty window in C"
) { report in
  let folder = URL(fileURLWithPath: executablePath()).deletingLastPathComponent()
  let viewer = folder.appendingPathComponent("rfcviewer")
  let bare = folder.appendingPathComponent("BareWindow")
  for program in [viewer, bare]
  where !FileManager.default.isExecutableFile(atPath: program.path) {
    return report.leaveOut("\(program.lastPathComponent) (build it beside bench, for release)")
  }

  let environment = ProcessInfo.processInfo.environment
  let display = environment["DISPLAY"] == nil ? try VirtualDisplay() : nil
  guard let name = display?.name ?? environment["DISPLAY"] else {
    return report.leaveOut("Xvfb, without which nothing is painted where there is no display")
  }
  let desktop = try TemporaryFolder()
  defer { desktop.remove() }
  let real = try IndexMirror(in: desktop.url)
  let mirror = try real ?? IndexMirror(generatedIn: desktop.url)
  let source = real == nil ? "generated" : "2026-08-21"

  for renderer in ["cairo", "gl"] {
    let shared = [
      "DISPLAY": name, "GDK_BACKEND": "x11", "GSK_RENDERER": renderer, "HOME": desktop.url.path,
      "XDG_STATE_HOME": desktop.url.path, "XDG_CONFIG_HOME": desktop.url.path,
      "XDG_RUNTIME_DIR": desktop.url.path, "GSETTINGS_BACKEND": "memory",
      // No running instance may answer in place of the one that is measured.
      "DBUS_SESSION_BUS_ADDRESS": "disabled:", "HIKIDASHI_FIRST_FRAME": "1",
    ]
    let times = try alternate(
      runs: 15,
      { try firstFrame(viewer, ["--mirror", mirror.folder.path], shared, atLeast: 1) },
      { try firstFrame(bare, [], shared, atLeast: 0) })
    report.add(
      Row(
        group: "start", name: "first frame with rows (\(source)), \(renderer)",
        value: times.first.median, unit: "ms", spread: times.first.spread,
        peers: [("empty window in C", times.second.median)]))
    report.add(
      Row(
        group: "start", name: "the same as a multiple, \(renderer)",
        value: times.first.median / times.second.median, unit: "×", spread: times.ratios.spread))
  }
}

/// Milliseconds from starting `program` until it says that its first frame has been painted.
private func firstFrame(
  _ program: URL, _ arguments: [String], _ environment: [String: String], atLeast rows: Int
) throws -> Double {
  let launch = try Launch(program, arguments, environment: environment)
  defer { launch.stop() }
  let (line, after) = try launch.line(prefix: "first-frame ")
  guard let shown = Int(line.dropFirst("first-frame ".count)), shown >= rows else {
    throw StartFailure.noRows(program: program.lastPathComponent, line: line)
  }
  return after / .milliseconds(1)
}

private enum StartFailure: Error, CustomStringConvertible {
  case noRows(program: String, line: String)

  var description: String {
    switch self {
    case .noRows(let program, let line):
      "\(program) painted its first frame without index rows; it said '\(line)'"
    }
  }
}
