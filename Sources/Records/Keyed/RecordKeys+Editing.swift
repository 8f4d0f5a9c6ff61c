extension RecordKeys {
  /// What is to be noted of values: for each key that has other ones its place and their hash.
  private typealias Hashes = [(index: Int, values: [CellValue], hash: Int?)]

  /// Appends a record.
  ///
  /// - Parameter isStrict: Whether a key that another record has is refused.
  mutating func append(_ cells: [CellValue], isStrict: Bool) throws(RecordError) -> RecordNumber {
    let hashes = try hashes(of: cells, for: nil, uniques.indices, isStrict)
    let number = RecordNumber(table.nextPosition)
    try table.insert(cells, at: number)
    note(number, hashes, areFree: isStrict)
    return number
  }

  /// Changes a record.
  mutating func update(
    _ number: RecordNumber, from before: [CellValue], to draft: RecordDraft, isStrict: Bool
  ) throws(RecordError) {
    let touched = uniques.indices.filter { index in
      uniques[index].fields.contains(where: draft.isTouched)
        && !uniques[index].areSame(
          uniques[index].values(of: before), uniques[index].values(of: draft.cells))
    }
    let hashes = try touched.isEmpty ? [] : hashes(of: draft.cells, for: number, touched, isStrict)
    try table.update(number) { $0 = draft }
    for index in touched {
      uniques[index].remove(number, uniques[index].values(of: before), in: table)
    }
    note(number, hashes, areFree: isStrict)
  }

  /// Removes a record.
  mutating func remove(_ number: RecordNumber) throws(RecordError) {
    _ = try table.checkedPosition(of: number)
    for index in uniques.indices {
      uniques[index].remove(number, uniques[index].values(of: number, in: table), in: table)
    }
    try table.remove(number)
  }

  private func hashes(
    of cells: [CellValue], for number: RecordNumber?, _ indices: some Sequence<Int>,
    _ isStrict: Bool
  ) throws(RecordError) -> Hashes {
    var hashes: Hashes = []
    for index in indices {
      let values = uniques[index].values(of: cells)
      let hash = uniques[index].hash(of: values)
      if isStrict,
        let error = uniques[index].complaint(about: values, hash: hash, of: number, in: table)
      {
        throw error
      }
      hashes.append((index, values, hash))
    }
    return hashes
  }

  /// Notes values, which no other record has where they are known to be free.
  private mutating func note(_ number: RecordNumber, _ hashes: Hashes, areFree: Bool) {
    for (index, values, hash) in hashes {
      if areFree {
        uniques[index].insert(number, hash: hash, holder: nil)
      } else {
        uniques[index].insert(number, values, hash: hash, in: table)
      }
    }
  }
}
