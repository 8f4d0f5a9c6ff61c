/// What a view needs to draw one row of an ``Outline``.
public struct OutlineRow<Item: Sendable>: Sendable {
  /// The node's identity.
  public var id: NodeID
  /// What the node stands for.
  public var item: Item
  /// How many nodes lie above it on the way to its root, from 0.
  public var level: Int
  /// Whether the node is a heading.
  public var isSection: Bool
  /// Whether there is something to open: a child, or under a filter a child that passes it.
  public var hasChildren: Bool
  /// Whether its children show.
  public var isOpen: Bool
  /// Whether the row itself can be selected.
  public var isSelectable: Bool
  /// Whether the row itself is selected: what a highlight shows.
  public var isSelected: Bool
  /// How much of the row and of all below it is selected: what a check box shows.
  public var selection: SelectionState
}

extension OutlineRow: Equatable where Item: Equatable {}
