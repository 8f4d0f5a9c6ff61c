import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiRecords

/// Random records of every type, and what else the tests of formats share.
struct FormatSamples {
  var random: SeededGenerator

  /// What to run again after a failure.
  var seedText: String { "HIKIDASHI_SEED=\(random.seed)" }

  init(seed: UInt64 = testSeed()) { random = SeededGenerator(seed: seed) }

  /// Every type once as it is and once as an optional.
  static func schema() throws -> Schema {
    try Schema(
      Field<Int>("id"), Field<Int?>("count"), Field<Double>("rate"), Field<Double?>("share"),
      Field<Bool>("active"), Field<Bool?>("passed"), Field<String>("name"), Field<String?>("note"),
      Field<Date>("made"), Field<Date?>("seen"), Field<Data>("bytes"), Field<Data?>("picture"),
      Field<[String]>("tags"), Field<[Int]?>("places"))
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }

  mutating func integer() -> Int {
    switch below(8) {
    case 0: .min
    case 1: .max
    case 2: Int(truncatingIfNeeded: random.next())
    default: below(2000) - 1000
    }
  }

  /// Any bits, now and then a number that a person writes.
  mutating func double() -> Double {
    switch below(8) {
    case 0: .infinity
    case 1: -.infinity
    case 2: .nan
    case 3: -0.0
    case 4, 5: Double(below(100_000) - 50_000) / 1000
    default: Double(bitPattern: random.next())
    }
  }

  mutating func seconds() -> Double {
    switch below(4) {
    case 0: double()
    case 1: Double(below(1 << 31) - 1 << 30)
    default: Double.random(in: -7e10...3e11, using: &random)
    }
  }

  private static let pieces = [
    "", "a", "b\tb", "line\nbreak", "\r", "\r\n", "\\", "\\N", "\\n", "\\x41", "\"", "\"\"", ",",
    ";",
    "NULL", "null", " ", "é", "山田", "🙂", "\u{FEFF}", "\0", "\u{2028}", "{\"a\":1}", "tab\t", "#",
    "a longer text with more than thirty-two bytes in it",
  ]

  mutating func text() -> String {
    var text = Self.pieces[below(Self.pieces.count)]
    while below(3) == 0 { text += Self.pieces[below(Self.pieces.count)] }
    return text
  }

  mutating func data() -> Data { Data((0..<below(12)).map { _ in UInt8(below(256)) }) }

  /// A record of ``schema()``.
  mutating func cells() -> [CellValue] {
    let optional = { (cell: CellValue, isNull: Bool) in isNull ? CellValue.null : cell }
    let date = { (seconds: Double) in
      CellValue.date(Date(timeIntervalSinceReferenceDate: seconds))
    }
    return [
      .integer(integer()), optional(.integer(integer()), below(3) == 0),
      .double(double()), optional(.double(double()), below(3) == 0),
      .boolean(below(2) == 0), optional(.boolean(below(2) == 0), below(3) == 0),
      .string(text()), optional(.string(text()), below(3) == 0),
      date(seconds()), optional(date(seconds()), below(3) == 0),
      .data(data()), optional(.data(data()), below(3) == 0),
      [text(), text()].cell, optional([integer(), 5].cell, below(3) == 0),
    ]
  }

  /// A table of random records, of which some are removed.
  mutating func table(_ count: Int) throws -> RecordTable {
    var table = RecordTable(try Self.schema())
    for _ in 0..<count { try table.insert(cells(), at: RecordNumber(table.nextPosition)) }
    for number in table.numbers where below(5) == 0 { try table.remove(number) }
    return table
  }
}

/// The values of a record, so that two are equal only if their numbers are the same to the last bit;
/// all that is not a number is taken as one.
func exactCells(_ table: RecordTable, _ number: RecordNumber) -> [String] {
  table[number].cells.map { cell in
    switch cell {
    case .double(let value): value.isNaN ? "nan" : "\(value.bitPattern)"
    case .date(let value): dateBits(value.timeIntervalSinceReferenceDate)
    case .data(let value): value.base64EncodedString()
    case .string(let text), .json(let text): "\(Array(text.unicodeScalars.map(\.value)))"
    default: cell.description
    }
  }
}

private func dateBits(_ seconds: Double) -> String {
  seconds.isNaN ? "nan" : "\(seconds.bitPattern)"
}

/// Checks that two tables hold the same records in the same order.
///
/// - Parameter numbers: whether the records' numbers must be the same as well.
func expectSame(
  _ left: RecordTable, _ right: RecordTable, numbers: Bool = false, _ comment: Comment,
  at location: SourceLocation = #_sourceLocation
) {
  guard left.count == right.count else {
    Issue.record("\(left.count) and \(right.count) records: \(comment)", sourceLocation: location)
    return
  }
  for (first, second) in zip(left.numbers, right.numbers) {
    let cells = exactCells(left, first)
    let others = exactCells(right, second)
    guard cells == others, !numbers || first == second else {
      Issue.record("\(first): \(cells) and \(others): \(comment)", sourceLocation: location)
      return
    }
  }
}

/// The formats, each in the ways it can be varied, by name.
let variedFormats: [(name: String, format: RecordFormat)] = [
  ("tsv", .tsv), ("csv", .csv), ("json", .jsonLines),
  ("tsv crlf", .delimited(.tsv(lineEnd: .crlf))),
  ("tsv plain", .delimited(.tsv(hasHeader: false, nullText: "a"))),
  ("tsv null n", .delimited(.tsv(nullText: #"\n"#))),
  ("tsv null -", .delimited(.tsv(nullText: "-5"))),
  ("csv crlf", .delimited(.csv(lineEnd: .crlf))),
  ("csv plain", .delimited(.csv(separator: ";", hasHeader: false, nullText: "NULL"))),
  ("csv null 1", .delimited(.csv(nullText: "1"))),
  ("csv tabs", .delimited(.csv(separator: "\t", nullText: "true"))),
]
