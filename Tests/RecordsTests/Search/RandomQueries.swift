import Foundation
import HikidashiBase

@testable import HikidashiRecords

/// Random schemas, and queries for them.
struct RandomQueries {
  var records: RandomRecords

  init(seed: UInt64) { records = RandomRecords(seed: seed) }

  /// A schema with a field of every type and more of text, some of them optional.
  mutating func schema() throws -> Schema {
    let collations: [Collation] = [
      .binary, .localized(locale: "ja"), .localized(locale: "en", numbers: .byValue),
      .localized(locale: "de", accents: .ignored), .localized(locale: "ja", kana: .distinguished),
      .localized(locale: "da"),
    ]
    var fields: [FieldDefinition] = [
      Field<String>("name", title: "Full name", collation: .binary).definition,
      Field<String?>("note", collation: .localized(locale: "ja")).definition,
      Field<Int?>("count").definition, Field<Double?>("rate").definition,
      Field<Bool>("flag").definition, Field<Bool?>("maybe").definition,
      Field<Date?>("born", title: "Born on").definition, Field<Data?>("photo").definition,
      Field<[Int]?>("tags").definition,
    ]
    for index in 0..<records.below(3) {
      let collation = collations[records.below(collations.count)]
      fields.append(Field<String?>("text \(index)", collation: collation).definition)
    }
    fields.shuffle(using: &records.random)
    return try Schema(fields: fields)
  }

  mutating func cell(for field: FieldDefinition) -> CellValue {
    let cell = records.cell(for: field)
    guard case .date = cell, records.chance(50) else { return cell }
    return .date(Date(timeIntervalSinceReferenceDate: Double(records.below(4_000)) * 1_000_000))
  }

  mutating func query(_ schema: Schema, depth: Int = 3) throws -> Query {
    guard depth > 0, records.chance(60) else { return try test(schema) }
    switch records.below(3) {
    case 0: return !(try query(schema, depth: depth - 1))
    case 1: return .all(of: try queries(schema, depth: depth - 1))
    default: return .any(of: try queries(schema, depth: depth - 1))
    }
  }

  private mutating func queries(_ schema: Schema, depth: Int) throws -> [Query] {
    try (0..<records.below(4)).map { _ in try query(schema, depth: depth) }
  }

  private mutating func test(_ schema: Schema) throws -> Query {
    let field = schema.fields[records.below(schema.fields.count)]
    let value = cell(for: field)
    switch records.below(field.type.isText ? 11 : 6) {
    case 0: return records.chance(50) ? field.isNull : field.hasValue
    case 1: return .equal(field, value)
    case 2: return .notEqual(field, value)
    case 3: return .oneOf(field, (0..<records.below(20)).map { _ in cell(for: field) })
    case 4, 5: return range(field, value)
    case 6: return .text(field, .start, part(value.text))
    case 7: return .text(field, .end, part(value.text))
    case 8: return .text(field, .word, part(value.text))
    case 9: return try .pattern(field, records.element(of: Self.patterns) ?? "a")
    default: return .text(field, .anywhere, part(value.text))
    }
  }

  private static let patterns = [
    "a", "^a", "[0-9]+$", "か", "s{2}", #"\d\\?/"#, "A|quic", "/", #"\/"#,
  ]

  private mutating func range(_ field: FieldDefinition, _ value: CellValue) -> Query {
    guard field.type.isSortable else { return .equal(field, value) }
    let other = cell(for: field)
    if value.isNull || other.isNull || records.chance(50) {
      guard !value.isNull else { return field.hasValue }
      let comparisons: [Query.Comparison] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
      return .within(field, QueryRange(records.element(of: comparisons) ?? .less, value))
    }
    let isReversed = other.precedes(value)
    return .within(
      field,
      QueryRange(
        lower: .init(value: isReversed ? other : value, isIncluded: true),
        upper: .init(value: isReversed ? value : other, isIncluded: records.chance(50))))
  }

  /// Some of the text, sometimes in another case.
  private mutating func part(_ text: String) -> String {
    let characters = Array(text)
    let start = records.below(characters.count + 1)
    let end = start + records.below(min(4, characters.count - start) + 1)
    let part = String(characters[min(start, end)..<min(end, characters.count)])
    return records.chance(30) ? part.uppercased() : part
  }
}
