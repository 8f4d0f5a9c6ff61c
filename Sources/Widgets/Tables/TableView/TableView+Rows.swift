internal import CGTK
public import Loading
internal import Outlines
internal import Records
internal import Support

// MARK: - Rows

/// Rows that were given and are not shown yet.
struct PendingRows<Item: Sendable> {
  var items: [Item]
  /// Whether nothing is kept of the rows before.
  var replaces: Bool
}

// However often the rows are changed between two frames, the list is told once; whoever asks
// meanwhile gets the rows as they are now. A list that is not seen is told when the main loop is free,
// and before it comes into a window or is seen, so that it is measured and drawn as it is.
extension TableView {
  /// How many rows there are, filtered or not.
  public var count: Int { items.count }

  /// What the rows stand for, filtered or not.
  public var items: [Item] { pending?.items ?? view.outline.nodeItems }

  /// Replaces all rows; none is selected afterwards.
  ///
  /// - Complexity: O(n).
  public func update(_ items: [Item]) {
    pending = PendingRows(items: items, replaces: true)
    showSoon()
  }

  /// Replaces all rows. Those that were there before, by their identity, stay selected, and the view
  /// stays where it is. Where an identity repeats, each is a row of its own.
  ///
  /// - Complexity: O(n) on average.
  public func merge(_ items: [Item]) {
    pending = PendingRows(items: items, replaces: pending?.replaces ?? false)
    showSoon()
  }

  /// Changes the rows in place, as ``merge(_:)`` does; a thousand such edits in a frame are one.
  ///
  /// ```swift
  /// table.edit { $0.append("last") }
  /// ```
  public func edit<Result>(_ body: (inout [Item]) throws -> Result) rethrows -> Result {
    var items = self.items
    let replaces = pending?.replaces ?? false
    // Held once only, so that the array is changed in its place.
    pending = nil
    defer {
      pending = PendingRows(items: items, replaces: replaces)
      showSoon()
    }
    return try body(&items)
  }

  private func showSoon() {
    guard let native, shownState.isLoaded, !isAboutToBeMeasured(native) else {
      return showPending()
    }
    guard !isWaiting else { return }
    isWaiting = true
    let show = { @MainActor [weak self] in
      self?.isWaiting = false
      self?.showPending()
    }
    if gtk_widget_get_mapped(native) == 0 {
      Task { show() }
    } else {
      addTick(to: native) {
        show()
        return false
      }
    }
  }

  /// Whether it is in a window that is not shown yet, which takes its size from what is in it.
  private func isAboutToBeMeasured(_ native: NativeWidget) -> Bool {
    gtk_widget_get_root(native).map { gtk_widget_get_mapped($0.widget) == 0 } ?? false
  }

  /// Shows rows that wait for the next frame at once.
  func showPending() {
    guard let rows = pending else { return }
    pending = nil
    if rows.replaces {
      replace(with: rows.items)
    } else {
      let old = view.outline
      let difference = matching.difference(old.nodeItems, rows.items)
      let ids = rows.items.indices.map { row in
        difference.source(of: row).map { old.nodeIDs[$0] } ?? freshID()
      }
      view.change { $0.merge(Outline(flat: rows.items, ids: ids)) }
      showRows()
    }
  }

  func replace(with items: [Item]) {
    let ids = items.indices.map { _ in freshID() }
    view.change { $0.update(Outline(flat: items, ids: ids)) }
    showRows()
  }

  private func freshID() -> NodeID {
    lastID += 1
    return NodeID(rawValue: lastID)
  }
}

extension TableView {
  /// The places of the selected rows among all rows, from the top down. Setting them calls no hooks;
  /// places that are not there are passed over.
  ///
  /// - Complexity: O(n / 64 + selected).
  public var selectedIndices: [Int] {
    get {
      showPending()
      return view.outline.selectedIDs.compactMap { view.outline.position(of: $0) }
    }
    set {
      showPending()
      let ids = view.outline.nodeIDs
      view.change { outline in
        outline.clearSelection()
        for index in newValue where ids.indices.contains(index) {
          outline.setSelected(ids[index], true)
        }
        return nil
      }
    }
  }

  /// What is selected, from the top down.
  public var selectedItems: [Item] {
    let items = self.items
    return selectedIndices.map { items[$0] }
  }

  /// Brings a row into view, where it is not in view already; one that is filtered out stays out.
  public func scroll(to index: Int) {
    showPending()
    if let row = visibleRow(index) { view.scroll(to: row) }
  }

  /// Moves the keyboard focus to a row, which comes into view.
  @discardableResult
  public func focus(row index: Int) -> Bool {
    showPending()
    return visibleRow(index).map { view.focus(row: $0) } ?? false
  }

