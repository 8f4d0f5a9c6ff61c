/// Questions about a node by id or path. They stand here, and use no closures, so that asking one
/// retains nothing: a closure over a whole outline retains every array in it.
extension OutlineCore {
  func row(of id: NodeID) -> Int? {
    guard let slot = slot(of: id) else { return nil }
    return visible.row(of: slot)
  }

  func row(atPath path: UnsafeBufferPointer<Int>) -> Int? {
    guard let slot = topology.slot(atPath: path) else { return nil }
    return visible.row(of: slot)
  }

  func parentRow(ofRow row: Int) -> Int? {
    guard let parent = topology.parent(of: slot(atRow: row)) else { return nil }
    return visible.rank(parent)
  }

  func isOpen(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id) else { return false }
    return isOpen(slot)
  }

  func isSelected(_ id: NodeID) -> Bool {
    guard let slot = slot(of: id) else { return false }
    return selection.selected[slot]
  }

  func selectionState(of id: NodeID) -> SelectionState {
    guard let slot = slot(of: id) else { return .off }
    return selectionState(slot)
  }
}
