import CHikidashiGTK
import Foundation
import Glibc
import HikidashiBase
import HikidashiStorage
import HikidashiWidgets
import TimelineKit

/// Timeline as a person starts it, in a home of its own, with a log of its frames; keys and wheel come from the X
/// server.
final class TimelineProgram {
  /// A line of the log: a frame, or a stretch of work of the main thread. Times are in microseconds.
  struct Event {
    var isFrame: Bool
    var start: Int64
    var length: Int64
    /// How many rows a list has that shows others from this frame on.
    var rows: Int

    var end: Int64 { start + length }
  }

  enum Failure: Error, CustomStringConvertible {
    case noWindow
    case noFrame(String)

    var description: String {
      switch self {
      case .noWindow: "timeline has no window"
      case .noFrame(let what): "timeline painted no frame after \(what)"
      }
    }
  }

  private let launch: Launch
  private let log: URL
  private let display: String
  let started: Int64
  private var window = ""

  static var program: URL {
    URL(fileURLWithPath: executablePath()).deletingLastPathComponent()
      .appendingPathComponent("timeline")
  }

  /// - Parameters:
  ///   - posts: The folder of the store.
  ///   - home: What the program keeps beside it.
  init(_ posts: String, home: URL, display: String) throws {
    self.display = display
    log = home.appendingPathComponent("frames")
    try? FileManager.default.removeItem(at: log)
    // A cursor that blinks makes frames all the time.
    let look = home.appendingPathComponent("gtk-4.0")
    try FileManager.default.createDirectory(at: look, withIntermediateDirectories: true)
    try Data("[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n".utf8)
      .write(to: look.appendingPathComponent("settings.ini"))
    started = Self.now
    launch = try Launch(
      Self.program, ["--folder", posts], environment: Self.environment(home, display, log))
  }

  deinit { launch.stop() }

  static func environment(_ home: URL, _ display: String, _ log: URL? = nil) -> [String: String] {
    [
      "DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "HOME": home.path,
      "XDG_STATE_HOME": home.path, "XDG_CONFIG_HOME": home.path, "XDG_CACHE_HOME": home.path,
      "XDG_RUNTIME_DIR": home.path, "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
      // No running instance may answer in place of the one that is measured, and nothing is loaded by itself.
      "DBUS_SESSION_BUS_ADDRESS": "disabled:", "TIMELINE_INTERVAL": "0s",
    ].merging(log.map { ["HIKIDASHI_FRAMES": $0.path] } ?? [:]) { $1 }
  }

  static var now: Int64 { Int64(g_get_monotonic_time()) }

  /// Where the reader is in the list of all posts when the program starts in a home.
  static func keep(_ place: TimelinePlace, home: URL) throws {
    struct Place: Codable, Equatable {
      var post: String
      var date: Double
      var offset: Double
    }
    let folder = home.appendingPathComponent("io.github.hikidashi.Timeline").path
    let storage = try FolderStorage(folder)
    MainActor.assumeIsolated {
      let state = StateStore(in: storage)
      let places = state.kept("places", default: [String: Place]())
      places.value = [
        TimelineStore.mergedList: Place(
          post: place.id, date: place.date.timeIntervalSinceReferenceDate, offset: -20)
      ]
      state.save()
    }
  }

  // MARK: - What it does

  /// What was logged since a time.
  func events(since time: Int64 = 0) -> [Event] {
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count >= 3, let start = Int64(parts[1]), let length = Int64(parts[2]),
        start >= time
      else { return nil }
      return Event(
        isFrame: parts[0] == "frame", start: start, length: length,
        rows: parts.count > 3 ? Int(parts[3]) ?? 0 : 0)
    }
  }

  /// Waits until nothing has happened for a while.
  func rest(for seconds: Double = 0.5, within limit: Double = 30) {
    let start = Self.now
    while Double(Self.now - start) < limit * 1e6 {
      usleep(20_000)
      let last = max(start, events(since: start - 2_000_000).map(\.end).max() ?? 0)
      if Double(Self.now - last) > seconds * 1e6 { return }
    }
  }

  /// Milliseconds from the start of the program to the end of its first frame with posts.
  func firstFrame() throws -> Double {
    while launch.isRunning, Self.now - started < 60_000_000 {
      // The sidebar has fewer rows.
      if let frame = events().first(where: { $0.isFrame && $0.rows > 60 }) {
        return Double(frame.end - started) / 1_000
      }
      usleep(2_000)
    }
    throw Failure.noFrame("its start")
  }

  /// Gives the window the keyboard, as a window manager would.
  func focus() throws {
    let found = run(["search", "--sync", "--onlyvisible", "--pid", "\(launch.identifier)"])
    guard let id = found.split(separator: "\n").last else { throw Failure.noWindow }
    window = String(id)
    _ = run(["windowfocus", "--sync", window])
  }

  /// Presses a key, and waits until all that follows is over.
  ///
  /// - Parameter held: The keys that are held meanwhile; their own work is over before.
  /// - Returns: Milliseconds until the end of the first frame, and of the first with other rows, where there is
  ///   one; and the longest stretch of the main thread.
  func press(
    _ key: String, holding held: [String] = []
  ) throws -> (frame: Double, rows: Double?, longest: Double) {
    if !held.isEmpty {
      _ = run(held.flatMap { ["keydown", $0] })
      rest()
    }
    defer { if !held.isEmpty { _ = run(held.flatMap { ["keyup", $0] }) } }
    let time = Self.now
    _ = run(["key", key])
    // A busy machine begins late.
    while Self.now - time < 5_000_000, !events(since: time).contains(where: \.isFrame) {
      usleep(2_000)
    }
    rest()
    let found = events(since: time)
    guard let first = found.first(where: { !$0.isFrame }).map(\.start),
      let frame = found.first(where: { $0.isFrame })
    else { throw Failure.noFrame(key) }
    // A frame is in a stretch of work, whose line comes after the frame's.
    let start = min(first, frame.start)
    let rows = found.first { $0.isFrame && $0.rows > 0 }
    let longest = found.filter { !$0.isFrame }.map(\.length).max() ?? 0
    return (
      Double(frame.end - start) / 1_000, rows.map { Double($0.end - start) / 1_000 },
      Double(longest) / 1_000
    )
  }

  /// Turns the wheel over the list.
  ///
  /// - Returns: The lengths of the frames meanwhile, in milliseconds.
  func turnWheel(_ steps: Int, button: Int = 5) -> [Double] {
    let time = Self.now
    _ = run([
      "mousemove", "--window", window, "700", "500", "click", "--repeat", "\(steps)", "--delay",
      "16",
      "\(button)",
    ])
    return events(since: time).filter(\.isFrame).map { Double($0.length) / 1_000 }
  }

  /// Presses a key so often, as fast as frames come.
  ///
  /// - Returns: The private memory meanwhile, in megabytes, some times a second.
  @discardableResult
  func repeatKey(_ key: String, _ count: Int) -> [Double] {
    var found: [Double] = []
    _ = run(["key", "--repeat", "\(count)", "--delay", "16", key]) { found.append(self.memory) }
    return found
  }

  /// Private memory, in megabytes.
  var memory: Double {
    let path = "/proc/\(launch.identifier)/status"
    let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return (line?.split { !$0.isNumber }.first.flatMap { Double($0) } ?? 0) / 1_024
  }

  /// - Parameter watch: Called some times a second.
  private func run(_ arguments: [String], watch: (() -> Void)? = nil) -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = Launch.find("xdotool")
    process.arguments = arguments
    process.environment = ["DISPLAY": display, "PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    while let watch, process.isRunning {
      watch()
      usleep(250_000)
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }
}
