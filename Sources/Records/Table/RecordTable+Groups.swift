extension RecordTable {
  /// All records, or those of a set, in groups that have the same value in a field, in order of first
  /// appearance; those without a value are a group, too.
  ///
  /// Text is the same when the field's collation says so. 0 and -0 are the same, and all NaN are.
  ///
  /// ```swift
  /// for group in cards.groups(by: passed) { print(group.value, group.count) }
  /// ```
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*); O(*n* / 64) for booleans.
  public func groups<Value: FieldValue>(
    by field: Field<Value>, in numbers: RecordSet? = nil
  ) -> RecordGroups<Value> {
    RecordGroups(self, field: schema.requiredIndex(of: field.definition), in: numbers)
  }

  /// How many of all records, or of those of a set, have which value in a field, the most frequent
  /// first; of equally frequent ones the one that appears first.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n* + *g* log *g*) for *g* different values
  public func counts<Value: FieldValue>(
    by field: Field<Value>, in numbers: RecordSet? = nil
  ) -> [RecordGroup<Value>] {
    let groups = groups(by: field, in: numbers)
    let counts = groups.counts
    let order = counts.indices.sorted {
      counts[$0] != counts[$1] ? counts[$0] > counts[$1] : $0 < $1
    }
    return order.map { groups[$0] }
  }

  /// The different values of a field of all records, or of those of a set, in order of first
  /// appearance.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func distinct<Value: FieldValue>(
    _ field: Field<Value>, in numbers: RecordSet? = nil
  ) -> [Value] {
    groups(by: field, in: numbers).values
  }

  /// Groups by a field of the schema, of all records or of those of a set.
  func positionGroups(
    ofField index: Int, in numbers: RecordSet?, membership: Bool
  ) -> PositionGroups {
    switch columns[index] {
    case .integers(let chunks):
      return .grouping(source(chunks, in: numbers), membership: membership)
    case .doubles(let chunks):
      return .grouping(source(chunks, in: numbers), membership: membership)
    case .booleans(let chunks):
      return .grouping(source(chunks, in: numbers), membership: membership)
    case .texts(let chunks):
      guard let collator = collator(ofField: index) else {
        return .grouping(source(chunks, in: numbers), membership: membership)
      }
      return .grouping(source(chunks, in: numbers), by: collator, membership: membership)
    }
  }
}
