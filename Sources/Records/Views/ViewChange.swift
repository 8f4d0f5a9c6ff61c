/// One change of the rows of a view.
///
/// The changes that ``SortedView/update(to:)`` reports are applied one after another, each to the
/// rows as the one before left them:
///
/// ```swift
/// for change in view.update(to: cards) {
///   switch change {
///   case .inserted(let number, let row): rows.insert(number, at: row)
///   case .removed(_, let row): rows.remove(at: row)
///   case .moved(let number, let from, let to):
///     rows.remove(at: from)
///     rows.insert(number, at: to)
///   case .updated(_, let row): redraw(row)
///   case .reloaded: rows = Array(view)
///   }
/// }
/// ```
public enum ViewChange: Hashable, Sendable {
  /// A record came, and has this row now.
  case inserted(RecordNumber, at: Int)
  /// A record went, and had this row.
  case removed(RecordNumber, at: Int)
  /// A record that has other values went from one row to another; `to` is its row now, after it
  /// was taken out of the row `from`.
  case moved(RecordNumber, from: Int, to: Int)
  /// A record has other values, and stays in its row.
  case updated(RecordNumber, at: Int)
  /// All rows may be others: so much changed that they were put in order anew.
  case reloaded
}
