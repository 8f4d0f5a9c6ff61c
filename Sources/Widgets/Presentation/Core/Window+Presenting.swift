internal import CHikidashiGTK
public import HikidashiBase
public import HikidashiPresentation

// MARK: - Presenting

extension Window {
  /// Shows an item over this window when its turn has come, and waits for the answer.
  ///
  /// ```swift
  /// let answer = try await window.present(Alert("Delete 12 files?", choices: [.cancel, "Delete"]))
  /// ```
  ///
  /// It ends with the window. Dialogs of all windows are shown one after another, and those of a
  /// dialog over it; toasts and banners of each window for themselves.
  ///
  /// - Parameters:
  ///   - item: What is shown.
  ///   - prerequisites: It is shown after all of these have ended, for whatever reason.
  ///   - conditions: It is shown while all of these hold.
  ///   - change: Changes the options that the item has by itself.
  /// - Throws: `PresentationError` when it is refused, or ends without an answer.
  @discardableResult
  public func present<Item: Presentable>(
    _ item: Item, after prerequisites: [any Endable] = [],
    when conditions: [Condition] = [],
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) async throws(PresentationError) -> Item.Answer {
    try await enqueue(item, after: prerequisites, when: conditions, change).answer
  }

  /// Shows an item over this window when its turn has come, without waiting for it.
  ///
  /// - Parameters:
  ///   - item: What is shown.
  ///   - prerequisites: It is shown after all of these have ended, for whatever reason.
  ///   - conditions: It is shown while all of these hold.
  ///   - change: Changes the options that the item has by itself.
  /// - Throws: `PresentationError` when the options contradict themselves, or a duplicate is refused.
  @discardableResult
  public func enqueue<Item: Presentable>(
    _ item: Item, after prerequisites: [any Endable] = [],
    when conditions: [Condition] = [],
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) throws(PresentationError) -> PresentationItem<Item.Answer> {
    let claim = claim()
    return try presentation.enqueue(item, after: prerequisites, when: conditions) { options in
      change(&options)
      claim(&options)
    }
  }

  /// Shows an item over this window that is made of another one's answer, without waiting for it.
  ///
  /// ```swift
  /// let shelf = try window.enqueue(ListChooser("Which shelf?", ["Fish", "Birds"]))
  /// let sure = try window.enqueue(after: shelf) { Alert("Empty “\($0)”?", choices: [.cancel, "_Empty"]) }
  /// ```
  ///
  /// It has its place among the requests from now on. It ends unseen where there is nothing to show: for
  /// the reason for which `first` ends without an answer, as cancelled where `next` returns nil, and as
  /// failed where it throws.
  ///
  /// - Parameters:
  ///   - first: The item whose answer is handed on.
  ///   - conditions: The next item is shown when all of these hold.
  ///   - change: Changes the options that the next item has by itself; called more than once.
  ///   - next: Makes the next item, once, when `first` was answered and its view is gone.
  /// - Throws: `PresentationError` when the options contradict themselves.
  @discardableResult
  public func enqueue<Answer, Next: Presentable>(
    after first: PresentationItem<Answer>, when conditions: [Condition] = [],
    options change: @escaping @Sendable (inout PresentationOptions) -> Void = { _ in },
    next: @escaping @Sendable (Answer) throws -> Next?
  ) throws(PresentationError) -> PresentationItem<Next.Answer> {
    let claim = claim()
    return try presentation.enqueue(
      after: first, when: conditions,
      options: { options in
        change(&options)
        claim(&options)
      }, next: next)
  }

  /// Takes note that something is asked for in the window's name, and returns what its options become.
  private func claim() -> @Sendable (inout PresentationOptions) -> Void {
    // What comes too late ends at once.
    if native == nil { presentation.end(owner) }
    ownsItems = true
    return { [owner, screen, isDialog] options in
      if options.owner == nil { options.owner = owner }
      if options.channel.screen == nil, isDialog || options.channel != .dialogs {
        options.channel = options.channel.on(screen: screen)
      }
    }
  }

  /// Shows an item without waiting for its answer; a refusal is only logged.
  ///
  /// ```swift
  /// window.show(Toast("3 cards deleted", button: "Undo") { cards.undo() })
  /// ```
  @discardableResult
  public func show<Item: Presentable>(_ item: Item) -> PresentationItem<Item.Answer>? {
    do throws(PresentationError) { return try enqueue(item) } catch {
      reportMisuse(error.description)
      return nil
    }
  }

  /// The queue of items shown on this window: the app's, or its own for a window without an app.
  public var presentation: PresentationQueue {
    if let app { return app.presentation }
    if let ownPresentation { return ownPresentation }
    let presenter = WindowPresenter()
    presenter.latestWindow = { [weak self] in self }
    let queue = PresentationQueue(presenter: presenter)
    ownPresentation = queue
    return queue
  }

  /// The window that has the keyboard, or the one of the app that was used last.
  static var inFront: Window? {
    let active = all.first { window in
      window.native.map { gtk_window_is_active($0.cast(to: GtkWindow.self)) != 0 } ?? false
    }
    return active ?? App.current?.windows.first
  }

  /// All windows on the screen, including dialogs and windows without an app.
  package static var all: [Window] {
    let list = gtk_window_get_toplevels()
    return (0..<g_list_model_get_n_items(list)).compactMap { position in
      guard let item = g_list_model_get_item(list, position) else { return nil }
      defer { g_object_unref(item) }
      return Part.of(item.assumingMemoryBound(to: GtkWidget.self)) as? Window
    }
  }
}

// MARK: - Windows over windows

extension Window {
  /// Shows this window over another one, which it blocks, and returns when it is closed.
  ///
  /// For a window of one's own that waits in the queue:
  ///
  /// ```swift
  /// struct Rating: CustomPresentable {
  ///   func show(_ showing: Showing<Rating>) async throws -> Int {
  ///     var stars: Int?
  ///     let window = Window("Rate it", width: 300, height: 100) { Label("Press a number") }
  ///     window.actions { Action("five", shortcuts: ["5"]) { stars = 5 } }
  ///     await window.presentUntilClosed(over: showing.window)
  ///     guard let stars else { throw CancellationError() }
  ///     return stars
  ///   }
  /// }
  /// ```
  ///
  /// The window is out of sight when it returns, and gone a moment later. Cancelling the task closes it without asking ``onClose``. What
  /// its content presents goes over it.
  ///
  /// - Parameter parent: The window below; it takes this one along when it is closed.
  public func presentUntilClosed(over parent: Window?) async {
    guard let native, !Task.isCancelled else { return destroy() }
    becomeDialog(of: parent)
    let sender = UnsafeMutableRawPointer(native)
    await withTaskCancellationHandler {
      if isFree { presentAlone() } else { present() }
      guard gtk_widget_get_mapped(native) != 0 else { return }
      await first(of: [(sender, "unmap"), (sender, "destroy")])
    } onCancel: {
      Task { @MainActor in hide() }
    }
    hide()
    // Later: the window below gets the keyboard back first, as X takes it from one that is destroyed.
    Task { destroy() }
  }

  private func hide() {
    closePopovers()
    if let native { gtk_widget_set_visible(native, 0) }
  }
}

extension Showing {
  /// The window over which the item is shown; nil when it is gone, or with a presenter of one's own.
  public var window: Window? { place as? Window }
}

/// Something that windows know how to show.
protocol WindowPresentable: Presentable {
  /// Makes the view, which is not shown yet; once for each item.
  @MainActor func makeView(over window: Window) -> ItemView<Self>
}
