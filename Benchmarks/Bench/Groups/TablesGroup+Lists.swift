import BenchPeers
import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWidgets

/// Lists of rows of one to eight lines: what the first frame and each step of a scroll cost, beside a
/// bare `GtkListView` in C.
func measureLists(_ report: inout Report) throws {
  try withDisplay(&report) {
    try onLoop(within: .seconds(500)) {
      try await measureFirstFrames() + measureScrolls() + measureMemory() + [measureInsertion()]
    }
  }
}

@MainActor
private func rows(_ items: some Collection<Int>) throws -> Outline<Int> {
  var assembler = Outline<Int>.Assembler(capacity: items.count)
  for row in items { assembler.add(row, id: NodeID(rawValue: UInt64(row) + 1)) }
  return try assembler.finish()
}

private func text(_ row: Int) -> String {
  let words = Int(bench_list_words(UInt32(clamping: row)))
  return "\(row)" + String(repeating: " drawer", count: words - 1)
}

@MainActor
private func view(_ outline: Outline<Int>) -> OutlineView<Int> {
  let cells = Cells<Int> { () -> Label in
    Label().wrapping()
  } bind: { label, row in
    label.text = text(row.item)
  }
  return OutlineView(outline, text: text, cells: cells)
}

/// A window with a list, and the times of its frames.
@MainActor
final class ListStage {
  let stage: Stage
  let times: FrameTimes

  init(_ part: Part) async throws {
    stage = try await Stage.show(part, width: 480, height: 760)
    times = FrameTimes(stage)
  }

  /// The times of the frames of 600 steps of 40 pixels.
  func scroll() async throws -> [Double] {
    guard let window = stage.window.native, let adjustment = ListStage.adjustment(in: window) else {
      return []
    }
    times.clear()
    for _ in 0..<600 {
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 40)
      await stage.nextFrame()
    }
    return times.durations
  }

  /// Scrolls from the start to the end, a view's height at a time.
  func scrollThrough() async throws {
    guard let window = stage.window.native, let adjustment = ListStage.adjustment(in: window) else {
      return
    }
    gtk_adjustment_set_value(adjustment, 0)
    await stage.nextFrame()
    var last = -1.0
    while gtk_adjustment_get_value(adjustment) > last {
      last = gtk_adjustment_get_value(adjustment)
      gtk_adjustment_set_value(adjustment, last + gtk_adjustment_get_page_size(adjustment))
      await stage.nextFrame()
    }
  }

  private static func adjustment(
    in widget: NativeWidget
  ) -> UnsafeMutablePointer<GtkAdjustment>? {
    for element in AccessibleElement(widget).all
    where gtk_widget_get_first_child(element.native) != nil {
      guard let type = g_type_name_from_instance(element.native.cast(to: GTypeInstance.self)),
        String(cString: type) == "GtkScrolledWindow"
      else { continue }
      return gtk_scrolled_window_get_vadjustment(element.native.opaque)
    }
    return nil
  }
}

/// From the making of the view to its first frame on the screen.
@MainActor
private func measureFirstFrames() async throws -> [Row] {
  let counts = [1_000, 1_000_000]
  let outlines = try counts.map { try rows(0..<$0) }
  let times = try await measureFirstFrames(of: 2, runs: 11, width: 480) { view(outlines[$0]) }
  var million = Row(
    tables: "first frame of 1,000,000 rows of any height", .milliseconds, times[1])
  million.peers = [("of 1,000 rows", times[0].median)]
  return [million]
}

@MainActor
private func scrollPeer(boxed: Bool) async throws -> [Double] {
  let list = bench_list_view_new(1_000_000, boxed).assumingMemoryBound(to: GtkWidget.self)
  let other = try await ListStage(Part(native: list))
  let times = try await other.scroll()
  try await other.stage.close()
  return times
}

/// 600 steps of a scroll through a million rows, ours and C's in turns.
@MainActor
private func measureScrolls() async throws -> [Row] {
  var (ours, bare, boxed): ([Double], [Double], [Double]) = ([], [], [])
  let outline = try rows(0..<1_000_000)
  for _ in 0..<3 {
    if !Peers.areLeftOut {
      bare += try await scrollPeer(boxed: false)
      boxed += try await scrollPeer(boxed: true)
    }
    let mine = try await ListStage(view(outline))
    ours += try await mine.scroll()
    try await mine.stage.close()
  }
  var step = Row(
    tables: "a step of a scroll through 1,000,000 rows", .milliseconds, Measured(ours))
  if !bare.isEmpty {
    step.peers = [
      ("bare GtkListView in C", Measured(bare).median),
      ("with a box in each row", Measured(boxed).median),
    ]
  }
  let late = ours.count { $0 > 25 }
  let lateBare = bare.count { $0 > 25 }
  let runs = Double(late) / 3
  var frames = Row(
    group: "tables", name: "… frames over 25 ms in 600 steps", value: runs, unit: "frames",
    spread: runs...runs)
  if !bare.isEmpty { frames.peers = [("bare GtkListView in C", Double(lateBare) / 3)] }
  return [step, frames]
}

/// What a million rows take beyond their items, with the outline, the ids, and the widgets after a
/// scroll; and how much more it is after 10,000 rows were scrolled through three times rather than
/// once.
@MainActor
private func measureMemory() async throws -> [Row] {
  let items = Array(0..<1_000_000)
  bench_give_back()
  let before = privateBytes()
  let outline = try rows(items)
  let stage = try await ListStage(view(outline))
  _ = try await stage.scroll()
  bench_give_back()
  // The outline has a copy of the items of its own.
  let megabytes = Double(privateBytes() - before - items.count * MemoryLayout<Int>.stride) / 1e6
  try await stage.stage.close()

  let short = try await ListStage(view(try rows(0..<10_000)))
  var passes: [Double] = []
  for _ in 0..<3 {
    try await short.scrollThrough()
    bench_give_back()
    passes.append(Double(privateBytes()) / 1e6)
  }
  let growth = (passes[2] / passes[0] - 1) * 100
  try await short.stage.close()
  return [
    Row(
      group: "tables", name: "memory of a list of 1,000,000 rows beyond its items",
      value: megabytes, unit: "MB", spread: megabytes...megabytes),
    Row(
      group: "tables", name: "… of the process after 10,000 rows were seen thrice, against once",
      value: growth, unit: "%", spread: growth...growth),
  ]
}

func privateBytes() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
  return line?.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
}

/// 500 rows inserted above a list of 10,000 that is being read: the change and its frame.
@MainActor
private func measureInsertion() async throws -> Row {
  let view = view(try rows(0..<10_000))
  let stage = try await ListStage(view)
  view.scroll(to: NodeID(rawValue: 5_000), .top)
  await stage.stage.nextFrame()
  var times: [Double] = []
  for run in 0..<15 {
    let new = (0..<500).map { Node($0, id: NodeID(rawValue: UInt64(100_000 + run * 500 + $0))) }
    let change = ContinuousClock().measure {
      view.change { outline in try? outline.edit { try $0.insert(new, under: nil, at: 0) } }
    }
    await stage.stage.nextFrame()
    times.append(change / .milliseconds(1) + (stage.times.durations.last ?? 0))
  }
  try await stage.stage.close()
  return Row(
    tables: "500 rows inserted above those that are read, and the frame", .milliseconds,
    Measured(times))
}
