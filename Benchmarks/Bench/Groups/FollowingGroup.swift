import BenchPeers
import CHikidashiGTK
import Glibc
import HikidashiWidgetTesting
import HikidashiWidgets
import Observation

/// What it costs that labels follow values, beside labels that are set by hand and property bindings.
let followingGroup = Group(
  name: "following",
  summary: "10,000 labels that follow 10,000 values: one changed, all changed, and their frame"
) { report in
  try withDisplay(&report) {
    try onLoop(within: .seconds(600)) { try await measureFollowing() }
  }
}

private let labelCount = 10_000

@Observable @MainActor
private final class Value {
  var text = "0"
}

/// A window of labels, and how the text of one is changed.
@MainActor
private struct LabelWindow {
  let stage: Stage
  private let times: FrameTimes
  let set: @MainActor (Int, String) -> Void

  init(_ part: Part, _ set: @escaping @MainActor (Int, String) -> Void) async throws {
    stage = try await Stage.show(part, width: 320, height: 760)
    self.set = set
    // What follows begins to listen to the frame clock with the first change.
    set(0, "1")
    await stage.nextFrame()
    times = FrameTimes(stage)
  }

  static func following() async throws -> LabelWindow {
    let values = (0..<labelCount).map { _ in Value() }
    let labels = values.map { value in Label { value.text } }
    return try await LabelWindow(list(labels)) { values[$0].text = $1 }
  }

  static func setByHand() async throws -> LabelWindow {
    let labels = (0..<labelCount).map { _ in Label("0") }
    return try await LabelWindow(list(labels)) { labels[$0].text = $1 }
  }

  static func bound() async throws -> LabelWindow {
    let labels = bench_bound_labels_new(UInt32(labelCount))
    let widget = bench_bound_labels_widget(labels).assumingMemoryBound(to: GtkWidget.self)
    return try await LabelWindow(Part(native: widget)) {
      bench_bound_labels_set(labels, UInt32($0), $1)
    }
  }

  private static func list(_ labels: [Label]) -> Part {
    Scroller(Stack(.vertical, spacing: 0, labels))
  }

  /// Milliseconds for a change with what is done for it in the update phase of its frame, and all that the
  /// main thread does until nothing is left to be shown.
  ///
  /// Of changes made outside a frame GTK measures the labels before that begins, so that a frame's own time
  /// is not all of it.
  func time(_ indices: Range<Int>, _ text: String) async -> (change: Double, all: Double) {
    times.clear()
    let start = threadMilliseconds()
    let set = ContinuousClock().measure { for index in indices { self.set(index, text) } }
    await stage.nextFrame()
    await stage.nextFrame()
    return (set / .milliseconds(1) + times.updating, threadMilliseconds() - start)
  }

  /// The processor's time that this thread has used.
  private func threadMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }
}

@MainActor
private func measureFollowing() async throws -> [Row] {
  let windows = [
    try await LabelWindow.following(), try await .setByHand(), try await .bound(),
  ]
  var change = [[Double]](repeating: [], count: windows.count)
  var (one, all) = (change, change)
  for round in 1...60 {
    // Each window comes first as often as the others.
    for turn in windows.indices {
      let kind = (round + turn) % windows.count
      // Now one on the screen, now one far below.
      let index = round % 2 == 0 ? round % 20 : round * 151
      let time = await windows[kind].time(index..<index + 1, "\(round)")
      change[kind].append(time.change * 1_000)
      one[kind].append(time.all)
      guard round % 3 == 0 else { continue }
      all[kind].append(await windows[kind].time(0..<labelCount, "\(round + 100)").all)
    }
  }
  for window in windows { try await window.stage.close() }
  return [
    row("one of 10,000 values changed, and the update phase", change, unit: "µs", limit: 20),
    row("one of 10,000 values changed, and its frame", one),
    row("all 10,000 values changed, and their frame", all),
  ]
}

private func row(
  _ name: String, _ values: [[Double]], unit: String = "ms", limit: Double? = nil
) -> Row {
  let times = values.map { Measured($0) }
  return Row(
    group: "following", name: name, value: times[0].median, unit: unit, spread: times[0].spread,
    peers: [
      ("set by hand", times[1].median), ("GObject property bindings in C", times[2].median),
    ], limit: limit)
}
