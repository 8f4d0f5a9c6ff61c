public import HikidashiOutlines

/// What a user's own code refuses. Each hook is asked before the table does what the user wants; nil
/// allows it. What the program changes is not asked for.
///
/// ```swift
/// view.hooks.willOpen = { row in row.item != "Locked" }
/// view.onSelect = { row in show(row.item) }
/// ```
@MainActor
public struct OutlineHooks<Item: Sendable> {
  public typealias Row = OutlineRow<Item>

  /// False keeps the row closed.
  public var willOpen: (@MainActor (Row) -> Bool)?
  /// False keeps the row open.
  public var willClose: (@MainActor (Row) -> Bool)?
  /// False keeps the row off; asked for each row of a range.
  public var willSelect: (@MainActor (Row) -> Bool)?
  /// False keeps the row on.
  public var willDeselect: (@MainActor (Row) -> Bool)?
  /// False keeps the rows where they are; asked also while they are dragged.
  public var willMove: (@MainActor (OutlineMove) -> Bool)?
}
