extension OutlineCore {
  /// Opens or closes one node. O(log n).
  mutating func setOpen(_ slot: Int, _ isOpen: Bool) -> RowChange? {
    guard self.isOpen(slot) != isOpen else { return nil }
    if filter == nil { open[slot] = isOpen } else { filter?.open[slot] = isOpen }
    let below = topology.descendants(of: slot)
    let before = visible.rowCount
    visible.hide(below, by: isOpen ? -1 : 1, pass: filter?.pass)
    let difference = visible.rowCount - before
    guard difference != 0 else { return nil }
    return RowChange(
      position: visible.rank(slot) + 1, removed: max(0, -difference), inserted: max(0, difference))
  }

  /// Opens or closes `slot` and all nodes below it that have children. O(n).
  mutating func setOpenWithDescendants(_ slot: Int, _ isOpen: Bool) -> RowChange? {
    rowChange { core in
      core.setOpenFlags(in: core.topology.subtree(slot), isOpen)
      core.refillRows()
    }
  }

  /// Opens or closes all nodes that have children. O(n).
  mutating func setAllOpen(_ isOpen: Bool) -> RowChange? {
    rowChange { core in
      core.setOpenFlags(in: 0..<core.nodeCount, isOpen)
      core.refillRows()
    }
  }

  private mutating func setOpenFlags(in range: Range<Int>, _ isOpen: Bool) {
    guard !range.isEmpty else { return }
    var flags = shownOpen
    for word in (range.lowerBound &>> 6)...((range.upperBound - 1) &>> 6) {
      let mask = mask(of: range, inWord: word) & topology.parents.words[word]
      if isOpen { flags.words[word] |= mask } else { flags.words[word] &= ~mask }
    }
    if filter == nil { open = flags } else { filter?.open = flags }
  }

  /// Opens what lies above `slot`. O(closed ancestors × log n), at most O(n).
  mutating func reveal(_ slot: Int) -> RowChange? {
    var closed: [Int] = []
    var next = topology.parent(of: slot)
    while let parent = next {
      if !isOpen(parent) { closed.append(parent) }
      next = topology.parent(of: parent)
    }
    // Many at once are cheaper to count anew.
    guard closed.count <= 256 else {
      return rowChange { core in
        for parent in closed {
          if core.filter == nil {
            core.open[parent] = true
          } else {
            core.filter?.open[parent] = true
          }
        }
        core.refillRows()
      }
    }
    // From below, so that only the last one to open shows rows: all of them, in one change.
    var change: RowChange?
    for parent in closed { change = setOpen(parent, true) }
    return change
  }
}
