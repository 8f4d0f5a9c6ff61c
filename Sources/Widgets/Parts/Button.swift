internal import CHikidashiGTK

/// A button with a text or an icon.
///
/// ```swift
/// Button("Save") { save() }
/// Button(icon: "go-previous-symbolic", label: "Back", action: "win.back")
/// ```
public final class Button: Part {
  /// Turns while the button is busy.
  private var wheel: NativeWidget?
  private var removesWheel = false

  /// Creates a button with a text; `_` before a letter makes it the keyboard mnemonic.
  public init(_ title: String, _ press: @escaping @MainActor () -> Void) {
    super.init(native: gtk_button_new_with_mnemonic(title))
    accessibleLabel(Button.withoutMnemonic(title))
    on("clicked") { _ in press() }
  }

  /// Creates a button whose text is what the closure returns.
  ///
  /// ```swift
  /// Button(title: { player.isPlaying ? "Pause" : "Play" }) { player.toggle() }
  /// ```
  public convenience init(
    title: @escaping @MainActor () -> String, _ press: @escaping @MainActor () -> Void
  ) {
    self.init("", press)
    keepUpToDate(.part, title) { [weak self] in self?.title = $0 }
  }

  /// Creates a button that does something that takes a while.
  ///
  /// While it runs, the button shows a turning wheel and takes no further press. What `press` throws is
  /// told in the window, with a way to try again, unless it was cancelled or a dialog was closed without an
  /// answer. Closing the window does not cancel it; the app waits for it before it ends.
  ///
  /// ```swift
  /// Button("Fetch") { try await shop.fetch() }
  /// ```
  public convenience init(_ title: String, _ press: @escaping @MainActor () async throws -> Void) {
    let doNothing: @MainActor () -> Void = {}
    self.init(title, doNothing)
    let words = Button.withoutMnemonic(title)
    let work = Work(title: { words }, press)
    work.didChange = { [weak self, weak work] in self?.isBusy = work?.isRunning ?? false }
    on("clicked") { [weak self] _ in work.start(in: self) }
  }

  /// Creates a button with an icon; `label` is its tooltip and its name for a screen reader.
  public init(icon: String, label: String, _ press: @escaping @MainActor () -> Void) {
    super.init(native: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleLabel(label)
    on("clicked") { _ in press() }
  }

  /// Creates a button with an icon that runs an action of the window (`win.NAME`) or the app
  /// (`app.NAME`); it is dim while that action is disabled.
  public init(icon: String, label: String, action: String) {
    super.init(native: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleLabel(label)
    guard let native else { return }
    gtk_actionable_set_action_name(native.opaque, action)
  }

  /// Creates a button with a text that runs an action by name.
  public init(_ title: String, action: String) {
    super.init(native: gtk_button_new_with_mnemonic(title))
    accessibleLabel(Button.withoutMnemonic(title))
    guard let native else { return }
    gtk_actionable_set_action_name(native.opaque, action)
  }

  /// Wraps text that does not fit into one line.
  ///
  /// - Parameter columns: How many letters a line has, about, so that the button is as high as its text wherever it
  ///   stands; nil for as many as there is room for.
  @discardableResult
  public func wrapping(columns: Int? = nil) -> Self {
    guard let native, let label = gtk_button_get_child(native.cast(to: GtkButton.self)),
      g_type_check_instance_is_a(label.cast(to: GTypeInstance.self), gtk_label_get_type()) != 0
    else { return self }
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    if let columns {
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_width_chars(label.opaque, gint(clamping: columns))
      gtk_label_set_max_width_chars(label.opaque, gint(clamping: columns))
    }
    return self
  }

  /// The text of a button that has one; `_` before a letter makes it the keyboard mnemonic.
  public var title: String {
    get {
      guard let native, let title = gtk_button_get_label(native.cast(to: GtkButton.self)) else {
        return ""
      }
      return String(cString: title)
    }
    set {
      guard let native else { return }
      gtk_button_set_label(native.cast(to: GtkButton.self), newValue)
      gtk_button_set_use_underline(native.cast(to: GtkButton.self), 1)
      accessibleLabel(Button.withoutMnemonic(newValue))
    }
  }

  /// The words of a title: `_` marks a letter, `__` stands for one underscore.
  nonisolated static func withoutMnemonic(_ title: String) -> String {
    title.split(separator: "__", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != "_" } }.joined(separator: "_")
  }
}

// MARK: - Busy

extension Button {
  /// Shows a turning wheel over the words, which keep their room.
  private(set) var isBusy: Bool {
    get { wheel != nil }
    set {
      guard let native, newValue != isBusy else { return }
      setStyleClass("hk-busy", newValue)
      setAccessible(native, GTK_ACCESSIBLE_STATE_BUSY, newValue)
      Button.sheet.install()
      if newValue { addWheel(to: native) } else { removeWheel() }
    }
  }

  private func addWheel(to native: NativeWidget) {
    guard let wheel: NativeWidget = gtk_spinner_new() else { return }
    gtk_widget_set_halign(wheel, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(wheel, GTK_ALIGN_CENTER)
    // The button lays all its children one over the other, and takes only its own away when it dies.
    gtk_widget_set_parent(wheel, native)
    gtk_spinner_start(wheel.opaque)
    self.wheel = wheel
    if !removesWheel { on("destroy") { [weak self] _ in self?.removeWheel() } }
    removesWheel = true
  }

  private func removeWheel() {
    if let wheel { gtk_widget_unparent(wheel) }
    wheel = nil
  }

  private static let sheet = StyleSheet(
    "hikidashi-button", css: ".hk-busy > *:not(spinner) { opacity: 0.2; }")
}

// MARK: - Default

extension Part {
  /// Does what Enter does around the part, where the part itself has taken the key.
  func pressDefault() {
    guard let root = native.flatMap({ gtk_widget_get_root($0) }),
      let button = gtk_window_get_default_widget(root.widget.cast(to: GtkWindow.self)),
      gtk_widget_is_sensitive(button) != 0
    else { return }
    gtk_widget_activate(button)
  }
}

extension Button {
  /// Makes this the default button: Enter presses it wherever in its window or sheet the keyboard
  /// is, unless the focused part handles Enter itself.
  @discardableResult
  public func asDefault() -> Self {
    styleClass("suggested-action")
    on("map", after: true) { [weak self] _ in
      guard let native = self?.native, let root = gtk_widget_get_root(native) else { return }
      gtk_window_set_default_widget(root.widget.cast(to: GtkWindow.self), native)
    }
    on("unmap") { [weak self] _ in
      guard let native = self?.native, let root = gtk_widget_get_root(native) else { return }
      let window = root.widget.cast(to: GtkWindow.self)
      if gtk_window_get_default_widget(window) == native {
        gtk_window_set_default_widget(window, nil)
      }
    }
    return self
  }
}
