import HikidashiRecords
import HikidashiWidgetTesting
import TestSupport
import XCTest

@testable import HikidashiWidgets

final class SuggestionTests: XCTestCase {
  private static let cities = ["New York", "Newark", "York", "Yorkshire", "Cork"]

  @MainActor
  private static func found(_ texts: [String], in entry: TextEntry) async throws {
    try await until("the suggestions \(texts)") { entry.suggested == texts }
  }

  func testDownAndEnterTakeASuggestion() throws {
    try onLoop {
      var heard: [String] = []
      let city = TextEntry("City") { heard.append($0) }.suggests(Self.cities)
      let stage = try await Stage.show(city)
      city.focus()
      try await stage.type("yo")
      try await Self.found(["York", "Yorkshire", "New York"], in: city)
      try await stage.press("Down")
      try await stage.press("Down")
      XCTAssertEqual(stage.focused?.name, "City")
      try await stage.press("Return")
      XCTAssertEqual(city.value, "Yorkshire")
      XCTAssertEqual(heard, ["y", "yo", "Yorkshire"])
      XCTAssertEqual(city.suggested, [])
      try await stage.close()
    }
  }

  func testUpGoesToTheLastAndBackToWhatWasTyped() throws {
    try onLoop {
      var submitted: [String] = []
      let city = TextEntry("City").suggests(Self.cities)
      city.onSubmit = { submitted.append($0) }
      let stage = try await Stage.show(city)
      city.focus()
      try await stage.type("yo")
      try await Self.found(["York", "Yorkshire", "New York"], in: city)
      try await stage.press("Up")
      let said = try stage.find("text-box", "City").dump()
      XCTAssertTrue(said.contains("New York, 3 of 3"), said)
      try await stage.press("Down")
      try await stage.press("Return")
      XCTAssertEqual(submitted, ["yo"], "nothing was selected")
      try await stage.close()
    }
  }

  func testEscapeClosesTheListAndThenWhatIsAround() throws {
    try onLoop {
      let city = TextEntry("City").suggests(Self.cities)
      let stage = try await Stage.show(city)
      city.focus()
      try await stage.type("c")
      try await Self.found(["Cork"], in: city)
      try await stage.press("Escape")
      XCTAssertEqual(city.suggested, [])
      XCTAssertEqual(city.value, "c")
      // Down opens it again.
      try await stage.press("Down")
      try await Self.found(["Cork"], in: city)
      try await stage.close()
    }
  }

  func testASuggestionIsTakenByAClick() throws {
    try onLoop {
      let city = TextEntry("City").suggests(Self.cities)
      let next = TextEntry("Next")
      let stage = try await Stage.show(
        Stack {
          city
          next
        })
      city.focus()
      try await stage.type("new")
      try await Self.found(["New York", "Newark"], in: city)
      try await stage.settle()
      try await stage.click("list-item", "Newark")
      XCTAssertEqual(city.value, "Newark")
      XCTAssertEqual(stage.focused?.name, "City")
      try await stage.type("x")
      try await stage.press("Tab")
      XCTAssertEqual(city.value, "Newarkx", "other texts may be typed")
      XCTAssertEqual(city.suggested, [])
      try await stage.close()
    }
  }

  func testWhatRecordsHaveIsSuggestedAsItIsNow() throws {
    try onLoop {
      let name = Field<String>("name")
      let records = LiveRecords(RecordTable(try Schema(name)))
      for city in Self.cities { try records.edit("Add") { try $0.append { $0[name] = city } } }
      let city = TextEntry("City").suggests(name, in: records)
      let stage = try await Stage.show(city)
      city.focus()
      try await stage.type("co")
      try await Self.found(["Cork"], in: city)
      try records.edit("Add") { try $0.append { $0[name] = "Cologne" } }
      try await until("the new one") { city.suggested == ["Cologne", "Cork"] }
      try await stage.close()
    }
  }

  /// Each key is answered, in the order of the keys, and the last answer is that to the last key.
  func testTheNewestQuestionIsAnsweredLast() throws {
    try onLoop {
      let search = SuggestionSearch()
      var answers: [[String]] = []
      search.onAnswer = { answers.append($0) }
      let texts = (0..<20_000).map { "word \($0)" }
      search.offer { texts }
      for typed in ["1", "19", "199", "1999"] { search.ask(typed) }
      try await until("the answers") { !search.isSearching }
      let wanted = SuggestionIndex(texts).suggestions(for: "1999", limit: SuggestionSearch.limit)
      XCTAssertEqual(answers.last, wanted)
      search.ask("nothing of it")
      search.forget()
      try await until("the end") { !search.isSearching }
      XCTAssertEqual(answers.last, wanted, "nobody waits for it")
    }
  }

  func testTagsAreAddedAndRemovedByKeys() throws {
    try onLoop {
      var heard: [[String]] = []
      let topics = TagEntry("Topics", value: ["birds"]) { heard.append($0) }
        .suggests(["birds", "trees", "weather"])
      let stage = try await Stage.show(topics)
      topics.focus()
      try await stage.type("sea,")
      XCTAssertEqual(topics.value, ["birds", "sea"])
      try await stage.type("we")
      try await until("the suggestion") { topics.suggested == ["weather"] }
      try await stage.press("Down")
      try await stage.press("Return")
      XCTAssertEqual(topics.value, ["birds", "sea", "weather"])
      try await stage.press("BackSpace")
      XCTAssertEqual(topics.value, ["birds", "sea"])
      // One that is there already is not added.
      try await stage.type("sea")
      try await stage.press("Return")
      XCTAssertEqual(heard.count, 3)
      try await stage.press("Tab", holding: .shift)
      XCTAssertEqual(stage.focused?.name, "Remove sea")
      try await stage.press("Delete")
      XCTAssertEqual(topics.value, ["birds"])
      XCTAssertEqual(stage.focused?.name, "Topics")
      try await stage.press("Tab", holding: .shift)
      XCTAssertEqual(stage.focused?.name, "Remove birds")
      try await stage.press("space")
      try await until("the tag to go") { topics.value.isEmpty }
      try await stage.close()
    }
  }

  func testWhatWasTypedIsATagWhenTheEntryIsLeft() throws {
    try onLoop {
      let topics = TagEntry("Topics")
      let next = TextEntry("Next")
      let stage = try await Stage.show(
        Stack {
          topics
          next
        })
      topics.focus()
      try await stage.type("night  sky")
      next.focus()
      XCTAssertEqual(topics.value, ["night  sky"])
      topics.value = ["a", "b"]
      XCTAssertEqual(stage.all("button").map(\.name).filter { $0.hasPrefix("Remove") }.count, 2)
      try await stage.close()
    }
  }
}
