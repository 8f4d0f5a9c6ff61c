import HikidashiOutlines

/// A node of the model that everything is compared with: objects, walked anew for every question.
final class SlowNode {
  let id: NodeID
  var item: String
  var isSection = false
  var isSelectable = true
  var openByDefinition = false
  var isOpen = false
  var isOpenInFilter = true
  var isSelected = false
  var children: [SlowNode] = []

  init(_ node: Node<String>) {
    // The model knows explicit ids only.
    id = node.id ?? 0
    item = node.item
    isSection = node.isSection
    isSelectable = node.isSelectable
    openByDefinition = node.isOpen
    isOpen = node.isOpen
    children = node.children.map { SlowNode($0) }
  }

  var definition: Node<String> {
    Node(
      item, id: id, isSection: isSection, isOpen: openByDefinition, isSelectable: isSelectable,
      children: children.map(\.definition))
  }

  /// The node and all below it, in outline order.
  var subtree: [SlowNode] { [self] + children.flatMap(\.subtree) }
}

/// An outline as one would write it first: correct by looking at it, slow at everything.
struct SlowOutline {
  var roots: [SlowNode]
  var mode = SelectionMode.multiple
  var anchor: NodeID?
  var filter: ((NodeID, String) -> Bool)?
  var scope = FilterScope.ancestors

  init(_ nodes: [Node<String>]) {
    roots = nodes.map { SlowNode($0) }
  }

  var all: [SlowNode] { roots.flatMap(\.subtree) }

  func node(_ id: NodeID) -> SlowNode? { all.first { $0.id == id } }

  func parent(of id: NodeID) -> SlowNode? { all.first { $0.children.contains { $0.id == id } } }

  func ancestors(of id: NodeID) -> [SlowNode] {
    guard let parent = parent(of: id) else { return [] }
    return [parent] + ancestors(of: parent.id)
  }

  func siblings(under parent: NodeID?) -> [SlowNode] {
    parent.flatMap { node($0) }?.children ?? roots
  }

  func matches(_ node: SlowNode) -> Bool { filter?(node.id, node.item) ?? true }

  func isOpen(_ node: SlowNode) -> Bool { filter == nil ? node.isOpen : node.isOpenInFilter }

  /// The visible nodes in order, each with its level and path.
  var rows: [(node: SlowNode, level: Int, path: [Int])] {
    var rows: [(SlowNode, Int, [Int])] = []
    let passing = passing
    func visit(_ nodes: [SlowNode], _ level: Int, _ above: [Int]) {
      for (index, node) in nodes.enumerated() where passing.contains(node.id) {
        rows.append((node, level, above + [index]))
        if isOpen(node) { visit(node.children, level + 1, above + [index]) }
      }
    }
    visit(roots, 0, [])
    return rows
  }

  /// What the filter lets through.
  var passing: Set<NodeID> {
    var passing: Set<NodeID> = []
    func visit(_ node: SlowNode, isBelowMatch: Bool) -> Bool {
      let isMatch = matches(node)
      let below = scope == .ancestorsAndDescendants && filter != nil && (isMatch || isBelowMatch)
      var isShown = isMatch || isBelowMatch
      for child in node.children where visit(child, isBelowMatch: below) { isShown = true }
      if isShown { passing.insert(node.id) }
      return isShown
    }
    for root in roots { _ = visit(root, isBelowMatch: false) }
    return passing
  }

  func hasChildren(_ node: SlowNode, passing: Set<NodeID>) -> Bool {
    node.children.contains { passing.contains($0.id) }
  }

  func state(of node: SlowNode, passing: Set<NodeID>) -> SelectionState {
    let counted =
      passing.contains(node.id) ? node.subtree.filter { passing.contains($0.id) } : [node]
    let selectable = counted.filter(\.isSelectable)
    let selected = selectable.filter(\.isSelected)
    if selected.isEmpty { return .off }
    return selected.count == selectable.count ? .on : .some
  }
}

