import TestSupport
import Testing

@testable import HikidashiRecords

@Suite struct IndexTests {
  @Test func anIndexedTableFindsWhatAnotherOneFinds() throws {
    let seed = testSeed()
    var random = RandomQueries(seed: seed)
    for _ in 0..<testSteps(12) {
      let schema = try random.schema()
      var table = RecordTable(schema)
      for field in schema.fields where field.type.isSortable && random.records.chance(70) {
        try table.addIndex(onFieldNamed: field.name)
      }
      for _ in 0..<random.records.below(400) {
        try table.insert(
          schema.fields.map { random.cell(for: $0) }, at: RecordNumber(table.nextPosition))
      }
      for _ in 0..<30 {
        let query = try random.query(schema, depth: random.records.below(3))
        let slow = SlowSearch(table: table).found(query)
        #expect(table.search(query).numbers.map(\.rawValue) == slow, "seed \(seed): \(query)")
        if let number = random.records.element(of: table.numbers.numbers) {
          let field = schema.fields[random.records.below(schema.fields.count)]
          let cell = random.cell(for: field)
          try table.update(number) { (draft) throws(RecordError) in
            try draft.set(field.name, to: cell)
          }
          if random.records.chance(20) { try table.remove(number) }
        }
        if random.records.chance(5) { table.dropCaches() }
      }
    }
  }

  @Test func anIndexIsUsedWhereItHelpsAndOnlyThere() throws {
    let number = Field<Int>("number")
    let name = Field<String>("name", collation: .binary)
    let passed = Field<Bool>("passed")
    var table = RecordTable(try Schema(number, name, passed))
    for index in 0..<20_000 {
      try table.append {
        $0[number] = index
        $0[name] = "n\(index % 5000)"
        $0[passed] = index % 2 == 0
      }
    }
    #expect(table.explain(number == 5).step.kind == .scan)
    table.addIndex(on: number)
    table.addIndex(on: name)
    #expect(table.indexes.map(\.name) == ["number", "name"])
    #expect(table.explain(number == 5).step.kind == .index)
    #expect(table.explain(number == 5).step.expected == 1)
    #expect(table.explain(number.isIn(5...10)).step.found == 6)
    #expect(table.explain(number > 5).step.kind == .scan)
    #expect(table.explain(name == "n7").step.found == 4)
    #expect(table.explain(number >= 5 && number < 11).step.steps.map(\.expected) == [6])
    #expect(table.explain(name.hasPrefix("n4999")).step.kind == .index)
    let both = table.explain(passed && name.contains("7") && number.isIn(100...200))
    #expect(both.step.steps.map(\.kind) == [.index, .scan, .scan])
    #expect(both.step.steps.map(\.looked) == [20_000, 101, 51])
    #expect(both.description.contains("index number:100..200"))

    try table.update(5) { $0[number] = 70_000 }
    #expect(table.search(number == 5).isEmpty)
    #expect(table.search(number == 70_000).numbers == [5])
    #expect(table.explain(number == 70_000).step.kind == .index)
    try table.remove(7)
    #expect(table.search(number.isIn(6...8)).numbers == [6, 8])
    table.removeIndex(on: number)
    #expect(table.explain(number == 6).step.kind == .scan)
  }

  @Test func onlyWhatHasAnOrderHasAnIndex() throws {
    var table = RecordTable(try Schema(Field<Bool>("passed"), Field<Int>("number")))
    #expect(throws: RecordError.notSortable(field: "passed", type: .boolean)) {
      try table.addIndex(onFieldNamed: "passed")
    }
    #expect(throws: RecordError.unknownField(name: "x", known: ["passed", "number"])) {
      try table.addIndex(onFieldNamed: "x")
    }
  }
}
