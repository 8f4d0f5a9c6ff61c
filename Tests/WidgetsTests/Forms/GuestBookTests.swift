import FoundationEssentials
import Hikidashi
import HikidashiWidgetTesting
import XCTest

final class GuestBookTests: XCTestCase {
  func testAGuestIsEntered() throws {
    try onLoop {
      // Each input has a typed value, and rules with their words.
      let name = TextEntry("_Name", rules: [.required, .length(2...40)])
      let code = TextEntry("_Code", rules: [.pattern(/[A-Z]{2}-\d+/, "must be like AB-12")])
      let nights = NumberEntry("Ni_ghts", value: 1, in: 1...30)
      let meals = DropDown("_Meals", ["None", "Breakfast", "All"], value: "Breakfast")
      let born = DateEntry("_Born", rules: [.range(...Date.now)])
      let arrives = DateEntry("_Arrives", hasTime: true).hint("From 2 PM on")
      let agrees = CheckBox("_I agree", rules: [.check("must be checked") { $0 }])

      var entered: [String] = []
      let form = Form {
        name
        code
        FormGroup("Stay") {
          arrives
          nights
          meals
        }
        FormGroup("About you") {
          born
          Label("We send a card on that day.")
        }
        agrees
      }
      // A check that looks at several inputs is run when one of these changes.
      .check("breakfast is for two nights and more", at: meals, reading: meals, nights) {
        meals.value == "None" || (nights.value ?? 0) > 1
      }
      form.onApply = { entered.append("\(name.value), \(nights.value ?? 0)") }

      let stage = try await Stage.show(
        Stack(.vertical, spacing: 12) {
          Scroller(form)
          form.buttons(apply: "_Enter", revert: "_Clear")
        }, height: 640)
      XCTAssertFalse(form.isValid)

      // Enter applies. What is wrong is said beside it, and the first of it gets the focus.
      name.focus()
      try await stage.press("Return")
      XCTAssertEqual(name.complaint, "must be filled in")
      XCTAssertTrue(form.firstInvalid === name)

      try await stage.type("Ume")
      nights.value = 3
      agrees.value = true
      XCTAssertTrue(form.isValid && form.isDirty)
      XCTAssertTrue(form.apply())
      XCTAssertEqual(entered, ["Ume, 3"])
      XCTAssertFalse(form.isDirty)

      // Back to what was applied last.
      name.value = ""
      form.revert()
      XCTAssertEqual(name.value, "Ume")
      try await stage.close()
    }
  }
}
