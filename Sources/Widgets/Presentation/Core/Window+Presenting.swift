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
  ///   - options: Changes the options that the next item has by itself; called more than once.
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

extension Part {
  /// The window that contains the part, if any.
  public var window: Window? {
    native.flatMap { gtk_widget_get_root($0) }.flatMap { Part.of($0.widget) as? Window }
  }
}

// MARK: - Presenting

extension Part {
  /// Whether the part, or one inside it, has the keyboard focus.
  public var hasFocus: Bool {
    guard let native, let root = gtk_widget_get_root(native), let focus = gtk_root_get_focus(root)
    else { return false }
    return focus == native || gtk_widget_is_ancestor(focus, native) != 0
  }

  /// Whether it may move by itself: a person who wants less motion has said so to the desktop.
  var isAnimated: Bool { native.map { adw_get_enable_animations($0) != 0 } ?? false }
}

/// Something that windows know how to show.
protocol WindowPresentable: Presentable {
  /// Makes the view, which is not shown yet; once for each item.
  @MainActor func makeView(over window: Window) -> ItemView<Self>
}
