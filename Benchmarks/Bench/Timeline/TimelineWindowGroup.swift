import Foundation
import HikidashiBase
import HikidashiStorage
import TimelineKit

/// The real program with a million posts, beside one with a hundred.
let timelineWindowGroup = Group(
  name: "timelinewindow",
  summary: "Timeline's window with a million posts: started, searched in, marked"
) { report in
  try withTimeline(&report) { run, report in try run.measureMillion(&report) }
}

/// A scroll while 4,000 feeds are refreshed.
let timelineRefreshGroup = Group(
  name: "timelinerefresh",
  summary: "Timeline scrolled while it refreshes 4,000 feeds, beside a bare list in C"
) { report in
  guard SyncServer.program != nil else { return report.leaveOut("nginx") }
  try withTimeline(&report) { run, report in try run.measureRefresh(&report) }
}

/// A long scroll through posts with pictures, three times.
let timelinePicturesGroup = Group(
  name: "timelinepictures", summary: "Timeline scrolled three times through posts with pictures"
) { report in
  try withTimeline(&report) { run, report in try run.measurePictures(&report) }
}

private func withTimeline(
  _ report: inout Report, _ body: (TimelineWindowRun, inout Report) throws -> Void
) throws {
  guard FileManager.default.isExecutableFile(atPath: TimelineProgram.program.path) else {
    return report.leaveOut("timeline (build it beside bench, for release)")
  }
  guard Launch.find("xdotool") != nil else {
    return report.leaveOut("xdotool, which presses the keys")
  }
  // A display of its own, whatever there is: keys go to its windows.
  guard let display = try VirtualDisplay() else { return report.leaveOut("Xvfb") }
  // GTK of this process ends with it.
  report.display = display
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  try body(TimelineWindowRun(folder: folder.url, display: display.name), &report)
}

struct TimelineWindowRun {
  let folder: URL
  let display: String
  private static let count = 1_000_000
  /// Archives, as feeds are refreshed at each start.
  private static let sources = (0..<50).map {
    TimelineSource(.archive, title: "Archive \($0)", address: "/none/\($0)")
  }

  func measureMillion(_ report: inout Report) throws {
    // Made once where somebody measures often.
    let kept = Environment.value("HIKIDASHI_BENCH_POSTS").map { URL(fileURLWithPath: $0) } ?? folder
    let (few, many) = (kept.appendingPathComponent("few"), kept.appendingPathComponent("many"))
    try Self.fill(few.path, 100)
    try Self.fill(many.path, Self.count)
    try measureStart(many, few, &report)
    try measureSearch(many, &report)
    try measureMarks(many, &report)
  }

  private static func fill(_ path: String, _ count: Int) throws {
    let store = try TimelineStore(folder: path)
    guard try store.posts.count() < count else { return }
    try store.put(sources)
    var posts = GeneratedPosts(seed: 1, of: sources)
    while posts.count < count { try store.add(posts.page(min(10_000, count - posts.count))) }
    try store.posts.mergeWords()
  }

  /// A home whose reader is at the post with a number.
  private func home(_ name: String, at number: Int, in posts: URL) throws -> URL {
    let home = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let list = try TimelineStore(folder: posts.path)
      .list(around: TimelinePlace(id: "", date: GeneratedPosts.date(number)), reach: 5)
    if let place = list.rows.compactMap(\.firstPlace).first {
      try TimelineProgram.keep(place, home: home)
    }
    return home
  }

  private func measureStart(_ many: URL, _ few: URL, _ report: inout Report) throws {
    let homes = (
      try home("many-home", at: Self.count / 2, in: many), try home("few-home", at: 50, in: few)
    )
    let found = try alternate(
      runs: 9, { try TimelineProgram(many.path, home: homes.0, display: display).firstFrame() },
      { try TimelineProgram(few.path, home: homes.1, display: display).firstFrame() })
    report.add(
      Row(
        group: "timelinewindow", name: "window at the kept place among \(Self.count)",
        value: found.first.median, unit: "ms", spread: found.first.spread,
        peers: [("among 100", found.second.median)]))
    add("… times that of 100, at most 2", "×", [found.ratios.median], &report)
  }

  private func measureSearch(_ many: URL, _ report: inout Report) throws {
    let program = try started(many, "many-home")
    _ = try? program.press("ctrl+f")
    var (frames, longest): ([Double], [Double]) = ([], [])
    for word in ["karun", "stiwer", "to mi", "mi no"] {
      for letter in word {
        let key = try program.press(letter == " " ? "space" : String(letter))
        frames.append(key.rows ?? key.frame)
        longest.append(key.longest)
      }
      _ = try? program.press("ctrl+a")
    }
    addSlowest("a key of a search, to the frame with its hits, at most 16.7", frames, &report)
    add("… the median key", "ms", frames, &report)
    addSlowest("… the longest stretch of the main thread", longest, &report)
    add("memory after the search", "MB", [program.memory], &report)
  }

  private func measureMarks(_ many: URL, _ report: inout Report) throws {
    var (shown, longest): ([Double], [Double]) = ([], [])
    // Marks stay, and the posts may be kept for the next run.
    let posts = folder.appendingPathComponent("marked")
    try FileManager.default.copyItem(at: many, to: posts)
    defer { try? FileManager.default.removeItem(at: posts) }
    for run in 0..<5 {
      // Each marks another 100,000, of the newest that are not read.
      let copy = "marks-\(run)"
      _ = try home(copy, at: Self.count - 100_000 * (run + 1), in: posts)
      let program = try started(posts, copy)
      _ = try? program.press("F6")
      let key = try program.press("u", holding: ["ctrl", "shift"])
      shown.append(key.frame)
      longest.append(key.longest)
    }
    add("mark 100,000 read in the window: shown, at most 50", "ms", shown, &report)
    add("… the longest stretch of the main thread", "ms", longest, &report)
    let store = try TimelineStore(folder: many.path)
    let numbers = try store.posts.numbers(.after, of: nil)
    _ = try store.posts.mark(PostFields.isRead, numbers, isMarked: false)
  }

  func started(_ posts: URL, _ home: String) throws -> TimelineProgram {
    let home = folder.appendingPathComponent(home)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let program = try TimelineProgram(posts.path, home: home, display: display)
    _ = try program.firstFrame()
    try program.focus()
    program.rest()
    return program
  }

  func add(_ name: String, _ unit: String, _ values: [Double], _ report: inout Report) {
    let measured = Measured(values)
    report.add(
      Row(
        group: "timelinewindow", name: name, value: measured.median, unit: unit,
        spread: measured.spread))
  }

  func addSlowest(_ name: String, _ values: [Double], _ report: inout Report) {
    report.add(
      Row(
        group: "timelinewindow", name: name, value: values.max() ?? 0, unit: "ms",
        spread: (values.min() ?? 0)...(values.max() ?? 0)))
  }
}

extension TimelineRow {
  /// Where a row of posts stands.
  fileprivate var firstPlace: TimelinePlace? {
    if case .post(let thing) = self { thing.place } else { nil }
  }
}
