import Foundation
import HikidashiBase
import HikidashiRecords

/// A schema with every type, and random values of it, awkward ones among them.
enum StoreCards {
  struct Tags: CodableFieldValue, Equatable { var words: [String] }

  static let name = Field<String>("name", collation: .binary)
  static let size = Field<Int>("size", default: 0)
  static let rate = Field<Double>("rate", default: 0)
  static let day = Field<Date?>("day")
  static let passed = Field<Bool?>("passed")
  static let picture = Field<Data?>("picture")
  static let tags = Field<Tags?>("tags")
  static let note = Field<String?>("a \"quoted\" Name", collation: .binary)

  static func schema(version: Int = 1) throws -> Schema {
    try Schema(name, size, rate, day, passed, picture, tags, note, version: version)
  }

  static func text(_ random: inout SeededGenerator) -> String {
    let words = ["", "a", "山田", "tab\there", "line\nend", "\\N", "nul\0nul", "🙂", "\"q\"", "'"]
    return (0..<Int.random(in: 0..<4, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  static func double(_ random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: -0.0
    case 2: .nan
    case 3: .infinity
    case 4: .leastNonzeroMagnitude
    case 5: 1e300
    default: Double(Int.random(in: -40..<40, using: &random)) / 8
    }
  }

  /// Gives a record random values, in some of its fields.
  static func fill(
    _ draft: inout RecordDraft, _ random: inout SeededGenerator, all: Bool
  ) {
    func chance() -> Bool { all || Bool.random(using: &random) }
    if chance() { draft[name] = text(&random) }
    if chance() {
      draft[size] = [0, 1, -1, .max, .min, 7].randomElement(using: &random) ?? 0
    }
    if chance() { draft[rate] = double(&random) }
    if chance() {
      draft[day] =
        Bool.random(using: &random)
        ? Date(timeIntervalSinceReferenceDate: double(&random)) : nil
    }
    if chance() { draft[passed] = [true, false, nil].randomElement(using: &random) ?? nil }
    if chance() {
      draft[picture] = Bool.random(using: &random) ? Data(text(&random).utf8) : nil
    }
    if chance() {
      draft[tags] = Bool.random(using: &random) ? Tags(words: [text(&random)]) : nil
    }
    if chance() { draft[note] = Bool.random(using: &random) ? text(&random) : nil }
  }
}

/// Records as a plain dictionary: what a table must hold.
struct PlainRecords: Equatable {
  var records: [Int: [String]] = [:]
  var next = 0

  init() {}

  init(_ table: RecordTable) {
    for record in table { records[record.number.rawValue] = record.cells.map(Self.bits) }
    next = table.nextNumber
  }

  /// Every bit of a value, but that all kinds of “not a number” are one.
  private static func bits(_ cell: CellValue) -> String {
    func bits(_ value: Double) -> UInt64 { (value.isNaN ? Double.nan : value).bitPattern }
    return switch cell {
    case .double(let value): "double \(bits(value))"
    case .date(let value): "date \(bits(value.timeIntervalSinceReferenceDate))"
    case .string(let text): "string \(Array(text.utf8))"
    case .json(let text): "json \(Array(text.utf8))"
    case .data(let data): "data \(Array(data))"
    default: "\(cell)"
    }
  }
}
