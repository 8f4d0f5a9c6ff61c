internal import CGTK

/// What a ``RowList`` draws for one row, used for one row after another.
@MainActor
protocol ListCell: Part {
  /// The `GtkListItem` that the row stands in; nil for one that stands outside of the list.
  var listItem: OpaquePointer? { get }
  /// Whether it shows a row now.
  var isBound: Bool { get }
  /// The change of the rows after which it was last shown.
  var generation: Int { get set }
}

extension ListCell {
  /// The cell in a `GtkListItem`.
  static func `in`(_ item: OpaquePointer) -> Self? {
    gtk_list_item_get_child(item).flatMap { Part.of($0) as? Self }
  }

  /// Where the row stands now, or nil while nothing is shown in it.
  var row: Int? {
    guard let listItem, isBound else { return nil }
    let position = gtk_list_item_get_position(listItem)
    return position != GTK_INVALID_LIST_POSITION ? Int(position) : nil
  }

  /// GTK unmaps the rows that are out of view.
  var isOnScreen: Bool { native.map { gtk_widget_get_mapped($0) != 0 } ?? false }

  /// What a screen reader calls the row: GTK 4.8 does not name one by its content, and it would only
  /// say "list item".
  func setName(_ name: String) {
    guard let native, let parent = gtk_widget_get_parent(native) else { return }
    setAccessible(parent, GTK_ACCESSIBLE_PROPERTY_LABEL, beginning(of: name, most: 20_000))
  }

  /// Moves the keyboard focus to the row.
  @discardableResult
  func focusRow() -> Bool {
    guard let native, let parent = gtk_widget_get_parent(native) else { return false }
    return gtk_widget_grab_focus(parent) != 0
  }
}
