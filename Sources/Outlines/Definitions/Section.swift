/// The definition of a heading with nodes below it; sections nest.
///
/// ```swift
/// let animals = Outline {
///   Section("Mammals", open: true) {
///     "Dog"
///     Section("Cats") { "Lion"; "Tiger" }
///   }
/// }
/// ```
///
/// A section cannot be selected itself unless `isSelectable` says so; its
/// ``OutlineRow/selection`` then tells of what lies below it.
public struct Section<Item: Sendable>: Sendable {
  /// The section as a node.
  public var node: Node<Item>

  /// Defines a section with the nodes of `content` below it.
  ///
  /// - Parameters:
  ///   - item: What the heading stands for.
  ///   - id: The section's identity; nil derives one from its text.
  ///   - open: Whether the nodes below it show at first.
  ///   - isSelectable: Whether the heading itself can be selected.
  ///   - content: The nodes below the heading.
  public init(
    _ item: Item, id: NodeID? = nil, open: Bool = false, isSelectable: Bool = false,
    @OutlineBuilder<Item> content: () -> [Node<Item>]
  ) {
    node = Node(
      item, id: id, isSection: true, isOpen: open, isSelectable: isSelectable, children: content())
  }

  /// Defines a section from nodes made elsewhere.
  public init(
    _ item: Item, id: NodeID? = nil, open: Bool = false, isSelectable: Bool = false,
    children: [Node<Item>]
  ) {
    node = Node(
      item, id: id, isSection: true, isOpen: open, isSelectable: isSelectable, children: children)
  }
}
