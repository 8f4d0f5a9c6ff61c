import BenchPeers
import CHikidashiGTK
import HikidashiBase
import HikidashiMotion
import HikidashiScenes
import HikidashiWidgetTesting
import HikidashiWidgets

/// Two hundred texts and pictures that move, turn and fade, beside the same in C: drawn in a scene, and as
/// widgets that stand in a layout.
func measureDrawing(_ report: inout Report) throws {
  try withDisplay(&report) {
    try onLoop(within: .seconds(300)) { [try await measureFrames(), try await measureInPlace()] }
  }
}

@MainActor
private func measureFrames() async throws -> Row {
  let movers = makeMovers()
  let scene = try makeScene(movers)
  var pixels = [UInt8](repeating: 0, count: 32 * 32 * 4)
  bench_scene_pixels(&pixels)
  let picture = Picture(width: 32, height: 32, pixels: pixels)
  var (ours, theirs): ([Double], [Double]) = ([], [])
  for _ in 0..<3 {
    let bare = bench_scene_new(movers, UInt32(movers.count))
    theirs += try await frames(of: Part(native: bare)) { bench_scene_set_time(bare, $0) }
    let view = try SceneView(scene, "Moving", pictures: { _ in picture })
    view.play()
    view.player.pause()
    ours += try await frames(of: view) { view.player.seek(to: $0) }
  }
  var row = Row(
    group: "motion", name: "a frame of 200 moving texts and pictures",
    value: Measured(ours).median, unit: TimeUnit.milliseconds.rawValue,
    spread: Measured(ours).spread)
  row.peers = [("plain GTK in C", Measured(theirs).median)]
  return row
}

/// The same widgets in the same boxes; in C each is moved by an `AdwTimedAnimation`.
@MainActor
private func measureInPlace() async throws -> Row {
  let movers = makeMovers()
  bench_parts_enable_animations(1)
  defer { bench_parts_enable_animations(0) }
  var (ours, theirs): ([Double], [Double]) = ([], [])
  for _ in 0..<3 {
    let bare = Part(native: bench_parts_new(movers, UInt32(movers.count)))
    theirs += try await frames(of: bare) { _ in }
    ours += try await frames(of: makeMovingParts(movers)) { _ in }
  }
  var row = Row(
    group: "motion", name: "a frame of 200 parts that move in a layout",
    value: Measured(ours).median, unit: TimeUnit.milliseconds.rawValue,
    spread: Measured(ours).spread)
  row.peers = [("GTK in C with AdwTimedAnimation", Measured(theirs).median)]
  return row
}

@MainActor
private func makeMovingParts(_ movers: [BenchMover]) -> Part {
  let seconds = Double(BENCH_PARTS_SECONDS)
  let parts = movers.enumerated().map { number, mover in
    Part(native: bench_parts_leaf(UInt32(number))).entering(
      .fade(from: mover.opacity, over: seconds, curve: .linear)
        .slide(from: .bottom, by: mover.to_y - mover.from_y, over: seconds, curve: .linear)
        .turn(from: mover.degrees, over: seconds, curve: .linear))
  }
  return Stack(
    spacing: 6,
    stride(from: 0, to: parts.count, by: 20).map { Stack(.horizontal, Array(parts[$0..<$0 + 20])) })
}

/// The times of 120 frames, in milliseconds, each from its start to its end.
@MainActor
private func frames(
  of part: Part, _ move: @MainActor (Double) -> Void
) async throws -> [Double] {
  let stage = try await Stage.show(part, width: 800, height: 640)
  guard let window = stage.window.native, let clock = gtk_widget_get_frame_clock(window) else {
    return []
  }
  var times: [Double] = []
  var start = ContinuousClock.now
  let connections = [
    connect(UnsafeMutableRawPointer(clock), "before-paint") { _ in
      start = .now
      return false
    },
    connect(UnsafeMutableRawPointer(clock), "after-paint") { _ in
      times.append((.now - start) / .milliseconds(1))
      return false
    },
  ]
  for frame in 0..<120 {
    move(Double(frame) / 60)
    await stage.nextFrame()
  }
  for connection in connections { connection.disconnect() }
  try await stage.close()
  return times
}

private func makeMovers() -> [BenchMover] {
  var random = SeededGenerator(seed: 2)
  func value(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
  return (0..<200).map { _ in
    BenchMover(
      from_x: value(0...800), from_y: value(0...600), to_x: value(0...800), to_y: value(0...600),
      degrees: value(-180...180), opacity: value(0.3...0.9))
  }
}

private func makeScene(_ movers: [BenchMover]) throws -> Scene {
  try Scene(
    movers.enumerated().map { number, mover in
      let timing = Timing(1, repeats: 2, direction: .alternating)
      return .element(
        Element(number % 2 == 1 ? .image("picture") : .text("Element \(number)"))
          .animate(
            .position, from: Point(mover.from_x, mover.from_y), to: Point(mover.to_x, mover.to_y),
            timing
          )
          .animate(.rotation, from: 0, to: mover.degrees, timing)
          .animate(.opacity, from: 1, to: mover.opacity, timing))
    })
}
