@testable import HikidashiOutlines

extension ModelPair {
  /// Everything in which outline and model differ; and forgets the problems noted.
  mutating func differences() -> [String] {
    var found = takeProblems() + outline.checkInvariants()
    // What is broken inside might trap below.
    guard found.isEmpty else { return found }
    func check<Value: Equatable>(
      _ name: @autoclosure () -> String, _ ours: Value, _ theirs: Value
    ) {
      if ours != theirs { found.append("\(name()) is \(ours), not \(theirs)") }
    }
    let rows = slow.rows
    let passing = slow.passing
    let all = slow.all
    check("rowCount", outline.rowCount, rows.count)
    check("nodeCount", outline.nodeCount, all.count)
    check("isEmpty", outline.isEmpty, all.isEmpty)
    check("isFiltered", outline.isFiltered, slow.filter != nil)
    check("selectionMode", outline.selectionMode, slow.mode)
    check("anchor", outline.anchor, slow.anchor)
    check("selectedIDs", outline.selectedIDs, all.filter(\.isSelected).map(\.id))
    check("selectedCount", outline.selectedCount, all.filter(\.isSelected).count)
    guard outline.rowCount == rows.count else { return found }
    for (row, expected) in rows.enumerated() {
      let node = expected.node
      check(
        "row \(row)", outline.row(at: row),
        OutlineRow(
          id: node.id, item: node.item, level: expected.level, isSection: node.isSection,
          hasChildren: slow.hasChildren(node, passing: passing), isOpen: slow.isOpen(node),
          isSelectable: node.isSelectable, isSelected: node.isSelected,
          selection: slow.state(of: node, passing: passing)))
      check("path of row \(row)", outline.path(ofRow: row), expected.path)
      check("row at path", outline.row(atPath: expected.path), Int?(row))
      check("row of \(node.id)", outline.row(of: node.id), Int?(row))
    }
    let visible = Set(rows.map(\.node.id))
    for node in all {
      if !visible.contains(node.id) { check("hidden", outline.row(of: node.id), Int?.none) }
      check("item of \(node.id)", outline.item(of: node.id), String?(node.item))
      check("children", outline.children(of: node.id), [NodeID]?(node.children.map(\.id)))
      check("isOpen \(node.id)", outline.isOpen(node.id), slow.isOpen(node))
      check(
        "state of \(node.id)", outline.selectionState(of: node.id),
        slow.state(of: node, passing: passing))
    }
    check("roots", outline.children(of: nil), [NodeID]?(slow.roots.map(\.id)))
    return found + snapshotDifferences()
  }
}
