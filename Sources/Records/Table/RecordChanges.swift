/// What lies between two snapshots of a table: see ``RecordTable/changes(since:)``.
///
/// ```swift
/// let before = cards
/// try cards.update(id) { $0[rate] = 5 }
/// let changes = cards.changes(since: before)
/// changes.updated.contains(id)           // true
/// changes.fields(of: id).map(\.name)     // ["rate"]
/// ```
public struct RecordChanges: Sendable, Equatable {
  /// The records that only the newer snapshot has.
  public let inserted: RecordSet
  /// The records that only the older snapshot has.
  public let removed: RecordSet
  /// The records that both have, with another value in at least one field.
  public let updated: RecordSet
  private let schema: Schema
  /// Of the updated records those with another value in a field, in the order of the fields.
  private let updatedByField: [RecordSet]

  init(inserted: RecordSet, removed: RecordSet, updatedByField: [RecordSet], schema: Schema) {
    self.inserted = inserted
    self.removed = removed
    self.updatedByField = updatedByField
    self.schema = schema
    let touched = updatedByField.filter { !$0.isEmpty }
    updated = touched.dropFirst().reduce(touched.first ?? RecordSet()) { $0.union($1) }
  }

  /// Whether both snapshots hold the same records with the same values.
  public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty }

  /// How many records were inserted, removed or updated.
  public var count: Int { inserted.count + removed.count + updated.count }

  /// The records that both snapshots have, with another value in this field.
  ///
  /// - Precondition: The field belongs to the schema of the snapshots.
  public func updated(_ field: some FieldHandle) -> RecordSet {
    updatedByField[schema.requiredIndex(of: field.definition)]
  }

  /// The fields in which an updated record has another value, in the schema's order; none for other
  /// records.
  public func fields(of number: RecordNumber) -> [FieldDefinition] {
    schema.fields.indices.filter { updatedByField[$0].contains(number) }.map { schema.fields[$0] }
  }

  /// The records that both have, with another value in the field at this place of the schema.
  func updated(inField index: Int) -> RecordSet { updatedByField[index] }
}

/// The number that names a record of a table for ever: it is not used again when the record is gone.
///
/// The first record of a table has number 0, each later one a greater number.
public struct RecordNumber: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

extension RecordNumber: Comparable, CustomStringConvertible, ExpressibleByIntegerLiteral, Codable {
  public init(integerLiteral value: Int) { rawValue = value }

  public static func < (left: RecordNumber, right: RecordNumber) -> Bool {
    left.rawValue < right.rawValue
  }

  public var description: String { "\(rawValue)" }
}
