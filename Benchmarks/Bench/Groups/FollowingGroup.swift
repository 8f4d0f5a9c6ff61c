import BenchPeers
import CHikidashiGTK
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
  let timer: FrameTimer
  let set: @MainActor (Int, String) -> Void

  init(_ part: Part, _ set: @escaping @MainActor (Int, String) -> Void) async throws {
    stage = try await Stage.show(part, width: 320, height: 760)
    timer = FrameTimer(stage)
    self.set = set
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

  /// Milliseconds for a change and its frame.
  func time(_ indices: Range<Int>, _ text: String) async -> Double {
    await timer.time { for index in indices { set(index, text) } }.key
  }
}

@MainActor
private func measureFollowing() async throws -> [Row] {
  let windows = [
    try await LabelWindow.following(), try await .setByHand(), try await .bound(),
  ]
  var one = [[Double]](repeating: [], count: windows.count)
  var all = one
  for round in 1...21 {
    for (kind, window) in windows.enumerated() {
      one[kind].append(await window.time(round..<round + 1, "\(round)"))
      all[kind].append(await window.time(0..<labelCount, "\(round + 100)"))
    }
  }
  for window in windows { try await window.stage.close() }
  return [
    row("one of 10,000 values changed, and its frame", one),
    row("all 10,000 values changed, and their frame", all),
  ]
}

private func row(_ name: String, _ milliseconds: [[Double]]) -> Row {
  let times = milliseconds.map { Measured($0) }
  return Row(
    group: "following", name: name, value: times[0].median, unit: "ms", spread: times[0].spread,
    peers: [
      ("set by hand", times[1].median), ("GObject property bindings in C", times[2].median),
    ])
}
