import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class CanvasTests: XCTestCase {
  /// Three discs, the middle one behind the others.
  @MainActor private static func makeDiscs(width: Int = 200) -> Canvas {
    Canvas("Discs", width: width, height: 80, role: .group) { room in
      for (index, name) in ["red", "green", "blue"].enumerated() {
        Shape.circle(center: Point(40 + 60 * Double(index), room.bounds.center.y), radius: 25)
          .fill(Color(index == 0 ? 0.9 : 0, index == 1 ? 0.6 : 0, index == 2 ? 0.9 : 0))
          .named(name, label: "The \(name) disc")
      }
    }
  }

  func testACanvasAsAScreenReaderMeetsIt() throws {
    try onLoop {
      let canvas = Self.makeDiscs()
      let stage = try await Stage.show(
        Stack {
          canvas
          Canvas(
            "A sign", width: 20, height: 20, Drawing { Shape.circle(center: .zero, radius: 9) })
        }, title: "Drawing")
      XCTAssertEqual(
        stage.dump(),
        """
        window “Drawing”
          label “Drawing”
          button “Minimize”
          button “Maximize”
          button “Close”
          group “Discs”
          img “A sign”
        """)
      try await stage.close()
    }
  }

  func testTheKeyboardGoesFromShapeToShapeAndPressesThem() throws {
    try onLoop {
      var pressed: [String?] = []
      var focused: [String?] = []
      let canvas = Self.makeDiscs()
      let after = Button("After") {}
      canvas.onPress = { pressed.append($0.name) }
      canvas.onFocus = { focused.append($0) }
      let stage = try await Stage.show(
        Stack {
          canvas
          after
        })
      canvas.focus()
      try await stage.press("Right")
      try await stage.press("Right")
      try await stage.press("Return")
      try await stage.press("End")
      try await stage.press("space")
      XCTAssertEqual(pressed, ["green", "blue"])
      XCTAssertEqual(focused, ["red", "green", "blue"])
      // Behind the last shape the keyboard leaves the canvas.
      try await stage.press("Down")
      XCTAssertTrue(try stage.find("button", "After").has("focused"))
      try await stage.close()
    }
  }

  func testAClickPressesTheShapeUnderIt() throws {
    try onLoop {
      var presses: [Canvas.Press] = []
      let canvas = Self.makeDiscs(width: 200)
      canvas.onPress = { presses.append($0) }
      let stage = try await Stage.show(canvas.align(horizontal: .start, vertical: .start))
      try await stage.click("group", "Discs", count: 2)
      XCTAssertEqual(presses.map(\.name), ["green", "green"])
      XCTAssertEqual(presses.map(\.count), [1, 2])
      XCTAssertEqual(presses.map(\.button), [1, 1])
      XCTAssertEqual(presses.first?.hit?.part, .fill)
      XCTAssertNil(canvas.hit(at: Point(1, 1)))
      try await stage.close()
    }
  }

  func testKeysAreOfferedInTheNotationOfShortcuts() throws {
    try onLoop {
      var keys: [String] = []
      let canvas = Self.makeDiscs()
      canvas.onKey = {
        keys.append($0)
        return true
      }
      let stage = try await Stage.show(canvas)
      canvas.focus()
      try await stage.press("Left", holding: .control)
      try await stage.press("a")
      XCTAssertTrue(keys.contains("<Control>Left"), "\(keys)")
      XCTAssertTrue(keys.contains("a"), "\(keys)")
      try await stage.close()
    }
  }

  func testACanvasAndWhatItsHandlersHoldAreFreedWithTheWindow() throws {
    try onLoop {
      weak var gone: Canvas?
      do {
        let canvas = Self.makeDiscs()
        gone = canvas
        canvas.onPress = { _ in canvas.redraw() }
        canvas.onHover = { _, _ in canvas.redraw() }
        let stage = try await Stage.show(canvas)
        try await stage.close()
        canvas.redraw()
        XCTAssertNil(canvas.hit(at: .zero)?.name)
      }
      XCTAssertNil(gone)
    }
  }

  func testACanvasIsDrawnAnewWhenItIsAsked() throws {
    try onLoop {
      var sizes: [Size] = []
      let canvas = Canvas("Sizes", width: 50, height: 40) { room in
        sizes.append(room.size)
        return [Shape.rectangle(room.bounds)]
      }
      let stage = try await Stage.show(canvas)
      let before = sizes.count
      XCTAssertGreaterThan(before, 0)
      await stage.nextFrame()
      XCTAssertEqual(sizes.count, before)
      canvas.redraw()
      await stage.nextFrame()
      XCTAssertGreaterThan(sizes.count, before)
      try await stage.close()
    }
  }
}
