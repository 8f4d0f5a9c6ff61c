/// Builds a list of windows from the statements of a closure, with `if`, `for` and optional
/// windows.
@MainActor
@resultBuilder
public enum WindowBuilder {
  public static func buildExpression(_ window: Window) -> [Window] { [window] }
  public static func buildExpression(_ window: Window?) -> [Window] { window.map { [$0] } ?? [] }
  public static func buildExpression(_ windows: [Window]) -> [Window] { windows }
  /// Unavailable: an app shows windows, not parts.
  @available(
    *, unavailable, message: "an app shows windows: write Window(\"Title\") { … } around it"
  )
  public static func buildExpression(_ part: Part) -> [Window] { [] }
  public static func buildBlock(_ windows: [Window]...) -> [Window] { windows.flatMap { $0 } }
  public static func buildOptional(_ windows: [Window]?) -> [Window] { windows ?? [] }
  public static func buildEither(first windows: [Window]) -> [Window] { windows }
  public static func buildEither(second windows: [Window]) -> [Window] { windows }
  public static func buildArray(_ windows: [[Window]]) -> [Window] { windows.flatMap { $0 } }
}

/// Builds a list of parts from the statements of a closure, with `if`, `for` and optional parts.
@MainActor
@resultBuilder
public enum PartBuilder {
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  public static func buildExpression(_ part: Part?) -> [Part] { part.map { [$0] } ?? [] }
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
  public static func buildEither(first parts: [Part]) -> [Part] { parts }
  public static func buildEither(second parts: [Part]) -> [Part] { parts }
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}
