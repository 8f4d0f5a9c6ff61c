/// A move of nodes, with all their descendants, to another place.
public struct OutlineMove: Hashable, Sendable {
  /// The nodes, in the order in which they will stand; none lies below another.
  public var nodes: [NodeID]
  /// The new parent; nil to make the nodes roots.
  public var parent: NodeID?
  /// The position among the parent's present children before which the nodes are put.
  public var index: Int

  /// - Parameters:
  ///   - nodes: The nodes, in the order in which they will stand.
  ///   - parent: The node under which they go, nil for the roots.
  ///   - index: The position among the children there are now, before which they go.
  public init(_ nodes: [NodeID], under parent: NodeID?, at index: Int) {
    self.nodes = nodes
    self.parent = parent
    self.index = index
  }
}

/// One step of a node by keyboard.
public enum MoveStep: Hashable, Sendable, CaseIterable {
  /// Before the sibling before it.
  case up
  /// Behind the sibling after it.
  case down
  /// Behind its parent.
  case outward
  /// To the end of the sibling before it.
  case inward
}

/// Where nodes stood before they were moved, to bring them back.
public struct OutlineMoveUndo: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    var node: NodeID
    var parent: NodeID?
    var index: Int
  }
  /// In outline order.
  let places: [Place]

  /// The nodes that were moved.
  public var nodes: [NodeID] { places.map(\.node) }
}

