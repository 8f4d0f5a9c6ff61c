import CHikidashiGTK
import HikidashiBase
import HikidashiWidgetTesting
import Observation
import XCTest

@testable import HikidashiWidgets

/// A model as an app has it.
@Observable @MainActor
private final class Shop {
  var name = "Drawers"
  var stock = 3
  var isOpen = true
}

/// Parts that are given a closure where they take a value.
final class FollowingTests: XCTestCase {
  func testALabelShowsInTheNextFrameWhatItsClosureReads() throws {
    try onLoop {
      let shop = Shop()
      var readings = 0
      let label = Label {
        readings += 1
        return "\(shop.name): \(shop.stock)"
      }
      XCTAssertEqual(readings, 0, "nothing is read before the label stands in a window")
      let stage = try await Stage.show(label)
      XCTAssertEqual(label.text, "Drawers: 3")
      XCTAssertEqual(readings, 1)
      for stock in 4...9 { shop.stock = stock }
      shop.name = "Boxes"
      XCTAssertEqual(label.text, "Drawers: 3", "it is looked at in the next frame, not at once")
      await stage.nextFrame()
      XCTAssertEqual(label.text, "Boxes: 9")
      XCTAssertEqual(readings, 2, "however much has changed, it is read once")
      try await stage.close()
    }
  }

  func testEveryPartThatTakesAClosureFollowsIt() throws {
    try onLoop {
      let shop = Shop()
      let button = Button(title: { shop.isOpen ? "Shut" : "Open" }) { shop.isOpen.toggle() }
      let bar = ProgressBar(text: { "\(shop.stock) of 10" }) { Double(shop.stock) / 10 }
      let badge = Badge { shop.stock }
      let image = Image { shop.isOpen ? "folder-open-symbolic" : "folder-symbolic" }
      let page = StatusPage(title: { shop.name }, description: { "\(shop.stock) left" })
      let label = Label("fixed").styleClass("error") { shop.stock == 0 }
        .tooltip { shop.isOpen ? "open" : nil }
        .accessibleLabel { "label of \(shop.name)" }
        .enabled { shop.isOpen }
        .visible { shop.stock > 0 }
      let stage = try await Stage.show(
        Stack {
          button
          bar
          badge
          image
          page
          label
        })
      stage.window.title { "\(shop.name) (\(shop.stock))" }
      XCTAssertEqual(stage.window.title, "Drawers (3)")
      XCTAssertEqual(button.title, "Shut")
      XCTAssertEqual(bar.fraction, 0.3)
      XCTAssertEqual(bar.text, "3 of 10")
      XCTAssertEqual(badge.text, "3")
      XCTAssertEqual(page.title, "Drawers")
      XCTAssertTrue(label.isEnabled && label.isVisible)
      try await stage.click("button", "Shut")
      (shop.name, shop.stock) = ("Boxes", 0)
      await stage.nextFrame()
      XCTAssertEqual(stage.window.title, "Boxes (0)")
      XCTAssertEqual(button.title, "Open")
      XCTAssertEqual(bar.fraction, 0)
      XCTAssertEqual(badge.text, "")
      XCTAssertFalse(badge.isVisible)
      XCTAssertEqual(page.title, "Boxes")
      XCTAssertEqual(page.details, "0 left")
      XCTAssertFalse(label.isEnabled || label.isVisible)
      // What is not seen is brought up to date when it is.
      shop.stock = 1
      await stage.nextFrame()
      XCTAssertTrue(label.isVisible)
      XCTAssertEqual(badge.text, "1")
      try await stage.close()
    }
  }

  func testWhatIsNotSeenIsReadWhenItIs() throws {
    try onLoop {
      let shop = Shop()
      var readings = 0
      let label = Label {
        readings += 1
        return "\(shop.stock)"
      }
      let pages = Pages(["first": Label("first"), "second": label])
      let stage = try await Stage.show(pages)
      XCTAssertEqual(readings, 1)
      for stock in 0..<5 {
        shop.stock = stock
        await stage.nextFrame()
      }
      XCTAssertEqual(readings, 1)
      pages.shown = "second"
      XCTAssertEqual(label.text, "4")
      XCTAssertEqual(readings, 2)
      try await stage.close()
    }
  }

  func testActionsFollowWhetherTheyCanBeRun() throws {
    try onLoop {
      let shop = Shop()
      var sold = 0
      let stage = try await Stage.show(
        Stack {
          Button("Sell", action: "win.sell")
          MenuButton("More") { Action("refill", title: "Refill") {}.enabled { shop.stock < 3 } }
        })
      stage.window.actions {
        Action("sell", title: "Sell") { sold += 1 }.enabled { shop.stock > 0 }
      }
      try await stage.click("button", "Sell")
      XCTAssertEqual(sold, 1)
      shop.stock = 0
      await stage.nextFrame()
      XCTAssertTrue(try stage.find("button", "Sell").has("disabled"))
      // An action of the same name without a condition takes its place.
      stage.window.actions { Action("sell", title: "Sell") { sold += 10 } }
      try await stage.click("button", "Sell")
      XCTAssertEqual(sold, 11)
      shop.stock = 1
      shop.stock = 0
      await stage.nextFrame()
      try await stage.click("button", "Sell")
      XCTAssertEqual(sold, 21)
      try await stage.close()
    }
  }

