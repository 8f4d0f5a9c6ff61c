import CHikidashiGTK
import Foundation
import HikidashiOutlines
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit

/// What a key or a click costs the main thread until its effect has been painted.
let windowGroup = Group(
  name: "window",
  summary: "a key in the filter, a section toggled: the change and the frame that shows it"
) { report in
  try withDisplay(&report) {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let mirror = try IndexMirror(in: folder.url) ?? IndexMirror(generatedIn: folder.url)
    let entries = try RFCLibrary.mirror(directory: mirror.folder.path).index().entries
    return try onLoop(within: .seconds(300)) {
      try await measureFilter(entries) + measureToggle()
    }
  }
}

/// Times what a change costs the main thread: the change itself, and the frame that shows it from its
/// start to its end. The wait for that frame, up to a sixtieth of a second, is the display's.
@MainActor
final class FrameTimer {
  private let stage: Stage
  private let times: FrameTimes

  init(_ stage: Stage) {
    self.stage = stage
    times = FrameTimes(stage)
  }

  /// Milliseconds for `change` and its frame, and for the frame after it, which binds the rows that
  /// are off the screen.
  func time(_ change: () -> Void) async -> (key: Double, after: Double) {
    let duration = ContinuousClock().measure(change)
    await stage.nextFrame()
    let key = duration / .milliseconds(1) + (times.durations.last ?? 0)
    await stage.nextFrame()
    return (key, times.durations.last ?? 0)
  }
}

/// Types queries letter by letter over the whole index.
@MainActor
private func measureFilter(_ entries: [RFCEntry]) async throws -> [Row] {
  let sections = RFCGrouping.decade.sections(of: entries)
  let nodes = sections.map { section in
    Section(-1, open: true) { section.positions.map { Node($0) } }.node
  }
  let view = OutlineView(
    try Outline(nodes), text: { $0 < 0 ? "" : "\(entries[$0].number) \(entries[$0].title)" })
  let stage = try await Stage.show(view, width: 480, height: 760)
  let filter = RFCFilter(entries)
  let timer = FrameTimer(stage)
  var keys: [Double] = []
  var after: [Double] = []
  for query in ["quic transport", "the internet", "crocker", "9110", "security considerations"] {
    for end in query.indices {
      let time = await timer.time {
        let matches = filter.matches(String(query[...end]))
        view.change { $0.setFilter { _, row in row >= 0 && matches[row] } }
      }
      keys.append(time.key)
      after.append(time.after)
    }
    view.change { $0.setFilter(nil) }
    await stage.nextFrame()
  }
  try await stage.close()
  return [
    row("a key in the filter of \(entries.count) rows, and its frame", keys),
    row("the frame after it, for the rows off the screen", after),
  ]
}

/// Opens and closes a section of a million rows.
@MainActor
private func measureToggle() async throws -> [Row] {
  var assembler = Outline<Int>.Assembler()
  assembler.open(-1, id: 1, isSection: true)
  for row in 0..<1_000_000 { assembler.add(row) }
  assembler.close()
  let view = OutlineView(try assembler.finish(), text: { String($0) })
  let stage = try await Stage.show(view, width: 480, height: 760)
  let timer = FrameTimer(stage)
  var opens: [Double] = []
  var closes: [Double] = []
  for _ in 0..<15 {
    opens.append(await timer.time { view.change { $0.open(1) } }.key)
    closes.append(await timer.time { view.change { $0.close(1) } }.key)
  }
  try await stage.close()
  return [
    row("open a section of 1,000,000 rows, and its frame", opens),
    row("close a section of 1,000,000 rows, and its frame", closes),
  ]
}

/// A row whose limit is the time between two frames.
private func row(_ name: String, _ milliseconds: [Double]) -> Row {
  let times = Measured(milliseconds)
  return Row(
    group: "window", name: name, value: times.median, unit: "ms", spread: times.spread,
    limit: 1_000.0 / 60)
}
