internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// A bar above a text that finds words in it: it marks them all, counts them, and goes from one to the next.
///
/// ```swift
/// let reader = TextReader()
/// let bar = FindBar(in: reader)
/// Window("Reader") {
///   bar
///   reader
/// }
/// .actions { bar.actions() }
/// ```
///
/// Ctrl+F in the text shows it, with what is selected there. Enter and Ctrl+G go to the next place,
/// Shift+Enter and Shift+Ctrl+G to the one before, from the last to the first and back. Escape hides it and
/// gives the keyboard back to the text, with the cursor at the place. Case, width, kana and accents do not
/// count. A long text is searched off the main thread.
public final class FindBar: Part {
  private let reader: TextReader
  /// Whether the text is what is seen.
  private let canOpen: @MainActor () -> Bool
  private let field = SearchField(tr("Find in the text"))
  private let place = Label().styleClass("numeric")
  private var steps: [Button] = []
  private var ranges: [Range<Int>] = []
  private var chosen: Int?
  /// Where the search begins in the text.
  private var origin = 0
  private var search: Task<Void, Never>?
  /// Whether it is not known yet where the words stand.
  var isSearching: Bool { search != nil }
  private let observed = ObservedState()

  /// Creates a bar that finds words in what a reader shows. It stands above the reader, and is hidden at first.
  public convenience init(in reader: TextReader) {
    self.init(reader, keys: reader) { true }
  }

  /// Creates a bar that finds words in the texts that a viewer shows; over pictures and tables it stays hidden.
  public convenience init(in viewer: Viewer) {
    self.init(viewer.reader, keys: viewer) { [weak viewer] in viewer?.showsText ?? false }
    viewer.leftText = { [weak self] in self?.close() }
  }

  private init(
    _ reader: TextReader, keys part: Part, canOpen: @escaping @MainActor () -> Bool
  ) {
    self.reader = reader
    self.canOpen = canOpen
    super.init(native: gtk_search_bar_new())
    guard let native else { return }
    field.escapesAtOnce = true
    steps = [
      Button(icon: "go-up-symbolic", label: tr("Previous Place")) { [weak self] in
        self?.goToPrevious()
      },
      Button(icon: "go-down-symbolic", label: tr("Next Place")) { [weak self] in self?.goToNext() },
    ]
    let parts: [Part] = [field.expand(.horizontal), place] + steps
    Stack(.horizontal, spacing: 6, parts).expand(.horizontal).adopt {
      gtk_search_bar_set_child(native.opaque, $0)
    }
    gtk_search_bar_set_show_close_button(native.opaque, 1)
    accessibleLabel(tr("Find in the text"))
    nameClose(in: native)
    show()
    listen(part)
  }

  /// GTK gives its button no name.
  private func nameClose(in widget: NativeWidget) {
    var child = gtk_widget_get_first_child(widget)
    while let inner = child {
      child = gtk_widget_get_next_sibling(inner)
      if gtk_widget_has_css_class(inner, "close") != 0 {
        let name = Button.withoutMnemonic(tr("_Close"))
        setAccessible(inner, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
      } else {
        nameClose(in: inner)
      }
    }
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    search?.cancel()
    reader.didShow = nil
  }

  private func listen(_ part: Part) {
    field.onChange = { [weak self] _ in self?.find() }
    field.onSubmit = { [weak self] _ in self?.goToNext() }
    field.onCancel = { [weak self] in self?.close() }
    reader.didShow = { [weak self] in
      guard let self, isOpen else { return }
      // Where another text is read is not the bar's to say.
      origin = self.reader.top
      find(moves: false)
    }
    on("notify::search-mode-enabled") { [weak self] _ in
      guard let self else { return }
      if !isOpen { closed() }
      observed.didChange()
    }
    FindBar.listen(on: part, GTK_PHASE_CAPTURE) { [weak self] in
      self?.pressedInText($0, $1) ?? false
    }
    FindBar.listen(on: self, GTK_PHASE_CAPTURE) { [weak self] in
      self?.pressedInBar($0, $1) ?? false
    }
    FindBar.listen(on: self, GTK_PHASE_BUBBLE) { [weak self] key, _ in
      guard let self, key == GDK_KEY_Escape, isOpen else { return false }
      close()
      return true
    }
  }

  private static func listen(
    on part: Part, _ phase: GtkPropagationPhase,
    _ take: @escaping @MainActor (Int32, UInt32) -> Bool
  ) {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, phase)
    part.addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { arguments in
      let key = gdk_keyval_to_lower(guint(clamping: arguments.uint(1)))
      return take(
        Int32(clamping: key), arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue)
    }
  }

  private func pressedInText(_ key: Int32, _ held: UInt32) -> Bool {
    if key == GDK_KEY_f, held == GDK_CONTROL_MASK.rawValue {
      open()
      return isOpen
    }
    return isOpen && stepped(key, held)
  }

