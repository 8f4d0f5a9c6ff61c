import BenchPeers
import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiWidgetTesting
import HikidashiWidgets
import TimelineKit

extension TimelineWindowRun {
  /// Scrolls in the window while it refreshes, three times, and then in C's list while the command refreshes as
  /// much.
  func measureRefresh(_ report: inout Report) throws {
    let server = try SyncServer(in: folder)
    defer { server.stop() }
    var feeds = GeneratedFeeds(4_000, in: server.content)
    try feeds.write(10)
    let (ours, other) = (
      folder.appendingPathComponent("ours"), folder.appendingPathComponent("other")
    )
    for posts in [ours, other] {
      try TimelineStore(folder: posts.path).put(feeds.sources(at: server.address))
      try fetch(posts)
    }
    let program = try started(ours, "refresh-home")
    program.rest(for: 3)
    let (quiet, before) = (program.turnWheel(300), program.memory)
    var (frames, bare, memory): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<3 {
      try feeds.write(2)
      program.repeatKey("F5", 1)
      frames += program.turnWheel(600)
      program.rest(for: 3)
      memory.append(program.memory)
      bare += try scrollBare(whileFetching: other)
    }
    add("a frame of a scroll, nothing else going on", "ms", quiet, &report)
    add("… while 4,000 feeds are refreshed", "ms", frames, &report)
    addShare("… of them over 25 ms, at most 1", frames, bare, &report)
    addSlowest("… the slowest", frames, &report)
    add("memory before", "MB", [before], &report)
    add("… after each of three refreshes", "MB", memory, &report)
  }

  private func addShare(
    _ name: String, _ frames: [Double], _ bare: [Double], _ report: inout Report
  ) {
    func share(_ frames: [Double]) -> Double {
      Double(frames.count { $0 > 25 }) / Double(max(1, frames.count)) * 100
    }
    var row = Row(
      group: "timelinewindow", name: name, value: share(frames), unit: "%",
      spread: share(frames)...share(frames))
    row.peers = [("bare GtkListView in C", share(bare))]
    report.add(row)
  }

  @discardableResult
  private func fetch(_ posts: URL, isWaiting: Bool = true) throws -> Launch {
    let home = folder.appendingPathComponent("fetch-home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    // What it prints would fill a pipe that nobody reads.
    let launch = try Launch(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "exec \"$0\" fetch --folder \"$1\" > /dev/null", TimelineProgram.program.path,
        posts.path,
      ], environment: TimelineProgram.environment(home, display))
    if isWaiting { launch.wait() }
    return launch
  }

  private func scrollBare(whileFetching posts: URL) throws -> [Double] {
    setenv("DISPLAY", display, 1)
    setenv("GTK_A11Y", "none", 0)
    setenv("GSK_RENDERER", "cairo", 0)
    let launch = try fetch(posts, isWaiting: false)
    defer { launch.stop() }
    return try onLoop {
      let list = bench_list_view_new(1_000_000, false).assumingMemoryBound(to: GtkWidget.self)
      let stage = try await ListStage(Part(native: list))
      let times = try await stage.scroll()
      try await stage.stage.close()
      return times
    }
  }

  // MARK: - Pictures

  /// Goes through posts with a picture each, page by page to the end and back, and again.
  func measurePictures(_ report: inout Report) throws {
    let count = Environment.value("HIKIDASHI_BENCH_PICTURES").flatMap { Int($0) } ?? 100_000
    let posts = folder.appendingPathComponent("pictures")
    let archive = folder.appendingPathComponent("archive")
    try FileManager.default.createDirectory(at: archive, withIntermediateDirectories: true)
    for number in 0..<1_000 {
      try Self.picture(number).write(to: archive.appendingPathComponent("\(number).png"))
    }
    let source = TimelineSource(.archive, title: "Pictures", address: archive.path)
    let store = try TimelineStore(folder: posts.path)
    try store.put(source)
    var made = GeneratedPosts(seed: 5, of: [source])
    while made.count < count {
      var page = made.page(min(10_000, count - made.count))
      for index in page.posts.indices {
        page.posts[index].pictures = [
          Post.Picture("\(index % 1_000).png", alternative: "", width: 320, height: 240)
        ]
      }
      try store.add(page)
    }
    let program = try started(posts, "pictures-home")
    program.repeatKey("F6", 1)
    var (memory, most): ([Double], [Double]) = ([], [])
    for pass in 0..<3 {
      // A page shows five posts or so. At one moment some megabytes more or less wait to be given back.
      let found = Measured(
        program.repeatKey(pass.isMultiple(of: 2) ? "Next" : "Prior", count / 4))
      memory.append(found.median)
      most.append(found.spread.upperBound)
      writeError("bench: pictures, pass \(pass + 1): \(memory[pass]) MB, at most \(most[pass])")
    }
    add(
      "memory during three scrolls through \(count) posts with pictures, the median of each",
      "MB", memory, &report)
    add("… the most of each, less than 250", "MB", most, &report)
    let growth = (memory[2] / memory[0] - 1) * 100
    add("… its growth from the first to the last, at most 5", "%", [growth], &report)
  }

  /// A picture of its own colours.
  private static func picture(_ number: Int) throws -> Data {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(320 * 240 * 4)
    for y in 0..<240 {
      for x in 0..<320 {
        pixels += [UInt8((x + number) % 256), UInt8((y * number) % 256), UInt8(number % 256), 255]
      }
    }
    return Data(HikidashiWidgets.Picture(width: 320, height: 240, pixels: pixels)?.encoded ?? [])
  }
}