  func visibleRow(_ index: Int) -> Int? {
    let ids = view.outline.nodeIDs
    return ids.indices.contains(index) ? view.outline.row(of: ids[index]) : nil
  }
}

// MARK: - Loading

extension TableView {
  /// Shows what becomes of a load: that it goes on, then its rows, or why there are none.
  ///
  /// ```swift
  /// list.show(connector.load(request, parser: FeedParser()), retry: start) { $0.entries }
  /// ```
  ///
  /// Of several loads only the latest is shown; it is cancelled by whoever holds it, after which the
  /// table has the rows that it had. Rows that were there before stay selected, as by ``merge(_:)``.
  ///
  /// - Parameters:
  ///   - load: What brings the rows.
  ///   - retry: What a person's press on Try Again does where it failed; without it there is no button.
  ///   - rows: The rows in what was brought.
  public func show<Output>(
    _ load: Load<Output>, retry: (@MainActor () -> Void)? = nil,
    rows: @escaping @MainActor @Sendable (Output) -> [Item]
  ) {
    self.load = load
    state = .loading
    loadWatch = load.onEnd { [weak self] outcome in
      guard let self, self.load === load else { return }
      (self.load, loadWatch) = (nil, nil)
      switch outcome {
      case .success(let response):
        merge(rows(response.output))
        state = .loaded
      case .failure(.cancelled): state = .loaded
      case .failure(let error): state = .failed(sentence("\(error)"), retry: retry)
      }
    }
  }

  /// Shows what becomes of a load that brings rows.
  public func show(_ load: Load<[Item]>, retry: (@MainActor () -> Void)? = nil) {
    show(load, retry: retry) { $0 }
  }
}

// MARK: - Keyboard

extension TableView {
  func listenToKeys() {
    // Letters filter here; they do not jump.
    view.typeAhead.isOn = false
    search.field.onChange = { [weak self] words in self?.filter(words) }
    search.field.onMoveDown = { [weak self] in self?.goToRows() }
    search.field.onSubmit = { [weak self] _ in self?.goToRows() }
    search.field.onCancel = { [weak self] in
      self?.endFilter()
      self?.goToRows()
    }
    guard let list = view.accessibleNative, let keys = gtk_event_controller_key_new() else {
      return
    }
    gtk_widget_add_controller(list, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      self?.pressed(arguments.uint(1), modifiers: arguments.flags(3), keys) ?? false
    }
  }

  private func pressed(_ key: Int, modifiers: UInt32, _ keys: OpaquePointer) -> Bool {
    let held = modifiers & gtk_accelerator_get_default_mod_mask().rawValue
    switch (Int32(key), held) {
    case (GDK_KEY_c, GDK_CONTROL_MASK.rawValue), (GDK_KEY_C, GDK_CONTROL_MASK.rawValue),
      (GDK_KEY_Insert, GDK_CONTROL_MASK.rawValue):
      return copy()
    case (GDK_KEY_f, GDK_CONTROL_MASK.rawValue), (GDK_KEY_F, GDK_CONTROL_MASK.rawValue):
      search.bar.isVisible = true
      return search.field.focus()
    case (GDK_KEY_Escape, 0):
      guard search.isOpen else { return false }
      endFilter()
      return true
    default:
      let scalar = gdk_keyval_to_unicode(guint(clamping: key))
      let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
      guard state.isLoaded, held & commands == 0, scalar > 0x20, scalar != 0x7F else {
        return false
      }
      return search.take(keys)
    }
  }

  /// Copies the texts of the selected rows, a line each; where none is selected, of the row that has
  /// the keyboard.
  ///
  /// - Returns: False when there is nothing to copy.
  @discardableResult
  public func copy() -> Bool {
    var items = selectedItems
    if items.isEmpty, let row = view.focusedRow { items = [view.outline.item(atRow: row)] }
    guard !items.isEmpty else { return false }
    Clipboard.copy(items.map(copyText).joined(separator: "\n"))
    return true
  }

  /// Keeps the rows that have all these words, with case and width ignored; no words bring all back.
  public func filter(_ words: String) {
    showPending()
    let wanted = WordFilter(words)
    guard !wanted.isEmpty else { return view.change { $0.setFilter(nil) } }
    let text = self.text
    view.change { outline in
      outline.setFilter { _, item in
        // Outlines are filtered where they are changed: here.
        MainActor.assumeIsolated { wanted.matches(text(item)) }
      }
    }
  }

  /// Brings all rows back and closes the field.
  func endFilter() {
    guard search.isOpen else { return }
    if !search.field.text.isEmpty { search.field.text = "" }
    search.bar.isVisible = false
  }

  private func goToRows() {
    guard view.outline.rowCount > 0 else { return }
    let row = view.outline.selectedIDs.compactMap { view.outline.row(of: $0) }.first
    view.focus(row: row ?? 0)
  }
}
