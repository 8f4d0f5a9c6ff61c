public import HikidashiOutlines

/// Hooks by which the app can forbid what the user wants to do. Each one is called before the table
/// does it; a hook that is nil allows it. Changes made by the program are not asked for.
///
/// ```swift
/// view.hooks.willOpen = { row in row.item != "Locked" }
/// view.onSelect = { row in show(row.item) }
/// ```
@MainActor
public struct OutlineHooks<Item: Sendable> {
  /// A row as the hooks get it.
  public typealias Row = OutlineRow<Item>

  /// Called before a row opens; if it returns false, the row stays closed.
  public var willOpen: (@MainActor (Row) -> Bool)?
  /// Called before a row closes; if it returns false, the row stays open.
  public var willClose: (@MainActor (Row) -> Bool)?
  /// Called before a row is selected, for each row of a range; if it returns false, it stays
  /// unselected.
  public var willSelect: (@MainActor (Row) -> Bool)?
  /// Called before a row is deselected; if it returns false, the row stays selected.
  public var willDeselect: (@MainActor (Row) -> Bool)?
  /// Called before rows move, also while they are dragged; if it returns false, they stay in place.
  public var willMove: (@MainActor (OutlineMove) -> Bool)?
}

/// Who is told of what the user has done.
@MainActor
struct OutlineEvents<Item: Sendable> {
  typealias Row = OutlineRow<Item>

  var onOpen: (@MainActor (Row) -> Void)?
  var onClose: (@MainActor (Row) -> Void)?
  var onSelect: (@MainActor (Row) -> Void)?
  var onDeselect: (@MainActor (Row) -> Void)?
  var onActivate: (@MainActor (Row) -> Void)?
  var onClick: (@MainActor (Row) -> Void)?
  var onMiddleClick: (@MainActor (Row) -> Void)?
  var onSpace: (@MainActor (Row, Bool) -> Bool)?
  var onMove: (@MainActor (OutlineMove) -> Void)?
  var onScroll: (@MainActor (ScrollPlace) -> Void)?
}
