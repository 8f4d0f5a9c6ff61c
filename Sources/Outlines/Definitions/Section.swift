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

/// The result builder for lists of items, nodes and sections, with `if`, `switch` and `for`.
///
/// ```swift
/// let days = Outline {
///   for month in ["May", "June"] {
///     Section(month, open: true) { "First"; "Last" }
///   }
/// }
/// ```
@resultBuilder
public enum OutlineBuilder<Item: Sendable> {
  // Disfavoured, or a section in an outline without a declared type could be its item.
  @_disfavoredOverload
  public static func buildExpression(_ item: Item) -> [Node<Item>] { [Node(item)] }
  public static func buildExpression(_ node: Node<Item>) -> [Node<Item>] { [node] }
  public static func buildExpression(_ section: Section<Item>) -> [Node<Item>] { [section.node] }
  public static func buildExpression(_ nodes: [Node<Item>]) -> [Node<Item>] { nodes }
  public static func buildExpression(_ items: [Item]) -> [Node<Item>] { items.map { Node($0) } }
  public static func buildBlock(_ parts: [Node<Item>]...) -> [Node<Item>] { Array(parts.joined()) }
  public static func buildArray(_ parts: [[Node<Item>]]) -> [Node<Item>] { Array(parts.joined()) }
  public static func buildOptional(_ part: [Node<Item>]?) -> [Node<Item>] { part ?? [] }
  public static func buildEither(first part: [Node<Item>]) -> [Node<Item>] { part }
  public static func buildEither(second part: [Node<Item>]) -> [Node<Item>] { part }
}

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
  /// The node's item.
  public var item: Item
  /// Whether the node is a heading.
  public var isSection: Bool
  /// Whether the node's children show at first.
  public var isOpen: Bool
  /// Whether the node itself can be selected.
  public var isSelectable: Bool
  /// Whether the node's children are loaded only when the user asks; until then a placeholder row
  /// is shown. A node with children has them already.
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
