import Foundation
import Outlines
import RFCKit
import Support
import WidgetTesting
import Widgets

/// How long a person waits in a window: from a key or a click to the frame that shows its effect.
let windowGroup = Group(
  name: "window", summary: "from a key in the filter, or a toggle, to the painted frame"
) { report in
  let display = Environment.value("DISPLAY") == nil ? try VirtualDisplay() : nil
  if let display { setenv("DISPLAY", display.name, 1) }
  guard Environment.value("DISPLAY") != nil else {
    return report.leaveOut("Xvfb, without which nothing is painted where there is no display")
  }
  setenv("GTK_A11Y", "none", 0)
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let mirror = try IndexMirror(in: folder.url) ?? IndexMirror(generatedIn: folder.url)
  let entries = try RFCLibrary.mirror(directory: mirror.folder.path).index().entries
  let rows = try onLoop(within: .seconds(300)) {
    try await measureFilter(entries) + measureToggle()
  }
  for row in rows { report.add(row) }
}

/// Milliseconds until what `change` did to the window has been painted.
@MainActor
private func timeToFrame(_ stage: Stage, _ change: () -> Void) async -> Double {
  let start = ContinuousClock.now
  change()
  await stage.nextFrame()
  return (ContinuousClock.now - start) / .milliseconds(1)
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
  var keys: [Double] = []
  for query in ["quic transport", "the internet", "crocker", "9110", "security considerations"] {
    for end in query.indices {
      keys.append(
        await timeToFrame(stage) {
          let matches = filter.matches(String(query[...end]))
          view.change { $0.setFilter { _, row in row >= 0 && matches[row] } }
        })
    }
    view.change { $0.setFilter(nil) }
    await stage.nextFrame()
  }
  try await stage.close()
  let times = Measured(keys)
  return [
    Row(
      group: "window", name: "a key in the filter of \(entries.count) rows, to the painted frame",
      value: times.median, unit: "ms", spread: times.spread, limit: 1_000.0 / 60)
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
  var opens: [Double] = []
  var closes: [Double] = []
  for _ in 0..<15 {
    opens.append(await timeToFrame(stage) { view.change { $0.open(1) } })
    closes.append(await timeToFrame(stage) { view.change { $0.close(1) } })
  }
  try await stage.close()
  return [("open", opens), ("close", closes)].map { name, times in
    let times = Measured(times)
    return Row(
      group: "window", name: "\(name) a section of 1,000,000 rows, to the painted frame",
      value: times.median, unit: "ms", spread: times.spread)
  }
}
