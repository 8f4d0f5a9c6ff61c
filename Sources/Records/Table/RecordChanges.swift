/// The differences between two snapshots of a table; see ``RecordTable/changes(since:)``.
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
  /// The records that both have, with different values in at least one field.
  public let updated: RecordSet
  private let schema: Schema
  /// For each field, the updated records with different values in it.
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

  /// The number of records that were inserted, removed or updated.
  public var count: Int { inserted.count + removed.count + updated.count }

  /// Returns the records that both snapshots have, with different values in this field.
  ///
  /// - Precondition: The field belongs to the schema of the snapshots.
  public func updated(_ field: some FieldHandle) -> RecordSet {
    updatedByField[schema.requiredIndex(of: field.definition)]
  }

  /// Returns the fields whose values changed in an updated record, in the schema's order; none for
  /// other records.
  public func fields(of number: RecordNumber) -> [FieldDefinition] {
    schema.fields.indices.filter { updatedByField[$0].contains(number) }.map { schema.fields[$0] }
  }

  /// The records that both have, with another value in the field at this place of the schema.
  func updated(inField index: Int) -> RecordSet { updatedByField[index] }
}

/// The permanent number of a record in its table, which is not used again after the record's
/// removal.
///
/// The first record of a table has number 0, each later one a greater number.
public struct RecordNumber: RawRepresentable, Hashable, Sendable {
  /// The number as an integer.
  public let rawValue: Int

  /// Makes a record number from an integer.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Makes a record number from an integer.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
}

extension RecordNumber: Comparable, CustomStringConvertible, ExpressibleByIntegerLiteral, Codable {
  /// Makes a record number from an integer literal.
  public init(integerLiteral value: Int) { rawValue = value }

  /// Whether the first number is less than the second.
  public static func < (left: RecordNumber, right: RecordNumber) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The number in decimal digits.
  public var description: String { "\(rawValue)" }
}
