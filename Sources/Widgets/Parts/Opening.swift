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
    place.expand().adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    expand()
    on("notify::root") { [weak self] _ in self?.begin() }
  }

  public override func nativeDied() {
    super.nativeDied()
    opening?.cancel()
    (open, opening, shown) = (nil, nil, [])
  }

  /// Waits until what was opened is shown, or why it cannot be; at once where nothing is being opened.
  public func settled() async { await opening?.value }

  private func begin() {
    guard opening == nil, let open, let native, gtk_widget_get_root(native) != nil else { return }
    opening = Task { [weak self] in
      // What is there at once is shown without a word before it.
      let telling = Task { [weak self] in
        try? await Task.sleep(for: .milliseconds(200))
        if !Task.isCancelled { self?.show(.loading) }
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

  private func show(_ state: ContentState) { show(state.makePage().map { [$0] } ?? []) }

  private func show(_ parts: [Part]) {
    guard native != nil else { return }
    for part in shown { place.remove(part) }
    shown = parts
    for part in parts { place.append(part) }
    if !parts.isEmpty, let native, gtk_widget_get_mapped(native) != 0 { takeKeyboard() }
  }

  /// The keyboard begins in what has come, unless it is at something else.
  private func takeKeyboard() {
    guard let native, let root = gtk_widget_get_root(native), gtk_root_get_focus(root) == nil else {
      return
    }
    gtk_widget_child_focus(native, GTK_DIR_TAB_FORWARD)
  }
}
