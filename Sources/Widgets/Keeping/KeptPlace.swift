internal import HikidashiOutlines

/// Is told of what happens to the rows of a table, so that their state can be kept.
@MainActor
protocol RowsKeeping: AnyObject {
  /// There are other rows, or others are open.
  func rowsChanged()
  /// Others are selected.
  func selectionChanged()
  /// The rows stand where they should.
  func laidOut()
  /// Somebody has scrolled.
  func scrolled()
}

/// The scroll position of a list that is kept: it is gone back to as soon as its row is there.
@MainActor
final class KeptPlace<Cell: ListCell> {
  private weak var list: RowList<Cell>?
  /// Where to go once there is a row for it.
  private(set) var wanted: ScrollPlace?
  private var last: ScrollPlace?
  private let changed: @MainActor () -> Void

  /// - Parameter changed: Called when the list stands elsewhere.
  init(_ list: RowList<Cell>, changed: @escaping @MainActor () -> Void) {
    self.list = list
    self.changed = changed
  }

  /// The place to keep; nil on the way to another. A list that goes with its window stands where it stood
  /// last.
  var current: ScrollPlace? {
    guard wanted == nil else { return nil }
    guard let list, list.isAlive, !list.anchor.isPursuing else { return last }
    return list.anchor.readerPlace ?? last
  }

  func putBack(_ place: ScrollPlace) {
    wanted = place
    rowsChanged()
  }

  func rowsChanged() {
    guard let wanted, let list, list.source?.row(of: wanted.node) != nil else { return }
    self.wanted = nil
    last = wanted
    // The row with the keyboard would come into view instead.
    list.pendingFocus = nil
    list.scroll(to: wanted)
  }

  func laidOut() {
    guard let place = current, place != last else { return }
    last = place
    changed()
  }

  /// Who scrolls wants to be there.
  func scrolled() { wanted = nil }
}
