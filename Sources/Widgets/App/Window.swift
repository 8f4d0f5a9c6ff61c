internal import CHikidashiGTK
public import HikidashiPresentation

/// A window of the app, with a title, a header bar and a column of parts below it.
///
/// The first part may be a ``HeaderBar``; otherwise the window makes one that shows its title. Its size,
/// and whether it fills the screen, come back at the next start, under the window's ``name``.
///
/// ```swift
/// Window("Notes", width: 800, height: 600) { SearchField(); list }
/// ```
public final class Window: Part {
  /// The name under which the window's size is saved; unique in the app.
  public let name: String
  private(set) var actionMap: ActionMap?
  /// Called when the user closes the window; if it returns false, the window stays open.
  public var onClose: (@MainActor () -> Bool)?
  /// The owner of the dialogs, toasts and banners of this window; they end with it.
  nonisolated public let owner: PresentationOwner
  /// The name that its own channels have, as those of its toasts.
  nonisolated let screen: String
  /// Whether the window is a dialog over another window.
  package private(set) var isDialog: Bool
  weak var app: App?
  var ownPresentation: PresentationQueue?
  /// Something was asked for in its name.
  var ownsItems = false
  /// What is shown in the window itself: banners, sheets, toasts.
  private(set) var room: WindowRoom?
  /// The header bar that the window has made for itself.
  private weak var ownHeader: HeaderBar?

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onClose = nil
    room = nil
  }

  /// Creates a window; the app shows it.
  public convenience init(
    _ title: String, name: String = "main", width: Int = 900, height: Int = 640,
    @PartBuilder content: () throws -> [Part]
  ) rethrows {
    self.init(
      title, name: name, width: width, height: height, isDialog: false, content: try content())
  }

  init(
    _ title: String, name: String, width: Int, height: Int, isDialog: Bool, content parts: [Part]
  ) {
    self.name = name
    self.isDialog = isDialog
    owner = PresentationOwner(title)
    screen = Window.newScreen(name)
    super.init(native: adw_application_window_new(nil))
    // It may be asked to present before it is shown.
    if let app = App.current, app.isMakingWindows { self.app = app }
    guard let native else { return }
    actionMap = ActionMap(prefix: "win", native: native.opaque)
    gtk_window_set_default_size(window(native), Int32(clamping: width), Int32(clamping: height))
    self.title = title
    let header = parts.first as? HeaderBar
    let room = WindowRoom(header == nil ? parts : Array(parts.dropFirst()))
    let bar = header ?? HeaderBar()
    if header == nil { ownHeader = bar }
    Stack(.vertical, spacing: 0, [bar, room]).adopt {
      adw_application_window_set_content(native.cast(to: AdwApplicationWindow.self), $0)
    }
    self.room = room
    if !isDialog { actionMap?.add(StandardKeys.actions(of: self)) }
    StandardKeys.listen(in: self)
    on("map") { [weak self] _ in self?.beginInContent() }
    connect(
      native, "close-request", returning: { [weak self] _ in self?.closeRequested() ?? false })
    on("destroy") { [weak self] _ in self?.endPresentation() }
  }

  /// A dialog that GTK or libadwaita has made, and that closes without asking the app.
  init(dialog native: @autoclosure () -> NativeWidget, name: String) {
    self.name = name
    isDialog = true
    owner = PresentationOwner(name)
    screen = Window.newScreen(name)
    super.init(native: native())
    StandardKeys.listen(in: self)
    if let native = self.native {
      connect(
        native, "close-request",
        returning: { [weak self] _ in
          self?.closePopovers()
          return false
        })
    }
    on("destroy") { [weak self] _ in self?.endPresentation() }
  }

  /// Drawn and not counted: a counter would be state of the whole process.
  private static func newScreen(_ name: String) -> String {
    name + "-" + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// Lets what is shown for the window end, before its widgets go one by one.
  private func endPresentation() {
    if ownsItems { presentation.end(owner) }
    ownsItems = false
  }

  isolated deinit {
    // GTK holds every window, also one that was never shown.
    if isFree, let native { gtk_window_destroy(window(native)) }
  }

  /// The title in the title bar, in the window list and for a screen reader.
  public var title: String {
    get {
      guard let native, let title = gtk_window_get_title(window(native)) else { return "" }
      return String(cString: title)
    }
    set {
      if let native { gtk_window_set_title(window(native), newValue) }
    }
  }

  /// Sets the title to what the closure returns, and again when something that it read has changed.
  ///
  /// ```swift
  /// Window("Notes") { list }.title { "\(notes.table.count) notes" }
  /// ```
  @discardableResult
  public func title(_ title: @escaping @MainActor () -> String) -> Self {
    keepUpToDate(.window, title) { [weak self] in self?.title = $0 }
    return self
  }

  /// Adds actions that can be run in this window, with their shortcuts.
  @discardableResult
  public func actions(@ActionBuilder _ actions: () -> [Action]) -> Self {
    actionMap?.add(actions(), in: self)
    bindShortcuts()
    return self
  }

  /// Enables or disables an action by its name, without `win.`.
  public func setEnabled(_ action: String, _ isEnabled: Bool) {
    actionMap?.setEnabled(action, isEnabled)
  }

  /// Shows the window, or brings it to the front.
  public func present() {
    if let native { gtk_window_present(window(native)) }
  }

  /// Shows a window without an app, as in a test; GTK owns it from then on.
  package func presentAlone() {
    adopt { gtk_window_present(window($0)) }
  }

  /// Makes it a dialog over another window, which it blocks.
  func becomeDialog(of parent: Window?) {
    isDialog = true
    guard let native else { return }
    gtk_window_set_modal(window(native), 1)
    guard let parent, let below = parent.native else { return }
    ownPresentation = parent.presentation
    gtk_window_set_transient_for(window(native), window(below))
    gtk_window_set_destroy_with_parent(window(native), 1)
  }

  /// Closes the window as if the user had closed it.
  public func close() {
    if let native { gtk_window_close(window(native)) }
  }

  /// Closes the window without asking ``onClose``.
  public func destroy() {
    stateKeeper?.collect()
    closePopovers()
    endPresentation()
    if let native { gtk_window_destroy(window(native)) }
  }

  /// Gives the window to the application and its last size back.
  func join(_ app: App) {
    guard let native else { return }
    self.app = app
    if fillsTab(native) {
      gtk_window_maximize(window(native))
    } else {
      keepSize(in: app.state, before: UserFolders.state(of: app.id).map { $0 + "/windows.ini" })
    }
    adopt { gtk_window_set_application(window($0), app.native) }
    on("notify::is-active") { [weak app] arguments in
      let window = arguments.object(0)?.assumingMemoryBound(to: GtkWindow.self)
      if let window, gtk_window_is_active(window) == 0 { app?.saveUnasked() }
    }
    bindShortcuts()
    app.actionMap?.enableActions(in: self)
    if gtk_window_get_transient_for(window(native)) == nil { ownHeader?.append(MenuButton.main()) }
  }

  /// The keyboard begins in the content: GTK would give it to the first button of the header.
  private func beginInContent() {
    guard let native, let content = room?.native, gtk_window_get_focus(window(native)) == nil
    else { return }
    gtk_widget_child_focus(content, GTK_DIR_TAB_FORWARD)
  }

  /// Shows the window on the whole screen, or as it was before.
  func toggleFullscreen() {
    guard let native else { return }
    if gtk_window_is_fullscreen(window(native)) != 0 {
      gtk_window_unfullscreen(window(native))
    } else {
      gtk_window_fullscreen(window(native))
    }
  }

  /// A browser's tab is the screen of one window: there the window follows the tab's size, and has none
  /// of its own that is worth keeping. What stands over another window does not cover it.
  private func fillsTab(_ native: NativeWidget) -> Bool {
    Toolkit.isInBrowser && gtk_window_get_transient_for(window(native)) == nil
  }

  private func bindShortcuts() {
    guard let native, let application = gtk_window_get_application(window(native)) else { return }
    actionMap?.bindShortcuts(in: application)
  }

  private func closeRequested() -> Bool {
    if let onClose, !onClose() { return true }
    if !isDialog, isKeptForQuitting() { return true }
    closePopovers()
    endPresentation()
    return false
  }

  /// The last window stays until running work has ended; then the app closes it.
  private func isKeptForQuitting() -> Bool {
    stateKeeper?.collect()
    guard let app = App.current, app.windows.count == 1, app.windows.first === self else {
      return false
    }
    app.quit()
    return true
  }

  /// Has the input that has the keyboard write what was typed.
  func commitInput() {
    var around = native.flatMap { gtk_window_get_focus(window($0)) }
    while let widget = around {
      if let input = Part.of(widget) as? AnyInput { return input.commit() }
      around = gtk_widget_get_parent(widget)
    }
  }

  /// Keeps the size from one run to the next.
  ///
  /// - Parameter old: The file in which earlier versions kept it.
  private func keepSize(in store: StateStore, before old: String?) {
    if store.use(.window(name)).isEmpty, let old, let state = WindowState.load(name, from: old) {
      resize(state)
    }
    keepState(at: .window(name), in: store) { keeper in
      keeper.keep(
        "size", { [weak self] in self?.size }, putBack: { [weak self] in self?.resize($0) })
    }
    for property in ["default-width", "default-height", "maximized"] {
      on("notify::" + property) { [weak self] _ in self?.stateKeeper?.note("size") }
    }
    stateKeeper?.note("size")
  }

  /// Nil while it is not on the screen, where it has none that is worth keeping.
  private var size: WindowState? {
    guard let native, gtk_widget_get_mapped(native) != 0 else { return nil }
    var width: Int32 = 0
    var height: Int32 = 0
    gtk_window_get_default_size(window(native), &width, &height)
    return WindowState(
      width: Int(width), height: Int(height),
      isMaximized: gtk_window_is_maximized(window(native)) != 0)
  }

  private func resize(_ state: WindowState) {
    // What is damaged must not open a window that nobody can see or that no screen holds.
    guard let native, state.isUsable else { return }
    gtk_window_set_default_size(window(native), Int32(state.width), Int32(state.height))
    if state.isMaximized { gtk_window_maximize(window(native)) }
  }

  private func window(_ native: NativeWidget) -> UnsafeMutablePointer<GtkWindow> {
    native.cast(to: GtkWindow.self)
  }
}

