internal import Outlines

/// What a ``RowList`` asks about its rows, and tells of them. Rows count from 0.
@MainActor
protocol RowListOwner<Cell>: RowModelOwner {
  associatedtype Cell: ListCell

  var rowCount: Int { get }
  func id(atRow row: Int) -> NodeID
  func row(of id: NodeID) -> Int?

  func makeCell(for item: OpaquePointer) -> Cell
  /// Shows a row in a cell that GTK has given it.
  func bind(_ cell: Cell, at row: Int)
  /// Shows a row in the cell that it has, after the rows were changed.
  func rebind(_ cell: Cell, at row: Int)
  func unbind(_ cell: Cell)

  /// The user has pressed Enter on a row, or clicked it twice.
  func activated(row: Int)
  /// - Returns: True when the key has been dealt with.
  func pressed(_ key: Int, modifiers held: UInt32) -> Bool

  /// A layout is about to be looked at.
  ///
  /// - Returns: False where it is not worth a look yet.
  func willAnchor() -> Bool
  /// The rows were laid out and stand where they should.
  func didLayOut()
  /// Somebody else has scrolled.
  func didScroll()
  /// Rows that were changed are laid out.
  func didSettle()
  /// All cells show their rows again.
  func didRebind()
  /// How much of the view is covered when a row is at its top.
  func cover(above id: NodeID?) -> Double
  /// Whether GTK has been told of every row.
  var isAllAnnounced: Bool { get }
}

extension RowListOwner {
  func willAnchor() -> Bool { true }
  func didLayOut() {}
  func didScroll() {}
  func didSettle() {}
  func didRebind() {}
  func cover(above id: NodeID?) -> Double { 0 }
  var isAllAnnounced: Bool { true }
}
