extension RecordTable {
  /// This table with what lies between `base` and `edited` done to it, too.
  ///
  /// All three have one schema. A record that only one side changed is as that side has it.
  ///
  /// - Parameter renumbering: whether records that were appended after `base` get new numbers where
  ///   this table has given out theirs; otherwise the numbers are their own, as in an edit made again.
  /// - Throws: ``RecordConflict`` with the records that both sides changed, and not in the same way.
  /// - Complexity: O(*n* / 8192) for each field where this table is as `base` is, otherwise also O(1)
  ///   for each record that was changed.
  package func rebasing(
    _ edited: RecordTable, from base: RecordTable, renumbering: Bool = false
  ) throws(RecordConflict) -> RecordTable {
    var result = edited
    result.nextPosition = Swift.max(nextPosition, edited.nextPosition)
    let theirs = changes(since: base)
    let shift = renumbering ? Swift.max(0, nextPosition - base.nextPosition) : 0
    if theirs.isEmpty, shift == 0 { return result }
    let ours = edited.changes(since: base)
    let appended = RecordSet(
      shift == 0 ? [] : ours.inserted.filter { $0.rawValue >= base.nextPosition })
    let revived = ours.inserted.subtracting(appended)

    let touched = ours.updated.union(ours.removed).union(revived).intersection(theirs.touched)
    let apart =
      touched.isEmpty ? touched : touched.intersection(edited.changes(since: self).touched)
    guard apart.isEmpty else {
      throw RecordConflict(numbers: apart, base: base, ours: edited, theirs: self)
    }
    result = self
    result.removeAll(in: ours.removed)
    for number in ours.updated.union(revived) {
      result.put(edited[number].cells, at: number.rawValue)
    }
    for number in appended { result.put(edited[number].cells, at: number.rawValue + shift) }
    result.nextPosition = Swift.max(result.nextPosition, edited.nextPosition + shift)
    return result
  }

  /// Writes a record of values that are known to be right, whether there was one of this number or
  /// not.
  package mutating func put(_ cells: [CellValue], at position: Int) {
    let isNew = !isLive(position)
    for index in columns.indices { columns[index].set(cells[index], at: position) }
    guard isNew else { return }
    setLive(true, at: position)
    count += 1
    nextPosition = Swift.max(nextPosition, position + 1)
  }

  /// The number of the next record to be appended; those below are not given out any more.
  package var nextNumber: Int {
    get { nextPosition }
    // What a file says may be beyond all records; the next one is refused then.
    set { nextPosition = Swift.min(Swift.max(nextPosition, newValue), Self.mostPositions) }
  }
}

extension RecordChanges {
  /// The records that were inserted, removed or updated.
  package var touched: RecordSet { inserted.union(removed).union(updated) }
}
