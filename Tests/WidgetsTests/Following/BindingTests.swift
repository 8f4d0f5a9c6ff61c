import CHikidashiGTK
import Foundation
import HikidashiPreferences
import HikidashiRecords
import HikidashiStorage
import HikidashiWidgetTesting
import Observation
import XCTest

@testable import HikidashiWidgets

@Observable @MainActor
private final class Customer {
  var name = "Sato"
  var age = 40
}

/// Inputs that show a value of a model, and change it.
final class BindingTests: XCTestCase {
  func testAnInputShowsAndChangesAProperty() throws {
    try onLoop {
      let customer = Customer()
      let entry = TextEntry("Name", rules: [.required]).bind(customer, \.name)
      let echo = Label { "name: \(customer.name)" }
      let stage = try await Stage.show(
        Stack {
          entry
          echo
        })
      XCTAssertEqual(entry.value, "Sato")
      entry.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("Ito")
      XCTAssertEqual(customer.name, "Ito")
      await stage.nextFrame()
      XCTAssertEqual(echo.text, "name: Ito")
      customer.name = "Abe"
      await stage.nextFrame()
      XCTAssertEqual(entry.value, "Abe")
      // What the rules refuse is not written.
      try await stage.press("a", holding: .control)
      try await stage.press("BackSpace")
      XCTAssertEqual(entry.value, "")
      XCTAssertEqual(customer.name, "Abe")
      customer.name = "Mori"
      await stage.nextFrame()
      XCTAssertEqual(entry.value, "Mori")
      XCTAssertTrue(entry.isValid)
      try await stage.close()
    }
  }

