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
  /// Every app has it; its keys are those that nobody else takes.
  private(set) var isStandard = false
  /// It has keys that a part answers to by itself.
  private(set) var isOnlyListed = false

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

  /// Keys that a part has by itself, for the shortcuts window to list.
  ///
  /// ```swift
  /// window.actions { Action.listed("Follow the link", keys: "Return", group: "Document") }
  /// ```
  public static func listed(_ title: String, keys: String..., group: String? = nil) -> Action {
    var action = Action("listed " + title, title: title, group: group) {}
    action.shortcuts = keys
    action.isOnlyListed = true
    return action
  }

  static func standard(
    _ name: String, _ title: String, _ key: String, _ group: String,
    run: @escaping @MainActor () -> Void
  ) -> Action {
    var action = Action(name, title: title, shortcuts: key, group: group, run: run)
    action.isStandard = true
    return action
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
