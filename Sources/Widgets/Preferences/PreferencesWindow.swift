internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPreferences
internal import HikidashiPresentation

/// A window to edit settings, made from the definitions of the settings.
///
/// ```swift
/// let preferences = PreferencesWindow(store)
/// Action("preferences", title: "Preferences", shortcuts: "<Control>comma") { preferences.present() }
/// ```
///
/// Ctrl+F goes to the search, Escape closes the window, which asks first what becomes of changes
/// that are yet to be applied. Its menu undoes, and resets all. As part of another window there is
/// ``PreferencesView``.
@MainActor
public final class PreferencesWindow {
  private let store: PreferenceStore
  private let title: String
  private let makeView: @MainActor () -> PreferencesView
  /// The window while it is open.
  public private(set) weak var window: Window?
  /// The content of the window while it is open.
  public private(set) weak var view: PreferencesView?

  /// Prepares a window for the settings in a store; ``present(over:)`` shows it.
  ///
  /// - Parameters:
  ///   - store: The settings.
  ///   - title: What the window is called; “Preferences”, if not given.
  ///   - applying: When a change takes effect.
  ///   - custom: Parts in place of inputs, by the whole keys of settings.
  ///   - actions: Buttons in rows of their own.
  public init(
    _ store: PreferenceStore, title: String? = nil,
    applying: PreferencesView.Applying = .live,
    custom: [String: PreferencesView.CustomRow] = [:], actions: [PreferenceAction] = []
  ) {
    self.store = store
    self.title = title ?? tr("Preferences")
    makeView = {
      PreferencesView(store, applying: applying, custom: custom, actions: actions)
    }
  }

  /// Shows the window, or brings it to the front if it is open.
  ///
  /// - Parameter parent: The window over which it stands, if there is one.
  public func present(over parent: Window? = nil) {
    if let window, window.native != nil { return window.present() }
    let window = makeWindow()
    if let own = window.native?.cast(to: GtkWindow.self), let parent = parent?.native {
      gtk_window_set_transient_for(own, parent.cast(to: GtkWindow.self))
      gtk_window_set_destroy_with_parent(own, 1)
    }
    if let app = App.current { app.show(window) } else { window.presentAlone() }
  }

  private func makeWindow() -> Window {
    let view = makeView()
    let window = Window(title, name: "preferences", width: 760, height: 560) {
      HeaderBar(end: {
        MenuButton(
          icon: "open-menu-symbolic", label: tr("Menu"),
          [
            .item(tr("Undo"), action: "win.undo"), .item(tr("Redo"), action: "win.redo"),
            .separator, .item(tr("Reset All"), action: "win.reset-all"),
          ])
      })
      view
    }
    let store = store
    window.actions {
      Action("undo") { store.undo() }
      Action("redo") { store.redo() }
      Action("reset-all") { store.resetAll() }
    }
    listen(in: window, view)
    window.onClose = { [weak window, weak view] in
      guard let window, let view, view.isDirty else { return true }
      Task { await Self.ask(window, view) }
      return false
    }
    self.window = window
    self.view = view
    return window
  }

  /// Asks what becomes of changes that are not applied, and closes the window unless it is to stay.
  private static func ask(_ window: Window, _ view: PreferencesView) async {
    let alert = Alert(
      tr("Apply the changes?"), message: tr("What is not applied is lost."),
      choices: [
        .cancel, .destructive(tr("_Discard"), id: "discard"), .preferred(tr("_Apply"), id: "apply"),
      ])
    // Closing it once more asks no second time: that is refused.
    let answer = try? await window.present(alert) { $0.key = "close " + window.screen }
    switch answer?.id {
    case "discard": view.revert()
    case "apply": guard await view.applyAll() else { return }
    default: return
    }
    window.close()
  }

  private func listen(in window: Window, _ view: PreferencesView) {
    view.search.onCancel = { [weak window] in window?.close() }
    guard let keys = gtk_event_controller_key_new() else { return }
    window.addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak window, weak view] arguments in
      let isControl = arguments.flags(3) & GDK_CONTROL_MASK.rawValue != 0
      switch Int32(arguments.uint(1)) {
      case GDK_KEY_Escape: window?.close()
      case GDK_KEY_f where isControl: view?.search.focus()
      default: return false
      }
      return true
    }
  }
}
