internal import CGTK
internal import Outlines

/// Where the user is in a table: what a change of its rows must not lose.
@MainActor
struct TablePlace<Item: Sendable> {
  let rowCount: Int
  let isFiltered: Bool
  /// The node that has the keyboard focus, with the nodes above it.
  let focused: [NodeID]
  /// The node at the top of the view, and where it stands.
  let top: ScrollPlace?
  /// The node that was selected last.
  let selected: NodeID?

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
    top = view.scrollPlace
    selected = view.outline.anchor
  }
}

extension OutlineView {
  typealias Place = TablePlace<Item>

  /// The first row in view, or just above it; nil while nothing is shown.
  var topRow: Int? {
    rows.onScreen.map(\.row).min()
      .flatMap { $0 < outline.rowCount ? $0 : nil }
  }

  /// Goes back to where the user was, as far as it is still there.
  func restore(_ place: Place) {
    guard native != nil else { return }
    // The focus goes with its node; when that is hidden, to what hides it.
    if let row = place.focused.lazy.compactMap({ self.outline.row(of: $0) }).first,
      focusedRow != row, rows.cell(at: row)?.focusRow() != true
    {
      focus(row: row)
    }
    if outline.isFiltered {
      if !place.isFiltered { placeBeforeFilter = place }
      if place.focused.isEmpty { scroll(to: 0) }
    } else if place.isFiltered, let before = placeBeforeFilter {
      placeBeforeFilter = nil
      guard place.focused.isEmpty else { return }
      // Who has chosen something meanwhile wants to see it; who has not, is back where it began.
      if let chosen = outline.anchor, chosen != before.selected {
        scroll(to: chosen, .nearest)
      } else if let top = before.top {
        scroll(to: top)
      }
    }
  }
}
