import HikidashiBase
import HikidashiOutlines

extension ModelPair {
  /// Changes both selections, and checks that the rows reported hold all whose look changed.
  private mutating func select(
    _ name: String, isExact: Bool = false, _ body: (inout Outline<String>) -> Range<Int>?,
    model: (inout SlowOutline) -> Void
  ) -> String {
    func looks() -> [String] {
      let passing = slow.passing
      return slow.rows.map { "\($0.node.isSelected) \(slow.state(of: $0.node, passing: passing))" }
    }
    let before = looks()
    let reported = body(&outline)
    model(&slow)
    let after = looks()
    let changed = after.indices.filter { before[$0] != after[$0] }
    if let first = changed.first, let last = changed.last {
      let isRight =
        isExact
        ? reported == first..<last + 1
        : reported.map { $0.contains(first) && $0.contains(last) && $0.upperBound <= after.count }
          ?? false
      if !isRight { note("\(name): \(reported as Any), not \(first)...\(last)") }
    } else if isExact, let reported {
      note("\(name): \(reported), not nil")
    }
    return name
  }

  mutating func stepSelection(_ nodes: inout RandomNodes) -> String {
    let id = someID(&nodes)
    let value = nodes.chance(60)
    switch Int.random(in: 0..<11, using: &nodes.random) {
    case 0, 1:
      return select("select only \(id)") {
        $0.select(only: id)
      } model: { slow in
        if let node = slow.node(id) { slow.select(only: node) }
      }
    case 2, 3:
      let isExact = slow.mode == .multiple
      return select("set \(id) \(value)", isExact: isExact) {
        $0.setSelected(id, value)
      } model: { slow in
        if let node = slow.node(id) { slow.setSelected(node, value) }
      }
    case 4:
      let isExact = slow.mode == .multiple
      return select("toggle \(id)", isExact: isExact) {
        $0.toggleSelection(id)
      } model: { slow in
        guard let node = slow.node(id) else { return }
        slow.setSelected(node, !node.isSelected)
        if node.isSelectable, slow.mode != .none { slow.anchor = id }
      }
    case 5, 6:
      return select("extend \(id)") {
        $0.extendSelection(to: id, keepingOthers: value)
      } model: { slow in
        if let node = slow.node(id) { slow.extendSelection(to: node, keepingOthers: value) }
      }
    case 7:
      return select("select all") {
        $0.selectAll()
      } model: { slow in
        guard slow.mode == .multiple else { return }
        for (node, _, _) in slow.rows where node.isSelectable { node.isSelected = true }
      }
    case 8:
      return select("descendants of \(id)") {
        $0.selectDescendants(of: id, value)
      } model: { slow in
        if let node = slow.node(id) { slow.selectDescendants(of: node, value) }
      }
    case 9:
      if nodes.chance(50) {
        return select("clear") {
          $0.clearSelection()
        } model: { slow in
          for node in slow.all { node.isSelected = false }
        }
      }
      let anchor: NodeID? = value ? id : nil
      outline.anchor = anchor
      slow.anchor = anchor.flatMap { slow.node($0)?.id }
      return "anchor \(id)"
    default:
      let modes: [SelectionMode] = [.multiple, .multiple, .multiple, .single, .none]
      let mode = modes.randomElement(using: &nodes.random) ?? .multiple
      outline.selectionMode = mode
      slow.setMode(mode)
      return "mode \(mode)"
    }
  }
}
