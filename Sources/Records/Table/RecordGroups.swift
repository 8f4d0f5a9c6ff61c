internal import HikidashiBase

/// The groups of records with the same value in a field, in order of first appearance; see
/// ``RecordTable/groups(by:in:)``.
///
/// ```swift
/// for group in cards.groups(by: city) { print(group.value, group.count) }
/// let groups = cards.groups(by: city)
/// let means = groups.means(of: rate)       // in the order of the groups
/// ```
///
/// - Complexity: a group by index O(1); values are read from the table when they are asked for.
public struct RecordGroups<Value: FieldValue>: RandomAccessCollection, Sendable {
  let table: RecordTable
  private let field: Int
  let numbers: RecordSet?
  private let found: PositionGroups
  private let members: Members

  /// The groups with the group of every record, found when that is first asked for.
  private final class Members: Sendable {
    let groups: Guarded<PositionGroups?>

    init(_ found: PositionGroups) { groups = Guarded(found.membership == nil ? nil : found) }
  }

  init(_ table: RecordTable, field: Int, in numbers: RecordSet?) {
    self.table = table
    self.field = field
    self.numbers = numbers
    found = table.positionGroups(ofField: field, in: numbers, membership: .ofFewGroups)
    members = Members(found)
  }

  /// The index of the first group, 0.
  public var startIndex: Int { 0 }
  /// The index after the last group.
  public var endIndex: Int { found.counts.count }

  /// The group at an index.
  ///
  /// - Precondition: There is such a group.
  public subscript(index: Int) -> RecordGroup<Value> {
    let position = Int(found.representatives[index])
    guard let value = Value(cell: table.cell(at: position, field: field)) else {
      // Values are checked when they are written; a type that then refuses its own value is wrong.
      fatalError("the value of record \(position) is no value of its field's type")
    }
    return RecordGroup(
      value: value, count: Int(found.counts[index]), first: RecordNumber(position))
  }

  /// The number of records in each group.
  public var counts: [Int] { found.counts.map { Int($0) } }

  /// The value of each group, as its first record has it.
  public var values: [Value] { plainTexts as? [Value] ?? map(\.value) }

  /// The values of a field of text, which need no cells.
  private var plainTexts: [String]? {
    guard Value.self == String.self, case .texts(let chunks) = table.columns[field] else {
      return nil
    }
    let texts = TextSource(chunks: chunks)
    return found.representatives.map { String(decoding: texts.bytes(at: $0), as: UTF8.self) }
  }

  /// Returns the record numbers of each group, in ascending order.
  ///
  /// - Complexity: O(*n*)
  public func recordNumbers() -> [[RecordNumber]] {
    let groups = membership()
    var lists = groups.counts.map { count in
      var list: [RecordNumber] = []
      list.reserveCapacity(Int(count))
      return list
    }
    for (position, group) in (groups.membership ?? []).enumerated()
    where group != PositionGroups.none {
      lists[Int(group)].append(RecordNumber(position))
    }
    return lists
  }

  /// The groups with the number of the group of every record.
  func membership() -> PositionGroups {
    members.groups.withLock { groups in
      if let groups { return groups }
      let made = table.positionGroups(ofField: field, in: numbers, membership: .always)
      groups = made
      return made
    }
  }
}

/// A group of records that have the same value in a field.
public struct RecordGroup<Value: FieldValue>: Sendable {
  /// The value, as the first record has it; text that the field's collation takes as equal may be
  /// written differently in other records.
  public let value: Value
  /// The number of records.
  public let count: Int
  /// The least number of a record in the group.
  public let first: RecordNumber
}

extension RecordGroup: Equatable where Value: Equatable {}

// MARK: - Sums

extension RecordGroups {
  /// Returns the sum of another field for each group; 0 where no record has a value.
  ///
  /// - Throws: ``RecordError/overflow(field:)`` when 64 bits do not hold one of the sums.
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func sums<Summand: IntegerValue>(
    of field: Field<Summand>
  ) throws(RecordError) -> [Int] {
    var sums: [Int] = []
    for total in integers(of: field, as: IntegerTotal.self) {
      guard let sum = total.value else { throw .overflow(field: field.name) }
      sums.append(sum)
    }
    return sums
  }

  /// Returns the sum of another field for each group; 0 where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func sums<Summand: DoubleValue>(of field: Field<Summand>) -> [Double] {
    doubles(of: field, as: DoubleTotal.self).map(\.asDouble)
  }

  /// Returns the mean of another field for each group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func means<Summand: NumberValue>(of field: Field<Summand>) -> [Double?] {
    Summand.fieldType == .integer
      ? integers(of: field).map(\.mean) : doubles(of: field).map(\.mean)
  }

  /// Returns the least number of another field for each group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func minima<Summand: IntegerValue>(of field: Field<Summand>) -> [Int?] {
    integers(of: field).map(\.least)
  }

  /// Returns the greatest number of another field for each group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func maxima<Summand: IntegerValue>(of field: Field<Summand>) -> [Int?] {
    integers(of: field).map(\.greatest)
  }

  /// Returns the least number of another field for each group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func minima<Summand: DoubleValue>(of field: Field<Summand>) -> [Double?] {
    doubles(of: field).map(\.least)
  }

  /// Returns the greatest number of another field for each group, which is NaN if one of its values
  /// is; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func maxima<Summand: DoubleValue>(of field: Field<Summand>) -> [Double?] {
    doubles(of: field).map(\.greatest)
  }

  @inline(__always)
  private func integers<Summary: RunningSummary>(
    of field: some FieldHandle, as _: Summary.Type = NumberSummary<Int>.self
  ) -> [Summary] where Summary.Element == Int {
    let index = table.schema.requiredIndex(of: field.definition)
    guard case .integers(let chunks) = table.columns[index] else { return [] }
    return Summary.of(table.source(chunks, in: numbers), by: membership())
  }

  @inline(__always)
  private func doubles<Summary: RunningSummary>(
    of field: some FieldHandle, as _: Summary.Type = NumberSummary<Double>.self
  ) -> [Summary] where Summary.Element == Double {
    let index = table.schema.requiredIndex(of: field.definition)
    guard case .doubles(let chunks) = table.columns[index] else { return [] }
    return Summary.of(table.source(chunks, in: numbers), by: membership())
  }
}
