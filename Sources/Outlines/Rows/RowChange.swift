/// One change of the list of rows: at `position`, `removed` rows went and `inserted` came.
///
/// It is the smallest such change: the rows before and after it keep their ids. They may *look*
/// different (a section that is now open, an item that was set, a ``SelectionState``), so bind the
/// rows on screen again.
///
/// `GListModel`'s `items_changed` takes exactly these three numbers.
public struct RowChange: Hashable, Sendable {
  /// The first row that changed, from 0.
  public var position: Int
  /// How many rows are gone from `position` on.
  public var removed: Int
  /// How many rows are new from `position` on.
  public var inserted: Int

  public init(position: Int, removed: Int, inserted: Int) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
  }
}
