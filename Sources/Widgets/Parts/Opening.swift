internal import CHikidashiGTK
internal import HikidashiBase

/// Shows what takes a while to open: first that it is being opened, then it, or why it cannot be opened,
/// with a button to try again.
///
/// ```swift
/// Opening { try await RecordStore.open(schema, at: place) } content: { store in RecordsView(store) }
/// ```
///
/// It begins when it is put into a window, and is cancelled when its window is closed meanwhile.
public final class Opening: Part {
  private let place = Stack(.vertical, spacing: 0, [])
  private var open: (@MainActor () async throws -> [Part])?
  private var opening: Task<Void, Never>?
  private var shown: [Part] = []
  /// Has the keyboard until there is something that can have it: GTK would give it to a button of the header.
  private var keyboardKeeper: NativeWidget?

  /// - Parameters:
  ///   - open: Opens something. It is called on the main actor and must not block it.
  ///   - content: Makes the parts that show what was opened, one over the other.
  public init<Value>(
    _ open: @escaping @MainActor () async throws -> Value,
    @PartBuilder content: @escaping @MainActor (Value) throws -> [Part]
  ) {
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    self.open = { try content(try await open()) }
    guard let native else { return }
    if let keeper = gtk_drawing_area_new() {
      gtk_widget_set_focusable(keeper, 1)
      gtk_box_append(native.cast(to: GtkBox.self), keeper)
      keyboardKeeper = keeper
    }
    place.expand().adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    expand()
    on("notify::root") { [weak self] _ in self?.begin() }
  }

  public override func nativeDied() {
    super.nativeDied()
    opening?.cancel()
    (open, opening, shown, keyboardKeeper) = (nil, nil, [], nil)
  }

  /// Waits until what was opened is shown, or why it cannot be; at once where nothing is being opened.
  public func settled() async { await opening?.value }

  private func begin() {
    guard opening == nil, let open, let native, gtk_widget_get_root(native) != nil else { return }
    opening = Task { [weak self] in
      // What is there at once is shown without a word before it.
      let telling = Task { [weak self] in
        try? await Task.sleep(for: .milliseconds(200))
        if !Task.isCancelled { self?.show(.loading, isWaiting: true) }
      }
      do {
        let parts = try await open()
        telling.cancel()
        self?.show(parts)
      } catch {
        telling.cancel()
        self?.show(.failed(sentence("\(error)")) { [weak self] in self?.tryAgain() })
      }
    }
  }

  private func tryAgain() {
    opening = nil
    show([])
    begin()
  }

  private func show(_ state: ContentState, isWaiting: Bool = false) {
    show(state.makePage().map { [$0] } ?? [], isWaiting: isWaiting)
  }

  private func show(_ parts: [Part], isWaiting: Bool = false) {
    guard native != nil else { return }
    for part in shown { place.remove(part) }
    shown = parts
    for part in parts { place.append(part) }
    if !parts.isEmpty, !isWaiting { takeKeyboard() }
  }

  /// The keyboard begins in what has come, unless it is at something else.
  private func takeKeyboard() {
    guard let native, let root = gtk_widget_get_root(native) else { return }
    let focus = gtk_root_get_focus(root)
    if focus == nil || focus == keyboardKeeper, gtk_widget_get_mapped(native) != 0,
      let content = place.native
    {
      gtk_widget_child_focus(content, GTK_DIR_TAB_FORWARD)
    }
    guard let keyboardKeeper else { return }
    // Nobody is to come to it by Tab.
    gtk_box_remove(native.cast(to: GtkBox.self), keyboardKeeper)
    self.keyboardKeeper = nil
  }
}
