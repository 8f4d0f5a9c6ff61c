internal import Foundation

/// A Wayland desktop of a test's own: Weston, with one screen and one keyboard, ended with the value
/// that owns it or with the test's process, however that ends.
///
/// Weston's backend without a screen has no keyboard either, and its protocol lets no program press a
/// key. Here its screen is a window of an X server that nobody sees, whose keyboard a test can press:
/// an app gets the key from the compositor, as it does from a person's.
///
/// ```swift
/// let desktop = try WestonDisplay()
/// let app = try desktop.start(TestProgram.path("gallery"))
/// try desktop.press("ctrl+q")
/// ```
package final class WestonDisplay {
  /// Why there is no desktop.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// What a test needs that has one.
  package static let programs = ["weston", "Xvfb", "xdotool", "dbus-run-session"]

  private let folder: ScratchFolder
  private let process: ChildProcess
  private let lifeline: FileHandle
  /// Which X server has Weston's window.
  private let display: String

  /// Starts a desktop and waits until it has a screen.
  ///
  /// - Throws: ``Failure`` or an error of Foundation.
  package init() throws {
    folder = try ScratchFolder()
    // It takes no folder that others get into.
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
    let pipe = try ChildPipe()
    process = try ChildProcess(
      "/bin/sh", ["-c", Self.script], in: folder.url, input: pipe.reading.fileDescriptor)
    lifeline = pipe.writing
    let ready = #/x11 output \d+x\d+, window id (\d+)/#
    var found: Substring?
    for _ in 0..<6_000 where found == nil && process.isRunning {
      found = try folder.read("weston.log").flatMap { try ready.firstMatch(in: $0)?.1 }
      if found == nil { usleep(10_000) }
    }
    guard let found, let number = folder.read("number") else {
      throw Failure(description: "Weston did not start: \(folder.read("weston.log") ?? "")")
    }
    let screen = String(found)
    display = ":" + number.trimmingCharacters(in: .whitespacesAndNewlines)
    // Nothing but Weston's window is there, and no window manager that gives it the keyboard.
    try tell("windowfocus", ["--sync", screen])
  }

  deinit {
    try? lifeline.close()
    _ = process.wait()
  }

  /// Both servers end when nobody holds the other end of standard input any more, and each with the
  /// other.
  private static let script = #"""
    exec 3<&0
    Xvfb -displayfd 4 -screen 0 1024x768x24 -nolisten tcp -noreset -fbdir . 4>number 3<&- &
    server=$!
    until [ -s number ]; do kill -0 $server || exit 1; sleep 0.02; done
    DISPLAY=:$(cat number) XDG_RUNTIME_DIR=$PWD weston --backend=x11-backend.so --use-pixman \
      --shell=kiosk-shell.so --width=1024 --height=768 --idle-time=0 --no-config \
      --socket=wayland 3<&- >weston.log 2>&1 &
    compositor=$!
    { read -r _ <&3; kill -9 $compositor $server; } &
    wait $compositor
    kill -9 $server $! 2>&-
    """#

  /// Starts an app on the desktop, with a session bus and a home of its own. Standard error also has
  /// what the app and the compositor say to one another.
  package func start(_ program: String, _ arguments: String...) throws -> Run {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = nil
    environment["GDK_BACKEND"] = "wayland"
    environment["WAYLAND_DISPLAY"] = "wayland"
    environment["WAYLAND_DEBUG"] = "client"
    environment["XDG_RUNTIME_DIR"] = folder.url.path
    environment["HOME"] = folder.url.path
    return try Run(
      Tool("dbus-run-session").path ?? "", ["--", program] + arguments, environment: environment)
  }

  /// Presses a key, as xdotool calls it: `F11`, `ctrl+q`.
  package func press(_ keys: String...) throws { try tell("key", keys) }

  private func tell(_ command: String, _ arguments: [String]) throws {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = display
    let run = try Run(
      Tool("xdotool").path ?? "", [command] + arguments, environment: environment)
    guard run.wait() == 0 else { throw Failure(description: run.standardError) }
  }

  /// How many colours the compositor shows, and what part of the screen the most frequent one has.
  package func colors() -> (count: Int, share: Double) {
    // The X server keeps its screen as an X window dump: words of the header, the first of which is
    // its length, from the other end, then twelve bytes for each colour by number, then the pixels.
    let url = folder.url.appendingPathComponent("Xvfb_screen0")
    guard let data = try? Data(contentsOf: url), data.count > 100 else { return (0, 1) }
    func word(_ place: Int) -> Int {
      data[place * 4..<place * 4 + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let pixels = data.dropFirst(word(0) + word(19) * 12)
    var counts: [UInt32: Int] = [:]
    pixels.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count - 3, by: 4) {
        let pixel = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        counts[pixel & 0xFF_FFFF, default: 0] += 1
      }
    }
    let whole = max(counts.values.reduce(0, +), 1)
    return (counts.count, Double(counts.values.max() ?? whole) / Double(whole))
  }
}
