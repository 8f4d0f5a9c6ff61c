internal import CGTK
internal import CXTest
public import Widgets

/// A window that is shown for a test, and the hands that use it.
///
/// ```swift
/// let stage = try await Stage.show(OutlineView(animals), width: 300, height: 400)
/// try await stage.click("list-item", "ほ乳類")
/// XCTAssertEqual(stage.dump(), "…")
/// ```
@MainActor
public final class Stage {
  public let window: Window

  /// Uses a window that an app has shown.
  public init(_ window: Window) { self.window = window }

  /// Shows a part in a window of its own and waits until it is drawn.
  public static func show(
    _ part: Part, title: String = "Stage", width: Int = 480, height: Int = 400
  ) async throws -> Stage {
    let stage = Stage(Window(title, width: width, height: height) { part })
    stage.window.presentAlone()
    try await stage.settle()
    return stage
  }

  /// Starts an app and waits until its first window is drawn: with its actions and shortcuts, which
  /// a part alone does not have. End it by its `quit()`.
  public static func launch(_ app: App) async throws -> Stage {
    guard app.launch(), let window = app.windows.first else { throw WidgetTestError.notStarted }
    let stage = Stage(window)
    try await stage.settle()
    return stage
  }

  /// Waits for a dialog, other than this one, that is on the screen with the keyboard.
  ///
  /// ```swift
  /// let dialog = try await stage.dialog("Delete 12 cards?")
  /// try await dialog.press("Escape")
  /// ```
  ///
  /// - Parameter title: What a screen reader calls it; nil for any dialog. Where work goes on first,
  ///   give it: a busy machine shows the dialog that tells how far the work is.
  public func dialog(_ title: String? = nil) async throws -> Stage {
    var found: Window?
    try await until(title.map { "a dialog “\($0)”" } ?? "a dialog") {
      found = Window.all.first { window in
        guard window.isDialog, window !== self.window, let native = window.native else {
          return false
        }
        let isMeant = title.map { $0 == Element(native).name } ?? true
        return isMeant && gtk_widget_get_mapped(native) != 0
      }
      return found != nil
    }
    let dialog = Stage(found ?? window)
    try await dialog.settle()
    return dialog
  }

  /// Waits until the window is on the screen, has the keyboard, and has been drawn anew.
  public func settle() async throws {
    try await until("the window to be shown") {
      window.native.map { gtk_widget_get_mapped($0) != 0 } ?? false
    }
    // Without a window manager nobody else gives a window the keyboard.
    if let native = window.native, let surface = gtk_native_get_surface(native.opaque),
      xt_focus(surface)
    {
      try await until("the window to get the keyboard") {
        window.native.map { gtk_window_is_active($0.cast(to: GtkWindow.self)) != 0 } ?? false
      }
    }
    // The first frame may be one that was under way; lists make their rows when they get a size.
    await nextFrame()
    await nextFrame()
  }

  /// Waits until the window has been drawn once more.
  public func nextFrame() async {
    await window.nextPaint()
  }

  /// Closes the window and waits until it is gone.
  public func close() async throws {
    window.destroy()
    try await until("the window to go") { self.window.native == nil }
  }

  /// What the window shows, as text; see ``Element/dump()``.
  public func dump() -> String {
    window.native.map { Element($0).dump() } ?? ""
  }

  /// Draws the window into a PNG file.
  public func savePicture(to path: String) async throws {
    try await window.savePictureWhenDrawn(to: path)
  }

  /// The element that has the keyboard; nil where none has it.
  public var focused: Element? {
    guard let native = window.native, let root = gtk_widget_get_root(native),
      let focus = gtk_root_get_focus(root)
    else { return nil }
    // The text of an entry is told by its entry.
    let isEntryText = Element(focus).isA(gtk_text_get_type())
    return Element(isEntryText ? gtk_widget_get_parent(focus) ?? focus : focus)
  }

  /// Every element of a role, and of a name where one is given.
  public func all(_ role: String, _ name: String? = nil) -> [Element] {
    guard let native = window.native else { return [] }
    return Element(native).all.filter { $0.role == role && (name == nil || $0.name == name) }
  }

  /// The first element of a role and name.
  ///
  /// - Throws: ``WidgetTestError/notFound(_:dump:)`` with what is there instead.
  public func find(_ role: String, _ name: String? = nil) throws -> Element {
    if let element = all(role, name).first { return element }
    throw WidgetTestError.notFound("\(role) “\(name ?? "")”", dump: dump())
  }
}