extension Outline {
  /// Returns the nodes that would be moved together: those of `ids` that are known and not below
  /// another of them, in outline order. Placeholders stay with their parents.
  ///
  /// - Complexity: O(ids × level).
  public func movable(_ ids: [NodeID]) -> [NodeID] {
    let chosen = Set(ids)
    let top = chosen.filter { id in
      guard contains(id), !isPlaceholder(id) else { return false }
      var above = parent(of: id)
      while let node = above {
        if chosen.contains(node) { return false }
        above = parent(of: node)
      }
      return true
    }
    return top.compactMap { id in core.slot(of: id).map { ($0, id) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Whether a move can be made: its nodes are known, its place exists, and no node would come to
  /// lie below itself or beside a placeholder.
  public func allows(_ move: OutlineMove) -> Bool {
    guard !move.nodes.isEmpty, movable(move.nodes).count == move.nodes.count,
      let count = childCount(of: move.parent), (0...count).contains(move.index)
    else { return false }
    var above = move.parent
    if let parent = above, awaitsChildren(parent) || isPlaceholder(parent) { return false }
    while let node = above {
      if move.nodes.contains(node) { return false }
      above = parent(of: node)
    }
    return true
  }

  /// Returns the move that takes a node one step; nil when the node cannot take it.
  public func move(_ id: NodeID, _ step: MoveStep) -> OutlineMove? {
    guard let slot = core.slot(of: id), !isPlaceholder(id) else { return nil }
    let parent = parent(of: id)
    let index = Int(core.topology[slot].index)
    var move: OutlineMove?
    switch step {
    case .up: if index > 0 { move = OutlineMove([id], under: parent, at: index - 1) }
    case .down: move = OutlineMove([id], under: parent, at: index + 2)
    case .outward:
      if let parent, let above = core.slot(of: parent) {
        let place = Int(core.topology[above].index) + 1
        move = OutlineMove([id], under: self.parent(of: parent), at: place)
      }
    case .inward:
      if let before = child(index - 1, of: parent) {
        move = OutlineMove([id], under: before, at: childCount(of: before) ?? 0)
      }
    }
    return move.flatMap { allows($0) ? $0 : nil }
  }

  /// Makes a move. The nodes keep their open state and selection.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before, and what takes the
  ///   move back.
  /// - Throws: ``OutlineError/unknownNode(_:)``, ``OutlineError/movedIntoItself(_:under:)``,
  ///   ``OutlineError/indexOutOfRange(_:childCount:parent:)``; then nothing has changed.
  /// - Complexity: O(n).
  public mutating func make(
    _ move: OutlineMove
  ) throws(OutlineError) -> (change: RowChange?, undo: OutlineMoveUndo) {
    let moved = Set(move.nodes)
    guard let siblings = children(of: move.parent) else {
      throw .unknownNode(move.parent ?? .root)
    }
    guard (0...siblings.count).contains(move.index) else {
      throw .indexOutOfRange(move.index, childCount: siblings.count, parent: move.parent)
    }
    let undo = OutlineMoveUndo(places: try places(of: move.nodes))
    let index = siblings[..<move.index].filter { !moved.contains($0) }.count
    let change = try edit { (editor) throws(OutlineError) in
      try Outline.gather(move.nodes, in: &editor)
      for (offset, node) in move.nodes.enumerated() {
        try editor.move(node, under: move.parent, at: index + offset)
      }
    }
    return (change, undo)
  }

  /// Brings moved nodes back to where they stood.
  ///
  /// - Returns: The list change, nil when the rows have the same ids as before, and what makes the
  ///   move again.
  /// - Throws: ``OutlineError`` when a node or its place is gone since; then nothing has changed.
  /// - Complexity: O(n).
  public mutating func undo(
    _ move: OutlineMoveUndo
  ) throws(OutlineError) -> (change: RowChange?, redo: OutlineMoveUndo) {
    let redo = OutlineMoveUndo(places: try places(of: move.nodes))
    let change = try edit { (editor) throws(OutlineError) in
      try Outline.gather(move.nodes, in: &editor)
      for place in move.places { try editor.move(place.node, under: place.parent, at: place.index) }
    }
    return (change, redo)
  }

  /// Puts nodes behind all others, where they are in nobody's way: positions are then those among the
  /// nodes that stay.
  private static func gather(
    _ nodes: [NodeID], in editor: inout Editor
  ) throws(OutlineError) {
    for node in nodes { try editor.move(node, under: nil) }
  }

  private func places(of nodes: [NodeID]) throws(OutlineError) -> [OutlineMoveUndo.Place] {
    var places: [(slot: Int, place: OutlineMoveUndo.Place)] = []
    for node in nodes {
      guard let slot = core.slot(of: node) else { throw .unknownNode(node) }
      let index = Int(core.topology[slot].index)
      places.append((slot, .init(node: node, parent: parent(of: node), index: index)))
    }
    return places.sorted { $0.slot < $1.slot }.map(\.place)
  }
}

// MARK: - Dropping

/// The place, relative to a row, of nodes dropped on the row.
public enum DropPlace: Hashable, Sendable {
  /// Before it, as its sibling.
  case before
  /// Behind it, as its sibling; of one that is open, before its first child.
  case after
  /// Below it, behind its last child.
  case into
}

extension Outline {
  /// Returns the move that dropping nodes on a node's row makes: at its upper edge they go before
  /// it, at its lower edge behind it. What has children, or is a section, takes them in where it is
  /// hit in the middle half.
  ///
  /// - Parameters:
  ///   - nodes: The nodes that are dropped.
  ///   - id: The node of the row under the pointer.
  ///   - fraction: How far down the row the pointer is, from 0 to 1.
  /// - Returns: Nil where they cannot go.
  /// - Complexity: O(nodes × level).
  public func drop(
    _ nodes: [NodeID], on id: NodeID, at fraction: Double
  ) -> (place: DropPlace, move: OutlineMove)? {
    guard let (place, parent, index) = dropPlace(on: id, at: fraction) else { return nil }
    let move = OutlineMove(nodes, under: parent, at: index)
    return allows(move) ? (place, move) : nil
  }

  /// Returns where something falls that is dropped on a node's row; nil for an unknown node.
  package func dropPlace(
    on id: NodeID, at fraction: Double
  ) -> (place: DropPlace, parent: NodeID?, index: Int)? {
    guard let slot = core.slot(of: id), !isPlaceholder(id) else { return nil }
    let holds = core.sections[slot] || core.hasChildren(slot)
    var place = fraction < (holds ? 0.25 : 0.5) ? DropPlace.before : .after
    if holds, (0.25...0.75).contains(fraction) { place = .into }
    let (parent, index) = (self.parent(of: id), Int(core.topology[slot].index))
    return switch place {
    case .before: (place, parent, index)
    case .into: (place, id, childCount(of: id) ?? 0)
    case .after where holds && isOpen(id): (place, id, 0)
    case .after: (place, parent, index + 1)
    }
  }
}
