/// The definition of one node of an ``Outline`` and of all below it.
///
/// ```swift
/// let readme = Node("README", id: 1)
/// let sources = Node("Sources", id: 2, isOpen: true) { "main.swift"; "Model.swift" }
/// let files = try Outline([sources, readme])
/// ```
///
/// Nodes nested many thousands deep overflow the stack when Swift frees them, as every nested value
/// does; build such outlines with ``Outline/Assembler``.
public struct Node<Item: Sendable>: Sendable {
  /// The node's identity; nil derives one from the texts on the way to the node.
  public var id: NodeID?
  /// What the node stands for.
  public var item: Item
  /// Whether the node is a heading.
  public var isSection: Bool
  /// Whether the node's children show at first.
  public var isOpen: Bool
  /// Whether the node itself can be selected.
  public var isSelectable: Bool
  /// Whether its children are loaded when a person asks for them; until then a placeholder stands
  /// for them. A node with children has them already.
  public var loadsChildren: Bool
  /// The nodes below it, in order.
  public var children: [Node]

  /// Defines a node; without `children` it is a leaf, unless it loads them.
  public init(
    _ item: Item, id: NodeID? = nil, isSection: Bool = false, isOpen: Bool = false,
    isSelectable: Bool = true, loadsChildren: Bool = false, children: [Node] = []
  ) {
    self.id = id
    self.item = item
    self.isSection = isSection
    self.isOpen = isOpen
    self.isSelectable = isSelectable
    self.loadsChildren = loadsChildren
    self.children = children
  }

  /// Defines a node with the nodes of `content` below it.
  public init(
    _ item: Item, id: NodeID? = nil, isSection: Bool = false, isOpen: Bool = false,
    isSelectable: Bool = true, @OutlineBuilder<Item> content: () -> [Node]
  ) {
    self.init(
      item, id: id, isSection: isSection, isOpen: isOpen, isSelectable: isSelectable,
      children: content())
  }
}
