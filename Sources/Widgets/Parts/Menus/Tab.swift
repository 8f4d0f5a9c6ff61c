/// One of several ``Tabs``: a title, and what is shown under it.
@MainActor
public struct Tab {
  /// Unique among the tabs.
  public var id: String
  public var title: String
  /// The name of an icon of the desktop's theme.
  public var icon: String?
  /// Whether it can be closed.
  public var isClosable: Bool
  public var content: Part

  /// - Parameters:
  ///   - title: What the tab shows.
  ///   - id: Its identity; nil takes the title.
  ///   - icon: The name of an icon of the desktop's theme.
  ///   - isClosable: Whether it has a button to close it, and closes by Ctrl+W.
  ///   - content: What is shown under it, one part over the other.
  public init(
    _ title: String, id: String? = nil, icon: String? = nil, isClosable: Bool = true,
    @PartBuilder _ content: () -> [Part]
  ) {
    self.id = id ?? title
    self.title = title
    self.icon = icon
    self.isClosable = isClosable
    let parts = content()
    self.content =
      parts.count == 1 ? parts[0] : Stack(.vertical, spacing: 0, parts)
  }
}

/// Gathers the tabs that a closure names.
@MainActor
@resultBuilder
public enum TabBuilder {
  public static func buildExpression(_ tab: Tab) -> [Tab] { [tab] }
  public static func buildExpression(_ tabs: [Tab]) -> [Tab] { tabs }
  public static func buildBlock(_ tabs: [Tab]...) -> [Tab] { tabs.flatMap { $0 } }
  public static func buildOptional(_ tabs: [Tab]?) -> [Tab] { tabs ?? [] }
  public static func buildEither(first tabs: [Tab]) -> [Tab] { tabs }
  public static func buildEither(second tabs: [Tab]) -> [Tab] { tabs }
  public static func buildArray(_ tabs: [[Tab]]) -> [Tab] { tabs.flatMap { $0 } }
}
