internal import HikidashiBase
public import HikidashiPreferences

/// A command that the user can run from a menu, a button or a keyboard shortcut.
///
/// ```swift
/// Window("Notes") { list }
///   .actions { Action("new", title: "New Note", shortcuts: "<Control>n") { addNote() } }
/// ```
public struct Action {
  /// The action's name, unique in its window or app: letters, digits, `-` and `.`. A button or menu
  /// names the action `win.NAME` when a window has it and `app.NAME` when the app has it.
  public var name: String
  /// The title in menus and in the shortcuts window, which list no action without a title.
  public var title: String?
  /// The keyboard shortcuts in GTK's notation, such as `<Control>f`, `F5`, `<Alt>Left`.
  public var shortcuts: [String]
  /// The heading under which the shortcuts window lists the action.
  public var group: String?
  /// Called when the user runs the action.
  public var run: @MainActor () -> Void
  /// Returns whether the action can be run; nil: always, or as ``Window/setEnabled(_:_:)`` says.
  public var isEnabled: (@MainActor () -> Bool)?
  /// Every app has it; its keys are those that nobody else takes.
  private(set) var isStandard = false
  /// It has keys that a part answers to by itself.
  private(set) var isOnlyListed = false

  /// Creates an action.
  public init(
    _ name: String, title: String? = nil, shortcuts: String..., group: String? = nil,
    run: @escaping @MainActor () -> Void
  ) {
    self.init(name, title: title, keys: shortcuts, group: group, run: run)
  }

  /// Creates an action that takes a while: it runs once at a time, and is dim while it runs.
  ///
  /// What it throws is told in the window that was used last, with a way to try again. The app waits for
  /// it before it ends.
  ///
  /// ```swift
  /// Action("fetch", title: "Fetch", shortcuts: "F5") { try await shop.fetch() }
  /// ```
  @MainActor
  public init(
    _ name: String, title: String? = nil, shortcuts: String..., group: String? = nil,
    run: @escaping @MainActor () async throws -> Void
  ) {
    let work = Work(title: { title ?? name }, run)
    self.init(name, title: title, keys: shortcuts, group: group) { work.start() }
    isEnabled = { !work.isRunning }
  }

  private init(
    _ name: String, title: String?, keys: [String], group: String?,
    run: @escaping @MainActor () -> Void
  ) {
    self.name = name
    self.title = title
    shortcuts = keys
    self.group = group
    self.run = run
  }

  /// Returns the action, which can be run while the closure returns true: its buttons and menu lines are
  /// dim otherwise. The closure is called again when something that it read has changed. An action that
  /// takes a while is dim while it runs, too.
  ///
  /// ```swift
  /// Action("save", title: "Save", shortcuts: "<Control>s") { save() }.enabled { document.isDirty }
  /// ```
  public func enabled(_ isEnabled: @escaping @MainActor () -> Bool) -> Action {
    var action = self
    let others = self.isEnabled
    action.isEnabled = { (others?() ?? true) && isEnabled() }
    return action
  }

  /// Returns an action that only lists keys in the shortcuts window; a part handles the keys
  /// itself.
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

/// Builds a list of actions from the statements of a closure.
@MainActor
@resultBuilder
public enum ActionBuilder {
  /// Returns a single action as a list.
  public static func buildExpression(_ action: Action) -> [Action] { [action] }
  /// Returns several actions as they are.
  public static func buildExpression(_ actions: [Action]) -> [Action] { actions }
  /// Joins the actions of a block.
  public static func buildBlock(_ actions: [Action]...) -> [Action] { actions.flatMap { $0 } }
  /// Returns the actions of an `if` without `else`, or none.
  public static func buildOptional(_ actions: [Action]?) -> [Action] { actions ?? [] }
  /// Returns the actions of the first branch.
  public static func buildEither(first actions: [Action]) -> [Action] { actions }
  /// Returns the actions of the second branch.
  public static func buildEither(second actions: [Action]) -> [Action] { actions }
  /// Joins the actions of a loop.
  public static func buildArray(_ actions: [[Action]]) -> [Action] { actions.flatMap { $0 } }
}

// MARK: - Zoom

extension Action {
  /// Returns the actions that zoom in, zoom out and reset the size: Ctrl with +, − and 0.
  ///
  /// They change the setting of the size by about a tenth, within its range; the app applies the
  /// setting, for example to ``TextReader/textSize``. Where a flag or the administrator says the
  /// size, they do nothing. Their names are `zoom-in`, `zoom-out` and `zoom-normal`.
  ///
  /// ```swift
  /// window.actions { Action.zoom(settings.size, in: store) }
  /// ```
  ///
  /// - Parameters:
  ///   - size: The setting of the size.
  ///   - store: Where the settings are.
  ///   - group: The heading under which the shortcuts window lists them.
  @MainActor
  public static func zoom(
    _ size: Preference<Int>, in store: PreferenceStore, group: String? = nil
  ) -> [Action] {
    // What is changed now would show at the next start only.
    func mayChange() -> Bool { !store.layer(of: size).isAboveUser }
    func change(by direction: Int) {
      guard mayChange() else { return }
      let old = store[size]
      // The last step to the end of the range is shorter.
      for step in stride(from: max(1, old / 10), to: 0, by: -1) {
        do throws(PreferenceError) {
          return try store.set(size, to: old + direction * step)
        } catch { continue }
      }
    }
    return [
      Action(
        "zoom-in", title: tr("Larger Text"), shortcuts: "<Control>plus", "<Control>equal",
        "<Control>KP_Add", group: group
      ) { change(by: 1) },
      Action(
        "zoom-out", title: tr("Smaller Text"), shortcuts: "<Control>minus",
        "<Control>KP_Subtract", group: group
      ) { change(by: -1) },
      Action(
        "zoom-normal", title: tr("Normal Text Size"), shortcuts: "<Control>0", "<Control>KP_0",
        group: group
      ) { if mayChange() { try? store.reset(size) } },
    ]
  }
}
