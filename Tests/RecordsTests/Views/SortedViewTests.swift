import Testing

@testable import HikidashiRecords

@Suite struct SortedViewTests {
  let name = Field<String>("name", collation: .localized(locale: "ja"))
  let rate = Field<Double>("rate", default: 0)
  let passed = Field<Bool>("passed", default: false)

  /// Records 0 to 3.
  private func cards() throws -> RecordTable {
    var cards = RecordTable(try Schema(name, rate, passed))
    try cards.append(columns: [
      name.column(["b", "Ａ", "c", "a"]), rate.column([1, 2, 3, 4]),
    ])
    return cards
  }

  @Test func recordsComeInOrderAndEqualOnesByTheirNumbers() throws {
    let cards = try cards()
    #expect(Array(SortedView(of: cards, by: .ascending(name))) == [1, 3, 0, 2])
    #expect(Array(SortedView(of: cards, by: .descending(name))) == [2, 0, 3, 1])
    let view = SortedView(of: cards, by: .descending(rate), where: rate >= 2)
    #expect(Array(view) == [3, 2, 1])
    #expect(view[0] == 3)
    #expect(view.row(of: 1) == 2)
    #expect(view.row(of: 0) == nil)
    #expect(view.row(of: 99) == nil)
    #expect(view.row(of: -1) == nil)
  }

  @Test func oneEditIsOneChange() throws {
    var cards = try cards()
    var view = SortedView(of: cards, by: .descending(rate), where: !passed)
    try cards.update(0) { $0[rate] = 5 }
    #expect(view.update(to: cards) == [.moved(0, from: 3, to: 0)])
    try cards.update(0) { $0[rate] = 4.5 }
    #expect(view.update(to: cards) == [.updated(0, at: 0)])
    try cards.update(0) { $0[name] = "z" }
    #expect(view.update(to: cards) == [.updated(0, at: 0)])
    try cards.update(3) { $0[passed] = true }
    #expect(view.update(to: cards) == [.removed(3, at: 1)])
    try cards.update(3) { $0[name] = "hidden" }
    #expect(view.update(to: cards) == [])
    let added = try cards.append {
      $0[name] = "d"
      $0[rate] = 2.5
    }
    #expect(view.update(to: cards) == [.inserted(added, at: 2)])
    try cards.remove(added)
    #expect(view.update(to: cards) == [.removed(added, at: 2)])
    #expect(view.update(to: cards) == [])
    #expect(Array(view) == [0, 2, 1])
  }

  @Test func anUndoLeadsBack() throws {
    let live = LiveRecords(try cards())
    var view = SortedView(of: live.table, by: .ascending(name))
    let before = Array(view)
    try live.edit { cards in
      try cards.remove(1)
      try cards.update(2) { $0[name] = "" }
    }
    #expect(view.update(to: live.table) == [.removed(1, at: 0), .moved(2, from: 2, to: 0)])
    live.undo()
    #expect(view.update(to: live.table) == [.moved(2, from: 0, to: 2), .inserted(1, at: 0)])
    #expect(Array(view) == before)
  }

  @Test func aFilteredViewKeepsTheOrderOfNumbers() throws {
    var cards = try cards()
    var view = SortedView(of: cards, where: name.contains("Ａ"))
    #expect(Array(view) == [1, 3])
    try cards.update(2) { $0[name] = "ca" }
    #expect(view.update(to: cards) == [.inserted(2, at: 1)])
    #expect(view.filter(by: rate < 3) == [.reloaded])
    #expect(view.filter(by: rate < 3) == [])
    #expect(Array(view) == [0, 1])
    #expect(view.sort(by: [.descending(rate)]) == [.reloaded])
    #expect(view.sort(by: [.descending(rate)]) == [])
    #expect(Array(view) == [1, 0])
    view.filter(by: nil)
    #expect(Array(view) == [3, 2, 1, 0])
  }

  @Test func manyEditsAreOneReload() throws {
    var cards = RecordTable(try Schema(rate, passed))
    try cards.append(columns: [rate.column((0..<1_000).map(Double.init))])
    var view = SortedView(of: cards, by: .descending(rate))
    for number in 0..<64 { try cards.update(RecordNumber(number)) { $0[rate] = 5_000 } }
    #expect(view.update(to: cards).count == 64)
    for number in 0..<65 { try cards.update(RecordNumber(number)) { $0[rate] = 6_000 } }
    #expect(view.update(to: cards) == [.reloaded])
    #expect(Array(view.prefix(66)) == (0..<65).reversed().map { RecordNumber($0) } + [999])
  }

  @Test func anEmptyViewFillsAndEmpties() throws {
    var cards = RecordTable(try Schema(rate, passed))
    var view = SortedView(of: cards, by: .ascending(rate))
    #expect(view.isEmpty && Array(view) == [])
    try cards.append { $0[rate] = 1 }
    #expect(view.update(to: cards) == [.inserted(0, at: 0)])
    try cards.remove(0)
    #expect(view.update(to: cards) == [.removed(0, at: 0)])
    #expect(view.isEmpty)
  }
}
