import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class MenuTests: XCTestCase {
  @MainActor private static func entries(_ log: @escaping @MainActor (String) -> Void) -> [Menu] {
    [
      .item(Action("rename", title: "Rename", shortcuts: "F2") { log("rename") }),
      .toggle("Hidden", isOn: false) { log("hidden \($0)") },
      .section("Order") { Menu.choice(["Name", "Date"], chosen: 0) { log("order \($0)") } },
      .submenu("Export") {
        Action("csv", title: "CSV") { log("csv") }
        Menu.separator
        Menu.item("Gone", action: "win.not-there")
      },
    ]
  }

  /// Presses a key that opens a menu, and waits until the keyboard is in it.
  @MainActor private static func open(
    _ stage: Stage, by key: String, holding modifiers: Modifiers = []
  ) async throws {
    // Where another test has left it the menu may open under it, and another line is then chosen.
    try await stage.parkPointer()
    try await stage.press(key, holding: modifiers)
    try await until("the menu") { isFocused("", stage) }
  }

  @MainActor private static func isFocused(_ line: String, _ stage: Stage) -> Bool {
    stage.dump().split(separator: "\n").contains {
      $0.contains("menu-item “\(line)") && $0.hasSuffix("focused")
    }
  }

  @MainActor private static func untilClosed(_ stage: Stage) async throws {
    try await until("the menu to go") { !stage.dump().contains("menu-item") }
  }

  func testAMenuIsOpenedAndUsedByTheKeyboardAlone() throws {
    try onLoop {
      var log: [String] = []
      let button = MenuButton("File") { Self.entries { log.append($0) } }
      let stage = try await Stage.show(button)
      button.focus()
      @MainActor func choose(_ line: String, _ result: String) async throws {
        try await Self.open(stage, by: "Return")
        // Some keys are lost while the server moves the keyboard into the menu.
        for _ in 0..<20 where !Self.isFocused(line, stage) { try await stage.press("Down") }
        XCTAssertTrue(Self.isFocused(line, stage), stage.dump())
        try await stage.press("Return")
        try await until(result) { log.last == result }
        try await Self.untilClosed(stage)
      }
      try await choose("Rename", "rename")
      try await choose("Hidden", "hidden true")
      try await choose("Hidden", "hidden false")
      try await choose("Date", "order 1")
      try await stage.press("F2")
      XCTAssertEqual(log, ["rename", "hidden true", "hidden false", "order 1", "rename"])
      try await stage.close()
    }
  }

  func testAnOpenMenuAsAScreenReaderMeetsIt() throws {
    try onLoop {
      let button = MenuButton(icon: "view-more-symbolic", label: "More", Self.entries { _ in })
      let stage = try await Stage.show(button, title: "Menu")
      button.focus()
      try await Self.open(stage, by: "Return")
      let dump = stage.dump()
      let menu = dump.components(separatedBy: "button “Close”\n").last ?? ""
      XCTAssertEqual(
        menu,
        """
          button “More” expanded
            menu
              menu-item “Rename F2” focused
              menu-item “Hidden”
              label “Order”
              menu-item “Name” checked
              menu-item “Date”
              menu-item “Export”
        """, dump)
      try await stage.press("Escape")
      try await stage.close()
    }
  }

  func testAContextMenuOpensByKeysAndByTheSecondButton() throws {
    try onLoop {
      var log: [String] = []
      let first = Button("First") {}
      let part = Stack {
        first
        Button("Second") {}
      }.contextMenu { Self.entries { log.append($0) } }
      let stage = try await Stage.show(part)
      first.focus()
      try await Self.open(stage, by: "Menu")
      XCTAssertTrue(stage.dump().contains("menu-item “Rename"), stage.dump())
      try await stage.press("Escape")
      try await Self.untilClosed(stage)
      XCTAssertTrue(try stage.find("button", "First").has("focused"), stage.dump())
      try await Self.open(stage, by: "F10", holding: .shift)
      try await stage.press("Return")
      try await until("the first line to run") { log == ["rename"] }
      try await Self.untilClosed(stage)
      XCTAssertTrue(try stage.find("button", "First").has("focused"), stage.dump())
      // Its shortcut works without it.
      try await stage.press("F2")
      XCTAssertEqual(log, ["rename", "rename"])
      try await stage.click("button", "Second", button: 3)
      try await until("the menu") { stage.dump().contains("menu-item “Rename") }
      try await stage.press("Escape")
      try await stage.close()
    }
  }

  func testAWindowMayCloseWhileItsContextMenuIsOpen() throws {
    try onLoop {
      weak var gone: Button?
      do {
        let button = Button("Press") {}
        gone = button
        button.contextMenu { [Menu.item(Action("x", title: "X") { button.tooltip("x") })] }
        let stage = try await Stage.show(button)
        button.focus()
        try await Self.open(stage, by: "Menu")
        try await stage.close()
      }
      try await until("the part to go") { gone == nil }
    }
  }

  func testAMenuButtonThatItsOwnLinesHoldIsFreedWithItsWindow() throws {
    try onLoop {
      weak var gone: MenuButton?
      do {
        let button = MenuButton("File") {}
        gone = button
        button.show([
          .item(Action("x", title: "X", shortcuts: "F2", "no such key") { button.tooltip("x") }),
          .toggle("T", isOn: true) { _ in button.tooltip("t") },
        ])
        let stage = try await Stage.show(button)
        button.focus()
        try await Self.open(stage, by: "Return")
        try await stage.press("Escape")
        try await Self.untilClosed(stage)
        try await stage.close()
      }
      try await until("the part to go") { gone == nil }
    }
  }

  func testAnEmptyContextMenuDoesNotOpen() throws {
    try onLoop {
      let button = Button("Press") {}.contextMenu { [] }
      let stage = try await Stage.show(button)
      button.focus()
      try await stage.press("Menu")
      XCTAssertFalse(stage.dump().contains("menu"), stage.dump())
      try await stage.close()
    }
  }
}
