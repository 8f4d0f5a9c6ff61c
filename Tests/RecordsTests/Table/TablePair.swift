import Foundation

@testable import HikidashiRecords

/// A table and the slow model of it, edited alike.
struct TablePair {
  static let name = Field<String>("name", collation: .binary)
  static let note = Field<String?>("note", collation: .binary)
  static let size = Field<Int>("size", default: 3)
  static let rate = Field<Double?>("rate")
  static let small = Field<Int?>("small", rules: [.range(-100...100)])
  static let flag = Field<Bool>("flag", default: true)
  static let maybe = Field<Bool?>("maybe")
  static let day = Field<Date?>("day")
  static let blob = Field<Data>("blob", default: Data([1]))
  static let tags = Field<[Int]?>("tags")

  var table: RecordTable
  var slow = SlowTable()
  /// What the last steps were.
  var log: [String] = []

  init() throws {
    table = RecordTable(
      try Schema(
        Self.name, Self.note, Self.size, Self.rate, Self.small, Self.flag, Self.maybe, Self.day,
        Self.blob, Self.tags))
  }

  private var fields: [FieldDefinition] { table.schema.fields }

  private func cells(_ random: inout RandomRecords) -> [CellValue] {
    fields.map { field in
      if field.name == "small" {
        return random.chance(30) ? .null : .integer(random.below(200) - 100)
      }
      return random.cell(for: field)
    }
  }

  /// An edit, mostly a right one; an error other than the one expected is thrown.
  mutating func step(_ random: inout RandomRecords) throws {
    switch random.below(20) {
    case 0...4: try append(&random, at: slow.next)
    case 5: try append(&random, at: slow.next + random.below(4))
    case 6: try append(&random, at: slow.next | (ChunkLayout.mask - random.below(3)))
    case 7...11: try update(&random)
    case 12, 13: try remove(&random)
    case 14: removeAll(&random)
    case 15: try failingBatch(&random)
    case 16: try refusedEdits(&random)
    default: try columns(&random)
    }
  }

  /// As an undo does; with numbers kept, none that was given out since is given out again.
  mutating func goBack(to older: TablePair, keepingNumbers: Bool) {
    let next = slow.next
    self = older
    log.append("back, \(keepingNumbers ? "next \(next)" : "with other numbers")")
    guard keepingNumbers else { return }
    table.nextPosition = max(table.nextPosition, next)
    slow.next = max(slow.next, next)
  }

  private mutating func append(_ random: inout RandomRecords, at number: Int) throws {
    let cells = cells(&random)
    log.append("insert at \(number)")
    let fields = fields
    try table.insert(at: RecordNumber(number)) { draft throws(RecordError) in
      for (field, cell) in zip(fields, cells) { try draft.set(field.name, to: cell) }
    }
    slow.insert(cells, at: number)
  }

  private mutating func update(_ random: inout RandomRecords) throws {
    guard let record = random.element(of: slow.records) else { return }
    let cells = cells(&random)
    let touched = fields.indices.filter { _ in random.chance(25) }
    log.append("update \(record.number), fields \(touched)")
    let names = fields.map(\.name)
    try table.update(RecordNumber(record.number)) { draft throws(RecordError) in
      for field in touched { try draft.set(names[field], to: cells[field]) }
    }
    if let index = slow.index(of: record.number) {
      for field in touched { slow.records[index].cells[field] = cells[field] }
    }
  }

  private mutating func remove(_ random: inout RandomRecords) throws {
    guard let record = random.element(of: slow.records) else { return }
    log.append("remove \(record.number)")
    try table.remove(RecordNumber(record.number))
    slow.records.removeAll { $0.number == record.number }
  }

  private mutating func removeAll(_ random: inout RandomRecords) {
    let removed = slow.records.map(\.number).filter { _ in random.chance(40) }
    log.append("remove all of \(removed)")
    table.removeAll(in: RecordSet((removed + [-1, 1 << 20]).map { RecordNumber($0) }))
    slow.records.removeAll { removed.contains($0.number) }
  }

  /// A batch of some right edits and a wrong one leaves nothing behind.
  private mutating func failingBatch(_ random: inout RandomRecords) throws {
    log.append("failing batch")
    let before = self
    var inner = random
    do {
      try table.batch { table throws(any Error) in
        var pair = before
        swap(&pair.table, &table)
        defer { swap(&pair.table, &table) }
        for _ in 0..<3 { try pair.append(&inner, at: pair.slow.next) }
        try pair.update(&inner)
        throw CancellationError()
      }
    } catch is CancellationError {}
    random = inner
  }

  /// Edits that must be refused, and leave nothing behind.
  private mutating func refusedEdits(_ random: inout RandomRecords) throws {
    log.append("refused edits")
    let cells = cells(&random)
    func refused(_ edit: () throws -> Void) throws {
      do { try edit() } catch is RecordError { return }
      throw Accepted()
    }
    try refused { try table.append { draft throws(RecordError) in try draft.set("size", to: 1) } }
    try refused { try table.insert(cells, at: RecordNumber(slow.next - 1)) }
    try refused { try table.append(columns: [Self.name.column(["a"]), Self.size.column([1, 2])]) }
    try refused { try table.append(columns: [Self.name.column(["a"]), Self.name.column(["a"])]) }
    try refused { try table.append(columns: [Self.size.column([1])]) }
    try refused {
      try table.append(columns: [Self.name.column(["a", "b"]), Self.small.column([1, 101])])
    }
    if let record = random.element(of: slow.records) {
      try refused {
        try table.update(RecordNumber(record.number)) { draft in
          draft[Self.name] = "changed"
          draft[Self.small] = -101
        }
      }
    }
  }

  struct Accepted: Error {}

  /// Loads by column, typed or as cells, some fields left to their default.
  private mutating func columns(_ random: inout RandomRecords) throws {
    let isLong = random.chance(2) && random.chance(5)
    let count = isLong ? 8_000 + random.below(18_000) : random.below(6)
    let shape = isLong ? (0..<7).map { _ in cells(&random) } : []
    let rows = (0..<count).map { isLong ? shape[$0 % 7] : cells(&random) }
    log.append("columns of \(count)")
    var columns: [RecordColumn] = []
    var missing: Set<Int> = []
    for (index, field) in fields.enumerated() {
      let cells = rows.map { $0[index] }
      if index > 0, random.chance(20) {
        missing.insert(index)
      } else {
        columns.append(random.chance(50) ? field.column(cells: cells) : typed(field, cells))
      }
    }
    columns.shuffle(using: &random.random)
    let added = try table.append(columns: columns)
    let first = slow.next
    for row in rows {
      let cells = row.indices.map { missing.contains($0) ? fields[$0].defaultValue : row[$0] }
      slow.insert(cells, at: slow.next)
    }
    guard added.numbers == (first..<slow.next).map({ RecordNumber($0) }) else { throw Accepted() }
  }

  private func typed(_ field: FieldDefinition, _ cells: [CellValue]) -> RecordColumn {
    func column<Value>(_ field: Field<Value>) -> RecordColumn {
      field.column(cells.compactMap { Value(cell: $0) })
    }
    return switch field.name {
    case "name": column(Self.name)
    case "note": column(Self.note)
    case "size": column(Self.size)
    case "rate": column(Self.rate)
    case "small": column(Self.small)
    case "flag": column(Self.flag)
    case "maybe": column(Self.maybe)
    case "day": column(Self.day)
    case "blob": column(Self.blob)
    default: column(Self.tags)
    }
  }
}
