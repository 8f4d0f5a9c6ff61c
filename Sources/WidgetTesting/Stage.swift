internal import CHikidashiGTK
internal import CHikidashiXTest
public import HikidashiWidgets

/// A window in a test, used as a person would use it, with pointer and keyboard.
///
/// ```swift
/// let stage = try await Stage.show(OutlineView(animals), width: 300, height: 400)
/// try await stage.click("list-item", "ほ乳類")
/// XCTAssertEqual(stage.dump(), "…")
/// ```
@MainActor
public final class Stage {
  /// The window of the stage.
  public let window: Window

  /// Creates a stage of a window that an app has shown.
  public init(_ window: Window) { self.window = window }

  /// Shows a part in a window of its own and waits until it is drawn.
  public static func show(
    _ part: Part, title: String = "Stage", width: Int = 480, height: Int = 400
  ) async throws -> Stage {
    try await show(Window(title, width: width, height: height) { part })
  }

  /// Shows a window without an app and waits until it is drawn.
  ///
  /// ```swift
  /// let stage = try await Stage.show(MainWindow(settings, store).makeWindow())
  /// ```
  public static func show(_ window: Window) async throws -> Stage {
    let stage = Stage(window)
    window.presentAlone()
    try await stage.settle()
    return stage
  }

  /// Starts an app and waits until its first window is drawn, with the actions and shortcuts that a
  /// part alone does not have. End the app with its `quit()`.
  public static func launch(_ app: App) async throws -> Stage {
    guard app.launch(), let window = app.windows.first else { throw WidgetTestError.notStarted }
    let stage = Stage(window)
    try await stage.settle()
    return stage
  }

  /// Waits for a dialog, other than this window, that is on the screen with the keyboard focus, and
  /// returns its stage.
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
        let isMeant = title.map { $0 == AccessibleElement(native).name } ?? true
        return isMeant && gtk_widget_get_mapped(native) != 0
      }
      return found != nil
    }
    let dialog = Stage(found ?? window)
    try await dialog.settle()
    return dialog
  }

  /// Waits until the window is on the screen, has the keyboard focus, and has been redrawn.
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

  /// Closes the window and waits until it is closed.
  public func close() async throws {
    window.destroy()
    try await until("the window to go") { self.window.native == nil }
  }

  /// Returns the content of the window as text; see ``AccessibleElement/dump()``.
  public func dump() -> String {
    window.native.map { AccessibleElement($0).dump() } ?? ""
  }

  /// Saves a picture of the window as a PNG file.
  public func savePicture(to path: String) async throws {
    try await window.savePictureWhenDrawn(to: path)
  }

  /// The element that has the keyboard focus; nil if none has.
  public var focused: AccessibleElement? {
    guard let native = window.native, let root = gtk_widget_get_root(native),
      let focus = gtk_root_get_focus(root)
    else { return nil }
    // The text of an entry is told by its entry.
    let isEntryText = AccessibleElement(focus).isA(gtk_text_get_type())
    return AccessibleElement(isEntryText ? gtk_widget_get_parent(focus) ?? focus : focus)
  }

  /// Returns all elements of a role, or only those with the name if one is given.
  public func all(_ role: String, _ name: String? = nil) -> [AccessibleElement] {
    guard let native = window.native else { return [] }
    return AccessibleElement(native).all.filter {
      $0.role == role && (name == nil || $0.name == name)
    }
  }

  /// Returns the first element of a role and name.
  ///
  /// - Throws: ``WidgetTestError/notFound(_:dump:)`` with what is there instead.
  public func find(_ role: String, _ name: String? = nil) throws -> AccessibleElement {
    if let element = all(role, name).first { return element }
    throw WidgetTestError.notFound("\(role) “\(name ?? "")”", dump: dump())
  }
}

// MARK: - Input

/// The modifier keys that are held during a key press or a click.
public struct Modifiers: OptionSet, Sendable {
  /// The modifiers as bits.
  public let rawValue: Int
  /// Creates a set of modifiers from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// The Ctrl key.
  public static let control = Modifiers(rawValue: 2)
  /// The Alt key.
  public static let alt = Modifiers(rawValue: 4)

