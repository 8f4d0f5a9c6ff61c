extension RecordGroups {
  /// The sum of another field for every group; 0 where no record has a value.
  ///
  /// - Throws: ``RecordError/overflow(field:)`` when 64 bits do not hold one of the sums.
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func sums<Summand: IntegerValue>(
    of field: Field<Summand>
  ) throws(RecordError) -> [Int] {
    var sums: [Int] = []
    for summary in integers(of: field) {
      guard let sum = summary.total.value else { throw .overflow(field: field.name) }
      sums.append(sum)
    }
    return sums
  }

  /// The sum of another field for every group; 0 where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func sums<Summand: DoubleValue>(of field: Field<Summand>) -> [Double] {
    doubles(of: field).map(\.total.asDouble)
  }

  /// The mean of another field for every group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func means<Summand: NumberValue>(of field: Field<Summand>) -> [Double?] {
    Summand.fieldType == .integer
      ? integers(of: field).map(\.mean) : doubles(of: field).map(\.mean)
  }

  /// The least number of another field for every group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func minima<Summand: IntegerValue>(of field: Field<Summand>) -> [Int?] {
    integers(of: field).map(\.least)
  }

  /// The greatest number of another field for every group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func maxima<Summand: IntegerValue>(of field: Field<Summand>) -> [Int?] {
    integers(of: field).map(\.greatest)
  }

  /// The least number of another field for every group; nil where no record has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func minima<Summand: DoubleValue>(of field: Field<Summand>) -> [Double?] {
    doubles(of: field).map(\.least)
  }

  /// The greatest number of another field for every group, NaN if there is one; nil where no record
  /// has a value.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*)
  public func maxima<Summand: DoubleValue>(of field: Field<Summand>) -> [Double?] {
    doubles(of: field).map(\.greatest)
  }

  private func integers(of field: some FieldHandle) -> [NumberSummary<Int>] {
    let index = table.schema.requiredIndex(of: field.definition)
    guard case .integers(let chunks) = table.columns[index] else { return [] }
    return NumberSummary.of(table.source(chunks, in: numbers), by: membership())
  }

  private func doubles(of field: some FieldHandle) -> [NumberSummary<Double>] {
    let index = table.schema.requiredIndex(of: field.definition)
    guard case .doubles(let chunks) = table.columns[index] else { return [] }
    return NumberSummary.of(table.source(chunks, in: numbers), by: membership())
  }
}
