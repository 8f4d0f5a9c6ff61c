internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiOutlines

/// What a person selects. Rows count from 0.
enum RowChoice {
  case only(Int)
  case adding(Int)
  case removing(Int)
  /// All rows from the one that was selected last.
  case extending(to: Int, keepingOthers: Bool)
  case all
  case nothing
}

/// What a ``RowModel`` asks about the selection, and tells about the user's choice.
@MainActor
protocol RowSelector: AnyObject {
  func isSelected(row: Int) -> Bool
  /// - Returns: True when such a choice may be made; the model has told GTK what changed.
  func select(_ choice: RowChoice) -> Bool
}

/// The list of rows and their selection, as GTK sees it: only positions, no objects of ours.
@MainActor
final class RowModel {
  let native: OpaquePointer
  weak var selector: (any RowSelector)?
  /// GTK first offers a range, and then, when that is refused, the row at its moving end. The table
  /// has an anchor of its own, which survives filtering, and wants only that end.
  private var isExtending = false
  /// Whether rows were replaced that are not laid out yet.
  var hasNewRows = false

  init() {
    native = hk_row_model_new(RowModel.callbacks)
    hk_row_model_set_owner(native, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    hk_row_model_detach(native)
    g_object_unref(UnsafeMutableRawPointer(native))
  }

  /// How many rows GTK knows of.
  var count: Int { Int(g_list_model_get_n_items(native)) }

  /// Tells GTK that rows were replaced.
  func rowsChanged(at position: Int, removed: Int, inserted: Int) {
    if removed + inserted > 0 { hasNewRows = true }
    hk_row_model_changed(
      native, guint(clamping: position), guint(clamping: removed), guint(clamping: inserted))
  }

  /// Tells GTK that rows were selected or deselected.
  func selectionChanged(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    gtk_selection_model_selection_changed(
      native, guint(clamping: rows.lowerBound), guint(clamping: rows.count))
  }

  private func deselect(row: Int) -> Bool {
    // A row that is on already ends a range just as well.
    isExtending ? select(row: row, keepingOthers: true) : choose(.removing(row))
  }

  private func select(row: Int, keepingOthers: Bool) -> Bool {
    defer { isExtending = false }
    if isExtending { return choose(.extending(to: row, keepingOthers: keepingOthers)) }
    return choose(keepingOthers ? .adding(row) : .only(row))
  }

  private func choose(_ choice: RowChoice) -> Bool { selector?.select(choice) ?? false }

  private static func with<Result: Sendable>(
    _ data: UnsafeMutableRawPointer?, _ fallback: Result, _ body: @MainActor (RowModel) -> Result
  ) -> Result {
    guard let data else { return fallback }
    return MainActor.assumeIsolated {
      body(Unmanaged<RowModel>.fromOpaque(data).takeUnretainedValue())
    }
  }

  private static let callbacks = HKRowModelCallbacks(
    is_selected: { data, row in
      RowModel.with(data, 0) { $0.selector?.isSelected(row: Int(row)) == true ? 1 : 0 }
    },
    select_item: { data, row, only in
      RowModel.with(data, 0) { $0.select(row: Int(row), keepingOthers: only == 0) ? 1 : 0 }
    },
    unselect_item: { data, row in
      RowModel.with(data, 0) { $0.deselect(row: Int(row)) ? 1 : 0 }
    },
    offer_range: { data in RowModel.with(data, ()) { $0.isExtending = true } },
    select_all: { data in RowModel.with(data, 0) { $0.choose(.all) ? 1 : 0 } },
    unselect_all: { data in RowModel.with(data, 0) { $0.choose(.nothing) ? 1 : 0 } })
}

/// Tells GTK of the rows of a list, first of those that fill a screen.
///
/// GTK keeps some 200 row widgets for any list, and making them takes longer than all the rest of a
/// window, or of a frame. So a list that is shown, or that grows from a few rows, first has only the
/// rows that fill a screen, and the others a frame later.
@MainActor
final class RowAnnouncer {
  private let rows: RowList<RowCell>
  /// Whether the list has been shown; what changes before that is seen when it is.
  private var hasBegun = false

  init(_ rows: RowList<RowCell>) {
    self.rows = rows
    rows.isAllAnnounced = false
    rows.events.didSettle = { [weak self] in self?.announceRest() }
    connect(UnsafeMutableRawPointer(rows.list), "map") { [weak self] _ in
      self?.announceFirst()
      return false
    }
  }

  private var rowCount: Int { rows.source?.rowCount ?? 0 }

  /// As many rows as fit if they are as low as rows can be. Should they be lower still, the rest of
  /// the list is empty for a frame.
  private var firstRows: Int {
    var height = gtk_widget_get_height(rows.list)
    if height == 0, let root = gtk_widget_get_root(rows.list) {
      var width: gint = 0
      gtk_window_get_default_size(root.widget.cast(to: GtkWindow.self), &width, &height)
    }
    return max(Int(height) / 20, 20)
  }

  private func announceFirst() {
    guard !hasBegun else {
      // Styles that changed while the list was hidden are not seen otherwise.
      for cell in rows.shown.values { cell.restyle() }
      return
    }
    rows.model.rowsChanged(at: 0, removed: 0, inserted: min(rowCount, firstRows))
    hasBegun = true
    rows.settle()
  }

  /// Tells GTK of the rows that it does not know yet.
  private func announceRest() {
    guard hasBegun, !rows.isAllAnnounced else { return }
    rows.isAllAnnounced = true
    let count = rows.model.count
    rows.model.rowsChanged(at: count, removed: 0, inserted: rowCount - count)
    rows.announceSelection()
    rows.settle()
  }

  /// Tells GTK of a change of which it knows nothing yet.
  ///
  /// Rows that take the place of others keep the widgets of those, which are bound anew: GTK would
  /// throw them away and make others.
  func announce(_ change: RowChange) {
    guard hasBegun else { return }
    rows.settle()
    guard let change = knownChange(change) else { return }
    let replaced = min(change.removed, change.inserted)
    let removed = change.position + replaced..<change.position + change.removed
    let isKept = rows.announce(
      removed: removed, inserted: change.inserted - replaced, of: rowCount)
    if !isKept { rows.isAllAnnounced = true }
  }

  /// What a change is for GTK, which may know the first rows only, and is to know no more than those
  /// of a list that grows from a few. Nil when it happens behind the rows that GTK knows.
  private func knownChange(_ change: RowChange) -> RowChange? {
    let (known, limit, count) = (rows.model.count, firstRows, rowCount)
    if rows.isAllAnnounced, known >= limit || count <= limit { return change }
    guard change.position <= known else { return nil }
    // The limit is that of the window as it is now, and may have become less.
    let first = min(count, max(limit, change.position))
    rows.isAllAnnounced = first == count
    return RowChange(
      position: change.position, removed: known - change.position,
      inserted: first - change.position)
  }
}
