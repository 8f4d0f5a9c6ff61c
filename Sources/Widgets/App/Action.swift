/// Something the user can do: from a menu, a button, a keyboard shortcut.
///
/// ```swift
/// Window("Notes") { list }
///   .actions { Action("new", title: "New Note", shortcuts: "<Control>n") { addNote() } }
/// ```
public struct Action {
  /// Unique in its window or app; letters, digits, `-` and `.`. A button or menu names the action
  /// `win.NAME` when a window has it and `app.NAME` when the app has it.
  public var name: String
  /// What menus and the shortcuts window call it; an action without a title is not listed there.
  public var title: String?
  /// Keys in GTK's notation, such as `<Control>f`, `F5`, `<Alt>Left`.
  public var shortcuts: [String]
  /// The heading under which the shortcuts window lists it.
  public var group: String?
  public var run: @MainActor () -> Void

  public init(
    _ name: String, title: String? = nil, shortcuts: String..., group: String? = nil,
    run: @escaping @MainActor () -> Void
  ) {
    self.name = name
    self.title = title
    self.shortcuts = shortcuts
    self.group = group
    self.run = run
  }
}

/// Gathers the actions that a closure names.
@MainActor
@resultBuilder
public enum ActionBuilder {
  public static func buildExpression(_ action: Action) -> [Action] { [action] }
  public static func buildExpression(_ actions: [Action]) -> [Action] { actions }
  public static func buildBlock(_ actions: [Action]...) -> [Action] { actions.flatMap { $0 } }
  public static func buildOptional(_ actions: [Action]?) -> [Action] { actions ?? [] }
  public static func buildEither(first actions: [Action]) -> [Action] { actions }
  public static func buildEither(second actions: [Action]) -> [Action] { actions }
  public static func buildArray(_ actions: [[Action]]) -> [Action] { actions.flatMap { $0 } }
}
