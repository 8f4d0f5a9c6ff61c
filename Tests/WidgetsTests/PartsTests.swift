import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class PartsTests: XCTestCase {
  /// Whether GTK moves a bar, for which it draws each frame, seen or not.
  @MainActor
  private static func isMoving(_ widget: NativeWidget?) -> Bool {
    guard let widget else { return false }
    if gtk_widget_has_css_class(widget, "pulse") != 0 { return true }
    var child = gtk_widget_get_first_child(widget)
    while let part = child {
      if isMoving(part) { return true }
      child = gtk_widget_get_next_sibling(part)
    }
    return false
  }

  func testABarThatIsHiddenMakesNoFrames() throws {
    try onLoop {
      let bar = ProgressBar()
      bar.fraction = nil
      let stage = try await Stage.show(Stack(.vertical, [Label("A label"), bar]))
      var frames = 0
      stage.window.onPaint { frames += 1 }
      try await until("the bar to move") { frames > 5 }
      XCTAssertTrue(Self.isMoving(bar.native))
      bar.isVisible = false
      // As one that follows its work does when that has ended.
      bar.fraction = nil
      try await stage.settle()
      XCTAssertFalse(Self.isMoving(bar.native))
      bar.isVisible = true
      try await stage.settle()
      XCTAssertTrue(Self.isMoving(bar.native))
      try await stage.close()
    }
  }

  func testAWindowOfPartsAsAScreenReaderMeetsIt() throws {
    try onLoop {
      let progress = ProgressBar()
      // In the middle of a row, however high its neighbours are.
      XCTAssertEqual(progress.native.map { gtk_widget_get_valign($0) }, GTK_ALIGN_CENTER)
      progress.fraction = 0.25
      let stage = try await Stage.show(
        Stack(.vertical) {
          Label("A label")
          Stack(.horizontal) {
            Button("_Press") {}
            Button(icon: "edit-clear-symbolic", label: "Clear") {}.enabled(false)
          }
          SearchField("Words")
          DropDown(["One", "Two"], label: "Number")
          progress
        }, title: "Parts")
      XCTAssertEqual(
        stage.dump(),
        """
        window “Parts”
          label “Parts”
          button “Minimize”
          button “Maximize”
          button “Close”
          label “A label”
          button “Press” focused
          button “Clear” disabled
          search-box “Words”
          combo-box “Number” “One”
          progress-bar
        """)
      try await stage.close()
    }
  }

  func testTypingInASearchFieldIsHeardAtOnce() throws {
    try onLoop {
      var heard: [String] = []
      var submitted = ""
      let field = SearchField("Words") { heard.append($0) }
      field.onSubmit = { submitted = $0 }
      let stage = try await Stage.show(field)
      field.focus()
      try await stage.type("Ab 9")
      XCTAssertEqual(heard, ["A", "Ab", "Ab ", "Ab 9"])
      try await stage.press("Return")
      XCTAssertEqual(submitted, "Ab 9")
      try await stage.press("Escape")
      XCTAssertEqual(field.text, "")
      try await stage.close()
    }
  }

  func testJapaneseTextIsTyped() throws {
    try onLoop {
      let field = SearchField("Words")
      let stage = try await Stage.show(field)
      field.focus()
      try await stage.type("犬")
      XCTAssertEqual(field.text, "犬")
      try await stage.close()
    }
  }

  /// Composing shows in the field, but does not count until it is committed.
  func testTextThatIsBeingComposedDoesNotCount() throws {
    try onLoop {
      var heard: [String] = []
      let field = SearchField("Words") { heard.append($0) }
      let stage = try await Stage.show(field)
      field.focus()
      try await stage.press("dead_acute")
      XCTAssertEqual(heard, [])
      try await stage.press("e")
      XCTAssertEqual(heard, ["é"])
      try await stage.close()
    }
  }

  func testEscapeInAnEmptySearchFieldCancels() throws {
    try onLoop {
      var cancels = 0
      let field = SearchField("Words")
      field.onCancel = { cancels += 1 }
      let stage = try await Stage.show(field)
      field.focus()
      try await stage.press("Escape")
      XCTAssertEqual(cancels, 1)
      try await stage.close()
    }
  }

  func testPagesShowOneOfTheirParts() throws {
    try onLoop {
      let pages = Pages(["a": Label("first"), "b": Label("second")])
      let stage = try await Stage.show(pages)
      XCTAssertTrue(stage.all("label", "second").isEmpty)
      pages.shown = "b"
      pages.shown = "not there"
      try await stage.settle()
      XCTAssertEqual(pages.shown, "b")
      XCTAssertNoThrow(try stage.find("label", "second"))
      try await stage.close()
    }
  }

  func testADropDownTellsWhatIsChosen() throws {
    try onLoop {
      var chosen: [Int] = []
      let drop = DropDown(["One", "Two", "Three"], label: "Number") { chosen.append($0) }
      XCTAssertEqual(drop.chosen, 0)
      drop.chosen = 2
      XCTAssertEqual(chosen, [2])
    }
  }

  func testMarkupInTextIsShownAsItIs() throws {
    try onLoop {
      let label = Label("<b>&amp;")
      XCTAssertEqual(label.text, "<b>&amp;")
      label.show([.text("a < b & "), .link("<c>", target: "t&\"")])
      XCTAssertEqual(label.text, "a < b & <c>")
      let page = StatusPage("<No> & none", description: "a < b")
      let stage = try await Stage.show(page)
      XCTAssertNoThrow(try stage.find("label", "<No> & none"))
      XCTAssertNoThrow(try stage.find("label", "a < b"))
      try await stage.close()
    }
  }

  func testALabelsLinkIsFollowedByTheKeyboard() throws {
    try onLoop {
      var followed: [String] = []
      let label = Label()
      label.onLink = { followed.append($0) }
      label.show([.text("see "), .link("RFC 1", target: "1"), .link("RFC 2", target: "2")])
      let stage = try await Stage.show(label)
      label.focus()
      try await stage.press("Return")
      XCTAssertEqual(followed, ["1"])
      try await stage.close()
    }
  }

  func testAPictureIsDrawnOfAPartAndOfAWindow() throws {
    try onLoop {
      let label = Label("picture")
      XCTAssertThrowsError(try label.savePicture(to: "/nowhere.png"))
      let stage = try await Stage.show(label)
      let folder = NSTemporaryDirectory() + "picture-\(getpid())"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try await stage.savePicture(to: folder + "/window.png")
      try await label.savePictureWhenDrawn(to: folder + "/label.png")
      for name in ["window", "label"] {
        let data = try XCTUnwrap(FileManager.default.contents(atPath: "\(folder)/\(name).png"))
        XCTAssertEqual(Array(data.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
      }
      XCTAssertThrowsError(try stage.window.savePicture(to: folder + "/no/such/folder.png")) {
        XCTAssertTrue("\($0)".contains("check that its folder exists"))
      }
      try await stage.close()
    }
  }

  func testALabelThatGetsTheKeyboardMarksNothing() throws {
    try onLoop {
      let label = Label().selectable()
      label.show([.text("See "), .link("RFC 2119", target: "2119"), .text(" and more")])
      let stage = try await Stage.show(Stack { [label, Button("Next") {}] })
      label.focus()
      await stage.nextFrame()
      let native = try XCTUnwrap(label.native)
      XCTAssertEqual(gtk_label_get_selection_bounds(native.opaque, nil, nil), 0)
      try await stage.close()
    }
  }

  func testAClampedColumnIsAsWideAsItMayBe() throws {
    try onLoop {
      for window in [900, 300] {
        let clamp = Clamp(width: 480) { Button("Press") {} }
        let stage = try await Stage.show(clamp, width: window, height: 200)
        @MainActor func width(_ part: Part) -> Int {
          part.native.map { Int(gtk_widget_get_width($0)) } ?? 0
        }
        XCTAssertEqual(width(clamp.column), min(480, width(clamp)))
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(clamp.column.native, clamp.native, 0, 0, &x, &y)
        XCTAssertEqual(x, Double(width(clamp) - width(clamp.column)) / 2, accuracy: 1)
        XCTAssertEqual(y, 0)
        try await stage.close()
      }
    }
  }
}
