import HikidashiRecords
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class InputRuleTests: XCTestCase {
  func testRulesSayWhatMustBe() throws {
    try onLoop {
      @MainActor func say<Value>(_ rule: InputRule<Value>, _ values: Value...) -> [String?] {
        values.map { rule.complaint(about: $0) }
      }
      XCTAssertEqual(say(.required, "a", " \u{3000}"), [nil, "must be filled in"])
      XCTAssertEqual(say(.required, 1, nil), [nil, "must be filled in"])
      XCTAssertEqual(say(.length(1...2), "犬犬", ""), [nil, "must have 1 to 2 characters"])
      XCTAssertEqual(say(.length(2...), "👨‍👩‍👧", "ab"), ["must have at least 2 characters", nil])
      XCTAssertEqual(
        say(.pattern(/[A-Z]{2}-\d+/, "must be like AB-12"), "", "AB-1", "AB-1x"),
        [nil, nil, "must be like AB-12"])
      XCTAssertEqual(say(.range(1...5), nil, 5, 6), [nil, nil, "must be between 1 and 5"])
      XCTAssertEqual(say(.range(0.5...), 0.5, 0.25), [nil, "must be at least 0.5"])
      XCTAssertEqual(say(.range(...1000), 1001), ["must be at most 1,000"])
      XCTAssertEqual(say(.oneOf(["a", "b"]), "b", "c"), [nil, "must be one of “a”, “b”"])
      XCTAssertEqual(say(.check("must be even") { $0 % 2 == 0 }, 3, 4), ["must be even", nil])
      XCTAssertEqual(
        say(InputRule { $0 == "x" ? "must not be \($0)" : nil }, "x"), ["must not be x"])
    }
  }

  /// One definition: the rules of a record's field are those of its input, in the same words.
  func testAFieldOfASchemaIsARule() throws {
    let rate = Field<Int>("rate", rules: [.range(0...5)])
    let note = Field<String?>("note", rules: [.length(1...3)])
    try onLoop {
      let entry = NumberEntry<Int>("Rate", rules: [.field(rate)])
      XCTAssertTrue(entry.isRequired)
      XCTAssertEqual(entry.complaint, "must be filled in")
      entry.value = 9
      XCTAssertEqual(entry.complaint, "must be between 0 and 5")
      entry.value = 5
      XCTAssertNil(entry.complaint)
      let rule = InputRule<String?>.field(note)
      XCTAssertNil(rule.complaint(about: nil))
      XCTAssertEqual(rule.complaint(about: "long"), "must have 1 to 3 characters")
      XCTAssertEqual(
        InputRule<Double>.field(rate).complaint(about: 1),
        "field “rate” holds values of type integer, not double; convert the value")
    }
  }
}
