extension RecordTable {
  /// The numbers of all records, or of those of a set, sorted by a field.
  ///
  /// ```swift
  /// cards.sorted(by: name)                          // in the reader's language
  /// cards.sorted(by: rate, descending: true)
  /// cards.sorted(by: rate, in: cards.search(passed))
  /// ```
  ///
  /// Text is compared by its field's collation, and sorted by the field's reading, where a record has
  /// one that is not empty; records that are read alike, by the text itself. Records that are equal
  /// in all this come in order of their numbers. Descending is the exact reverse of ascending. NaN
  /// comes behind all other numbers.
  ///
  /// The order is kept until it is dropped (``dropCaches()``) and repaired after a few edits.
  ///
  /// - Parameters:
  ///   - field: A field whose values have an order. Booleans have none: see `groups(by:)`.
  ///   - descending: Whether the greatest value comes first.
  ///   - nulls: Where records without a value come; nil is last when ascending, first when descending.
  ///   - numbers: The records to sort; numbers that no record has are passed over.
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: O(*n*) for numbers; for text, in proportion to its bytes at most.
  public func sorted<Value: SortableValue>(
    by field: Field<Value>, descending: Bool = false, nulls: SortKey.Nulls? = nil,
    in numbers: RecordSet? = nil
  ) -> [RecordNumber] {
    let key: SortKey =
      descending ? .descending(field, nulls: nulls) : .ascending(field, nulls: nulls)
    return sorted(by: [key], in: numbers)
  }

  /// The numbers of all records, or of those of a set, sorted by a field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``; ``RecordError/notSortable(field:type:)`` for
  ///   booleans, data and JSON.
  public func sorted(
    byName name: String, descending: Bool = false, nulls: SortKey.Nulls? = nil,
    in numbers: RecordSet? = nil
  ) throws(RecordError) -> [RecordNumber] {
    let key = try SortKey(named: name, of: schema, descending: descending, nulls: nulls)
    return sorted(by: [key], in: numbers)
  }

  /// The numbers of all records, or of those of a set, sorted by several fields.
  ///
  /// ```swift
  /// cards.sorted(by: .descending(rate), .ascending(name))
  /// ```
  ///
  /// Records that are equal in all fields come in order of their numbers, in the direction of the
  /// first key.
  ///
  /// - Precondition: The fields belong to the table's schema.
  public func sorted(by keys: SortKey..., in numbers: RecordSet? = nil) -> [RecordNumber] {
    sorted(by: keys, in: numbers)
  }

  /// The numbers of all records, or of those of a set, sorted by fields that are only known at run
  /// time; without any, in ascending order.
  ///
  /// - Precondition: The fields belong to the table's schema.
  public func sorted(by keys: [SortKey], in numbers: RecordSet? = nil) -> [RecordNumber] {
    guard let first = keys.first else { return (taken(numbers) ?? self.numbers).numbers }
    let steps = keys.flatMap { self.steps(of: $0) }
    let order = order(of: steps[0], in: numbers)
    guard steps.count > 1 else {
      return order.numbers(descending: first.isDescending, nullsFirst: first.nullsComeFirst)
    }
    return sorted(by: steps[0], order, then: steps.dropFirst())
      .numbers(descending: first.isDescending, nullsFirst: false)
  }

  /// A part of a key that can be sorted by at once.
  private struct SortStep {
    let field: Int
    let aspect: SortAspect
    let isDescending: Bool
    let nullsFirst: Bool
  }

  /// What is sorted by for a key: the field, or first its reading and then its text where null texts
  /// are not to come where the kept order has them.
  private func steps(of key: SortKey) -> [SortStep] {
    let field = schema.requiredIndex(of: key.definition)
    let isUsual = key.nullsComeFirst == key.isDescending
    let aspects: [SortAspect] =
      isUsual || readingIndex(ofField: field) == nil ? [.whole] : [.reading, .text]
    return aspects.map { aspect in
      SortStep(
        field: field, aspect: aspect, isDescending: key.isDescending,
        nullsFirst: key.nullsComeFirst)
    }
  }

  private func order(of step: SortStep, in numbers: RecordSet?) -> SortedPositions {
    step.aspect == .whole
      ? order(ofField: step.field, in: numbers)
      : sorted(field: step.field, step.aspect, in: numbers)
  }

  /// Sorts on by further steps, whose values are only looked at where the steps before leave ties.
  ///
  /// When the first key descends, all of it is done in reverse, as then the numbers of equal records
  /// descend, too.
  private func sorted(
    by first: SortStep, _ order: SortedPositions, then rest: ArraySlice<SortStep>
  ) -> SortedPositions {
    func arranged(_ order: SortedPositions, _ step: SortStep) -> SortedPositions {
      order.arranged(
        descending: step.isDescending != first.isDescending,
        nullsFirst: step.nullsFirst != first.isDescending)
    }
    var sorted = arranged(order, first)
    for step in rest {
      let tied = sorted.tiedPositions(below: nextPosition)
      guard !tied.isEmpty else { break }
      let next = self.order(of: step, in: tied.count == count ? nil : tied)
      sorted = sorted.refined(by: arranged(next, step), below: nextPosition)
    }
    return sorted
  }
}
