import CHikidashiGTK
import HikidashiWidgetTesting
import HikidashiWidgets

/// When the frames of a window began and ended.
@MainActor
final class FrameTimes {
  private(set) var frames: [(start: ContinuousClock.Instant, end: ContinuousClock.Instant)] = []
  /// Milliseconds in the update phases of these frames, before layout.
  private(set) var updating = 0.0
  private var start = ContinuousClock.now
  private var updateStart = ContinuousClock.now

  /// - Parameter stage: What is measured in its update phase is what listens to that by now.
  init(_ stage: Stage) {
    guard let window = stage.window.native, let clock = gtk_widget_get_frame_clock(window) else {
      return
    }
    connect(UnsafeMutableRawPointer(clock), "before-paint") { [weak self] _ in
      self?.start = .now
      return false
    }
    connect(UnsafeMutableRawPointer(clock), "before-paint") { [weak self] _ in
      self?.updateStart = .now
      return false
    }
    connect(UnsafeMutableRawPointer(clock), "update") { [weak self] _ in
      if let self { updating += (.now - updateStart) / .milliseconds(1) }
      return false
    }
    connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] _ in
      if let self { frames.append((start, .now)) }
      return false
    }
  }

  /// How long each took, in milliseconds.
  var durations: [Double] { frames.map { ($0.end - $0.start) / .milliseconds(1) } }

  func clear() { (frames, updating) = ([], 0) }
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
