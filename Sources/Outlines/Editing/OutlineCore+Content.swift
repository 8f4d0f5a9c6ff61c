extension OutlineCore {
  /// The visible nodes in order. O(rows).
  func visibleIDs() -> [NodeID] {
    Array(unsafeUninitializedCapacity: visible.rowCount) { rows, count in
      ids.withUnsafeBufferPointer { ids in
        visible.forEachShownBlock { block, mask in
          var rest = mask
          while rest != 0 {
            rows[count] = ids[block &<< 6 | rest.trailingZeroBitCount]
            count += 1
            rest &= rest &- 1
          }
        }
      }
    }
  }

  /// The smallest change that makes the rows of `new` of the rows of `self`. O(rows).
  func rowChange(to new: OutlineCore) -> RowChange? {
    let old = visibleIDs()
    let new = new.visibleIDs()
    var shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    shorter -= prefix
    var suffix = 0
    while suffix < shorter, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    let change = RowChange(
      position: prefix, removed: old.count - prefix - suffix, inserted: new.count - prefix - suffix)
    return change.removed == 0 && change.inserted == 0 ? nil : change
  }

  /// Takes over open state, selection and anchor of the nodes that `old` has, too; rows and filter
  /// are left to be counted.
  ///
  /// - Returns: Which slots are open in the filter of `old`; new ones are.
  mutating func adopt(_ old: OutlineCore) -> Bits {
    var filterOpen = Bits(count: nodeCount, repeating: true)
    // What comes again mostly comes in the same order, so look at the next old slot first.
    var expected = 0
    for slot in ids.indices {
      let isExpected = expected < old.nodeCount && old.ids[expected] == ids[slot]
      guard let oldSlot = isExpected ? expected : old.slot(of: ids[slot]) else { continue }
      expected = oldSlot + 1
      open[slot] = old.open[oldSlot]
      if let filter = old.filter { filterOpen[slot] = filter.open[oldSlot] }
    }
    var selected = Bits(count: nodeCount, repeating: false)
    old.selection.selected.forEachSet { oldSlot in
      if let slot = slot(of: old.ids[oldSlot]), selection.selectable[slot] { selected[slot] = true }
    }
    selection.replace(with: selected)
    selection.mode = old.selection.mode
    selection.anchor = old.selection.anchor.flatMap { slot(of: old.ids[$0]) }
    return filterOpen
  }
}
