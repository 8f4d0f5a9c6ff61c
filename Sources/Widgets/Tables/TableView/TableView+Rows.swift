internal import CGTK
internal import Outlines

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
