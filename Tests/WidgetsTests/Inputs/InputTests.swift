import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Inputs of every kind, used by the keyboard alone.
final class InputTests: XCTestCase {
  func testAllInputsAsAScreenReaderMeetsThem() throws {
    try onLoop {
      let form = Form {
        TextEntry("_Name", value: "山田", rules: [.required])
        TextEntry("Password", value: "abc", isSecret: true)
        NumberEntry("Copies", value: 2, in: 1...99)
        FormGroup("More") {
          Switch("Notify", value: true)
          CheckBox("I agree")
          DropDown("Size", ["Small", "Large"], value: "Large")
          DropDown("Colour", ["Red", "Blue"]).hint("Red is nicer")
          DateEntry("Born", value: Date(timeIntervalSince1970: 0), timeZone: "UTC")
          FileEntry("Picture", value: "/home/a/b.png") { _ in nil }
          TextArea("Notes", value: "Line 1\nLine 2", lines: 2)
        }
      }
      let stage = try await Stage.show(form, title: "All", height: 700)
      XCTAssertEqual(
        stage.dump(),
        """
        window “All”
          label “All”
          button “Minimize”
          button “Maximize”
          button “Close”
          label “Name”
          text-box “Name” focused, required, “山田”
          label “Password”
          text-box “Password” “•••”
          label “Copies”
          spin-button “Copies” “2”
          label “More”
          label “Notify”
          switch “Notify” checked
          checkbox “I agree”
          label “Size”
          combo-box “Size” “Large”
          label “Colour”
          combo-box “Colour” “(None)”, described “Red is nicer”
          label “Red is nicer”
          label “Born”
          text-box “Born” “1/1/1970”
          button “Calendar”
          label “Picture”
          button “Picture: b.png”
          button “Clear”
          label “Notes”
          text-box “Notes” “Line 1⏎Line 2”
        """)
      try await stage.close()
    }
  }

  func testWhatIsTypedIsCheckedAtOnceAndSaidBesideIt() throws {
    try onLoop {
      var heard: [String] = []
      let name = TextEntry("Name", rules: [.required, .length(2...4)]) { heard.append($0) }
      let stage = try await Stage.show(name)
      name.focus()
      // Nothing is said before anything was done.
      XCTAssertFalse(name.isValid)
      XCTAssertEqual(try stage.find("text-box", "Name").states, ["focused", "required"])
      try await stage.type("A")
      XCTAssertEqual(
        try stage.find("text-box", "Name").states,
        [
          "focused", "required", "invalid", "“A”", "described “Must have 2 to 4 characters”",
        ])
      XCTAssertNoThrow(try stage.find("label", "Must have 2 to 4 characters"))
      try await stage.type("b")
      XCTAssertEqual(try stage.find("text-box", "Name").states, ["focused", "required", "“Ab”"])
      XCTAssertEqual(stage.all("label", "Must have 2 to 4 characters").count, 0)
      try await stage.press("BackSpace")
      try await stage.press("BackSpace")
      XCTAssertEqual(name.complaint, "must be filled in")
      XCTAssertEqual(heard, ["A", "Ab", "A", ""])
      try await stage.close()
      XCTAssertEqual(name.value, "")
      name.value = "kept though its widget has died"
      XCTAssertNil(name.control)
    }
  }

  func testTextThatIsBeingComposedDoesNotCount() throws {
    try onLoop {
      var heard: [String] = []
      let name = TextEntry("Name") { heard.append($0) }
      let stage = try await Stage.show(name)
      name.focus()
      try await stage.press("dead_acute")
      XCTAssertEqual(heard, [])
      try await stage.press("e")
      XCTAssertEqual(heard, ["é"])
      try await stage.close()
    }
  }

  func testASecretIsTypedUnseenAndShownByItsButton() throws {
    try onLoop {
      let word = TextEntry("Password", isSecret: true, rules: [.length(8...)])
      let stage = try await Stage.show(word)
      word.focus()
      try await stage.type("pass")
      XCTAssertEqual(word.value, "pass")
      XCTAssertTrue(stage.dump().contains("text-box “Password” focused, invalid, “••••”"))
      XCTAssertFalse(stage.dump().contains("pass"))
      try await stage.close()
    }
  }

