internal import CGTK
internal import Outlines
internal import Support

/// An end of a table at which rows are added.
public enum ListEdge: Sendable, Hashable {
  case top, bottom
}

/// The button that tells of rows that came at an end of the table that is out of view.
@MainActor
final class NewRowsButton {
  let edge: ListEdge
  let button: Button
  /// The row next to those that are new.
  var known: NodeID?
  var count = 0

  init(_ edge: ListEdge, press: @escaping @MainActor () -> Void) {
    self.edge = edge
    button = Button("", press).styleClass("pill", "suggested-action", "hk-new-rows")
      .align(horizontal: .center, vertical: edge == .top ? .start : .end).margin(12)
      .visible(false)
  }
}

extension OutlineView {
  /// Tells of rows that were added at an end of the table while a person reads elsewhere, by a button
  /// that goes there: “3 new”.
  ///
  /// ```swift
  /// OutlineView(posts).announcingNewRows(at: .top)
  /// ```
  @discardableResult
  public func announcingNewRows(at edge: ListEdge) -> Self {
    guard native != nil, newRows == nil else { return self }
    let new = NewRowsButton(edge) { [weak self] in self?.goToNewRows() }
    newRows = new
    new.button.adopt { gtk_overlay_add_overlay(overlay.opaque, $0) }
    return self
  }

  /// How many rows were added at the end that is watched and were not in view yet.
  public var newRowCount: Int { newRows?.count ?? 0 }

  private func goToNewRows() {
    guard let newRows, outline.rowCount > 0 else { return }
    let last = outline.rowCount - 1
    switch newRows.edge {
    case .top: scroll(to: outline.id(atRow: 0), .top)
    case .bottom: scrollToEnd()
    }
    focus(row: newRows.edge == .top ? 0 : last)
  }

  /// Counts again after the rows were laid out.
  func countNewRows() {
    guard let newRows, let first = rows.anchor.seen.first, let last = rows.anchor.seen.last,
      let top = outline.row(of: first.id), let bottom = outline.row(of: last.id)
    else { return }
    let end = outline.rowCount - 1
    let known = newRows.known.flatMap { outline.row(of: $0) }
    let count: Int
    switch newRows.edge {
    case .top:
      count = min(known ?? 0, top)
      if known.map({ top < $0 }) ?? true || count == 0 { newRows.known = outline.id(atRow: count) }
    case .bottom:
      count = min(end - (known ?? end), end - bottom)
      if known.map({ bottom > $0 }) ?? true || count == 0 {
        newRows.known = outline.id(atRow: end - count)
      }
    }
    guard count != newRows.count else { return }
    newRows.count = count
    if count > 0 { newRows.button.title = trn("{} new", "{} new", count, count) }
    // A widget must not come or go while others are laid out.
    afterNextFrame { view in
      guard let newRows = view.newRows else { return }
      newRows.button.isVisible = newRows.count > 0
    }
  }
}
