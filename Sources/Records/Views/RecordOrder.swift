internal import Glibc

/// The order of a table's records: by some fields, then by their numbers.
///
/// Equal records come in order of their numbers, in the direction of the first key that they are
/// sorted by; without a key all are equal.
struct RecordOrder: Sendable {
  let keys: [Key]
  /// Whether equal records come in descending order of their numbers.
  private let isDescending: Bool

  /// One field of the order, with its direction and comparison.
  struct Key: Sendable {
    var field: Int
    /// The field that text is ordered by where it has a value that is not empty.
    var reading: Int?
    var isDescending = false
    var nullsFirst = false
    /// How text is compared; nil compares bytes.
    var collator: Collator?
  }

  /// The places of the fields that the order depends on.
  var fields: Set<Int> { Set(keys.flatMap { [$0.field, $0.reading ?? $0.field] }) }

  /// The order bound to the columns of a table.
  func bound(to table: RecordTable) -> Bound {
    Bound(
      columns: keys.map { KeyColumn($0, of: table) }, isDescending: isDescending)
  }

  struct Bound: NumberOrder, Sendable {
    let columns: [KeyColumn]
    let isDescending: Bool

    @inline(__always)
    func precedes(_ left: RecordNumber, _ right: RecordNumber) -> Bool {
      precedes(left, in: self, right, in: self)
    }

    /// Whether a record as this table has it precedes one as another table of the same schema does.
    @inline(__always)
    func precedes(
      _ left: RecordNumber, in leftSide: Bound, _ right: RecordNumber, in rightSide: Bound
    ) -> Bool {
      for index in leftSide.columns.indices {
        let order = leftSide.columns[index].compare(
          left.rawValue, with: rightSide.columns[index], right.rawValue)
        if order != 0 { return order < 0 }
      }
      return isDescending ? right < left : left < right
    }

    func prefix(of number: RecordNumber) -> UInt64 {
      columns.first?.prefix(of: number.rawValue) ?? 0
    }
  }

  /// The order of records of which some still stand where an older table has them.
  struct Mixed: NumberOrder {
    let new: Bound
    let old: Bound
    /// The records that are still sorted by their older values.
    var pending: RecordSet

    @inline(__always)
    private func side(of number: RecordNumber) -> Bound { pending.contains(number) ? old : new }

    /// How many of the first keys two records have in common.
    func sharedKeys(_ left: RecordNumber, _ right: RecordNumber, among count: Int) -> Int {
      let (leftSide, rightSide) = (side(of: left), side(of: right))
      for index in 0..<count
      where leftSide.columns[index].compare(
        left.rawValue, with: rightSide.columns[index], right.rawValue) != 0
      {
        return index
      }
      return count
    }

    @inline(__always)
    func precedes(_ left: RecordNumber, _ right: RecordNumber) -> Bool {
      new.precedes(left, in: side(of: left), right, in: side(of: right))
    }

    func prefix(of number: RecordNumber) -> UInt64 { side(of: number).prefix(of: number) }
  }
}

// MARK: - Sort key

extension RecordOrder {
  /// The order by keys whose fields are the schema's.
  ///
  /// A field with a reading is ordered by that where it has one, by itself among equal ones; the
  /// field's own collation decides for both.
  ///
  /// - Parameter levels: What the records are grouped by, and sorted by first.
  init(_ keys: [SortKey], groupedBy levels: [RecordGrouping.Level] = [], schema: Schema) {
    let groups = levels.map {
      Key($0.field, isDescending: $0.isDescending, nullsFirst: $0.isDescending, schema)
    }
    let own = keys.map {
      Key($0.definition, isDescending: $0.isDescending, nullsFirst: $0.nullsComeFirst, schema)
    }
    self.init(keys: groups + own, isDescending: own.first?.isDescending ?? false)
  }
}

extension RecordOrder.Key {
  init(_ field: FieldDefinition, isDescending: Bool, nullsFirst: Bool, _ schema: Schema) {
    self.init(
      field: schema.requiredIndex(of: field),
      reading: field.reading.flatMap { name in
        schema.fields.firstIndex { $0.name == name }
      },
      isDescending: isDescending, nullsFirst: nullsFirst,
      collator: field.type == .string ? Collator.shared(for: field.collation) : nil)
  }
}