  fileprivate var symbols: [UInt32] {
    var symbols: [UInt32] = []
    if contains(.shift) { symbols.append(UInt32(GDK_KEY_Shift_L)) }
    if contains(.control) { symbols.append(UInt32(GDK_KEY_Control_L)) }
    if contains(.alt) { symbols.append(UInt32(GDK_KEY_Alt_L)) }
    return symbols
  }
}

// All of it goes through the X server, the way a person's hands do.
extension Stage {
  /// Clicks in the middle of the first element of this role and name.
  public func click(
    _ role: String, _ name: String? = nil, count: Int = 1, button: Int = 1,
    holding modifiers: Modifiers = []
  ) async throws {
    try await click(try find(role, name), count: count, button: button, holding: modifiers)
  }

  /// Clicks in the middle of an element, or at an offset from its upper left corner; `button` 2 is
  /// the middle button, 3 the one for context menus.
  public func click(
    _ element: AccessibleElement, at place: (x: Double, y: Double)? = nil, count: Int = 1,
    button: Int = 1,
    holding modifiers: Modifiers = []
  ) async throws {
    let surface = try surface()
    let (x, y) = try point(place, of: element)
    try await move(x: x, y: y, surface)
    try await hold(modifiers) {
      for _ in 0..<count {
        let button = UInt32(clamping: button)
        guard xt_button(surface, button, true), xt_button(surface, button, false) else {
          throw WidgetTestError.noInput("a click")
        }
      }
      xt_sync(surface)
      try await self.deliver()
    }
  }

  /// Returns the middle of an element on the screen, in the X server's pixels, for clicks by other
  /// programs.
  public func screenPoint(of element: AccessibleElement) throws -> (x: Int, y: Int) {
    let (x, y) = try point(nil, of: element)
    var screenX: Int32 = 0
    var screenY: Int32 = 0
    guard xt_screen_point(try surface(), x, y, &screenX, &screenY) else {
      throw WidgetTestError.noInput("a click")
    }
    return (Int(screenX), Int(screenY))
  }

  /// A place of an element, or its middle, in the window's surface.
  private func point(
    _ place: (x: Double, y: Double)?, of element: AccessibleElement
  ) throws -> (x: Double, y: Double) {
    var bounds = graphene_rect_t()
    guard let native = window.native,
      gtk_widget_compute_bounds(element.native, native, &bounds) != 0
    else { throw WidgetTestError.noInput("a click on something that is not shown") }
    var x = 0.0
    var y = 0.0
    gtk_native_get_surface_transform(native.opaque, &x, &y)
    return (
      x + Double(bounds.origin.x) + (place?.x ?? Double(bounds.size.width / 2)),
      y + Double(bounds.origin.y) + (place?.y ?? Double(bounds.size.height / 2))
    )
  }

  /// Presses a key by its name in GDK, such as `Down`, `Return`, `space`, `a`.
  public func press(_ key: String, holding modifiers: Modifiers = []) async throws {
    let surface = try surface()
    let symbol = gdk_keyval_from_name(key)
    guard symbol != guint(GDK_KEY_VoidSymbol) else { throw WidgetTestError.noInput("“\(key)”") }
    try await hold(modifiers) {
      guard xt_key(surface, symbol, true), xt_key(surface, symbol, false) else {
        throw WidgetTestError.noInput("“\(key)”")
      }
      xt_sync(surface)
      try await self.deliver()
    }
  }

  /// Presses Tab and waits for one frame: walks press it often.
  func pressTab() async throws {
    let surface = try surface()
    let tab = guint(GDK_KEY_Tab)
    guard xt_key(surface, tab, true), xt_key(surface, tab, false) else {
      throw WidgetTestError.noInput("“Tab”")
    }
    xt_sync(surface)
    for _ in 0..<2 { await nextIteration() }
    if window.native != nil { await nextFrame() }
  }

