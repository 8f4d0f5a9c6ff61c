/// Where nodes that are dropped on a row go.
public enum DropPlace: Hashable, Sendable {
  /// Before it, as its sibling.
  case before
  /// Behind it, as its sibling; of one that is open, before its first child.
  case after
  /// Below it, behind its last child.
  case into
}

extension Outline {
  /// What dropping nodes on the row of a node means: at its upper edge they go before it, at its
  /// lower edge behind it. What has children, or is a section, takes them in where it is hit in the
  /// middle half.
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
    guard let slot = core.slot(of: id), !isPlaceholder(id) else { return nil }
    let holds = core.sections[slot] || core.hasChildren(slot)
    var place = fraction < (holds ? 0.25 : 0.5) ? DropPlace.before : .after
    if holds, (0.25...0.75).contains(fraction) { place = .into }
    let (parent, index) = (self.parent(of: id), Int(core.topology[slot].index))
    let move =
      switch place {
      case .before: OutlineMove(nodes, under: parent, at: index)
      case .into: OutlineMove(nodes, under: id, at: childCount(of: id) ?? 0)
      case .after where holds && isOpen(id): OutlineMove(nodes, under: id, at: 0)
      case .after: OutlineMove(nodes, under: parent, at: index + 1)
      }
    return allows(move) ? (place, move) : nil
  }
}
