import Foundation
import Testing

@testable import HikidashiRecords

@Suite struct SchemaMigrationTests {
  private let id = Field<Int>("id"), name = Field<String>("name"), notes = Field<String?>("notes")
  private let table: RecordTable

  init() throws {
    var table = RecordTable(try Schema(id, name, notes))
    for (number, text) in ["a", "b", "c"].enumerated() {
      try table.insert(
        [.integer(number), .string(text), number == 1 ? .null : "n"],
        at: RecordNumber(number * 10_000))
    }
    try table.remove(10_000)
    self.table = table
  }

  private struct Odd: Error, CustomStringConvertible { let description = "it is odd" }

  @Test func stepsAreTakenInOrderAndNumbersStay() throws {
    let title = Field<String>("title")
    let rate = Field<Double>("rate", default: 1)
    let size = Field<Double>("id")
    let long = Field<String>("long")
    let target = try Schema(size, title, rate, long, version: 3)
    let migrations = [
      SchemaMigration(to: 3) {
        $0.change("id", to: size) { (old: Int) in Double(old) / 2 }
        $0.add(long) { try $0.value("title") + "-" + $0.value("name2") }
        $0.remove("name2")
      },
      SchemaMigration(to: 2) {
        $0.rename("name", to: "title")
        $0.change("notes", to: Field<String>("name2")) { (old: String?) in old ?? "none" }
        $0.add(rate)
      },
      SchemaMigration(to: 4) { $0.remove("title") },
    ]
    let migrated = try table.migrated(to: target, by: migrations)
    #expect(migrated.numbers.numbers == [0, 20_000])
    #expect(migrated[20_000, size] == 1)
    #expect(migrated[20_000, title] == "c")
    #expect(migrated[20_000, rate] == 1)
    #expect(migrated[20_000, long] == "c-n")
    #expect(migrated.nextPosition == table.nextPosition)
    #expect(table[20_000, id] == 2)
    #expect(table.schema.names == ["id", "name", "notes"])
  }

  @Test func fieldsAreAddedWithoutAVersion() throws {
    let rate = Field<Double>("rate", default: 1)
    let late = Field<Int?>("late")
    let target = try Schema(late, id, name, notes, rate)
    let migrated = try table.migrated(to: target, by: [.addingFields])
    #expect(migrated.values(of: rate) == [1, 1])
    #expect(migrated.values(of: late) == [nil, nil])
    #expect(migrated.values(of: name) == table.values(of: name))
    // What must have a value cannot be added, nor may a field be lost.
    #expect(throws: MigrationError.missingDefault(version: 1, field: "strict")) {
      try table.migrated(
        to: Schema(id, name, notes, Field<Int>("strict")), by: [.addingFields])
    }
    #expect(throws: MigrationError.self) {
      try table.migrated(to: Schema(id, name, rate), by: [.addingFields])
    }
    // It comes after the migrations that have a number, and fills in for those that are missing.
    let title = Field<String>("title")
    let later = try table.migrated(
      to: Schema(id, title, notes, rate, version: 4),
      by: [.addingFields, SchemaMigration(to: 3) { $0.rename("name", to: "title") }])
    #expect(later.values(of: title) == table.values(of: name))
    #expect(later.values(of: rate) == [1, 1])
  }

  @Test func aSchemaFromAFileIsExchangedForOneInSwift() throws {
    let other = try Schema(json: table.schema.json)
    let exchanged = try table.migrated(to: other)
    let name = try other.field("name", of: String.self)
    #expect(exchanged[0, name] == "a")
    #expect(try exchanged.migrated(to: table.schema)[20_000, self.name] == "c")
  }

  @Test func versionsMustFollowEachOther() throws {
    let two = try Schema(id, name, notes, version: 2)
    let three = try Schema(id, name, notes, version: 3)
    let step = SchemaMigration(to: 2) { _ in }
    #expect(throws: MigrationError.gap(version: 2)) { try table.migrated(to: two) }
    #expect(throws: MigrationError.gap(version: 3)) { try table.migrated(to: three, by: [step]) }
    #expect(throws: MigrationError.duplicateVersion(2)) {
      try table.migrated(to: two, by: [step, step])
    }
    let newer = try table.migrated(to: two, by: [step])
    #expect(throws: MigrationError.backwards(from: 2, to: 1)) {
      try newer.migrated(to: table.schema, by: [step])
    }
  }

  private func error(
    _ fields: any FieldHandle..., steps: (inout SchemaMigration.Steps) -> Void
  ) throws -> MigrationError? {
    let target = try Schema(fields: fields.map(\.definition), version: 2)
    do throws(MigrationError) {
      _ = try table.migrated(to: target, by: [SchemaMigration(to: 2, steps)])
    } catch {
      return error
    }
    return nil
  }

  @Test func aStepThatCannotBeIsRefused() throws {
    #expect(
      try error(id) { $0.remove("x") }
        == .unknownField(version: 2, name: "x", known: ["id", "name", "notes"]))
    #expect(
      try error(id) { $0.rename("id", to: "name") } == .duplicateField(version: 2, name: "name"))
    #expect(try error(id) { $0.rename("id", to: "id") }?.description.contains("name") == true)
    #expect(
      try error(id) { $0.add(Field<Int>("id")) } == .missingDefault(version: 2, field: "id"))
    #expect(
      try error(id) { $0.add(Field<Int>("id", default: 1)) }
        == .duplicateField(version: 2, name: "id"))
    #expect(
      try error(id) { $0.change("id", to: Field<Int>("id")) { (old: String) in old.count } }
        == .wrongType(version: 2, field: "id", holds: .integer, taken: .string))
  }

  @Test func aConversionThatFailsNamesTheRecordAndTheValue() throws {
    let failed = try error(id) {
      $0.change("id", to: Field<Int>("id")) { (old: Int) in
        if old == 2 { throw Odd() }
        return old
      }
    }
    #expect(
      failed
        == .conversionFailed(
          version: 2, field: "id", record: 20_000, value: 2, reason: "it is odd"))
    #expect(failed?.description.contains("record 20000, 2, cannot be converted: it is odd") == true)
    let small = Field<Int>("id", rules: [.range(0...1)])
    guard case .refused(let record, _) = try error(small, name, notes, steps: { _ in }) else {
      Issue.record("the rule of the target was not asked")
      return
    }
    #expect(record == 20_000)
  }

  @Test func nullNeedsAConversionThatTakesIt() throws {
    var table = table
    try table.update(0) { $0[notes] = nil }
    let target = try Schema(id, name, Field<String>("notes"), version: 2)
    let migration = SchemaMigration(to: 2) {
      $0.change("notes", to: Field<String>("notes")) { (old: String) in old }
    }
    #expect(throws: MigrationError.self) { try table.migrated(to: target, by: [migration]) }
  }

  @Test func theResultMustBeTheTarget() throws {
    for fields in [
      [id.definition],
      [id.definition, name.definition, notes.definition, Field<Int?>("x").definition],
      [id.definition, name.definition, Field<String>("notes").definition],
      [id.definition, name.definition, Field<Int?>("notes").definition],
    ] {
      let target = try Schema(fields: fields, version: 2)
      let error = #expect(throws: MigrationError.self) {
        try table.migrated(to: target, by: [SchemaMigration(to: 2) { _ in }])
      }
      guard case .notTheTarget = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}
