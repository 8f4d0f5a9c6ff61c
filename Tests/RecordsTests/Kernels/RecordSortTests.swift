import Foundation
import HikidashiBase
import Testing

@testable import HikidashiRecords

/// The record numbers that `sorted(by:)` gives, against comparing whole records.
@Suite struct RecordSortTests {
  static let schema = Fields()

  struct Fields {
    let id = Field<Int>("id")
    let group = Field<Int?>("group")
    let rate = Field<Double?>("rate")
    let born = Field<Date?>("born")
    let code = Field<String?>("code", collation: .binary)
    let name = Field<String?>("name", collation: .localized(locale: "ja"))
    let yomi = Field<String?>("yomi", collation: .localized(locale: "ja"))
    let read: Field<String?>
    let passed = Field<Bool>("passed")

    init() {
      read = Field<String?>("read", collation: .localized(locale: "ja"), reading: yomi)
    }

    var table: RecordTable {
      get throws {
        try RecordTable(Schema(id, group, rate, born, code, name, yomi, read, passed))
      }
    }
  }

  let fields = Fields()

  private func fill(_ draft: inout RecordDraft, _ generator: inout SeededGenerator) {
    let names: [String?] = ["あ", "ア", "a", "A", "ａ", "か", "が", "山田", "", "b", nil, "カー", "かあ"]
    let codes: [String?] = [nil, "", "a", "b", "a", "aa", "ab"]
    draft[fields.id] = Int.random(in: -5_000...5_000, using: &generator)
    draft[fields.group] = [nil, 1, 2, 3].randomElement(using: &generator) ?? nil
    draft[fields.rate] =
      [nil, 0, -0.0, 1.5, .nan, .infinity, -2].randomElement(using: &generator) ?? nil
    draft[fields.born] =
      Bool.random(using: &generator)
      ? nil : Date(timeIntervalSinceReferenceDate: .random(in: -5...5, using: &generator))
    draft[fields.code] = codes.randomElement(using: &generator) ?? nil
    draft[fields.name] = names.randomElement(using: &generator) ?? nil
    draft[fields.yomi] = names.randomElement(using: &generator) ?? nil
    draft[fields.read] = names.randomElement(using: &generator) ?? nil
    draft[fields.passed] = Bool.random(using: &generator)
  }

  /// Every way to sort by one field.
  private func keys() -> [SortKey] {
    var keys: [SortKey] = []
    for nulls in [SortKey.Nulls?.none, .first, .last] {
      keys += [
        .ascending(fields.id, nulls: nulls), .descending(fields.id, nulls: nulls),
        .ascending(fields.group, nulls: nulls), .descending(fields.group, nulls: nulls),
        .ascending(fields.rate, nulls: nulls), .descending(fields.rate, nulls: nulls),
        .ascending(fields.born, nulls: nulls), .descending(fields.born, nulls: nulls),
        .ascending(fields.code, nulls: nulls), .descending(fields.code, nulls: nulls),
        .ascending(fields.name, nulls: nulls), .descending(fields.name, nulls: nulls),
        .ascending(fields.read, nulls: nulls), .descending(fields.read, nulls: nulls),
      ]
    }
    return keys
  }

  /// Compares the values of two records as the documentation says.
  private func compare(
    _ left: RecordNumber, _ right: RecordNumber, _ key: SortKey, _ table: RecordTable
  ) -> Int {
    let name = key.definition.name
    let texts = { (number: RecordNumber) -> [CellValue] in
      let own = (try? table.cell(named: name, at: number)) ?? .null
      guard let reading = key.definition.reading else { return [own] }
      let yomi = (try? table.cell(named: reading, at: number)) ?? .null
      return [yomi.isNull || yomi == "" ? own : yomi, own]
    }
    for (left, right) in zip(texts(left), texts(right)) {
      if left.isNull || right.isNull {
        if left.isNull && right.isNull { continue }
        return left.isNull == key.nullsComeFirst ? -1 : 1
      }
      let order = compare(left, right, key.definition.collation)
      if order != 0 { return key.isDescending ? -order : order }
    }
    return 0
  }

