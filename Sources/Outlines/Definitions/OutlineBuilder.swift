/// Lets items, nodes and sections stand one below the other, with `if`, `switch` and `for`.
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
