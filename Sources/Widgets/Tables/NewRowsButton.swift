internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiOutlines

/// The end of a table where rows are added.
public enum ListEdge: Sendable, Hashable {
  case top, bottom
}

/// The button that tells of rows that came at an end of the table that is out of view, and goes there.
@MainActor
final class NewRowsButton<Item: Sendable> {
  private let edge: ListEdge
  private let rows: OutlineRows<Item>
  private lazy var button = Button("") { [weak self] in self?.goThere() }
    .styleClass("pill", "suggested-action", "hk-new-rows")
    .align(horizontal: .center, vertical: edge == .top ? .start : .end).margin(12)
    .visible(false)
  /// The row next to those that are new.
  private var known: NodeID?
  /// The places among some rows, as counted after a change.
  private var counted: (rows: Range<Int>, generation: Int, count: Int)?
  /// How many rows were added and were not in view yet.
  private(set) var count = 0

  /// - Parameter overlay: The `GtkOverlay` around the list.
  init(_ edge: ListEdge, _ rows: OutlineRows<Item>, over overlay: NativeWidget) {
    self.edge = edge
    self.rows = rows
    button.adopt { gtk_overlay_add_overlay(overlay.opaque, $0) }
  }

  private func goThere() {
    guard rows.outline.rowCount > 0 else { return }
    let last = rows.outline.rowCount - 1
    switch edge {
    case .top: rows.scroll(to: rows.outline.id(atRow: 0), .top)
    case .bottom: rows.scrollToEnd()
    }
    rows.list.focus(row: edge == .top ? 0 : last)
  }

  /// The row at which the reader is, behind headings that will stand above what is new, too.
  private func firstPlace(from row: Int, _ end: Int) -> Int {
    guard let isPlace = rows.list.isPlace else { return row }
    return (row...max(row, end)).first(where: isPlace) ?? row
  }

  private func places(in range: Range<Int>) -> Int {
    guard let isPlace = rows.list.isPlace else { return range.count }
    // They are many after a while, and a scroll does not change them.
    let generation = rows.list.generation
    if let counted, counted.rows == range, counted.generation == generation { return counted.count }
    let count = range.count(where: isPlace)
    counted = (range, generation, count)
    return count
  }

  /// Counts again after the rows were laid out.
  func update() {
    let outline = rows.outline
    guard let first = rows.list.anchor.seen.first, let last = rows.list.anchor.seen.last,
      let top = outline.row(of: first.id), let bottom = outline.row(of: last.id)
    else { return }
    let end = outline.rowCount - 1
    let known = known.flatMap { outline.row(of: $0) }
    let count: Int
    switch edge {
    case .top:
      let above = min(known ?? 0, top)
      count = places(in: 0..<above)
      if known.map({ top < $0 }) ?? true || count == 0 {
        self.known = outline.id(atRow: firstPlace(from: above, end))
      }
    case .bottom:
      let below = min(end - (known ?? end), end - bottom)
      count = places(in: end - below + 1..<end + 1)
      if known.map({ bottom > $0 }) ?? true || count == 0 {
        self.known = outline.id(atRow: end - below)
      }
    }
    guard count != self.count else { return }
    self.count = count
    if count > 0 { button.title = trn("{} new", "{} new", count, count) }
    // A widget must not come or go while others are laid out.
    rows.list.afterNextFrame { [weak self] in
      if let self { button.isVisible = self.count > 0 }
    }
  }
}