  private func compare(_ left: CellValue, _ right: CellValue, _ collation: Collation) -> Int {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): return left < right ? -1 : left > right ? 1 : 0
    case (.date(let left), .date(let right)): return left < right ? -1 : left > right ? 1 : 0
    case (.double(let left), .double(let right)):
      if left.isNaN || right.isNaN { return (left.isNaN ? 1 : 0) - (right.isNaN ? 1 : 0) }
      return left < right ? -1 : left > right ? 1 : 0
    case (.string(let left), .string(let right)):
      if let collator = Collator.shared(for: collation) { return collator.compare(left, right) }
      let (left, right) = (Array(left.utf8), Array(right.utf8))
      return left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
    default: return 0
    }
  }

  private func expected(
    _ table: RecordTable, by keys: [SortKey], in numbers: RecordSet?
  ) -> [RecordNumber] {
    let taken = table.numbers.numbers.filter { numbers?.contains($0) ?? true }
    return taken.sorted { left, right in
      for key in keys {
        let order = compare(left, right, key, table)
        if order != 0 { return order < 0 }
      }
      return keys[0].isDescending ? right < left : left < right
    }
  }

  @Test func recordsAreSortedAsComparingThemSays() throws {
    var generator = kernelGenerator()
    let seed = generator.seed
    for count in [0, 1, 2, 30, 300] {
      var table = try fields.table
      for _ in 0..<count { try table.append { fill(&$0, &generator) } }
      for number in table.numbers where Int.random(in: 0..<5, using: &generator) == 0 {
        try table.remove(number)
      }
      let some = RecordSet((0..<count).filter { $0 % 3 != 0 }.map { RecordNumber($0) } + [9_999])
      for key in keys() {
        for numbers in [nil, some] {
          #expect(
            table.sorted(by: [key], in: numbers) == expected(table, by: [key], in: numbers),
            "\(key.definition.name), \(count) records, HIKIDASHI_SEED=\(seed)")
        }
      }
    }
  }

  @Test func recordsAreSortedByUpToFourKeys() throws {
    var generator = kernelGenerator()
    var table = try fields.table
    for _ in 0..<400 { try table.append { fill(&$0, &generator) } }
    for _ in 0..<60 {
      let count = Int.random(in: 2...4, using: &generator)
      let keys = (0..<count).compactMap { _ in self.keys().randomElement(using: &generator) }
      let numbers =
        Bool.random(using: &generator)
        ? nil
        : RecordSet(
          (0..<400).filter { _ in Bool.random(using: &generator) }.map { RecordNumber($0) })
      #expect(
        table.sorted(by: keys, in: numbers) == expected(table, by: keys, in: numbers),
        "\(keys.map(\.definition.name)), HIKIDASHI_SEED=\(generator.seed)")
    }
  }

  @Test func keptOrdersStayRightUnderEdits() throws {
    var generator = kernelGenerator()
    var table = try fields.table
    for _ in 0..<500 { try table.append { fill(&$0, &generator) } }
    let keys = keys()
    for step in 0..<60 {
      let before = table
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let number = RecordNumber(Int.random(in: 0..<table.nextPosition, using: &generator))
        switch Int.random(in: 0...3, using: &generator) {
        case 0: try table.append { fill(&$0, &generator) }
        case 1 where table.contains(number): try table.remove(number)
        default:
          if table.contains(number) { try table.update(number) { fill(&$0, &generator) } }
        }
      }
      if Int.random(in: 0..<10, using: &generator) == 0 { table.dropCaches() }
      // The older state shares its kept orders with the newer one.
      for state in [table, before] {
        let key = keys.randomElement(using: &generator) ?? keys[0]
        #expect(
          state.sorted(by: [key]) == expected(state, by: [key], in: nil),
          "step \(step), \(key.definition.name), HIKIDASHI_SEED=\(generator.seed)")
      }
    }
  }

  @Test func aRepairedOrderIsTheOneThatSortingGives() throws {
    var generator = kernelGenerator()
    var table = try fields.table
    for _ in 0..<20_000 { try table.append { fill(&$0, &generator) } }
    for index in 0..<8 { _ = table.order(ofField: index) }
    for _ in 0..<50 {
      let number = RecordNumber(Int.random(in: 0..<20_000, using: &generator))
      if table.contains(number) { try table.update(number) { fill(&$0, &generator) } }
    }
    try table.remove(7)
    try table.append { fill(&$0, &generator) }
    for index in 0..<8 {
      let repaired = table.order(ofField: index)
      table.dropCaches()
      #expect(
        repaired == table.order(ofField: index),
        "\(table.schema.fields[index].name), HIKIDASHI_SEED=\(generator.seed)")
    }
  }

  @Test func whatHasNoOrderIsRefusedByName() throws {
    var table = try fields.table
    try table.append {
      $0[fields.id] = 2
      $0[fields.passed] = true
    }
    try table.append {
      $0[fields.id] = 1
      $0[fields.passed] = false
    }
    #expect(throws: RecordError.notSortable(field: "passed", type: .boolean)) {
      try table.sorted(byName: "passed")
    }
    #expect(throws: RecordError.self) { try table.sorted(byName: "nothing") }
    #expect(try table.sorted(byName: "id") == [1, 0])
    #expect(table.sorted(by: []) == [0, 1])
    #expect(table.sorted(by: fields.id, descending: true) == [0, 1])
    #expect(table.sorted(by: .descending(fields.group), .ascending(fields.id)) == [1, 0])
  }

  @Test func descendingIsTheExactReverse() throws {
    var generator = kernelGenerator()
    var table = try fields.table
    for _ in 0..<1000 { try table.append { fill(&$0, &generator) } }
    #expect(
      table.sorted(by: fields.name).reversed() == table.sorted(by: fields.name, descending: true))
    #expect(
      table.sorted(by: fields.rate).reversed() == table.sorted(by: fields.rate, descending: true))
  }

  @Test func keptOrdersAreCountedAndDropped() throws {
    var table = try fields.table
    for value in 0..<1000 {
      try table.append {
        $0[fields.id] = -value
        $0[fields.passed] = false
      }
    }
    #expect(table.memory.caches == 0)
    _ = table.sorted(by: fields.id)
    #expect(table.memory.caches >= 4000)
    table.dropCaches()
    #expect(table.memory.caches == 0)
  }
}
