internal import CHikidashiGTK
internal import HikidashiOutlines

/// What a ``RowList`` draws for one row, used for one row after another.
@MainActor
protocol ListCell: Part {
  /// The `GtkListItem` that the row stands in; nil for one that stands outside of the list.
  var listItem: OpaquePointer? { get }
  /// The rows of which GTK has made it one.
  var rowModel: RowModel? { get set }
  /// Whether it shows a row now.
  var isBound: Bool { get }
  /// Whether it has shown no row yet.
  var isNew: Bool { get set }
  /// The change of the rows after which it was last shown; negative while it waits to show its row.
  var generation: Int { get set }
  /// What shows its row again when something has changed that was read for it.
  var follower: Follower? { get set }
  /// The row is no longer shown in it.
  func unbind()
  /// It is seen now: what it has put off while it was out of view is to be drawn before the next frame.
  func comeIntoView()
}

extension ListCell {
  func comeIntoView() {}

  /// The cell in a `GtkListItem`.
  static func `in`(_ item: OpaquePointer) -> Self? {
    gtk_list_item_get_child(item).flatMap { Part.of($0) as? Self }
  }

  /// Where the row stands now, or nil while nothing is shown in it.
  var row: Int? { isBound ? ownRow : nil }

  /// The row that GTK has given it, whether it shows that already or waits.
  var ownRow: Int? {
    guard let listItem else { return nil }
    let position = gtk_list_item_get_position(listItem)
    guard position != GTK_INVALID_LIST_POSITION else { return nil }
    return rowModel?.row(at: Int(position))
  }

  /// GTK unmaps the rows that are out of view.
  var isOnScreen: Bool { native.map { gtk_widget_get_mapped($0) != 0 } ?? false }

  /// Keeps the row from screen readers while it shows nothing, or another one's content.
  func hideFromReaders(_ isHidden: Bool) {
    guard let parent = native.flatMap({ gtk_widget_get_parent($0) }) else { return }
    setAccessible(parent, GTK_ACCESSIBLE_STATE_HIDDEN, isHidden)
  }

  /// Whether the keyboard is in the row.
  var hasKeyboard: Bool {
    native.map { gtk_widget_get_parent($0) ?? $0 }
      .map {
        gtk_widget_get_state_flags($0).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
      } ?? false
  }

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

/// What a ``RowList`` asks about its rows. Rows count from 0.
@MainActor
protocol RowSource<Cell>: RowSelector {
  associatedtype Cell: ListCell

  var rowCount: Int { get }
  func id(atRow row: Int) -> NodeID
  func row(of id: NodeID) -> Int?
  func makeCell(for item: OpaquePointer) -> Cell
  /// Shows a row in a cell: one that GTK has given it, or its own after the rows were changed.
  func bind(_ cell: Cell, at row: Int)
}

/// What a ``RowList`` tells of, to those who want to know.
@MainActor
struct RowListEvents {
  /// The user has pressed Enter on a row, or clicked it twice.
  var activated: (@MainActor (_ row: Int) -> Void)?
  /// Returns true when the key has been dealt with.
  var pressed: (@MainActor (_ key: Int, _ held: UInt32) -> Bool)?
  /// The rows were laid out and stand where they should.
  var didLayOut: (@MainActor () -> Void)?
  /// The reader has come to another place.
  var didMove: (@MainActor (ScrollPlace) -> Void)?
  /// Somebody else has scrolled.
  var didScroll: (@MainActor () -> Void)?
  /// GTK does not know of a row that is to be seen.
  var needsRow: (@MainActor (_ row: Int) -> Void)?
  /// Returns true when rows have been added that GTK did not know, as those that it knows do not fill the view once it is
  /// scrolled by so many pixels.
  var fillsView: (@MainActor (_ distance: Double) -> Bool)?
  /// All rows are to be known to GTK.
  var needsAllRows: (@MainActor () -> Void)?
  /// Rows that were changed are laid out.
  var didSettle: (@MainActor () -> Void)?
  /// All cells show their rows again.
  var didRebind: (@MainActor () -> Void)?
  /// Returns how much of the view is covered when a row is at its top.
  var cover: (@MainActor (_ id: NodeID?) -> Double)?
}

/// The style classes that belong to what a row shows, and not to its widget, which shows one thing after
/// another.
struct RowMarks {
  private var names: Set<String> = []

  @MainActor
  mutating func add(_ name: String, to widget: NativeWidget) {
    guard names.insert(name).inserted else { return }
    gtk_widget_add_css_class(widget, name)
  }

  @MainActor
  mutating func removeAll(from widget: NativeWidget) {
    guard !names.isEmpty else { return }
    for name in names { gtk_widget_remove_css_class(widget, name) }
    names = []
  }
}
