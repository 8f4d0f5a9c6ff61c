/// What a click and the keyboard do to the rows of a table.
public enum SelectionStyle: Sendable, Hashable {
  /// Nothing is selected.
  case none
  /// One row at a time.
  case single
  /// As on a desktop: a click selects one row, with Ctrl also further ones, with Shift a range.
  case multiple
  /// A click on a row turns it on or off; the others stay.
  case toggle
}
