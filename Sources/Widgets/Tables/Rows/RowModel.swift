internal import CHikidashiGTK
internal import CHikidashiWidgetBridge

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
