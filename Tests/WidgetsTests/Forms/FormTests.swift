import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class FormTests: XCTestCase {
  private struct Full: Error, CustomStringConvertible {
    let description = "the disk is full: free some room"
  }

  func testAFormIsFilledInAppliedAndTakenBackByTheKeyboard() throws {
    try onLoop {
      let name = TextEntry("_Name", rules: [.required])
      let copies = NumberEntry("_Copies", value: 1, in: 1...9)
      let both = CheckBox("_Both sides")
      var applied: [String] = []
      let form = Form {
        name
        FormGroup("Paper") {
          copies
          both
        }
      }
      form.onApply = { applied.append("\(name.value) \(copies.value ?? 0) \(both.value)") }
      let stage = try await Stage.show(
        Stack(.vertical, spacing: 12) {
          form
          form.buttons(apply: "_Save", revert: "_Discard")
        })
      XCTAssertEqual(
        stage.dump(),
        """
        window “Stage”
          label “Stage”
          button “Minimize”
          button “Maximize”
          button “Close”
          label “Name”
          text-box “Name” focused, required
          label “Paper”
          label “Copies”
          spin-button “Copies” “1”
          checkbox “Both sides”
          button “Discard” disabled
          button “Save” disabled
        """)
      // Enter applies; what is wrong is said, and has the focus.
      try await stage.press("c", holding: .alt)
      try await stage.press("Return")
      XCTAssertEqual(applied, [])
      XCTAssertTrue(stage.dump().contains("text-box “Name” focused, required, invalid"))
      try await stage.type("Ume")
      try await stage.press("b", holding: .alt)
      XCTAssertTrue(form.isValid && form.isDirty)
      // GTK shows a button pressed for a moment before it is.
      try await stage.press("s", holding: .alt)
      try await until("the form to be applied") { !applied.isEmpty }
      XCTAssertEqual(applied, ["Ume 1 true"])
      XCTAssertFalse(form.isDirty)
      XCTAssertTrue(try stage.find("button", "Save").has("disabled"))
      // And back to what was applied, not to the beginning.
      try await stage.press("n", holding: .alt)
      try await stage.press("BackSpace")
      XCTAssertFalse(form.isValid)
      try await stage.press("d", holding: .alt)
      try await until("the form to be taken back") { !form.isDirty }
      XCTAssertEqual(name.value, "Ume")
      XCTAssertTrue(form.isValid && !form.isDirty && both.value)
      XCTAssertFalse(stage.dump().contains("invalid"))
      try await stage.close()
    }
  }

  func testChecksOfTheWholeLookAtSeveralInputs() throws {
    try onLoop {
      let low = NumberEntry<Int>("From", value: 1)
      let high = NumberEntry<Int>("To", value: 5)
      let form = Form {
        low
        high
      }
      .check("must not be less than the first", at: high, reading: low, high) {
        (low.value ?? 0) <= (high.value ?? 0)
      }
      .check("at most ten in all", reading: low, high) {
        (low.value ?? 0) + (high.value ?? 0) <= 10
      }
      let stage = try await Stage.show(form)
      XCTAssertTrue(form.isValid)
      low.focus()
      try await stage.type("7")
      // It is said at the input that is named, though the other was changed.
      XCTAssertEqual(low.value, 7)
      XCTAssertNil(low.complaint)
      XCTAssertEqual(high.complaint, "must not be less than the first")
      XCTAssertTrue(stage.dump().contains("described “Must not be less than the first”"))
      // And below the form, where none is named.
      XCTAssertNoThrow(try stage.find("label", "At most ten in all"))
      XCTAssertFalse(form.apply())
      XCTAssertTrue(try stage.find("spin-button", "To").has("focused"))
      low.value = 4
      XCTAssertTrue(form.isValid)
      XCTAssertEqual(stage.all("label", "At most ten in all").count, 0)
      high.value = 9
      XCTAssertNil(form.firstInvalid)
      XCTAssertFalse(form.apply())
      XCTAssertTrue(try stage.find("spin-button", "From").has("focused"))
      try await stage.close()
    }
  }

  func testAFormThatCannotBeAppliedStaysAndSaysWhy() throws {
    try onLoop {
      let name = TextEntry("Name")
      let form = Form { name }
      final class Disk { var isFull = true }
      let disk = Disk()
      form.onApply = { if disk.isFull { throw Full() } }
      let stage = try await Stage.show(form)
      name.focus()
      try await stage.type("a")
      try await stage.press("Return")
      XCTAssertTrue(form.isDirty)
      XCTAssertNoThrow(try stage.find("label", "the disk is full: free some room"))
      disk.isFull = false
      try await stage.press("Return")
      XCTAssertFalse(form.isDirty)
      XCTAssertEqual(stage.all("label", "the disk is full: free some room").count, 0)
      try await stage.close()
    }
  }

  /// Also where an input that goes back makes a check fail at one above it.
  func testNothingIsSaidAfterGoingBack() throws {
    try onLoop {
      let high = NumberEntry<Int>("To", value: 1)
      let low = NumberEntry<Int>("From", value: 5)
      let name = TextEntry("Name", rules: [.required])
      let form = Form {
        high
        low
        name
      }
      .check("must not be less", at: high, reading: low, high) {
        (low.value ?? 0) <= (high.value ?? 0)
      }
      .check("too much", reading: low) { low.value != 5 }
      let stage = try await Stage.show(
        Stack {
          form
          form.buttons()
        })
      let before = stage.dump()
      XCTAssertFalse(form.apply())
      // What is wrong with the whole stands beside the buttons.
      XCTAssertTrue(
        stage.dump().hasSuffix(
          """
            label “Too much”
            button “Revert” disabled
            button “Apply” disabled
          """))
      low.value = 0
      name.value = "a"
      XCTAssertTrue(form.isValid)
      form.revert()
      XCTAssertFalse(form.isValid)
      high.focus()
      XCTAssertEqual(stage.dump(), before)
      try await stage.close()
    }
  }

  func testOneAnswerForAChangeOfMany() throws {
    try onLoop {
      let names = (0..<5).map { TextEntry("\($0)") }
      let form = Form { names }
      var changes = 0
      form.onChange = { changes += 1 }
      for name in names { name.value = "x" }
      XCTAssertEqual(changes, 5)
      form.revert()
      XCTAssertEqual(changes, 6)
      XCTAssertFalse(form.isDirty)
    }
  }

  func testAFormIsFreedWithItsWindow() throws {
    try onLoop {
      weak var freed: Form?
      weak var input: TextEntry?
      do {
        let name = TextEntry("Name")
        let form = Form { name }
        form.check("", reading: name) { name.value != "x" && form.isEnabled }
        form.onApply = { form.revert() }
        (freed, input) = (form, name)
        let stage = try await Stage.show(
          Stack {
            form
            form.buttons()
          })
        try await stage.close()
      }
      XCTAssertNil(freed)
      XCTAssertNil(input)
    }
  }
}
