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