extension SlowOutline {
  mutating func select(only node: SlowNode) {
    guard mode != .none, node.isSelectable else { return }
    for other in all { other.isSelected = false }
    node.isSelected = true
    anchor = node.id
  }

  mutating func setSelected(_ node: SlowNode, _ value: Bool) {
    guard mode != .none, node.isSelectable else { return }
    if value, mode == .single { return select(only: node) }
    node.isSelected = value
    if value { anchor = node.id }
  }

  /// The row nearest to a node, counted in nodes of the outline; the later of two.
  func nearestRow(to id: NodeID) -> Int? {
    let order = all.map(\.id)
    guard let here = order.firstIndex(of: id) else { return nil }
    let rows = rows.enumerated().map { (row: $0, place: order.firstIndex(of: $1.node.id) ?? 0) }
    return rows.min { a, b in
      let (first, second) = (abs(a.place - here), abs(b.place - here))
      return first != second ? first < second : a.place > b.place
    }?.row
  }

  mutating func extendSelection(to node: SlowNode, keepingOthers: Bool) {
    guard mode == .multiple else { return select(only: node) }
    anchor = anchor ?? node.id
    guard let from = nearestRow(to: anchor ?? 0), let to = nearestRow(to: node.id) else { return }
    for (row, (node, _, _)) in rows.enumerated() where node.isSelectable {
      if (min(from, to)...max(from, to)).contains(row) {
        node.isSelected = true
      } else if !keepingOthers {
        node.isSelected = false
      }
    }
  }

  mutating func setMode(_ mode: SelectionMode) {
    self.mode = mode
    let selected = all.filter(\.isSelected)
    if mode == .single { for node in selected.dropFirst() { node.isSelected = false } }
    if mode == .none { for node in selected { node.isSelected = false } }
  }

  mutating func selectDescendants(of node: SlowNode, _ value: Bool) {
    guard mode == .multiple || (mode == .single && !value) else { return }
    let passing = passing
    for node in node.subtree where node.isSelectable && passing.contains(node.id) {
      node.isSelected = value
    }
  }

  var state: OutlineState {
    OutlineState(
      opened: all.filter { $0.isOpen && !$0.openByDefinition }.map(\.id),
      closed: all.filter { !$0.isOpen && $0.openByDefinition }.map(\.id),
      selected: all.filter(\.isSelected).map(\.id), anchor: anchor)
  }

  mutating func restore(_ state: OutlineState) {
    for node in all {
      node.isOpen =
        (node.openByDefinition || state.opened.contains(node.id))
        && !state.closed.contains(node.id)
      node.isSelected = state.selected.contains(node.id) && node.isSelectable
    }
    anchor = state.anchor.flatMap { node($0)?.id }
    setMode(mode)
  }

  mutating func update(_ nodes: [Node<String>]) {
    roots = nodes.map { SlowNode($0) }
    anchor = nil
  }

  mutating func merge(_ nodes: [Node<String>]) {
    let old = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    roots = nodes.map { SlowNode($0) }
    for node in all {
      guard let before = old[node.id] else { continue }
      node.isOpen = before.isOpen
      node.isOpenInFilter = before.isOpenInFilter
      node.isSelected = before.isSelected && node.isSelectable
    }
    anchor = anchor.flatMap { node($0)?.id }
  }

  mutating func insert(_ nodes: [SlowNode], under parent: NodeID?, at index: Int) {
    if let parent, let node = node(parent) {
      node.children.insert(contentsOf: nodes, at: index)
    } else {
      roots.insert(contentsOf: nodes, at: index)
    }
  }

  mutating func remove(_ id: NodeID) {
    if let parent = parent(of: id) {
      parent.children.removeAll { $0.id == id }
    } else {
      roots.removeAll { $0.id == id }
    }
  }

  /// After an edit: an anchor that is gone is forgotten.
  mutating func settle() { anchor = anchor.flatMap { node($0)?.id } }
}
