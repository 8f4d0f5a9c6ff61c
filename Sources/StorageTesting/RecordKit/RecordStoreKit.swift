internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiRecords
public import HikidashiStorage

/// The checks that every destination of a `RecordStore` must pass, for any test framework.
///
/// ```swift
/// var count = 0
/// let path = "/tmp/check-\(UInt64.random(in: 0...(.max)))"
/// let kit = RecordStoreKit(isShared: true) {
///   count += 1
///   return .sqlite("\(path)-\(count).db")
/// }
/// try kit.run()
/// ```
///
/// The kit does not simulate crashes.
public struct RecordStoreKit {
  let make: () throws -> StoreDestination
  /// Whether several stores can use one place at once and see each other's edits.
  public let isShared: Bool
  /// The seed of the random checks; pass it again to repeat them.
  public let seed: UInt64
  /// The number of steps, such as edits and undos, that the random checks make.
  public let steps: Int

  /// Creates a kit that checks the destinations that `make` returns: a new, empty one for each
  /// check. A destination is opened several times, to check that stored records are still there.
  public init(
    isShared: Bool, seed: UInt64 = .random(in: .min ... .max), steps: Int = 100,
    make: @escaping () throws -> StoreDestination
  ) {
    self.make = make
    self.isShared = isShared
    self.seed = seed
    self.steps = steps
  }

  /// Runs the checks and throws if any of them fails.
  ///
  /// - Throws: ``RecordStoreKitError``, which lists the checks that failed.
  public func run() throws(RecordStoreKitError) {
    let failures = failures()
    if !failures.isEmpty { throw RecordStoreKitError(failures: failures) }
  }

  /// Runs the checks and returns the failures; the array is empty if all checks pass.
  public func failures() -> [RecordStoreKitFailure] {
    Self.checks.filter { isShared || !$0.needsSharing }.flatMap(failures)
  }

  /// The names of the checks, in the order in which they run.
  public static var checkNames: [String] { checks.map(\.name) }

  private func failures(of check: Check) -> [RecordStoreKitFailure] {
    var found: [String]
    let run = RecordCheckRun(kit: self)
    do {
      try check.body(run, try make())
      found = run.failures
    } catch {
      found = run.failures + ["nothing thrown was expected, and this was: \(error)"]
    }
    return found.map { RecordStoreKitFailure(check: check.name, message: $0) }
  }

  struct Check {
    var name: String
    var needsSharing = false
    var body: (RecordCheckRun, StoreDestination) throws -> Void
  }

  static var checks: [Check] { keepingChecks + migrationChecks + sharedChecks }
}

/// A failure that a check of a ``RecordStoreKit`` found.
public struct RecordStoreKitFailure: Error, Sendable, CustomStringConvertible {
  /// The name of the check, such as `numbers are not used again`.
  public let check: String
  /// A message that says what was expected and what was found.
  public let message: String

  /// The name of the check and the message.
  public var description: String { "\(check): \(message)" }
}

/// The failures that a ``RecordStoreKit`` found.
public struct RecordStoreKitError: Error, Sendable, CustomStringConvertible {
  /// The failures, in the order of the checks.
  public let failures: [RecordStoreKitFailure]

  /// The descriptions of the failures, one per line.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// One run of one check, with the failures that were found.
final class RecordCheckRun {
  let kit: RecordStoreKit
  private(set) var failures: [String] = []

  init(kit: RecordStoreKit) { self.kit = kit }

  func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
    if !isTrue { failures.append(message()) }
  }

  /// Expects that two tables hold the same records and give out the same next number.
  func expectSame(_ found: RecordTable, _ expected: RecordTable, _ when: String) {
    expect(
      found.nextNumber == expected.nextNumber,
      "\(when), the next number is \(found.nextNumber) in place of \(expected.nextNumber)")
    expect(
      Array(found.numbers) == Array(expected.numbers)
        && found.contentChecksum == expected.contentChecksum,
      "\(when), \(expected.count) records were expected as they were stored, and \(found.count) found"
    )
  }

  /// Expects that `body` throws a `StoreError`, and returns the error.
  func error(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      failures.append("an error was expected, and nothing was thrown")
    } catch let error as StoreError {
      return error
    } catch {
      failures.append("a StoreError was expected, and this was thrown: \(error)")
    }
    return nil
  }
}

// MARK: - Keeping checks

