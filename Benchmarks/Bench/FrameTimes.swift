import CHikidashiGTK
import HikidashiWidgetTesting
import HikidashiWidgets

/// When the frames of a window began and ended.
@MainActor
final class FrameTimes {
  private(set) var frames: [(start: ContinuousClock.Instant, end: ContinuousClock.Instant)] = []
  private var start = ContinuousClock.now

  init(_ stage: Stage) {
    guard let window = stage.window.native, let clock = gtk_widget_get_frame_clock(window) else {
      return
    }
    connect(UnsafeMutableRawPointer(clock), "before-paint") { [weak self] _ in
      self?.start = .now
      return false
    }
    connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] _ in
      if let self { frames.append((start, .now)) }
      return false
    }
  }

  /// How long each took, in milliseconds.
  var durations: [Double] { frames.map { ($0.end - $0.start) / .milliseconds(1) } }

  func clear() { frames = [] }
}

/// From the making of a part to its first frame on the screen, in milliseconds.
///
/// - Parameters:
///   - kinds: How many parts are measured in turns.
///   - runs: How often each is.
///   - make: Makes one of them.
@MainActor
func measureFirstFrames(
  of kinds: Int, runs: Int, width: Int, _ make: @MainActor (Int) -> Part
) async throws -> [Measured] {
  var times = [[Double]](repeating: [], count: kinds)
  for _ in 0..<runs {
    for kind in 0..<kinds {
      let start = ContinuousClock.now
      let stage = Stage(Window("Rows", width: width, height: 760) { make(kind) })
      stage.window.presentAlone()
      await stage.nextFrame()
      times[kind].append((.now - start) / .milliseconds(1))
      try await stage.close()
    }
  }
  return times.map { Measured($0) }
}
