import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class NumberEntryTests: XCTestCase {
  func testNumbersAreTypedAndStepped() throws {
    try onLoop {
      var heard: [Int?] = []
      let copies = NumberEntry("Copies", value: 2, in: 1...99) { heard.append($0) }
      let stage = try await Stage.show(copies)
      copies.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("12")
      // GTK takes the selection away before it puts the letter in.
      XCTAssertEqual(heard, [nil, 1, 12])
      try await stage.press("Up")
      XCTAssertEqual(copies.value, 13)
      try await stage.press("Down")
      try await stage.press("Down")
      XCTAssertEqual(try stage.find("spin-button", "Copies").states, ["focused", "“11”"])
      try await stage.press("Page_Up")
      XCTAssertEqual(copies.value, 21)
      try await stage.close()
    }
  }

  /// GTK's own entry would cut it to the range, or take it for zero.
  func testWhatIsNoNumberOrOutOfRangeStaysAndIsComplainedAbout() throws {
    try onLoop {
      let copies = NumberEntry("Copies", value: 2, in: 1...99, rules: [.required])
      let next = TextEntry("Next")
      let stage = try await Stage.show(
        Stack {
          copies
          next
        })
      copies.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("250")
      XCTAssertEqual(copies.value, 250)
      XCTAssertEqual(copies.complaint, "must be between 1 and 99")
      try await stage.press("Tab")
      XCTAssertTrue(stage.dump().contains("“250”, described “Must be between 1 and 99”"))
      copies.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("x")
      XCTAssertFalse(copies.isReadable)
      XCTAssertEqual(copies.complaint, "must be a number such as 1")
      XCTAssertTrue(copies.isDirty)
      try await stage.press("Tab")
      XCTAssertTrue(stage.dump().contains("invalid, “x”"))
      copies.focus()
      try await stage.press("BackSpace")
      XCTAssertNil(copies.value)
      XCTAssertEqual(copies.complaint, "must be filled in")
      try await stage.press("Tab")
      XCTAssertEqual(try stage.find("spin-button", "Copies").states.first, "required")
      XCTAssertNil(copies.value)
      copies.value = 5
      XCTAssertEqual(try stage.find("spin-button", "Copies").states, ["required", "“5”"])
      try await stage.close()
    }
  }

  func testFractionsHaveTheReadersDecimalSign() throws {
    setenv("LC_NUMERIC", "de_DE.UTF-8", 1)
    defer { unsetenv("LC_NUMERIC") }
    try onLoop {
      let rate = NumberEntry("Rate", value: 1234.5, in: 0...5000, step: 0.5, decimals: 2)
      let stage = try await Stage.show(rate)
      XCTAssertEqual(try stage.find("spin-button", "Rate").states.last, "“1.234,50”")
      rate.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("0,75")
      XCTAssertEqual(rate.value, 0.75)
      try await stage.press("Up")
      XCTAssertEqual(try stage.find("spin-button", "Rate").states.last, "“1,25”")
      try await stage.press("a", holding: .control)
      // As an English reader writes it.
      try await stage.type("0.5")
      XCTAssertEqual(rate.complaint, "must be a number such as 0,00. Did you mean 0,50?")
      try await stage.press("a", holding: .control)
      try await stage.type("1234")
      try await stage.press("Return")
      XCTAssertEqual(try stage.find("spin-button", "Rate").states.last, "“1.234,00”")
      try await stage.close()
    }
  }

  /// French has no point in numbers: 1.250 must not become another number.
  func testAPointIsNoSignOfFrench() throws {
    setenv("LC_NUMERIC", "fr_FR.UTF-8", 1)
    defer { unsetenv("LC_NUMERIC") }
    try onLoop {
      let weight = NumberEntry<Double>("Weight")
      let stage = try await Stage.show(weight)
      weight.focus()
      try await stage.type("1.250")
      XCTAssertFalse(weight.isReadable)
      XCTAssertEqual(
        weight.complaint, "must be a number such as 0. Did you mean 1,25 or 1\u{202F}250?")
      try await stage.press("Tab")
      XCTAssertTrue(stage.dump().contains("invalid, “1.250”"), stage.dump())
      weight.focus()
      try await stage.press("a", holding: .control)
      try await stage.type("1 250,5")
      XCTAssertEqual(weight.value, 1250.5)
      let count = NumberEntry<Int>("Count")
      try await stage.close()
      let other = try await Stage.show(count)
      count.focus()
      try await other.type("1.250")
      XCTAssertEqual(count.complaint, "must be a number such as 0. Did you mean 1\u{202F}250?")
      try await other.close()
    }
  }

  func testLargeWholeNumbersKeepTheirDigits() throws {
    try onLoop {
      let number = NumberEntry<Int>("Number")
      let stage = try await Stage.show(number)
      number.focus()
      try await stage.type("9007199254740993")
      XCTAssertEqual(number.value, 9_007_199_254_740_993)
      try await stage.press("Return")
      XCTAssertEqual(number.value, 9_007_199_254_740_993)
      number.value = .max
      XCTAssertEqual(number.value, .max)
      try await stage.press("Up")
      XCTAssertNotNil(number.value)
      try await stage.close()
    }
  }
}
