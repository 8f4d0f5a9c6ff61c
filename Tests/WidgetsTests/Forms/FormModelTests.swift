import CHikidashiGTK
import HikidashiBase
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

/// Whatever is done to a form, it stands as a slow model says, which looks at everything anew.
final class FormModelTests: XCTestCase {
  /// What one input is like: what stands in it as a text, if that is no value.
  private struct Place {
    var value: String
    var applied: String
    var unreadable: String?
  }

  @MainActor
  private struct Fixture {
    let names = (0..<3).map { TextEntry("Name \($0)", rules: [.required, .length(1...3)]) }
    let numbers = (0..<3).map { NumberEntry<Int>("Number \($0)", in: 0...5) }
    let marks = (0..<2).map { CheckBox("Mark \($0)", rules: [.check("must be checked") { $0 }]) }
    let size = DropDown("Size", ["S", "M", "L"], rules: [.required])
    let form: Form
    var places: [Place]
    var fails = false

    init() {
      let (names, numbers, marks, size) = (names, numbers, marks, size)
      form = Form {
        names
        FormGroup("Numbers") { numbers }
        marks
        size
      }
      form.check("must not be the same", at: names[2], reading: names[0], names[2]) {
        names[0].value.isEmpty || names[0].value != names[2].value
      }
      form.check("must not be the sum", at: names[2], reading: numbers[0], numbers[1]) {
        (numbers[0].value ?? 0) + (numbers[1].value ?? 0) != 6
      }
      form.check("too many", reading: numbers[1], numbers[2], marks[0]) {
        !marks[0].value || (numbers[1].value ?? 0) + (numbers[2].value ?? 0) < 8
      }
      places = form.inputs.map { _ in Place(value: "", applied: "") }
      for index in 6...7 { places[index] = Place(value: "false", applied: "false") }
    }

    /// What each input should complain about, and whether the third check fails.
    var complaints: ([String?], isFailing: Bool) {
      func number(_ index: Int) -> Int { Int(places[3 + index].value) ?? 0 }
      var found: [String?] = places.indices.map { index in
        let place = places[index]
        if let unreadable = place.unreadable { return unreadable }
        switch index {
        case 0...2:
          if place.value.allSatisfy(\.isWhitespace) { return "must be filled in" }
          return (1...3).contains(place.value.count) ? nil : "must have 1 to 3 characters"
        case 3...5:
          guard let value = Int(place.value) else { return nil }
          return (0...5).contains(value) ? nil : "must be between 0 and 5"
        case 6...7: return place.value == "true" ? nil : "must be checked"
        default: return place.value.isEmpty ? "must be filled in" : nil
        }
      }
      if found[2] == nil {
        if !places[0].value.isEmpty, places[0].value == places[2].value {
          found[2] = "must not be the same"
        } else if number(0) + number(1) == 6 {
          found[2] = "must not be the sum"
        }
      }
      return (found, places[6].value == "true" && number(1) + number(2) >= 8)
    }

    /// The value of an input as a text.
    func value(_ index: Int) -> String {
      switch index {
      case 0...2: names[index].value
      case 3...5: numbers[index - 3].value.map(String.init) ?? ""
      case 6...7: String(marks[index - 6].value)
      default: size.value ?? ""
      }
    }

    mutating func change(_ random: inout SeededGenerator) {
      let index = Int.random(in: 0..<9, using: &random)
      let isByHand = Bool.random(using: &random)
      places[index].unreadable = nil
      switch index {
      case 0...2:
        let text = ["", " ", "a", "b", "ab", "犬", "long"].randomElement(using: &random) ?? ""
        places[index].value = text
        if isByHand {
          gtk_editable_set_text(names[index].control?.opaque, text)
        } else {
          names[index].value = text
        }
      case 3...5:
        let texts = ["", "1", "3", "5", "9", "-2", "x", "1.5"]
        let text = texts.randomElement(using: &random) ?? ""
        if isByHand, text == "x" {
          // Before what stands there.
          var start: gint = 0
          let control = numbers[index - 3].control?.opaque
          gtk_editable_insert_text(control, text, -1, &start)
          places[index].unreadable = "must be a number such as 0"
        } else if isByHand {
          gtk_editable_set_text(numbers[index - 3].control?.opaque, text)
          // GTK empties the text before it puts another in.
          places[index].value = ""
          if text.isEmpty || Int(text) != nil {
            places[index].value = text
          } else {
            places[index].unreadable = "must be a number such as 0"
          }
        } else {
          numbers[index - 3].value = Int(text)
          places[index].value = Int(text) == nil ? "" : text
        }
      case 6...7:
        let isOn = Bool.random(using: &random)
        places[index].value = String(isOn)
        if isByHand, let control = marks[index - 6].control {
          gtk_check_button_set_active(control.cast(to: GtkCheckButton.self), isOn ? 1 : 0)
        } else {
          marks[index - 6].value = isOn
        }
      default:
        let choice = ["S", "M", "L", nil].randomElement(using: &random) ?? nil
        size.value = choice
        places[index].value = choice ?? ""
      }
    }

    mutating func apply() {
      let (complaints, isFailing) = complaints
      let isRight = complaints.allSatisfy { $0 == nil } && !isFailing
      XCTAssertEqual(form.apply(), isRight && !fails)
      guard isRight, !fails else { return }
      for index in places.indices { places[index].applied = places[index].value }
    }

    mutating func revert() {
      form.revert()
      for index in places.indices {
        places[index].value = places[index].applied
        places[index].unreadable = nil
      }
    }

    func check(_ context: String) {
      let (complaints, isFailing) = complaints
      for index in places.indices {
        let (input, place) = (form.inputs[index], places[index])
        XCTAssertEqual(value(index), place.value, "\(context), input \(index)")
        XCTAssertEqual(input.complaint, complaints[index], "\(context), input \(index)")
        let isDirty = place.value != place.applied || place.unreadable != nil
        XCTAssertEqual(input.isDirty, isDirty, "\(context), input \(index)")
      }
      XCTAssertEqual(form.isValid, complaints.allSatisfy { $0 == nil } && !isFailing, context)
      XCTAssertEqual(
        form.isDirty, places.contains { $0.value != $0.applied || $0.unreadable != nil }, context)
      let first = complaints.firstIndex { $0 != nil }
      XCTAssertTrue(form.firstInvalid === first.map { form.inputs[$0] }, context)
    }
  }

  func testAFormStandsAsItsModelSays() throws {
    let seed = testSeed()
    let steps = testSteps(3000)
    print("seed \(seed)")
    try onLoop {
      var random = SeededGenerator(seed: seed)
      var fixture = Fixture()
      final class Switchboard { var fails = false }
      struct Refused: Error {}
      let board = Switchboard()
      fixture.form.onApply = { if board.fails { throw Refused() } }
      fixture.check("seed \(seed), at first")
      for step in 0..<steps {
        let before = fixture.form.checkCount
        switch Int.random(in: 0..<20, using: &random) {
        case 0: fixture.revert()
        case 1...3:
          board.fails = Int.random(in: 0..<4, using: &random) == 0
          fixture.fails = board.fails
          fixture.apply()
        default:
          fixture.change(&random)
          // GTK replaces a text in two steps. An input has two checks at most here.
          XCTAssertLessThanOrEqual(fixture.form.checkCount - before, 2 * (1 + 2))
        }
        fixture.check("seed \(seed), step \(step)")
      }
    }
  }
}
