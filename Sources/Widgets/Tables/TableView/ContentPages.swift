/// The rows of a table, and what stands in their place while there are none to show.
@MainActor
final class ContentPages {
  let part: Pages
  private let place = Stack(.vertical, spacing: 0, [])
  private var page: Part?

  init(rows: Part) { part = Pages(["rows": rows, "state": place.expand()]) }

  /// Shows a page in the place of the rows; nil shows the rows.
  func show(_ new: Part?) {
    if let page { place.remove(page) }
    page = new
    if let new { place.append(new) }
    part.shown = new == nil ? "rows" : "state"
  }
}
