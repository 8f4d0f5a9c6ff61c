// MARK: - Selection

extension OutlineCore {
  func selectionState(_ slot: Int) -> SelectionState { selection.state(of: topology.subtree(slot)) }

  /// Selects `slot` and nothing else.
  mutating func select(only slot: Int) -> Range<Int>? {
    guard selection.mode != .none, selection.selectable[slot] else { return nil }
    selection.anchor = slot
    var bits = Bits(count: nodeCount, repeating: false)
    bits[slot] = true
    return replaceSelection(with: bits)
  }

  /// Selects or deselects `slot`. O(log n), in single mode O(n / 64).
  mutating func setSelected(_ slot: Int, _ isSelected: Bool) -> Range<Int>? {
    guard selection.mode != .none, selection.selectable[slot] else { return nil }
    if isSelected {
      if selection.mode == .single { return select(only: slot) }
      selection.anchor = slot
    }
    guard selection.selected[slot] != isSelected else { return nil }
    return changedRows(from: slot, through: slot) { $0.selection.set(slot, to: isSelected) }
  }

  /// Selects the visible rows from the anchor to `slot` and, unless `keepingOthers`, deselects the
  /// other visible ones.
  mutating func extendSelection(to slot: Int, keepingOthers: Bool) -> Range<Int>? {
    guard selection.mode == .multiple else { return select(only: slot) }
    let from = selection.anchor ?? slot
    selection.anchor = from
    guard let start = nearestVisibleSlot(to: from), let end = nearestVisibleSlot(to: slot) else {
      return nil
    }
    let range = min(start, end)..<max(start, end) + 1
    var bits = selection.selected
    visible.forEachShownBlock { block, shown in
      var chosen: UInt64 = 0
      if block * 64 < range.upperBound, range.lowerBound < block * 64 + 64 {
        chosen = shown & selection.selectable.words[block] & mask(of: range, inWord: block)
      }
      if !keepingOthers { bits.words[block] &= ~shown }
      bits.words[block] |= chosen
    }
    return replaceSelection(with: bits)
  }

  /// Selects all visible rows that can be selected.
  mutating func selectAll() -> Range<Int>? {
    guard selection.mode == .multiple else { return nil }
    var bits = selection.selected
    visible.forEachShownBlock { block, shown in
      bits.words[block] |= shown & selection.selectable.words[block]
    }
    return replaceSelection(with: bits)
  }

  mutating func clearSelection() -> Range<Int>? {
    replaceSelection(with: Bits(count: nodeCount, repeating: false))
  }

  /// Selects or deselects `slot` and all below it, as far as they pass the filter.
  mutating func selectDescendants(of slot: Int, _ isSelected: Bool) -> Range<Int>? {
    guard selection.mode == .multiple || (selection.mode == .single && !isSelected) else {
      return nil
    }
    let range = topology.subtree(slot)
    var bits = selection.selected
    for word in (range.lowerBound &>> 6)...((range.upperBound - 1) &>> 6) {
      var chosen = mask(of: range, inWord: word) & selection.selectable.words[word]
      if let filter { chosen &= filter.pass.words[word] }
      if isSelected { bits.words[word] |= chosen } else { bits.words[word] &= ~chosen }
    }
    return replaceSelection(with: bits)
  }

  /// Drops what `mode` does not allow.
  mutating func setMode(_ mode: SelectionMode) {
    selection.mode = mode
    guard mode != .multiple, selection.count > (mode == .single ? 1 : 0) else { return }
    var bits = Bits(count: nodeCount, repeating: false)
    if mode == .single, let first = selection.selected.firstSet { bits[first] = true }
    selection.replace(with: bits)
  }

  mutating func replaceSelection(with bits: Bits) -> Range<Int>? {
    let old = selection.selected.words
    guard let first = old.indices.first(where: { old[$0] != bits.words[$0] }),
      let last = old.indices.last(where: { old[$0] != bits.words[$0] })
    else { return nil }
    let low = first * 64 + (old[first] ^ bits.words[first]).trailingZeroBitCount
    let high = last * 64 + 63 - (old[last] ^ bits.words[last]).leadingZeroBitCount
    return changedRows(from: low, through: high) { $0.selection.replace(with: bits) }
  }

  /// The visible rows that look different after `body`, which changes the slots `low` and `high`
  /// and none outside of them.
  ///
  /// Nodes that lie above a changed slot and before `low` lie above `low`, too. Their states are
  /// compared from `low` upwards; beyond 64 levels the rest is assumed to have changed.
  private mutating func changedRows(
    from low: Int, through high: Int, _ body: (inout OutlineCore) -> Void
  ) -> Range<Int>? {
    var above: [(slot: Int, state: SelectionState)] = []
    var next = topology.parent(of: low)
    while let slot = next, above.count < 64 {
      above.append((slot, selectionState(slot)))
      next = topology.parent(of: slot)
    }
    body(&self)
    var first = above.last { selectionState($0.slot) != $0.state }?.slot ?? low
    if next != nil, first == above.last?.slot { first = topology.root(above: low) }
    let rows = visible.rows(first..<high + 1)
    return rows.isEmpty ? nil : rows
  }
}

// MARK: - Content

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
