import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class PartTests: XCTestCase {
  func testAPartThatIsNeverPlacedIsFreedWithItsWidget() throws {
    try onLoop {
      weak var part: Part?
      do {
        let label = Label("alone")
        part = label
        XCTAssertNotNil(label.native)
      }
      XCTAssertNil(part)
    }
  }

  /// The widget owns the placed part, so a handler that captures its own part is no cycle for ever.
  func testAHandlerThatCapturesItsOwnPartIsFreedWithTheWindow() throws {
    try onLoop {
      weak var part: Button?
      do {
        var captured: Button?
        let button = Button("Press") { captured?.tooltip("pressed") }
        captured = button
        part = button
        let stage = try await Stage.show(button)
        try await stage.click("button", "Press")
        try await stage.close()
        XCTAssertNil(button.native)
        captured = nil
      }
      XCTAssertNil(part)
    }
  }

  func testAPartIsAliveWhileItsWindowIs() throws {
    try onLoop {
      weak var part: Label?
      let stage: Stage
      do {
        let label = Label("held by the window")
        part = label
        stage = try await Stage.show(label)
      }
      XCTAssertNotNil(part)
      try await stage.close()
      XCTAssertNil(part)
    }
  }

  func testWhatIsDoneToADeadPartHasNoEffect() throws {
    try onLoop {
      let label = Label("soon gone")
      let stage = try await Stage.show(label)
      try await stage.close()
      label.text = "too late"
      XCTAssertEqual(label.text, "")
      XCTAssertFalse(label.focus())
    }
  }

  func testAPartThatWasTakenOutCanBePlacedAgain() throws {
    try onLoop {
      let label = Label("moves")
      let first = Stack(.vertical) { label }
      let second = Stack(.vertical) {}
      let stage = try await Stage.show(
        Stack(.horizontal) {
          first
          second
        })
      first.remove(label)
      XCTAssertNotNil(label.native)
      second.append(label)
      try await stage.settle()
      XCTAssertNoThrow(try stage.find("label", "moves"))
      try await stage.close()
      XCTAssertNil(label.native)
    }
  }

  func testADisconnectedHandlerIsNotCalledAndIsFreed() throws {
    try onLoop {
      final class Witness {}
      weak var witness: Witness?
      let label = Label("a")
      var calls = 0
      let connection: SignalConnection?
      do {
        let captured = Witness()
        witness = captured
        connection = label.on("notify::label") { _ in
          calls += 1
          _ = captured
        }
      }
      label.text = "b"
      XCTAssertEqual(calls, 1)
      XCTAssertNotNil(witness)
      connection?.disconnect()
      connection?.disconnect()
      label.text = "c"
      XCTAssertEqual(calls, 1)
      XCTAssertEqual(connection?.isConnected, false)
      XCTAssertNotNil(connection)
    }
  }
}
