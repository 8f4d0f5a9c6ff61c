import TestSupport
import Testing

@testable import HikidashiRecords

/// Fields that are computed from others, held against computing them anew.
@Suite struct ComputedFieldsTests {
  private static let price = Field<Double>("price", default: 0)
  private static let stock = Field<Int?>("stock")
  private static let worth = Field("worth", title: "Worth") {
    $0[price] * Double($0[stock] ?? 0)
  }
  private static let label = Field<String?>("label") {
    $0[stock] == nil ? nil : "worth \($0[worth])"
  }

  private static func append(_ table: inout RecordTable, _ random: inout RandomRecords) throws {
    let (amount, count) = (Double(random.below(90)) / 4, random.below(9))
    try table.append {
      $0[price] = amount
      $0[stock] = count == 0 ? nil : count
    }
  }

  @Test func theyAreRightUnderEdits() throws {
    let seed = testSeed()
    print("theyAreRightUnderEdits: HIKIDASHI_SEED=\(seed)")
    for sequence in 0..<testSteps(60) {
      var random = RandomRecords(seed: seed &+ UInt64(sequence))
      var table = RecordTable(try Schema(Self.price, Self.stock))
      for _ in 0..<random.below(random.chance(5) ? 20_000 : 50) {
        try Self.append(&table, &random)
      }
      var computed = ComputedFields([Self.worth.definition, Self.label.definition])
      var before = try computed.table(table)
      var snapshots = [table]
      for step in 0..<8 {
        for _ in 0..<(random.chance(80) ? 1 : random.below(200)) {
          try Self.edit(&table, &random)
        }
        if random.chance(10), let older = random.element(of: snapshots) { table = older }
        if random.chance(20) { snapshots.append(table) }
        let now = try computed.table(table)
        let context: Comment = "HIKIDASHI_SEED=\(seed &+ UInt64(sequence)), step \(step)"
        #expect(Array(now.numbers) == Array(table.numbers), context)
        #expect(now.allSatisfy(Self.isRight), context)
        // What is told to have changed leads from the one to the other.
        let changes = now.changes(since: before)
        for record in now where !changes.touched.contains(record.number) {
          #expect(record.cells == before[record.number].cells, context)
        }
        before = now
      }
    }
  }

  @Test func theyAreReadOfRecordsThatHaveNoColumnForThem() throws {
    var table = RecordTable(try Schema(Self.price, Self.stock))
    let number = try table.append { ($0[Self.price], $0[Self.stock]) = (1.5, 4) }
    #expect(table[number][Self.worth] == 6)
    #expect(table[number, Self.label] == "worth 6.0")
    #expect(try table.value(Self.label, at: number) == "worth 6.0")
    let foreign = Field<String>("foreign")
    #expect(throws: RecordError.foreignField(name: "foreign")) {
      try table.value(foreign, at: number)
    }
  }

  private static func edit(_ table: inout RecordTable, _ random: inout RandomRecords) throws {
    let number = RecordNumber(random.below(table.nextPosition))
    guard table.contains(number), random.chance(70) else { return try append(&table, &random) }
    if random.chance(30) { return try table.remove(number) }
    let count = random.below(9)
    try table.update(number) { $0[stock] = count == 0 ? nil : count }
  }

  private static func isRight(_ record: Record) -> Bool {
    let wanted = record[price] * Double(record[stock] ?? 0)
    return record[worth] == wanted
      && record[label] == (record[stock] == nil ? nil : "worth \(wanted)")
  }

  @Test func theyAreSortedSearchedGroupedAndSummedLikeOthers() throws {
    var cards = RecordTable(try Schema(Self.price, Self.stock))
    for (price, stock) in [(2.5, 4), (1, 1), (5, 2), (3, nil)] as [(Double, Int?)] {
      try cards.append {
        $0[Self.price] = price
        $0[Self.stock] = stock
      }
    }
    let table = try cards.adding(Self.worth, Self.label)
    #expect(table.sorted(by: Self.worth, descending: true) == [2, 0, 1, 3])
    #expect(Array(table.search(Self.worth > 1)) == [0, 2])
    #expect(try Array(table.search(Query(parsing: "worth>1", schema: table.schema))) == [0, 2])
    #expect(table.sum(Self.worth) == 21)
    #expect(table.groups(by: Self.worth).count == 3)
    #expect(table[2, Self.label] == "worth 10.0")
    #expect(cards.schema.names == ["price", "stock"])
  }

  @Test func mistakesAreExplained() throws {
    #expect(throws: SchemaError.computedField("worth")) { try Schema(Self.price, Self.worth) }
    let table = RecordTable(try Schema(Self.price, Self.stock))
    #expect(throws: SchemaError.storedField("price")) { try table.adding(Self.price) }
    let double = Field("Price") { _ in 1 }
    #expect(throws: SchemaError.duplicateName("Price")) { try table.adding(double) }
  }
}
