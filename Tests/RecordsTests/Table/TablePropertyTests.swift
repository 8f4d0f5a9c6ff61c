import TestSupport
import Testing

@testable import HikidashiRecords

/// Random operations on a table, held against the slow model.
@Suite struct TablePropertyTests {
  @Test func everyOperationAgreesWithTheModel() throws {
    let seed = testSeed()
    // Printed at once, as a trap would leave no message.
    print("everyOperationAgreesWithTheModel: HIKIDASHI_SEED=\(seed)")
    for sequence in 0..<testSteps(500) {
      var random = RandomRecords(seed: seed &+ UInt64(sequence))
      if let failure = try Self.failure(of: &random) {
        Issue.record("HIKIDASHI_SEED=\(seed &+ UInt64(sequence)): \(failure)")
        return
      }
    }
  }

  /// Runs one sequence, and compares every snapshot taken on the way with what its model says, and
  /// what lies between them; what is wrong, or nil.
  private static func failure(of random: inout RandomRecords) throws -> String? {
    var snapshots = [try TablePair()]
    var current = snapshots[0]
    for _ in 0..<random.below(25) + 1 {
      try current.step(&random)
      if random.chance(20) { snapshots.append(current) }
      if random.chance(5), let older = random.element(of: snapshots) {
        current.goBack(to: older, keepingNumbers: random.chance(50))
      }
      if current.table.count != current.slow.records.count {
        return "after \(current.log): count \(current.table.count)"
      }
    }
    snapshots.append(current)
    for pair in snapshots {
      if let difference = pair.slow.difference(from: pair.table) {
        return "after \(pair.log): \(difference)"
      }
      if !valuesAgree(pair) { return "after \(pair.log): values(of:)" }
      if !pair.table.changes(since: pair.table).isEmpty { return "changes since itself" }
    }
    for _ in 0..<4 {
      guard let older = random.element(of: snapshots), let newer = random.element(of: snapshots)
      else { continue }
      if let failure = wrongChanges(newer, since: older) {
        return "from \(older.log) to \(newer.log): \(failure)"
      }
    }
    return nil
  }

  private static func wrongChanges(_ newer: TablePair, since older: TablePair) -> String? {
    let found = newer.table.changes(since: older.table)
    let expected = newer.slow.changes(since: older.slow)
    let numbers = { (set: RecordSet) in set.numbers.map(\.rawValue) }
    if numbers(found.inserted) != expected.inserted.sorted() { return "inserted \(found.inserted)" }
    if numbers(found.removed) != expected.removed.sorted() { return "removed \(found.removed)" }
    if numbers(found.updated) != expected.updated.keys.sorted() {
      return "updated \(found.updated)"
    }
    for (number, fields) in expected.updated.prefix(20) {
      let names = found.fields(of: RecordNumber(number)).map(\.name)
      if names != fields.map({ newer.table.schema.names[$0] }) { return "\(number): \(names)" }
    }
    let isEmpty = expected.inserted.isEmpty && expected.removed.isEmpty && expected.updated.isEmpty
    return found.isEmpty == isEmpty ? nil : "isEmpty is \(found.isEmpty)"
  }

  private static func valuesAgree(_ pair: TablePair) -> Bool {
    func agrees<Value>(_ field: Field<Value>) -> Bool {
      guard let index = pair.table.schema.index(of: field.definition) else { return false }
      return pair.table.values(of: field).map { CellBits($0.cell) }
        == pair.slow.records.map { CellBits($0.cells[index]) }
    }
    return agrees(TablePair.name) && agrees(TablePair.note) && agrees(TablePair.size)
      && agrees(TablePair.rate) && agrees(TablePair.small) && agrees(TablePair.flag)
      && agrees(TablePair.maybe) && agrees(TablePair.day) && agrees(TablePair.blob)
      && agrees(TablePair.tags)
  }
}
