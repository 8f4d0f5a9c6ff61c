import CHikidashiGTK
import Dispatch
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class MainLoopTests: XCTestCase {
  /// Fails loudly where a toolchain's Dispatch no longer offers its main queue to other loops:
  /// without that no main-actor job would ever run inside GTK.
  func testMainActorJobsRunInsideGLib() throws {
    try onLoop { XCTAssertTrue(MainLoop.attach(), "Dispatch offers no main queue descriptor") }
    let hops = try onLoop {
      var hops = 0
      for _ in 0..<1_000 {
        await Task.detached {}.value
        hops += 1
      }
      return hops
    }
    XCTAssertEqual(hops, 1_000)
  }

  func testDispatchMainQueueRunsInsideGLib() throws {
    try onLoop {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  /// A flood of jobs must not starve drawing: the bridge stands below GDK's redraw.
  func testFramesGoOnUnderAFloodOfJobs() throws {
    try onLoop {
      let label = Label("0")
      let stage = try await Stage.show(label)
      let flood = Task { @MainActor in
        while !Task.isCancelled { await Task.yield() }
      }
      for number in 1...10 {
        label.text = String(number)
        await stage.nextFrame()
      }
      flood.cancel()
      await flood.value
      XCTAssertEqual(label.text, "10")
      try await stage.close()
    }
  }

  /// On a slow machine every frame takes longer than there is until the next one. Jobs, and tests that
  /// wait for the loop, must have their turn between them.
  func testJobsGoOnWhereFramesTakeAllTheTime() throws {
    try onLoop {
      let label = Label("0")
      let stage = try await Stage.show(label)
      let native = try XCTUnwrap(stage.window.native)
      var frames = 0
      addTick(to: native) {
        frames += 1
        // The work of the frame, longer than a display’s frame.
        usleep(50_000)
        gtk_widget_queue_draw(native)
        return frames < 40
      }
      try await until("the first frame") { frames > 0 }
      let first = frames
      var jobs = 0
      while frames < 20 {
        await Task.yield()
        jobs += 1
      }
      XCTAssertLessThan(first, 10)
      XCTAssertGreaterThan(jobs, 5)
      var looks = 0
      try await until("the last frame") {
        looks += 1
        return frames == 40
      }
      XCTAssertGreaterThan(looks, 5)
      try await stage.close()
    }
  }

  func testWhatABodyThrowsComesOut() {
    struct Refused: Error {}
    XCTAssertThrowsError(try onLoop { throw Refused() }) { XCTAssertTrue($0 is Refused) }
  }

  func testABodyThatNeverEndsIsGivenUp() {
    XCTAssertThrowsError(
      try onLoop(within: .milliseconds(50)) {
        try await until("what never comes") { false }
      })
  }
}
