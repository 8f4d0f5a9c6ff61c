/// A field that records are sorted by, with the direction and the place of missing values.
///
/// ```swift
/// cards.sorted(by: .descending(rate), .ascending(born, nulls: .first))
/// ```
///
/// Fields of `Bool` have no order and do not compile here; `groups(by:)` lists and counts them.
public struct SortKey: Hashable, Sendable {
  /// The field that records are sorted by.
  public let definition: FieldDefinition
  /// Whether the greatest value comes first.
  public let isDescending: Bool
  /// The place of records without a value. Nil means ``Nulls/last`` when ascending and
  /// ``Nulls/first`` when descending, so that the one order is exactly the reverse of the other.
  public let nulls: Nulls?

  /// The places where records without a value can come.
  public enum Nulls: String, Hashable, Sendable, Codable {
    case first, last
  }

  private init(_ definition: FieldDefinition, isDescending: Bool, nulls: Nulls?) {
    self.definition = definition
    self.isDescending = isDescending
    self.nulls = nulls
  }

  /// Sorts as the groups of a level come.
  init(grouping level: RecordGrouping.Level) {
    self.init(level.field, isDescending: level.isDescending, nulls: nil)
  }

  /// Sorts by a field, the least value first.
  public static func ascending<Value: SortableValue>(
    _ field: Field<Value>, nulls: Nulls? = nil
  ) -> SortKey {
    SortKey(field.definition, isDescending: false, nulls: nulls)
  }

  /// Sorts by a field, the greatest value first.
  public static func descending<Value: SortableValue>(
    _ field: Field<Value>, nulls: Nulls? = nil
  ) -> SortKey {
    SortKey(field.definition, isDescending: true, nulls: nulls)
  }

  /// Makes a key for the field of this name in a schema, for fields that are only known at run
  /// time.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``; ``RecordError/notSortable(field:type:)`` when
  ///   the field's values have no order.
  public init(
    named name: String, of schema: Schema, descending: Bool = false, nulls: Nulls? = nil
  ) throws(RecordError) {
    let definition = schema.fields[try schema.index(named: name)]
    guard definition.type.isSortable else {
      throw .notSortable(field: name, type: definition.type)
    }
    self.init(definition, isDescending: descending, nulls: nulls)
  }

  /// Whether records without a value come before all others.
  var nullsComeFirst: Bool { (nulls ?? (isDescending ? .first : .last)) == .first }
}
