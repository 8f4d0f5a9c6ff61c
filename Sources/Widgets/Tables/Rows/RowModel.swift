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
///
/// GTK may know some of the rows only, which follow one another. Its first position is the first of those.
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

  /// The first row that GTK knows of.
  private(set) var first = 0

  /// The rows that GTK knows of.
  var known: Range<Int> { first..<first + count }

  /// The row at a position of GTK's.
  func row(at position: Int) -> Int { first + position }

  /// Tells GTK that rows were replaced.
  func rowsChanged(at row: Int, removed: Int, inserted: Int) {
    if removed + inserted > 0 { hasNewRows = true }
    hk_row_model_changed(
      native, guint(clamping: row - first), guint(clamping: removed), guint(clamping: inserted))
  }

  /// Moves the rows that GTK knows of, as many as they are, to others; GTK is not told.
  func begins(at row: Int) { first = row }

  /// Tells GTK of rows before and behind those that it knows of.
  func extend(to rows: Range<Int>) {
    let known = known
    if rows.upperBound > known.upperBound {
      rowsChanged(
        at: known.upperBound, removed: 0, inserted: rows.upperBound - known.upperBound)
    }
    guard rows.lowerBound < known.lowerBound else { return }
    first = rows.lowerBound
    rowsChanged(at: first, removed: 0, inserted: known.lowerBound - rows.lowerBound)
  }

  /// Tells GTK that rows were selected or deselected.
  func selectionChanged(_ rows: Range<Int>) {
    let rows = rows.clamped(to: known)
    guard !rows.isEmpty else { return }
    gtk_selection_model_selection_changed(
      native, guint(clamping: rows.lowerBound - first), guint(clamping: rows.count))
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
      RowModel.with(data, 0) { $0.selector?.isSelected(row: $0.row(at: Int(row))) == true ? 1 : 0 }
    },
    select_item: { data, row, only in
      RowModel.with(data, 0) {
        $0.select(row: $0.row(at: Int(row)), keepingOthers: only == 0) ? 1 : 0
      }
    },
    unselect_item: { data, row in
      RowModel.with(data, 0) { $0.deselect(row: $0.row(at: Int(row))) ? 1 : 0 }
    },
    offer_range: { data in RowModel.with(data, ()) { $0.isExtending = true } },
    select_all: { data in RowModel.with(data, 0) { $0.choose(.all) ? 1 : 0 } },
    unselect_all: { data in RowModel.with(data, 0) { $0.choose(.nothing) ? 1 : 0 } })
}