  private func pressedInBar(_ key: Int32, _ held: UInt32) -> Bool {
    switch key {
    case GDK_KEY_f where held == GDK_CONTROL_MASK.rawValue: field.focus()
    case GDK_KEY_Return where held == GDK_SHIFT_MASK.rawValue: goToPrevious()
    case GDK_KEY_KP_Enter where held == GDK_SHIFT_MASK.rawValue: goToPrevious()
    default: return stepped(key, held)
    }
    return true
  }

  private func stepped(_ key: Int32, _ held: UInt32) -> Bool {
    let (control, shift) = (GDK_CONTROL_MASK.rawValue, GDK_SHIFT_MASK.rawValue)
    switch (key, held) {
    case (GDK_KEY_g, control), (GDK_KEY_F3, 0): goToNext()
    case (GDK_KEY_g, control | shift), (GDK_KEY_F3, shift): goToPrevious()
    default: return false
    }
    return true
  }

  /// - Parameter moves: Whether the text is scrolled to what is found.
  private func find(moves: Bool = true) {
    search?.cancel()
    guard isOpen, !words.isEmpty else { return take([], moves: moves) }
    search = Task { [weak self, reader, words] in
      let ranges = await reader.ranges(of: words)
      if !Task.isCancelled { self?.take(ranges, moves: moves) }
    }
  }

  private func take(_ ranges: [Range<Int>], moves: Bool) {
    search = nil
    self.ranges = ranges
    let next = ranges.partitioningIndex { $0.lowerBound >= origin }
    chosen = ranges.isEmpty ? nil : next < ranges.count ? next : 0
    show(moves: moves)
  }

  private func show(moves: Bool = true) {
    reader.mark(ranges, current: chosen)
    if moves, let chosen { reader.reveal(ranges[chosen]) }
    let isMissing = isOpen && ranges.isEmpty && !words.isEmpty
    place.text = isMissing ? tr("Not found") : count
    field.setStyleClass("error", isMissing)
    for step in steps { step.isEnabled = !ranges.isEmpty }
    if let native = field.native {
      setAccessible(native, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, place.text)
    }
    observed.didChange()
  }

  private var count: String {
    guard let chosen else { return "" }
    let (number, all) = (NumberFormat().text(chosen + 1), NumberFormat().text(ranges.count))
    return ranges.count < TextFinder.most
      ? tr("{} of {}", number, all) : tr("{} of {} or more", number, all)
  }

  private func step(by steps: Int) {
    guard let chosen, !ranges.isEmpty else { return }
    self.chosen = (chosen + steps + ranges.count) % ranges.count
    self.chosen.map { origin = ranges[$0].lowerBound }
    show()
  }

  private func closed() {
    search?.cancel()
    ranges = []
    chosen = nil
    show()
    if canOpen() { reader.focus() }
  }
}

extension FindBar {
  /// Whether the bar is seen.
  public var isOpen: Bool {
    observed.willRead()
    return native.map { gtk_search_bar_get_search_mode($0.opaque) != 0 } ?? false
  }

  /// What is looked for; setting it searches, where the bar is open.
  public var words: String {
    get { field.text }
    set { field.text = newValue }
  }

  /// How many places were found; a million at most.
  public var matchCount: Int {
    observed.willRead()
    return ranges.count
  }

  /// Which of the places is gone to, from 0; nil where there is none.
  public var match: Int? {
    observed.willRead()
    return chosen
  }

  /// Shows the bar and gives it the keyboard.
  public func open() {
    guard let native, canOpen() else { return }
    if !isOpen {
      origin = reader.isInView(reader.cursor) ? reader.cursor : reader.top
      let selected = reader.selectedText
      if !selected.isEmpty, selected.utf8.count <= 200, !selected.contains(where: \.isNewline) {
        field.text = selected
      }
      gtk_search_bar_set_search_mode(native.opaque, 1)
      find()
    }
    field.focus()
  }

  /// Hides the bar with its marks, and gives the keyboard to the text.
  public func close() {
    guard let native, isOpen else { return }
    gtk_search_bar_set_search_mode(native.opaque, 0)
  }

  /// Goes to the next place; behind the last one comes the first.
  public func goToNext() { step(by: 1) }

  /// Goes to the place before; before the first one comes the last.
  public func goToPrevious() { step(by: -1) }

  /// Returns the bar's keys as actions of the window, which then work wherever the keyboard is.
  ///
  /// Their names are `find-in-text`, `find-next` and `find-previous`.
  ///
  /// - Parameter group: The heading under which the shortcuts window lists them.
  public func actions(group: String? = nil) -> [Action] {
    [
      Action("find-in-text", title: tr("Find in the text"), shortcuts: "<Control>f", group: group) {
        [weak self] in self?.open()
      },
      Action(
        "find-next", title: tr("Next Place"), shortcuts: "<Control>g", "F3", group: group
      ) { [weak self] in self?.goToNext() },
      Action(
        "find-previous", title: tr("Previous Place"), shortcuts: "<Shift><Control>g", "<Shift>F3",
        group: group
      ) { [weak self] in self?.goToPrevious() },
    ]
  }
}