  func testASwitchAndACheckBoxAreTurnedBySpace() throws {
    try onLoop {
      let notify = Switch("Notify")
      let agree = CheckBox("_I agree", rules: [.check("must be checked") { $0 }])
      let stage = try await Stage.show(
        Stack {
          notify
          agree
        })
      notify.focus()
      try await stage.press("space")
      XCTAssertTrue(notify.value)
      try await stage.press("Tab")
      try await stage.press("space")
      XCTAssertTrue(agree.value && agree.isValid)
      try await stage.press("space")
      XCTAssertEqual(agree.complaint, "must be checked")
      XCTAssertEqual(
        try stage.find("checkbox", "I agree").states,
        ["focused", "invalid", "described “Must be checked”"])
      try await stage.press("i", holding: .alt)
      XCTAssertTrue(agree.value)
      try await stage.close()
    }
  }

  private enum Size: CaseIterable { case small, medium, large }
  private struct Person: Identifiable {
    let id: Int
    let name: String
  }

  /// What is kept elsewhere may have a value that is no longer offered: it is shown as what it is.
  func testADropDownShowsAValueThatIsNotAmongItsChoices() throws {
    try onLoop {
      let drop = DropDown("Category", ["a", "b"], value: "zzz")
      let stage = try await Stage.show(drop)
      @MainActor func shown() -> String? {
        guard let control = drop.madeControl,
          let item = gtk_drop_down_get_selected_item(control.opaque)
        else { return nil }
        return String(cString: gtk_string_object_get_string(OpaquePointer(item)))
      }
      XCTAssertEqual(shown(), "zzz (not among the choices)")
      XCTAssertEqual(drop.value, "zzz")
      XCTAssertNil(drop.chosen)
      drop.value = "b"
      XCTAssertEqual(shown(), "b")
      drop.value = "old"
      XCTAssertEqual(shown(), "old (not among the choices)")
      // A person who opens the list finds it last, and leaves it as soon as they choose another.
      try await stage.click("combo-box")
      try await stage.press("Home")
      try await stage.press("Return")
      try await until("the choice") { drop.value == "a" }
      let model = drop.madeControl.flatMap { gtk_drop_down_get_model($0.opaque) }
      XCTAssertEqual(model.map { g_list_model_get_n_items($0) }, 2)
      drop.value = nil
      XCTAssertNil(shown())
      try await stage.close()
    }
  }

  func testADropDownTakesChoicesOfAnyType() throws {
    try onLoop {
      let size = DropDown("Size", Size.allCases, value: .medium)
      let people = [Person(id: 7, name: "山田"), Person(id: 9, name: "鈴木")]
      let owner = DropDown("Owner", identified: people, rules: [.required], title: \.name)
      XCTAssertEqual(owner.complaint, "must be filled in")
      let stage = try await Stage.show(
        Stack {
          size
          owner
        })
      size.focus()
      try await stage.press("space")
      try await stage.settle()
      XCTAssertTrue(
        stage.dump().contains(
          """
            combo-box “Size” “medium”
              list
                list-item “small” focused
                list-item “medium” selected
                list-item “large”
          """), stage.dump())
      try await stage.press("Down")
      try await stage.press("Down")
      try await stage.press("Return")
      XCTAssertEqual(size.value, .large)
      size.value = nil
      XCTAssertNil(size.chosen)
      owner.focus()
      try await stage.press("space")
      try await stage.settle()
      try await stage.press("Down")
      try await stage.press("Return")
      XCTAssertEqual(owner.value, 9)
      XCTAssertTrue(owner.isValid)
      owner.chosen = 0
      XCTAssertEqual(owner.value, 7)
      owner.chosen = 5
      XCTAssertNil(owner.value)
      try await stage.close()
    }
  }

  func testATextAreaHasUndoAndLetsTabGoOn() throws {
    try onLoop {
      let notes = TextArea("Notes", value: "old ", rules: [.length(0...8)])
      let next = TextEntry("Next")
      let stage = try await Stage.show(
        Stack {
          notes
          next
        })
      notes.focus()
      try await stage.press("End")
      try await stage.type("ab")
      try await stage.press("Return")
      try await stage.type("犬")
      XCTAssertEqual(notes.value, "old ab\n犬")
      try await stage.type("!")
      XCTAssertEqual(notes.complaint, "must have 0 to 8 characters")
      while notes.value != "old ", !notes.value.isEmpty {
        let before = notes.value
        try await stage.press("z", holding: .control)
        XCTAssertNotEqual(notes.value, before)
        if notes.value == before { break }
      }
      XCTAssertEqual(notes.value, "old ")
      try await stage.press("z", holding: [.control, .shift])
      XCTAssertNotEqual(notes.value, "old ")
      // What the program sets cannot be undone.
      notes.value = "new"
      try await stage.press("z", holding: .control)
      XCTAssertEqual(notes.value, "new")
      try await stage.press("Tab")
      XCTAssertTrue(try stage.find("text-box", "Next").has("focused"))
      try await stage.close()
    }
  }

