import Foundation
import HikidashiBase

@testable import HikidashiRecords

/// What a sequence of random operations is made from; the seed goes into every failure message.
struct RandomRecords {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }

  mutating func element<Element>(of elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private static let words = [
    "", "a", "A", "b", "ab", "Ａ", "é", "e", "か", "カ", "が", "ｶ", "山田", "東京", "10", "2", "ss", "ß",
    "Straße", "STRASSE", "quic", "zebra", "line\nbreak", "tab\there", "🙂", "z",
  ]

  /// Text of few different words, so that equal and nearly equal ones meet.
  mutating func text() -> String {
    var text = Self.words[below(Self.words.count)]
    while chance(30) { text += Self.words[below(Self.words.count)] }
    if chance(2) { text += String(repeating: "long ", count: below(200)) }
    return text
  }

  mutating func number() -> Double {
    switch below(12) {
    case 0: 0
    case 1: -0.0
    case 2: .nan
    case 3: .infinity
    case 4: -.infinity
    case 5: .leastNonzeroMagnitude
    default: Double(below(40) - 20) / 4
    }
  }

  mutating func integer() -> Int {
    switch below(10) {
    case 0: .min
    case 1: .max
    default: below(30) - 15
    }
  }

  /// A value that the field takes.
  mutating func cell(for field: FieldDefinition) -> CellValue {
    if field.isOptional, chance(25) { return .null }
    switch field.type {
    case .integer: return .integer(integer())
    case .double: return .double(number())
    case .boolean: return .boolean(chance(50))
    case .string: return .string(text())
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(below(20))))
    case .data: return .data(Data((0..<below(5)).map { UInt8($0) }))
    case .json: return .json("[\(below(9))]")
    }
  }
}

/// A cell by its bits, as tables compare them: NaN is NaN here, and 0 is not -0.
enum CellBits: Hashable {
  case number(UInt64, Bool)
  case other(CellValue)

  init(_ cell: CellValue) {
    switch cell {
    case .double(let value): self = .number(value.bitPattern, false)
    case .date(let value): self = .number(value.timeIntervalSinceReferenceDate.bitPattern, true)
    default: self = .other(cell)
    }
  }
}
