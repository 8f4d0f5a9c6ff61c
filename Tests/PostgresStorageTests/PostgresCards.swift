import Foundation
import HikidashiBase
import HikidashiRecords

/// A schema with every type, and random values of it, awkward ones among them.
enum PostgresCards {
  struct Words: CodableFieldValue, Equatable { var words: [String] }

  static let name = Field<String>("name", collation: .binary)
  static let size = Field<Int>("size", default: 0)
  static let rate = Field<Double>("rate", default: 0)
  static let day = Field<Date?>("day")
  static let passed = Field<Bool?>("passed")
  static let picture = Field<Data?>("picture")
  static let words = Field<Words?>("words")
  /// A name that must be quoted, and one that PostgreSQL has for itself.
  static let note = Field<String?>("a \"quoted\" Name; --", collation: .binary)
  static let hidden = Field<Int?>("ctid")

  static func schema(version: Int = 1) throws -> Schema {
    try Schema(name, size, rate, day, passed, picture, words, note, hidden, version: version)
  }

  static func text(_ random: inout SeededGenerator) -> String {
    let words = [
      "", "a", "山田", "tab\there", "line\nend", "\\N", "nul\0nul", "␀", "🙂", "\"q\"", "'", "$1",
    ]
    return (0..<Int.random(in: 0..<4, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  static func double(_ random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: 0
    case 1: -0.0
    case 2: .nan
    case 3: .infinity
    case 4: -.infinity
    case 5: .leastNonzeroMagnitude
    case 6: -1e300
    default: Double(Int.random(in: -40..<40, using: &random)) * 1e8 / 7
    }
  }

  /// Gives a record the size 1, and no more than it must have.
  static func plain(_ draft: inout RecordDraft) {
    draft[name] = "card"
    draft[size] = 1
  }

  /// Gives a record random values, in some of its fields.
  static func fill(
    _ draft: inout RecordDraft, _ random: inout SeededGenerator, all: Bool = true
  ) {
    func chance() -> Bool { all || Bool.random(using: &random) }
    if chance() { draft[name] = text(&random) }
    if chance() { draft[size] = [0, 1, -1, .max, .min, 7].randomElement(using: &random) ?? 0 }
    if chance() { draft[rate] = double(&random) }
    if chance() {
      draft[day] =
        Bool.random(using: &random)
        ? Date(timeIntervalSinceReferenceDate: double(&random)) : nil
    }
    if chance() { draft[passed] = [true, false, nil].randomElement(using: &random) ?? nil }
    if chance() { draft[picture] = Bool.random(using: &random) ? Data(text(&random).utf8) : nil }
    if chance() {
      draft[words] = Bool.random(using: &random) ? Words(words: [text(&random)]) : nil
    }
    if chance() { draft[note] = Bool.random(using: &random) ? text(&random) : nil }
    if chance() { draft[hidden] = Bool.random(using: &random) ? 5 : nil }
  }

  /// Changes a table at random, and says with which edits: the same for the same generator.
  static func change(
    _ table: inout RecordTable, _ random: inout SeededGenerator
  ) throws(RecordError) {
    for _ in 0..<Int.random(in: 1..<6, using: &random) {
      let number = Array(table.numbers).randomElement(using: &random)
      switch (Int.random(in: 0..<10, using: &random), number) {
      case (0...1, let number?): try table.remove(number)
      case (2...5, let number?):
        try table.update(number) { fill(&$0, &random, all: false) }
      case (6, _) where table.count < 1_000:
        // As many as are copied.
        for _ in 0..<100 { try table.append { fill(&$0, &random) } }
      default: try table.append { fill(&$0, &random) }
      }
    }
  }
}

/// Records as a plain dictionary: what a table must hold.
struct PlainRecords: Equatable {
  var records: [Int: [String]] = [:]
  var next = 0

  init(_ table: RecordTable) {
    for record in table { records[record.number.rawValue] = record.cells.map(Self.bits) }
    next = table.nextNumber
  }

  /// Every bit of a value.
  private static func bits(_ cell: CellValue) -> String {
    switch cell {
    case .double(let value): "double \(value.bitPattern)"
    case .date(let value): "date \(value.timeIntervalSinceReferenceDate.bitPattern)"
    case .string(let text): "string \(Array(text.utf8))"
    case .json(let text): "json \(Array(text.utf8))"
    case .data(let data): "data \(Array(data))"
    default: "\(cell)"
    }
  }
}
