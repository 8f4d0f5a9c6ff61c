import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct RecordTableTests {
  let name = Field<String>("name")
  let rate = Field<Double>("rate", default: 1, rules: [.range(0...5)])
  let passed = Field<Bool?>("passed")

  private func table() throws -> RecordTable { try RecordTable(Schema(name, rate, passed)) }

  @Test func whatIsAppendedIsReadBackWithoutACast() throws {
    var cards = try table()
    let id = try cards.append {
      $0[name] = "山田"
      $0[rate] = 4.5
      $0[passed] = true
    }
    #expect(cards[id, name] == "山田")
    #expect(cards[id, rate] == 4.5)
    #expect(cards[id][passed] == true)
    #expect(try cards.value(named: "rate", as: Double.self, at: id) == 4.5)
  }

  @Test func aDefaultStandsInAndAMissingValueIsRefused() throws {
    var cards = try table()
    let id = try cards.append { $0[name] = "a" }
    #expect(cards[id, rate] == 1)
    #expect(cards[id, passed] == nil)
    #expect(throws: RecordError.missingValue(field: "name")) { try cards.append { $0[rate] = 2 } }
    #expect(cards.count == 1)
  }

  @Test func aRuleIsKept() throws {
    var cards = try table()
    let id = try cards.append { $0[name] = "a" }
    #expect(throws: RecordError.self) { try cards.update(id) { $0[rate] = 6 } }
    #expect(cards[id, rate] == 1)
  }

  @Test func aRangeHasNoPlaceForWhatIsNoNumber() throws {
    var cards = try table()
    #expect(throws: RecordError.self) {
      try cards.append {
        $0[name] = "a"
        $0[rate] = .nan
      }
    }
    #expect(cards.isEmpty)
  }

  @Test func textReadFromAFileIsEditedInPlace() throws {
    let text = Field<String>("text")
    let lines = (0..<9000).map { "row \($0)\r\n" }.joined()
    var cards = try RecordTable(Schema(text), csv: .text("text\r\n" + lines))
    try cards.update(5) { $0[text] = "changed" }
    #expect(cards[5, text] == "changed")
    #expect(cards.values(of: text)[4...6] == ["row 4", "changed", "row 6"])
    let last = try cards.append { $0[text] = "last" }
    #expect(cards[last, text] == "last")
    let snapshot = cards
    for number in cards.numbers { try cards.update(number) { $0[text] = "new \(number)" } }
    #expect(cards.values(of: text) == cards.numbers.map { "new \($0)" })
    #expect(snapshot[5, text] == "changed")
    #expect(snapshot[last, text] == "last")
  }

  @Test func numbersThatNoRecordCanHaveAreLeftOut() throws {
    var set = RecordSet([-1, 3, 4_294_967_296, RecordNumber(.max)])
    #expect(set.numbers == [3])
    let isInserted = set.insert(RecordNumber(.max))
    #expect(!isInserted)
    let greatest = RecordSet([4_294_967_295])
    #expect(set.union(greatest).numbers == [3, 4_294_967_295])
    #expect(RecordError.numberInUse(-1).description.contains("begin at 0"))
    #expect(RecordError.numberInUse(RecordNumber(.max)).description.contains("4294967295"))
  }

  @Test func aCopyIsASnapshot() throws {
    var cards = try table()
    let id = try cards.append { $0[name] = "a" }
    let before = cards
    try cards.update(id) { $0[name] = "b" }
    try cards.append { $0[name] = "c" }
    #expect(before[id, name] == "a")
    #expect(before.count == 1)
    #expect(cards[id, name] == "b")
  }

  @Test func aNumberIsNotUsedAgain() throws {
    var cards = try table()
    let first = try cards.append { $0[name] = "a" }
    try cards.remove(first)
    let second = try cards.append { $0[name] = "b" }
    #expect(second > first)
    #expect(throws: RecordError.noSuchRecord(first)) { try cards.value(name, at: first) }
    #expect(throws: RecordError.numberInUse(first)) { try cards.insert(at: first) { _ in } }
    #expect(cards.numbers.numbers == [second])
  }

  @Test func aBatchIsAllOrNothing() throws {
    var cards = try table()
    let id = try cards.append { $0[name] = "a" }
    #expect(throws: RecordError.self) {
      try cards.batch { cards throws(RecordError) in
        try cards.update(id) { $0[name] = "b" }
        try cards.update(99) { $0[name] = "c" }
      }
    }
    #expect(cards[id, name] == "a")
  }

  @Test func aNameOrTypeThatIsNotThereIsAnError() throws {
    var cards = try table()
    let id = try cards.append { $0[name] = "a" }
    #expect(throws: RecordError.unknownField(name: "nme", known: ["name", "rate", "passed"])) {
      try cards.cell(named: "nme", at: id)
    }
    #expect(throws: RecordError.wrongType(field: "rate", expected: .double, found: .string)) {
      try cards.value(named: "rate", as: String.self, at: id)
    }
    #expect(throws: RecordError.wrongType(field: "name", expected: .string, found: .integer)) {
      try cards.update(id) { draft throws(RecordError) in try draft.set("name", to: 5) }
    }
    let other = Field<String>("name")
    #expect(throws: RecordError.foreignField(name: "name")) { try cards.value(other, at: id) }
  }

  @Test func manyChunksAreFilledAndEmptied() throws {
    var cards = try table()
    for index in 0..<20_000 { try cards.append { $0[name] = "n\(index)" } }
    #expect(cards[19_999, name] == "n19999")
    cards.removeAll(in: RecordSet((0..<10_000).map { RecordNumber($0) }))
    #expect(cards.count == 10_000)
    #expect(cards.numbers.first == 10_000)
    #expect(cards[10_000, name] == "n10000")
  }

  @Test func columnsFollowRecordsThatWereUndone() throws {
    let live = LiveRecords(try table())
    let numbers = try live.edit { cards in
      try cards.append(columns: [name.column((0..<20_000).map(String.init))])
    }
    live.undo()
    let others = try live.edit { cards in
      try cards.append(columns: [name.column((0..<9_000).map { "n\($0)" })])
    }
    #expect(numbers.count == 20_000)
    #expect(others.first == 20_000)
    #expect(live.table.values(of: name) == (0..<9_000).map { "n\($0)" })
    #expect(live.table[28_999, name] == "n8999")
    #expect(live.table[28_999, rate] == 1)
  }

  private enum Status: String, FieldValue { case draft }

  @Test func aFieldReadFromJSONIsNoEnumerationThatItMayNotKnow() throws {
    let json = #"{"fields":[{"name":"status","type":"string"}]}"#
    let schema = try Schema(json: json)
    #expect(throws: SchemaError.self) { try schema.field("status", of: Status.self) }
    let text = try schema.field("status", of: String.self)
    let cards = try RecordTable(schema, csv: .text("status\r\ndraft\r\nbogus\r\n"))
    #expect(cards[1, text] == "bogus")
    #expect(try cards.value(named: "status", as: Status.self, at: 0) == .draft)
    #expect(throws: RecordError.self) { try cards.value(named: "status", as: Status.self, at: 1) }
  }

  @Test func aHandleIsFoundByItsName() throws {
    let status = Field<Status>("status")
    let found = try Schema(status).field("status", of: Status.self)
    #expect(found == status)
  }

  @Test func theDraftOfAnotherTableIsRefused() throws {
    var cards = try table()
    let id = try cards.append { $0[name] = "a" }
    var other: RecordDraft?
    var numbers = try RecordTable(Schema(Field<Int>("n", default: 0)))
    try numbers.append { other = $0 }
    let draft = try #require(other)
    #expect(throws: RecordError.foreignField(name: "n")) { try cards.update(id) { $0 = draft } }
    #expect(throws: RecordError.foreignField(name: "n")) { try cards.append { $0 = draft } }
    #expect(cards.count == 1)
  }

  @Test func aDateOutsideTheCalendarIsToldBySeconds() {
    #expect(CellValue.date(Date(timeIntervalSinceReferenceDate: .infinity)).description == "@inf")
    #expect(CellValue.date(Date(timeIntervalSinceReferenceDate: 0)).description.hasPrefix("2001"))
  }
}