  /// Types a text, letter by letter.
  public func type(_ text: String) async throws {
    let surface = try surface()
    for scalar in text.unicodeScalars {
      let symbol = gdk_unicode_to_keyval(scalar.value)
      let modifiers: Modifiers = xt_needs_shift(surface, symbol) ? .shift : []
      try await hold(modifiers) {
        guard xt_key(surface, symbol, true), xt_key(surface, symbol, false) else {
          throw WidgetTestError.noInput("“\(scalar)”")
        }
        xt_sync(surface)
        try await self.deliver()
      }
    }
  }

  /// Moves the window to a position on the screen, in the X server's pixels, for a display without
  /// a window manager.
  public func move(x: Int, y: Int) async throws {
    let surface = try surface()
    guard xt_place(surface, Int32(clamping: x), Int32(clamping: y)) else {
      throw WidgetTestError.noInput("a place")
    }
    xt_sync(surface)
    try await deliver()
  }

  /// Moves the pointer to a position on the screen, as ``screenPoint(of:)`` tells it.
  public func point(to place: (x: Int, y: Int)) async throws {
    let surface = try surface()
    guard xt_point(surface, Int32(clamping: place.x), Int32(clamping: place.y)) else {
      throw WidgetTestError.noInput("the pointer")
    }
    xt_sync(surface)
    try await deliver()
  }

  /// Drags with the first button from one position on the screen to another, in this window or over
  /// another one.
  ///
  /// - Parameters:
  ///   - start: Where to begin, as ``screenPoint(of:)`` tells it.
  ///   - end: Where to let go.
  public func drag(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) async throws {
    let surface = try surface()
    func point(_ x: Int, _ y: Int) async throws { try await self.point(to: (x, y)) }
    try await point(start.x, start.y)
    guard xt_button(surface, 1, true) else { throw WidgetTestError.noInput("a drag") }
    // In steps: a drag begins when the pointer has gone some way, and is told where it is by and by.
    let steps = 12
    for step in 1...steps {
      try await point(
        start.x + (end.x - start.x) * step / steps, start.y + (end.y - start.y) * step / steps)
    }
    try await point(end.x, end.y)
    guard xt_button(surface, 1, false) else { throw WidgetTestError.noInput("a drag") }
    xt_sync(surface)
    try await deliver()
  }

  /// Moves the pointer to the lower right corner of the screen, away from what is tested.
  public func parkPointer() async throws {
    let surface = try surface()
    guard xt_point(surface, Int32(Int16.max), Int32(Int16.max)) else {
      throw WidgetTestError.noInput("the pointer")
    }
    xt_sync(surface)
    try await deliver()
  }

  private func surface() throws -> OpaquePointer {
    guard let native = window.native, let surface = gtk_native_get_surface(native.opaque),
      xt_focus(surface)
    else { throw WidgetTestError.noInput("input") }
    return surface
  }

  private func move(x: Double, y: Double, _ surface: OpaquePointer) async throws {
    // A pixel beside it first: a pointer that already stands there makes no event.
    _ = xt_move(surface, x + 1, y)
    guard xt_move(surface, x, y) else { throw WidgetTestError.noInput("the pointer") }
    xt_sync(surface)
    try await deliver()
  }

  private func hold(_ modifiers: Modifiers, _ body: () async throws -> Void) async throws {
    let surface = try surface()
    // What is held has to be let go of also where the key has closed the window.
    g_object_ref(UnsafeMutableRawPointer(surface))
    defer { g_object_unref(UnsafeMutableRawPointer(surface)) }
    for symbol in modifiers.symbols { _ = xt_key(surface, symbol, true) }
    do { try await body() } catch {
      for symbol in modifiers.symbols { _ = xt_key(surface, symbol, false) }
      throw error
    }
    for symbol in modifiers.symbols { _ = xt_key(surface, symbol, false) }
    xt_sync(surface)
    try await deliver()
  }

  /// Waits until the window has dealt with the events that the server has sent, and drawn the result.
  private func deliver() async throws {
    for _ in 0..<3 { await nextIteration() }
    if window.native != nil { await nextFrame() }
  }
}
