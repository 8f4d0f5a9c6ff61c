/// Check boxes: a tree in which a node is checked together with all that lies below it.
///
/// What is checked is selected, so that it is kept, saved and filtered as a selection is. The box of a node
/// shows its ``OutlineRow/selection``: off, partly, or on.
extension Outline {
  /// Checks or unchecks a node and all below it, in closed nodes, too, but not what a filter hides. Nodes
  /// above it that can be selected are checked exactly when all below them is.
  ///
  /// ```swift
  /// var list = Outline { Section("Fish") { "Tuna"; "Saury" } }
  /// let fish = NodeID(path: ["Fish"])
  /// list.setChecked(fish, true)
  /// list.selectedCount  // 2
  /// list.setChecked(NodeID(path: ["Tuna"], under: fish), false)
  /// list.selectionState(of: fish)  // .some
  /// ```
  ///
  /// - Returns: A range of visible rows that holds all whose look has changed; nil when none has, when the
  ///   node is unknown, and when ``selectionMode`` is not multiple.
  /// - Complexity: O(level × n / 64); under a filter for each node with children below `id` as well.
  @discardableResult
  public mutating func setChecked(_ id: NodeID, _ isChecked: Bool) -> Range<Int>? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.setChecked(slot, isChecked)
  }

  /// Checks a node of which not all is checked, and unchecks another, as ``setChecked(_:_:)`` does.
  @discardableResult
  public mutating func toggleChecked(_ id: NodeID) -> Range<Int>? {
    guard let slot = core.slot(of: id) else { return nil }
    return core.setChecked(slot, !core.isChecked(slot))
  }
}

extension OutlineCore {
  /// Whether all that is shown at and below `slot` is selected: the leaves, as what lies above them
  /// follows, or where there are none the node itself.
  func isChecked(_ slot: Int) -> Bool {
    let range = topology.subtree(slot)
    var (hasLeaves, isOn) = (false, true)
    for word in words(of: range) {
      let leaves = shownSelectable(range, inWord: word) & ~topology.parents.words[word]
      if leaves != 0 { hasLeaves = true }
      if leaves & ~selection.selected.words[word] != 0 { isOn = false }
    }
    return hasLeaves ? isOn : selection.selected[slot]
  }

  mutating func setChecked(_ slot: Int, _ isChecked: Bool) -> Range<Int>? {
    guard selection.mode == .multiple else { return nil }
    let range = topology.subtree(slot)
    var bits = selection.selected
    for word in words(of: range) {
      let chosen = shownSelectable(range, inWord: word)
      if isChecked { bits.words[word] |= chosen } else { bits.words[word] &= ~chosen }
    }
    // Where a filter hides some of what is below, a node follows from all of it.
    if filter != nil { for inner in range.reversed() { follow(inner, in: &bits) } }
    var above = topology.parent(of: slot)
    while let parent = above {
      follow(parent, in: &bits)
      above = topology.parent(of: parent)
    }
    return replaceSelection(with: bits)
  }

  /// Has a node be selected when all below it is that can be; one with nothing such below stays as it is.
  private func follow(_ slot: Int, in bits: inout Bits) {
    guard selection.selectable[slot] else { return }
    let below = topology.descendants(of: slot)
    guard !below.isEmpty else { return }
    var hasSome = false
    for word in words(of: below) {
      let selectable = mask(of: below, inWord: word) & selection.selectable.words[word]
      if selectable != 0 { hasSome = true }
      guard selectable & ~bits.words[word] == 0 else {
        bits[slot] = false
        return
      }
    }
    if hasSome { bits[slot] = true }
  }

  private func words(of range: Range<Int>) -> ClosedRange<Int> {
    (range.lowerBound &>> 6)...((range.upperBound - 1) &>> 6)
  }

  /// What of a range can be selected and is not hidden by the filter.
  private func shownSelectable(_ range: Range<Int>, inWord word: Int) -> UInt64 {
    mask(of: range, inWord: word) & selection.selectable.words[word]
      & (filter?.pass.words[word] ?? .max)
  }
}
