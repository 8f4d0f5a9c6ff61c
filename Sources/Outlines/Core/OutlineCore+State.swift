extension OutlineCore {
  var state: OutlineState {
    var state = OutlineState(
      selected: selectedIDs, anchor: selection.anchor.map { ids[$0] })
    for word in open.words.indices where open.words[word] != openByDefinition.words[word] {
      var changed = open.words[word] ^ openByDefinition.words[word]
      while changed != 0 {
        let slot = word * 64 + changed.trailingZeroBitCount
        changed &= changed &- 1
        if open[slot] { state.opened.append(ids[slot]) } else { state.closed.append(ids[slot]) }
      }
    }
    return state
  }

  var selectedIDs: [NodeID] {
    var selected: [NodeID] = []
    selected.reserveCapacity(selection.count)
    selection.selected.forEachSet { selected.append(ids[$0]) }
    return selected
  }

  /// Opens, closes and selects as `state` says; ids it does not know are passed over.
  mutating func restore(_ state: OutlineState) -> RowChange? {
    let change = rowChange { core in
      core.open = core.openByDefinition
      for id in state.opened { if let slot = core.slot(of: id) { core.open[slot] = true } }
      for id in state.closed { if let slot = core.slot(of: id) { core.open[slot] = false } }
      if core.filter == nil { core.refillRows() }
    }
    var bits = Bits(count: nodeCount, repeating: false)
    for id in state.selected {
      if let slot = slot(of: id), selection.selectable[slot] { bits[slot] = true }
    }
    selection.replace(with: bits)
    selection.anchor = state.anchor.flatMap { slot(of: $0) }
    setMode(selection.mode)
    return change
  }
}