  func testWhatIsRefusedIsSaidBelowTheInput() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "must be even" }
    try onLoop {
      let customer = Customer()
      let entry = TextEntry("Age").bind(
        Binding(
          get: { "\(customer.age)" },
          set: {
            guard let age = Int($0), age % 2 == 0 else { throw Refusal() }
            customer.age = age
          }))
      let stage = try await Stage.show(entry)
      entry.focus()
      try await stage.press("End")
      try await stage.type("1")
      XCTAssertEqual(customer.age, 40)
      XCTAssertEqual(entry.complaint, "must be even")
      try await stage.press("BackSpace")
      try await stage.type("2")
      XCTAssertEqual(customer.age, 402)
      XCTAssertNil(entry.complaint)
      try await stage.close()
    }
  }

  func testWhatTheModelMakesOfAValueIsShown() throws {
    try onLoop {
      let customer = Customer()
      let age = NumberEntry("Age", value: 40).bind(
        Binding(get: { customer.age }, set: { customer.age = min($0 ?? 0, 50) }))
      let name = TextEntry("Name").bind(
        Binding(get: { customer.name }, set: { customer.name = $0.trimmingCharacters(in: [" "]) }))
      let fixed = Switch("Loud").bind(Binding(get: { false }, set: { _ in }))
      let stage = try await Stage.show(
        Stack {
          age
          name
          fixed
        })
      fixed.focus()
      age.value = 70
      XCTAssertEqual(customer.age, 50)
      XCTAssertEqual(age.value, 50)
      try await stage.click("switch", "Loud")
      XCTAssertFalse(fixed.value)
      // What is being typed is not changed under the fingers.
      name.focus()
      try await stage.press("End")
      try await stage.type(" a b ")
      XCTAssertEqual(name.value, "Sato a b ")
      XCTAssertEqual(customer.name, "Sato a b")
      age.focus()
      try await until("the model's text") { name.value == "Sato a b" }
      try await stage.close()
    }
  }

  func testWhatIsNotAppliedIsNotWritten() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "must be even" }
    try onLoop {
      let customer = Customer()
      let name = TextEntry("Name").bind(customer, \.name)
      let age = TextEntry("Age").bind(
        Binding(
          get: { "\(customer.age)" },
          set: {
            guard let age = Int($0), age % 2 == 0 else { throw Refusal() }
            customer.age = age
          }))
      let form = Form {
        name
        age
      }
      let stage = try await Stage.show(form)
      name.value = "Suzuki"
      age.value = "41"
      XCTAssertFalse(form.apply(), "the model refuses one")
      XCTAssertEqual([customer.name, "\(customer.age)"], ["Suzuki", "40"])
      XCTAssertFalse(form.isValid)
      XCTAssertTrue(form.isDirty)
      form.revert()
      XCTAssertEqual(age.value, "40")
      XCTAssertTrue(form.isValid)
      name.value = "Tanaka"
      try await stage.close()
      XCTAssertEqual(customer.name, "Suzuki", "closed without being applied")
      XCTAssertEqual(customer.age, 40)
    }
  }

  func testAnInputThatIsDimStaysDim() throws {
    try onLoop {
      let customer = Customer()
      let name = TextEntry("Name").bind(customer, \.name).enabled(false)
      let stage = try await Stage.show(name)
      XCTAssertFalse(name.isEnabled)
      customer.name = "Suzuki"
      try await until("the name") { name.value == "Suzuki" }
      XCTAssertFalse(name.isEnabled)
      try await stage.close()
    }
  }

  func testAFormIsFollowed() throws {
    try onLoop {
      let isAbroad = CheckBox("Abroad")
      let country = TextEntry("Country", rules: [.required])
      let form = Form {
        isAbroad
        If(isAbroad.value) { country }
      }
      let stage = try await Stage.show(
        Stack {
          form
          Button("Send") {}.enabled { form.isValid && form.isDirty }
        })
      XCTAssertTrue(try stage.find("button", "Send").has("disabled"))
      isAbroad.value = true
      try await until("the country") { form.inputs.count == 2 }
      XCTAssertTrue(try stage.find("button", "Send").has("disabled"))
      country.value = "Norway"
      try await until("the button") {
        (try? stage.find("button", "Send"))?.has("disabled") == false
      }
      try await stage.close()
    }
  }

  func testAFieldOfARecordIsOneStepOfUndo() throws {
    try onLoop {
      let name = Field<String>("name", title: "Name")
      var table = RecordTable(try Schema(name))
      let number = try table.append { $0[name] = "pen" }
      let records = LiveRecords(table)
      let entry = TextEntry("Name").bind(Binding(name, of: number, in: records))
      let stage = try await Stage.show(
        Stack {
          entry
          Button("Other") {}
        })
      entry.focus()
      try await stage.press("End")
      try await stage.type("cil")
      XCTAssertEqual(records.table[number, name], "pen")
      try await stage.press("Tab")
      try await until("the new name") { records.table[number, name] == "pencil" }
      records.undo()
      try await until("the old name") { entry.value == "pen" }
      try records.edit { table in try table.remove(number) }
      try await until("nothing to edit") { !entry.isEnabled }
      try await stage.close()
    }
  }

  func testAFieldOfARecordInAStoreIsWrittenOrRefused() throws {
    try onLoop {
      let name = Field<String>("name", title: "Name", collation: .binary)
      let store = try RecordStore(Schema(name), key: name, at: .memory)
      let number = try await store.edit { table in
        try table.append { $0[name] = "ink" }
        return try table.append { $0[name] = "pen" }
      }
      let entry = TextEntry("Name").bind(Binding(name, of: number, in: store))
      let stage = try await Stage.show(
        Stack {
          entry
          Button("Other") {}
        })
      entry.focus()
      try await stage.press("End")
      try await stage.type("cil")
      try await stage.press("Tab")
      try await until("the new name") { store.table[number, name] == "pencil" }
      XCTAssertNil(entry.complaint)
      entry.focus()
      entry.value = "ink"
      try await stage.press("Tab")
      try await until("the refusal") { entry.complaint != nil }
      XCTAssertEqual(entry.value, "ink", "what was typed is there to be mended")
      XCTAssertEqual(store.table[number, name], "pencil")
      entry.value = "inkpot"
      try await until("what was mended") { store.table[number, name] == "inkpot" }
      XCTAssertNil(entry.complaint)
      // What was typed last is not lost with the window.
      entry.focus()
      entry.value = "inkwell"
      try await stage.close()
      try await until("what was typed last") { store.table[number, name] == "inkwell" }
    }
  }

  func testAColumnOfRecordsShowsWhatItReads() throws {
    try onLoop {
      let unit = Preference("unit", default: "kg")
      struct Units: PreferenceGroup { let unit: Preference<String> }
      let store = try PreferenceStore(
        Units(unit: unit), at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
      let weight = Field<Int>("weight")
      var table = RecordTable(try Schema(weight))
      for value in [3, 5] { try table.append { $0[weight] = value } }
      let view = RecordsView(
        table,
        columns: [
          FieldColumn(weight) { cell in
            if case .integer(let number) = cell { "\(number) \(store[unit])" } else { "" }
          }
        ])
      let stage = try await Stage.show(view)
      try await until("the rows") { stage.dump().contains("5 kg") }
      try store.set(unit, to: "lb")
      try await until("the other unit") {
        let dump = stage.dump()
        return dump.contains("3 lb") && dump.contains("5 lb") && !dump.contains("kg")
      }
      try await stage.close()
    }
  }

  func testASettingIsShownAndChanged() throws {
    try onLoop {
      struct Settings: PreferenceGroup { let loud = Preference("loud", default: false) }
      let settings = Settings()
      let loud = settings.loud
      let store = try PreferenceStore(
        settings, at: .memory, version: "1", options: PreferenceOptions(autosave: nil))
      let input = Switch("Loud").bind(Binding(loud, in: store))
      let stage = try await Stage.show(input)
      try await stage.click("switch", "Loud")
      XCTAssertTrue(store[loud])
      try store.set(loud, to: false)
      try await until("the switch to follow") { !input.value }
      try await stage.close()
    }
  }
}
