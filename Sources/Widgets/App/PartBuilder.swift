/// Builds a list of windows from the statements of a closure, with `if`, `for` and optional
/// windows.
@MainActor
@resultBuilder
public enum WindowBuilder {
  /// Returns a single window as a list.
  public static func buildExpression(_ window: Window) -> [Window] { [window] }
  /// Returns an optional window as a list of one or none.
  public static func buildExpression(_ window: Window?) -> [Window] { window.map { [$0] } ?? [] }
  /// Returns several windows as they are.
  public static func buildExpression(_ windows: [Window]) -> [Window] { windows }
  /// Returns no window for a statement.
  public static func buildExpression(_ nothing: Void) -> [Window] { [] }
  /// Unavailable: an app shows windows, not parts.
  @available(
    *, unavailable, message: "an app shows windows: write Window(\"Title\") { … } around it"
  )
  public static func buildExpression(_ part: Part) -> [Window] { [] }
  /// Joins the windows of a block.
  public static func buildBlock(_ windows: [Window]...) -> [Window] { windows.flatMap { $0 } }
  /// Returns the windows of an `if` without `else`, or none.
  public static func buildOptional(_ windows: [Window]?) -> [Window] { windows ?? [] }
  /// Returns the windows of the first branch.
  public static func buildEither(first windows: [Window]) -> [Window] { windows }
  /// Returns the windows of the second branch.
  public static func buildEither(second windows: [Window]) -> [Window] { windows }
  /// Joins the windows of a loop.
  public static func buildArray(_ windows: [[Window]]) -> [Window] { windows.flatMap { $0 } }
}

/// Builds a list of parts from the statements of a closure, with `if`, `for` and optional parts.
@MainActor
@resultBuilder
public enum PartBuilder {
  /// Returns a single part as a list.
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  /// Returns an optional part as a list of one or none.
  public static func buildExpression(_ part: Part?) -> [Part] { part.map { [$0] } ?? [] }
  /// Returns several parts as they are.
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
  /// Returns no part for a statement.
  public static func buildExpression(_ nothing: Void) -> [Part] { [] }
  /// Unavailable: a text is shown by a label.
  @available(*, unavailable, message: "parts are shown here: write Label(\"…\") around the text")
  public static func buildExpression(_ text: String) -> [Part] { [] }
  /// Unavailable: an action is no part.
  @available(
    *, unavailable,
    message: "a part shows it: write Button(\"…\") { … }, or add it by .actions { … }"
  )
  public static func buildExpression(_ action: Action) -> [Part] { [] }
  /// Unavailable: what comes and goes stands in a container that keeps its parts in order.
  @available(
    *, unavailable,
    message: "If and ForEach stand in stacks and tool bars: write Stack { … } around it"
  )
  public static func buildExpression(_ condition: If<Part>) -> [Part] { [] }
  /// Unavailable: what comes and goes stands in a container that keeps its parts in order.
  @available(
    *, unavailable,
    message: "If and ForEach stand in stacks and tool bars: write Stack { … } around it"
  )
  public static func buildExpression(_ elements: ForEach<Part>) -> [Part] { [] }
  /// Joins the parts of a block.
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
  /// Returns the parts of an `if` without `else`, or none.
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
  /// Returns the parts of the first branch.
  public static func buildEither(first parts: [Part]) -> [Part] { parts }
  /// Returns the parts of the second branch.
  public static func buildEither(second parts: [Part]) -> [Part] { parts }
  /// Joins the parts of a loop.
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}
