internal import CHikidashiGTK

/// A text field for search words, with a magnifying glass and a button that empties it.
///
/// Text that an input method is still composing, as in Japanese, does not count until it is
/// committed.
///
/// ```swift
/// SearchField("Search notes") { words in list.filter(words) }
/// ```
public final class SearchField: Part {
  /// Called with the text after each change without delay, also when ``text`` is set.
  public var onChange: (@MainActor (String) -> Void)?
  /// Called when the user presses Enter; without it Enter presses the default button of the dialog or
  /// sheet around the field.
  public var onSubmit: (@MainActor (String) -> Void)?
  /// Called when the user presses Down, to go to the results.
  public var onMoveDown: (@MainActor () -> Void)?
  /// Called when the user presses Escape in an empty field; without it Escape closes the dialog or
  /// sheet around the field.
  public var onCancel: (@MainActor () -> Void)?
  /// Whether Escape calls ``onCancel`` in a field with words, too, which then stay.
  var escapesAtOnce = false

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onChange = nil
    onSubmit = nil
    onMoveDown = nil
    onCancel = nil
  }

  /// Creates a search field.
  public init(_ placeholder: String = "", onChange: (@MainActor (String) -> Void)? = nil) {
    self.onChange = onChange
    super.init(native: gtk_search_entry_new())
    self.placeholder = placeholder
    showPlaceholder()
    // `search-changed` waits 150 ms for further keys, for slow searches; ours are to be seen at once.
    on("changed") { [weak self] _ in
      guard let self else { return }
      stateKeeper?.note("words")
      self.onChange?(text)
    }
    on("activate") { [weak self] _ in
      guard let self else { return }
      if let onSubmit { onSubmit(text) } else { pressDefault() }
    }
    listenToDown()
    on("stop-search") { [weak self] _ in
      guard let self else { return }
      if !text.isEmpty, !escapesAtOnce {
        text = ""
      } else if let onCancel {
        onCancel()
      } else {
        passEscapeOn()
      }
    }
  }

  /// Does something with the text when the user presses Enter, which takes a while.
  ///
  /// What `submit` throws is told in the window, with a way to try again. The text stays in the field; what
  /// is submitted meanwhile is taken after it. It takes the place of ``onSubmit``.
  ///
  /// ```swift
  /// SearchField("A note, then Enter").submits { note in try await notes.add(note) }
  /// ```
  @discardableResult
  public func submits(_ submit: @escaping @MainActor (String) async throws -> Void) -> Self {
    let work = Submission(title: { [weak self] in self?.placeholder ?? "" }, submit)
    onSubmit = { [weak self] in work.start(with: $0, in: self) }
    return self
  }

  private func listenToDown() {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      guard let self, let onMoveDown else { return false }
      guard [GDK_KEY_Down, GDK_KEY_KP_Down].contains(Int32(arguments.uint(1))) else { return false }
      onMoveDown()
      return true
    }
  }

  /// Sends letters that are typed in another part, such as a list, to the field, and moves the
  /// focus there. Keys that the part itself uses stay with it; an ``OutlineView`` no longer jumps
  /// to rows by letters.
  ///
  /// ```swift
  /// SearchField("Search notes") { list.filter($0) }.takesTyping(in: list)
  /// ```
  @discardableResult
  public func takesTyping(in part: Part) -> Self {
    (part as? any TypingAhead)?.jumpsToLetters = false
    guard let native = part.native, let keys = gtk_event_controller_key_new() else { return self }
    gtk_widget_add_controller(native, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      // The field has uses for other keys, too, which are not meant here.
      let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
      guard arguments.flags(3) & commands == 0,
        gdk_keyval_to_unicode(guint(clamping: arguments.uint(1))) > 0x20
      else { return false }
      return self?.take(keys) ?? false
    }
    return self
  }

  /// Writes the key that is being pressed, and takes the keyboard.
  ///
  /// - Returns: False when it is no key that writes something.
  func take(_ keys: OpaquePointer) -> Bool {
    guard let native, let inner = gtk_editable_get_delegate(native.opaque) else { return false }
    // Written by the field itself, so that input methods have their say.
    guard gtk_event_controller_key_forward(keys, inner.widget) != 0 else { return false }
    gtk_widget_grab_focus(native)
    gtk_editable_set_position(native.opaque, -1)
    return true
  }

  /// The text of the field.
  public var text: String {
    get { native.map { String(cString: gtk_editable_get_text($0.opaque)) } ?? "" }
    set { native.map { gtk_editable_set_text($0.opaque, newValue) } }
  }

  /// The placeholder, shown in grey while the field is empty.
  public var placeholder: String = "" {
    didSet { showPlaceholder() }
  }

  /// Brings the words back at the next start; ``onChange`` is then called with them.
  ///
  /// - Parameters:
  ///   - key: The name under which they are kept, unique among the search fields of the app.
  ///   - document: What is searched, where it is one of several; the words of the 200 that were used last
  ///     are kept.
  ///   - store: Where they are kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    keepState(
      key, for: document, in: store, as: "words", { [weak self] in self?.text },
      putBack: { [weak self] in self?.text = $0 })
  }

  private func showPlaceholder() {
    guard let native else { return }
    setProperty(native.object, "placeholder-text", placeholder)
    tellCutText(in: native)
    accessibleLabel(placeholder)
  }

  /// Moves the focus to the field and selects its text, so that typing replaces it.
  @discardableResult
  public override func focus() -> Bool {
    guard super.focus(), let native else { return false }
    gtk_editable_select_region(native.opaque, 0, -1)
    return true
  }
}
