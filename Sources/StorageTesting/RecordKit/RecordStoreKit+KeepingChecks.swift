internal import FoundationEssentials
internal import Records
internal import Storage
internal import Support

extension RecordStoreKit {
  /// The records of the checks: every type, with and without a value.
  enum Cards {
    static let name = Field<String>("name", collation: .binary)
    static let size = Field<Int>("size", default: 0)
    static let rate = Field<Double>("rate", default: 0)
    static let day = Field<Date?>("day")
    static let passed = Field<Bool?>("passed")
    static let picture = Field<Data?>("picture")
    static let note = Field<String?>("a \"note\"", collation: .binary)

    static func schema(version: Int = 1) throws -> Schema {
      try Schema(name, size, rate, day, passed, picture, note, version: version)
    }

    static let texts = ["", "a", "山田", "tab\there", "line\nend", "\\N", "🙂", "\"'", "e\u{301}"]
    static let numbers = [
      0, -0.0, .infinity, -.infinity, Double.leastNonzeroMagnitude, 0.1, .greatestFiniteMagnitude,
    ]

    static func fill(_ draft: inout RecordDraft, _ random: inout SeededGenerator) {
      draft[name] = texts.randomElement(using: &random) ?? ""
      draft[size] = [0, 1, -1, .max, .min].randomElement(using: &random) ?? 0
      draft[rate] = (numbers + [.nan]).randomElement(using: &random) ?? 0
      draft[day] =
        numbers.randomElement(using: &random).map { Date(timeIntervalSinceReferenceDate: $0) }
      draft[passed] = [true, false, nil].randomElement(using: &random) ?? nil
      draft[picture] = Bool.random(using: &random) ? Data([0, 0xFF, 0x5C]) : nil
      draft[note] = Bool.random(using: &random) ? texts.randomElement(using: &random) : nil
    }
  }

  static var keepingChecks: [Check] {
    [
      Check(name: "a new place is empty") { run, destination in
        let store = try RecordStore(Cards.schema(), at: destination)
        run.expect(store.table.isEmpty && store.table.nextNumber == 0, "it holds records")
      },
      Check(name: "keys stay unique") { run, destination in
        var sequence = try KeyedSequence(
          destination, isShared: run.kit.isShared, seed: run.kit.seed)
        try sequence.run(steps: run.kit.steps)
        for failure in sequence.failures {
          run.expect(false, "with seed \(run.kit.seed), \(failure)")
        }
      },
      Check(name: "every value is kept") { run, destination in
        let store = try RecordStore(Cards.schema(), at: destination)
        var random = SeededGenerator(seed: run.kit.seed)
        try store.edit { table in
          for _ in 0..<300 { try table.append { Cards.fill(&$0, &random) } }
        }
        try run.expectReopened(store, destination, "opened again")
      },
      Check(name: "numbers are not used again") { run, destination in
        let store = try RecordStore(Cards.schema(), at: destination)
        try store.edit { for _ in 0..<3 { try $0.append { $0[Cards.name] = "a" } } }
        try store.edit { try $0.remove(2) }
        try run.expectReopened(store, destination, "after the last record was removed")
        // Given out and taken back in one edit.
        let next = try RecordStore(Cards.schema(), at: destination)
        try next.edit { try $0.remove(try $0.append { $0[Cards.name] = "b" }) }
        try run.expectReopened(next, destination, "after a record came and went")
      },
      Check(name: "an edit that throws changes nothing") { run, destination in
        struct Mistake: Error {}
        let store = try RecordStore(Cards.schema(), at: destination)
        try store.edit { _ = try $0.append { $0[Cards.name] = "a" } }
        let before = store.table
        do {
          try store.edit { table in
            try table.update(0) { $0[Cards.name] = "b" }
            throw Mistake()
          }
        } catch is Mistake {}
        run.expectSame(store.table, before, "after an edit that threw")
        try run.expectReopened(store, destination, "after an edit that threw, opened again")
      },
      Check(name: "random transactions are kept") { run, destination in
        var random = SeededGenerator(seed: run.kit.seed)
        var store = try RecordStore(Cards.schema(), at: destination)
        for step in 0..<run.kit.steps {
          switch Int.random(in: 0..<10, using: &random) {
          case 0: try store.undo()
          case 1: try store.redo()
          case 2:
            store = try run.expectReopened(
              store, destination, "seed \(run.kit.seed), after step \(step)")
          default: try store.edit { try change(&$0, &random) }
          }
        }
        try run.expectReopened(store, destination, "seed \(run.kit.seed), in the end")
      },
    ]
  }

  private static func change(
    _ table: inout RecordTable, _ random: inout SeededGenerator
  ) throws(RecordError) {
    for _ in 0..<Int.random(in: 1..<5, using: &random) {
      let number = Array(table.numbers).randomElement(using: &random)
      switch (Int.random(in: 0..<4, using: &random), number) {
      case (0, let number?): try table.remove(number)
      case (1, let number?): try table.update(number) { Cards.fill(&$0, &random) }
      default: try table.append { Cards.fill(&$0, &random) }
      }
    }
  }
}

extension RecordCheckRun {
  /// Expects that a place, opened anew, has what a store has; the store that was opened.
  @discardableResult
  func expectReopened(
    _ store: RecordStore, _ destination: StoreDestination, _ when: String
  ) throws -> RecordStore {
    let expected = store.table
    store.close()
    let again = try RecordStore(expected.schema, at: destination)
    expectSame(again.table, expected, when)
    return again
  }
}