  func testAFileIsChosenByTheChooserItIsGiven() throws {
    try onLoop {
      var answers: [String?] = ["/no/such/file", nil, "/proc/self/exe"]
      var asked: [String?] = []
      let file = FileEntry("Program", rules: [.existing]) { entry in
        asked.append(entry.value)
        return answers.removeFirst()
      }
      let stage = try await Stage.show(file)
      file.focus()
      XCTAssertEqual(try stage.find("button", "Program: None").states, ["focused"])
      try await stage.press("space")
      try await until("the choice") { file.value != nil }
      XCTAssertEqual(
        try stage.find("button", "Program: file").states,
        ["focused", "invalid", "described “Must be a file that can be read”"])
      try await stage.press("space")
      try await until("the question") { asked.count == 2 }
      XCTAssertEqual(file.value, "/no/such/file")
      try await stage.press("space")
      try await until("the choice") { file.isValid }
      XCTAssertEqual(asked, [nil, "/no/such/file", "/no/such/file"])
      try await stage.press("Tab")
      try await stage.press("space")
      XCTAssertNil(file.value)
      XCTAssertTrue(try stage.find("button", "Program: None").has("focused"))
      try await stage.close()
    }
  }

  func testAFileIsChosenInTheDesktopsDialog() throws {
    let folder = NSTemporaryDirectory() + "entry-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a.txt", "b.txt"] {
      XCTAssertTrue(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data()))
    }
    try onLoop {
      let file = FileEntry("Letter", value: folder + "/a.txt")
      let stage = try await Stage.show(file)
      file.focus()
      try await stage.press("space")
      let dialog = try await FileDialogTests.dialog()
      try await dialog.type("/")
      try await dialog.press("a", holding: .control)
      try await dialog.type(folder + "/b.txt")
      try await dialog.press("Return")
      try await until("the choice") { file.value == folder + "/b.txt" }
      XCTAssertNoThrow(try stage.find("button", "Letter: b.txt"))
      // Escape leaves it as it is.
      try await stage.settle()
      file.focus()
      try await stage.press("space")
      try await FileDialogTests.dialog().press("Escape")
      try await until("the focus") {
        (try? stage.find("button", "Letter: b.txt").has("focused")) ?? false
      }
      XCTAssertEqual(file.value, folder + "/b.txt")
      try await stage.close()
    }
  }

  func testAColourIsPickedByTheKeyboard() throws {
    try onLoop {
      var heard: [Color] = []
      let marker = ColorEntry("Marker", value: Color(1, 0, 0)) { heard.append($0) }
      let stage = try await Stage.show(marker)
      marker.focus()
      XCTAssertTrue(try stage.find("button", "Marker: #ff0000").has("focused"))
      XCTAssertEqual(stage.focused?.name, "Marker: #ff0000")
      try await stage.press("space")
      try await stage.settle()
      XCTAssertTrue(try stage.find("radio", "Very Light Blue").has("focused"))
      try await stage.press("Right")
      try await stage.press("Right")
      try await stage.press("Return")
      XCTAssertEqual(heard.map(\.hexadecimal), ["#f9f06b"])
      XCTAssertTrue(try stage.find("radio", "Very Light Yellow").has("checked"))
      try await stage.press("Escape")
      try await until("the palette to close") { stage.all("radio").isEmpty }
      XCTAssertTrue(try stage.find("button", "Marker: #f9f06b").has("focused"))
      try await stage.close()
    }
  }

  func testAnInputIsFreedWithItsWindowThoughItsHandlersCaptureIt() throws {
    try onLoop {
      weak var entry: TextEntry?
      weak var date: DateEntry?
      do {
        let name = TextEntry("Name")
        let born = DateEntry("Born", rules: [.check("") { [weak name] _ in name != nil }])
        name.onChange = { _ in name.focus() }
        born.onChange = { _ in _ = name.value }
        (entry, date) = (name, born)
        let stage = try await Stage.show(
          Stack {
            name
            born
          })
        try await stage.close()
      }
      XCTAssertNil(entry)
      XCTAssertNil(date)
    }
  }
}
