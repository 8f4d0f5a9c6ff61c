public import HikidashiOutlines

/// What a user's own code adds to a table. Each hook runs after the built-in behaviour has decided,
/// and nil leaves that behaviour alone. Hooks tell of what the user does, not of what the program
/// changes.
///
/// ```swift
/// view.hooks.willOpen = { row in row.item != "Locked" }
/// view.hooks.didSelect = { row in show(row.item) }
/// ```
@MainActor
public struct OutlineHooks<Item: Sendable> {
  public typealias Row = OutlineRow<Item>

  /// False keeps the row closed.
  public var willOpen: (@MainActor (Row) -> Bool)?
  public var didOpen: (@MainActor (Row) -> Void)?
  /// False keeps the row open.
  public var willClose: (@MainActor (Row) -> Bool)?
  public var didClose: (@MainActor (Row) -> Void)?
  /// False keeps the row off; asked for each row of a range.
  public var willSelect: (@MainActor (Row) -> Bool)?
  public var didSelect: (@MainActor (Row) -> Void)?
  /// False keeps the row on.
  public var willDeselect: (@MainActor (Row) -> Bool)?
  public var didDeselect: (@MainActor (Row) -> Void)?
  /// Enter, or a double click, on a row that is no section.
  public var didActivate: (@MainActor (Row) -> Void)?

  /// False keeps the rows where they are; asked also while they are dragged.
  public var willMove: (@MainActor (OutlineMove) -> Bool)?
  public var didMove: (@MainActor (OutlineMove) -> Void)?

  var watchesSelection: Bool {
    willSelect != nil || didSelect != nil || willDeselect != nil || didDeselect != nil
  }
}