  func testWhatFollowsEndsWithItsWindow() throws {
    try onLoop {
      final class Witness {}
      let shop = Shop()
      weak var witness: Witness?
      weak var part: Part?
      var readings = 0
      try await {
        let seen = Witness()
        witness = seen
        let label = Label("")
        part = label
        label.follow { label in
          readings += 1
          label.text = "\(shop.stock) \(type(of: seen))"
        }
        // It may hold its own part.
        label.visible { label.text != "hide me" || shop.isOpen }
        let stage = try await Stage.show(label)
        try await stage.close()
      }()
      try await until("the part to go") { part == nil }
      XCTAssertNil(witness)
      readings = 0
      shop.stock = 9
      XCTAssertEqual(readings, 0)
    }
  }

  func testAPartThatMovesToAnotherWindowIsFollowedThere() throws {
    try onLoop {
      let shop = Shop()
      let label = Label { "\(shop.stock)" }
      let (first, second) = (Stack { label }, Stack {})
      let stage = try await Stage.show(first)
      let other = try await Stage.show(second)
      first.remove(label)
      shop.stock = 7
      await stage.nextFrame()
      XCTAssertEqual(label.text, "3", "it stands in no window")
      second.append(label)
      await other.nextFrame()
      XCTAssertEqual(label.text, "7")
      shop.stock = 8
      await other.nextFrame()
      XCTAssertEqual(label.text, "8")
      try await stage.close()
      try await other.close()
    }
  }

  func testWhatFollowsWhatIsShownIsRightInTheSameFrame() throws {
    try onLoop {
      let (shop, copy) = (Shop(), Shop())
      let second = Label { "\(copy.stock)" }
      let first = Label().follow { label in
        label.text = "\(shop.stock)"
        copy.stock = shop.stock * 2
      }
      let stage = try await Stage.show(
        Stack {
          second
          first
        })
      await stage.nextFrame()
      shop.stock = 21
      await stage.nextFrame()
      XCTAssertEqual([first.text, second.text], ["21", "42"])
      try await stage.close()
    }
  }

  /// Two that change what the other one reads would never come to an end.
  func testWhatHasNoEndLeavesTheWindowUsable() throws {
    try onLoop {
      let (shop, copy) = (Shop(), Shop())
      let first = Label().follow { label in
        if shop.stock > 0, shop.isOpen { copy.stock += 1 }
        label.text = "\(shop.name)"
      }
      let second = Label().follow { label in
        if copy.stock > 0, shop.isOpen { shop.stock += 1 }
        label.text = "\(copy.name)"
      }
      let stage = try await Stage.show(
        Stack {
          first
          second
        })
      for _ in 0..<5 { await stage.nextFrame() }
      XCTAssertLessThan(shop.stock, 1_000)
      shop.isOpen = false
      shop.name = "quiet"
      await stage.nextFrame()
      XCTAssertEqual(first.text, "quiet")
      try await stage.close()
    }
  }

  func testASequenceIsFollowedUntilThePartIsGone() throws {
    try onLoop {
      let (values, told) = AsyncStream.makeStream(of: Int.self)
      let label = Label().follow(values) { label, value in label.text = "\(value)" }
      let stage = try await Stage.show(label)
      told.yield(5)
      try await until("the value") { label.text == "5" }
      try await stage.close()
      try await until("the end") { told.yield(6).isTerminated }
    }
  }

  /// What nothing changes asks for no frame.
  func testAWindowInWhichNothingChangesDrawsNothing() throws {
    try onLoop {
      let shop = Shop()
      let stage = try await Stage.show(
        Stack { for _ in 0..<20 { Label { "\(shop.stock)" }.visible { shop.isOpen } } })
      let clock = try XCTUnwrap(stage.window.native.flatMap { gtk_widget_get_frame_clock($0) })
      for _ in 0..<3 { await stage.nextFrame() }
      try await stage.settle()
      var frames = 0
      let connection = connect(UnsafeMutableRawPointer(clock), "update") { _ in
        frames += 1
        return false
      }
      // Whatever was asked for before has come by then.
      var rounds = 0
      try await until("some rounds of the main loop") {
        rounds += 1
        return rounds > 100
      }
      let before = frames
      rounds = 0
      try await until("more rounds of the main loop") {
        rounds += 1
        return rounds > 100
      }
      XCTAssertEqual(frames, before)
      connection.disconnect()
      try await stage.close()
    }
  }
}

extension AsyncStream.Continuation.YieldResult {
  fileprivate var isTerminated: Bool { if case .terminated = self { true } else { false } }
}