extension Window: Escapable {
  func escape() {
    if isDialog { close() }
  }
}

// MARK: - Popovers

extension Window {
  /// Closes the menus and lists that are open in the window.
  ///
  /// GTK 4.8 gives the keyboard back when they close. When their window goes with them it does not,
  /// and no window of the app gets a key any more.
  func closePopovers() {
    guard let native else { return }
    var open = [native]
    while let widget = open.popLast() {
      let instance = widget.cast(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_popover_get_type()) != 0 {
        gtk_popover_popdown(widget.cast(to: GtkPopover.self))
      }
      var child = gtk_widget_get_first_child(widget)
      while let next = child {
        if gtk_widget_get_mapped(next) != 0 { open.append(next) }
        child = gtk_widget_get_next_sibling(next)
      }
    }
  }
}

// MARK: - Frames

extension Window {
  /// Calls `handler` after each frame that the window draws.
  public func onPaint(_ handler: @escaping @MainActor () -> Void) {
    guard let native else { return }
    if let clock = gtk_widget_get_frame_clock(native) {
      connect(UnsafeMutableRawPointer(clock), "after-paint") { _ in
        handler()
        return false
      }
    } else {
      on("realize") { [weak self] _ in self?.onPaint(handler) }
    }
  }

  /// Waits until the window has drawn all changes made so far.
  public func drawn() async {
    if let native, gtk_widget_get_mapped(native) == 0 { await nextPaint() }
    // The first frame may be one that is under way, or the one in which a list makes its rows.
    await nextPaint()
    await nextPaint()
  }

  /// Waits for the next frame; if the window is not on the screen, until it is shown or closed.
  package func nextPaint() async {
    guard let native else { return }
    let window = UnsafeMutableRawPointer(native)
    guard gtk_widget_get_mapped(native) != 0, let clock = gtk_widget_get_frame_clock(native) else {
      return await first(of: [(window, "map"), (window, "destroy")])
    }
    gtk_widget_queue_draw(native)
    await first(of: [(UnsafeMutableRawPointer(clock), "after-paint"), (window, "unmap")])
  }

  /// Waits for whichever signal comes first.
  func first(of signals: [(sender: UnsafeMutableRawPointer, name: String)]) async {
    await withCheckedContinuation { continuation in
      var connections: [SignalConnection] = []
      let finish: @MainActor (SignalArguments) -> Bool = { _ in
        // The others must not resume a second time.
        guard !connections.isEmpty else { return false }
        let ended = connections
        connections = []
        for connection in ended { connection.disconnect() }
        continuation.resume()
        return false
      }
      connections = signals.map { connect($0.sender, $0.name, returning: finish) }
    }
  }
}
