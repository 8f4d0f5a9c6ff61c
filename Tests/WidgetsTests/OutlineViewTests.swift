import Outlines
import WidgetTesting
import XCTest

@testable import Widgets

@MainActor
private func animals() -> Outline<String> {
  Outline {
    Section("ほ乳類", open: true) {
      "犬"
      "ネコ"
      "ジャンクロードバンダム"
    }
    Section("魚類", open: true) {
      "さんま"
      "マグロ"
      "白星姫"
    }
  }
}

final class OutlineViewTests: XCTestCase {
  func testDumpIsWhatAScreenReaderMeets() throws {
    try onLoop {
      let view = OutlineView(animals(), header: "動物").selection(.toggle).style(.slate)
      let stage = try await Stage.show(view, title: "動物", width: 320, height: 480)
      print(stage.dump())
      try stage.savePicture(to: "/tmp/animals.png")
      try await stage.close()
    }
  }

  func testAClickOnASectionClosesAndOpensIt() throws {
    try onLoop {
      let view = OutlineView(animals())
      let stage = try await Stage.show(view)
      try await stage.click("list-item", "ほ乳類")
      print(stage.dump())
      XCTAssertEqual(view.outline.rowCount, 5)
      try await stage.click("list-item", "ほ乳類")
      XCTAssertEqual(view.outline.rowCount, 8)
      try await stage.close()
    }
  }

  func testKeyboard() throws {
    try onLoop {
      let view = OutlineView(animals()).selection(.multiple)
      let stage = try await Stage.show(view)
      view.focus(row: 0)
      print(stage.dump())
      try await stage.press("Down")
      print(stage.dump())
      try await stage.press("Down", holding: .shift)
      print(stage.dump())
      try await stage.press("Left")
      print(stage.dump())
      try await stage.close()
    }
  }
}
