internal import CGTK
internal import Outlines

/// Where the user is in a table: what a change of its rows must not lose.
@MainActor
struct OutlinePlace<Item: Sendable> {
  let rowCount: Int
  let isFiltered: Bool
  /// The node that has the keyboard focus, with the nodes above it.
  let focused: [NodeID]
  /// The node at the top of the view.
  let top: NodeID?

  init(of view: OutlineView<Item>) {
    rowCount = view.outline.rowCount
    isFiltered = view.outline.isFiltered
    var path: [NodeID] = []
    var node = view.focusedRow.flatMap {
      $0 < view.outline.rowCount ? view.outline.id(atRow: $0) : nil
    }
    while let id = node {
      path.append(id)
      node = view.outline.parent(of: id)
    }
    focused = path
    top = view.topRow.map { view.outline.id(atRow: $0) }
  }
}

extension OutlineView {
  typealias Place = OutlinePlace<Item>

  /// The first row in view; nil while nothing is shown.
  var topRow: Int? {
    shown.values.filter { isOnScreen($0) }.compactMap(\.row).min()
      .flatMap { $0 < outline.rowCount ? $0 : nil }
  }

  /// Goes back to where the user was, as far as it is still there.
  func restore(_ place: Place) {
    guard native != nil else { return }
    // The focus goes with its node; when that is hidden, to what hides it.
    if let row = place.focused.lazy.compactMap({ self.outline.row(of: $0) }).first {
      if focusedRow != row { focus(row: row) }
    }
    if outline.isFiltered, !place.isFiltered { topBeforeFilter = place.top }
    if !outline.isFiltered, place.isFiltered, let top = topBeforeFilter {
      topBeforeFilter = nil
      if place.focused.isEmpty { scroll(toTop: top) }
    }
  }

  /// Brings a node to the top of the view: from below, where scrolling stops as soon as it is seen.
  private func scroll(toTop id: NodeID) {
    guard let row = outline.row(of: id) else { return }
    scroll(to: outline.rowCount - 1)
    scroll(to: row)
  }
}
