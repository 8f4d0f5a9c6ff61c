/// What stands in a container that keeps its elements in order: some of them may come and go.
///
/// It is made by ``ContentBuilder``; an app does not name it.
@MainActor
public struct Content<Element> {
  enum Node {
    case fixed(Element)
    /// Fills a span when the container is made, and keeps it up to date.
    case changing(@MainActor (Span<Element>) -> Void)
  }

  var nodes: [Node]

  /// Nothing.
  public init() { nodes = [] }

  init(_ nodes: [Node]) { self.nodes = nodes }
}

/// Builds what stands in a container: parts, tabs, with ``If`` and ``ForEach`` among them.
///
/// `if` and `for` of the language decide once, when the container is made.
@MainActor
@resultBuilder
public enum ContentBuilder<Element> {
  /// Returns a single element.
  public static func buildExpression(_ element: Element) -> Content<Element> {
    Content([.fixed(element)])
  }
  /// Returns an optional element: one or none.
  public static func buildExpression(_ element: Element?) -> Content<Element> {
    Content(element.map { [.fixed($0)] } ?? [])
  }
  /// Returns several elements, in their order.
  public static func buildExpression(_ elements: [Element]) -> Content<Element> {
    Content(elements.map { .fixed($0) })
  }
  /// Returns elements that stand there while a condition holds.
  public static func buildExpression(_ condition: If<Element>) -> Content<Element> {
    Content([.changing(condition.fill)])
  }
  /// Returns elements that come and go with the things of a list.
  public static func buildExpression(_ elements: ForEach<Element>) -> Content<Element> {
    Content([.changing(elements.fill)])
  }
  /// Returns nothing for a statement.
  public static func buildExpression(_ nothing: Void) -> Content<Element> { Content() }
  /// Joins the elements of a block.
  public static func buildBlock(_ content: Content<Element>...) -> Content<Element> {
    Content(content.flatMap(\.nodes))
  }
  /// Returns the elements of an `if` without `else`, or none.
  public static func buildOptional(_ content: Content<Element>?) -> Content<Element> {
    content ?? Content()
  }
  /// Returns the elements of the first branch.
  public static func buildEither(first content: Content<Element>) -> Content<Element> { content }
  /// Returns the elements of the second branch.
  public static func buildEither(second content: Content<Element>) -> Content<Element> { content }
  /// Joins the elements of a loop.
  public static func buildArray(_ content: [Content<Element>]) -> Content<Element> {
    Content(content.flatMap(\.nodes))
  }
}

extension ContentBuilder where Element == Part {
  /// Unavailable: a text is shown by a label.
  @available(*, unavailable, message: "parts are shown here: write Label(\"…\") around the text")
  public static func buildExpression(_ text: String) -> Content<Part> { Content() }
  /// Unavailable: an action is no part.
  @available(
    *, unavailable,
    message: "a part shows it: write Button(\"…\") { … }, or add it by .actions { … }"
  )
  public static func buildExpression(_ action: Action) -> Content<Part> { Content() }
}