extension RecordStoreKit {
  /// The schema and the values of the checks: fields of several types, some of them optional.
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
        try run.expectReopened(store, destination, "opened again, with seed \(run.kit.seed)")
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
  /// Closes a store and opens its place again; expects the same records, and returns the new store.
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

// MARK: - Shared checks

extension RecordStoreKit {
  static var migrationChecks: [Check] {
    [
      Check(name: "migrations run once, in order") { run, destination in
        try old(destination)
        let title = Field<String>("title", collation: .binary)
        let pages = Field<Int>("pages", default: 7)
        let schema = try Schema(title, pages, version: 3)
        let migrations = [
          SchemaMigration(to: 2) { $0.rename("name", to: "title") },
          SchemaMigration(to: 3) { $0.add(pages) },
        ]
        let store = try RecordStore(schema, at: destination, migrations: migrations)
        run.expect(store.table.values(of: title) == ["one", "two"], "the titles are not the names")
        run.expect(store.table.values(of: pages) == [7, 7], "the new field has not its default")
        run.expect(store.table.nextNumber == 3, "the next number is \(store.table.nextNumber)")
        try run.expectReopened(store, destination, "after a migration")
      },
      Check(name: "fields are added where the app says so") { run, destination in
        try old(destination)
        let name = Field<String>("name", collation: .binary)
        let pages = Field<Int>("pages", default: 7)
        let note = Field<String?>("note")
        let schema = try Schema(note, name, pages)
        let error = run.error { _ = try RecordStore(schema, at: destination) }
        if case .otherSchema? = error {} else { run.expect(false, "it threw \(error as Any)") }
        let store = try RecordStore(schema, at: destination, migrations: [.addingFields])
        run.expect(store.table.values(of: name) == ["one", "two"], "the names are others")
        run.expect(store.table.values(of: pages) == [7, 7], "the new field has not its default")
        run.expect(store.table.values(of: note) == [nil, nil], "the optional field has values")
        run.expect(store.table.nextNumber == 3, "the next number is \(store.table.nextNumber)")
        try store.edit { try $0.update(0) { $0[note] = "kept" } }
        try run.expectReopened(store, destination, "after fields were added")
      },
      Check(name: "a newer version is not touched") { run, destination in
        let name = Field<String>("name", collation: .binary)
        let newer = try RecordStore(Schema(name, version: 2), at: destination)
        try newer.edit { _ = try $0.append { $0[name] = "one" } }
        let error = run.error { _ = try RecordStore(Schema(name), at: destination) }
        if case .newer(_, 2, 1)? = error {} else { run.expect(false, "it threw \(error as Any)") }
        try run.expectReopened(newer, destination, "after it was refused")
      },
      Check(name: "another schema is not touched") { run, destination in
        let store = try old(destination)
        let error = run.error { _ = try RecordStore(Schema(Field<Int>("name")), at: destination) }
        if case .otherSchema? = error {} else { run.expect(false, "it threw \(error as Any)") }
        try run.expectReopened(store, destination, "after it was refused")
      },
    ]
  }

  /// Makes a store of version 1 with two records, and a third that was removed.
  @discardableResult
  private static func old(_ destination: StoreDestination) throws -> RecordStore {
    let name = Field<String>("name", collation: .binary)
    let store = try RecordStore(Schema(name), at: destination)
    try store.edit { table in
      for text in ["one", "two", "three"] { try table.append { $0[name] = text } }
      try table.remove(2)
    }
    return store
  }

  static var sharedChecks: [Check] {
    [
      Check(name: "others see an edit", needsSharing: true) { run, destination in
        let (one, other) = try pair(destination)
        try one.edit { try $0.update(0) { $0[Cards.size] = 10 } }
        try other.refresh()
        run.expectSame(other.table, one.table, "after an edit elsewhere")
      },
      Check(name: "edits of different records are both kept", needsSharing: true) {
        run, destination in
        let (one, other) = try pair(destination)
        let before = other.table
        var draft = before
        try draft.update(1) { $0[Cards.size] = 20 }
        let drafted = try draft.append { $0[Cards.name] = "drafted" }
        let taken = try one.edit { table in
          try table.update(0) { $0[Cards.size] = 10 }
          return try table.append { $0[Cards.name] = "taken" }
        }
        let added = Array(try other.commit(draft, from: before))
        run.expect(added.count == 1 && added != [taken], "\(drafted) became \(added)")
        run.expect(other.table[0, Cards.size] == 10, "the edit made elsewhere is lost")
        run.expect(other.table[1, Cards.size] == 20, "the draft is lost")
        try one.refresh()
        run.expectSame(one.table, other.table, "after both")
      },
      Check(name: "a conflict has both versions", needsSharing: true) { run, destination in
        let (one, other) = try pair(destination)
        let before = other.table
        var draft = before
        try draft.update(1) { $0[Cards.size] = 20 }
        try one.edit { try $0.update(1) { $0[Cards.size] = 10 } }
        let error = run.error { try other.commit(draft, from: before) }
        guard case .conflict(let conflict)? = error else {
          return run.expect(false, "a conflict was expected, not \(error as Any)")
        }
        let versions = conflict.versions(of: 1)
        run.expect(versions.ours?[Cards.size] == 20, "our version is missing")
        run.expect(versions.theirs?[Cards.size] == 10, "their version is missing")
        run.expect(other.table[1, Cards.size] == 10, "the store has not the other's version")
      },
      Check(name: "undoing leaves alone what others did", needsSharing: true) { run, destination in
        let (one, other) = try pair(destination)
        try one.edit { try $0.update(0) { $0[Cards.size] = 10 } }
        try other.edit { try $0.update(1) { $0[Cards.size] = 20 } }
        try one.undo()
        run.expect(one.table[0, Cards.size] == 0, "the edit was not undone")
        run.expect(one.table[1, Cards.size] == 20, "the edit made elsewhere was undone, too")
        try one.redo()
        try other.edit { try $0.update(0) { $0[Cards.size] = 30 } }
        let error = run.error { try one.undo() }
        if case .conflict? = error {} else { run.expect(false, "it threw \(error as Any)") }
        try other.refresh()
        run.expectSame(one.table, other.table, "after a conflict")
      },
    ]
  }

  /// Opens two stores at one place, with some records.
  private static func pair(
    _ destination: StoreDestination
  ) throws -> (RecordStore, RecordStore) {
    let schema = try Cards.schema()
    let one = try RecordStore(schema, at: destination)
    try one.edit { table in
      for number in 0..<4 { try table.append { $0[Cards.name] = "card \(number)" } }
    }
    return (one, try RecordStore(schema, at: destination))
  }
}
