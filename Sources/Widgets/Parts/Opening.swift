internal import CHikidashiGTK
internal import HikidashiBase

/// Shows what takes a while to open: first that it is being opened, then it, or why it cannot be opened,
/// with a button to try again.
///
/// ```swift
/// Opening { try await RecordStore.open(schema, at: place) } content: { store in RecordsView(store) }
/// ```
///
/// Where it takes long, tell how far it is; a person can then stop it:
///
/// ```swift
/// Opening("Comparing …") { report in try await compare(old, new, report) } content: { Label($0.summary) }
/// ```
///
/// It begins when it is put into a window, and is cancelled when its window is closed meanwhile.
public final class Opening: Part {
  private let place = Stack(.vertical, spacing: 0, [])
  private var open: (@MainActor (ProgressReport) async throws -> [Part])?
  private let opening = LatestTask()
  private var hasBegun = false
  /// How far it is; nil where nothing is being opened.
  private var report: ProgressReport?
  /// What is said while it is opened, with a bar and a button; nil where no progress is told.
  private let title: String?
  private var shown: [Part] = []
  private var progress: ProgressWatch?
  /// Has the keyboard until there is something that can have it: GTK would give it to a button of the header.
  private var keyboardKeeper: NativeWidget?

  /// - Parameters:
  ///   - open: Opens something. It is called on the main actor and must not block it.
  ///   - content: Makes the parts that show what was opened, one over the other.
  public convenience init<Value>(
    _ open: @escaping @MainActor () async throws -> Value,
    @PartBuilder content: @escaping @MainActor (Value) throws -> [Part]
  ) {
    self.init(title: nil) { _ in
      let value = try await open()
      try Task.checkCancellation()
      return try content(value)
    }
  }

  /// Opens what tells how far it is.
  ///
  /// - Parameters:
  ///   - title: What is being done, as in “Comparing …”.
  ///   - open: Opens something, and sets the report's ``ProgressReport/fraction`` meanwhile, on any thread. Its task
  ///     is cancelled when a person stops it.
  ///   - content: Makes the parts that show what was opened, one over the other.
  public convenience init<Value>(
    _ title: String, _ open: @escaping @MainActor (ProgressReport) async throws -> Value,
    @PartBuilder content: @escaping @MainActor (Value) throws -> [Part]
  ) {
    self.init(title: title) { report in
      let value = try await open(report)
      // Of what was stopped nothing is shown.
      try Task.checkCancellation()
      return try content(value)
    }
  }

  private init(
    title: String?, _ open: @escaping @MainActor (ProgressReport) async throws -> [Part]
  ) {
    (self.title, self.open) = (title, open)
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    guard let native else { return }
    makeKeyboardKeeper()
    place.expand().adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    expand()
    on("notify::root") { [weak self] _ in self?.begin() }
  }

  public override func nativeDied() {
    super.nativeDied()
    opening.cancel()
    (open, shown, keyboardKeeper, progress) = (nil, [], nil, nil)
  }

  /// Waits until what was opened is shown, or why it cannot be; at once where nothing is being opened.
  public func settled() async { await opening.settled() }

  /// Opens again, for when something else is to be opened now. What was being opened is cancelled, and what was shown is
  /// removed.
  public func again() {
    opening.cancel()
    hasBegun = false
    show([], isWaiting: true)
    begin()
  }

  private func begin() {
    guard !hasBegun, let open, let native, gtk_widget_get_root(native) != nil else { return }
    hasBegun = true
    let report = ProgressReport()
    self.report = report
    opening.run { [weak self] in
      // What is there at once is shown without a word before it.
      let telling = Task { [weak self] in
        try? await Task.sleep(for: .milliseconds(200))
        if !Task.isCancelled { self?.showWaiting(report) }
      }
      defer { telling.cancel() }
      do { return Result<[Part], any Error>.success(try await open(report)) } catch {
        return .failure(error)
      }
    } then: { [weak self] in
      self?.take($0)
    }
  }

  private func take(_ result: Result<[Part], any Error>) {
    switch result {
    case .success(let parts): show(parts)
    case .failure(let error):
      show(.failed(sentence("\(error)")) { [weak self] in self?.again() })
    }
  }

  private func showWaiting(_ report: ProgressReport) {
    guard self.report === report else { return }
    guard let title else { return show(.loading, isWaiting: true) }
    let bar = ProgressBar().minimumSize(width: 220).accessibleLabel(title)
    let page = StatusPage(title) {
      bar
      Button(tr("Cancel")) { [weak self] in self?.stop() }
        .align(horizontal: .center).styleClass("pill")
    }
    show([page], isWaiting: true)
    progress = ProgressWatch(report, bar: bar) {}
  }

  private func stop() {
    opening.cancel()
    show(
      .empty(
        EmptyContent(tr("Stopped"), action: (tr("Try Again"), { [weak self] in self?.again() }))))
  }

  private func show(_ state: ContentState, isWaiting: Bool = false) {
    show(state.makePage().map { [$0] } ?? [], isWaiting: isWaiting)
  }

  private func show(_ parts: [Part], isWaiting: Bool = false) {
    guard native != nil else { return }
    progress = nil
    if !isWaiting { report = nil }
    keepKeyboard()
    for part in shown { place.remove(part) }
    shown = parts
    for part in parts { place.append(part) }
    if !parts.isEmpty, !isWaiting { takeKeyboard() }
  }

  private func makeKeyboardKeeper() {
    guard keyboardKeeper == nil, let native, let keeper = gtk_drawing_area_new() else { return }
    gtk_widget_set_focusable(keeper, 1)
    gtk_box_append(native.cast(to: GtkBox.self), keeper)
    keyboardKeeper = keeper
  }

  /// Takes the keyboard from what is about to go, and gives it to what comes.
  private func keepKeyboard() {
    guard let native, let root = gtk_widget_get_root(native), let content = place.native,
      let focus = gtk_root_get_focus(root), gtk_widget_is_ancestor(focus, content) != 0
    else { return }
    makeKeyboardKeeper()
    if let keyboardKeeper { gtk_widget_grab_focus(keyboardKeeper) }
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
