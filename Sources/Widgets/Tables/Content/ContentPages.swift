internal import HikidashiBase

/// The rows of a table, and what stands in their place while there are none to show.
@MainActor
final class ContentPages {
  /// What rows there are to be seen.
  enum Rows {
    case some, filteredOut, none
  }

  let part: Pages
  private(set) var state = ContentState.loaded
  /// Called when something else is shown.
  var didShow: (@MainActor () -> Void)?
  private var rows = Rows.some
  private var empty: EmptyContent
  private var unmatched: EmptyContent
  private let place = Stack(.vertical, spacing: 0, [])
  private var page: Part?

  init(rows: Part, empty: EmptyContent, unmatched: EmptyContent) {
    part = Pages(["rows": rows, "state": place.expand()])
    self.empty = empty
    self.unmatched = unmatched
  }

  /// Shows what the program says; of rows that there are not, what stands for none.
  func show(_ new: ContentState, _ rows: Rows) {
    state = new
    self.rows = rows
    if new.isLoaded, rows == .none { state = .empty(empty) }
    showPage()
  }

  /// Shows the rows, or what stands for none, after they have changed.
  ///
  /// - Parameter endsLoading: Whether rows are also shown where the program has said that there are none.
  func follow(_ rows: Rows, endsLoading: Bool) {
    switch state {
    case .loading, .failed: guard endsLoading else { return }
    case .empty where rows != .none: guard endsLoading || rows != self.rows else { return }
    case .empty, .loaded: guard rows != self.rows else { return }
    }
    show(.loaded, rows)
  }

  func setEmpty(_ content: EmptyContent) {
    empty = content
    if case .empty = state { show(.empty(content), rows) }
  }

  func setUnmatched(_ content: EmptyContent) {
    unmatched = content
    if state.isLoaded, rows == .filteredOut { showPage() }
  }

  /// Lets go of what its user gave it, which may capture the table.
  func end() {
    (state, rows) = (.loaded, .some)
    (empty, unmatched) = (EmptyContent(""), EmptyContent(""))
    didShow = nil
  }

  private func showPage() {
    if let page { place.remove(page) }
    let isUnmatched = state.isLoaded && rows == .filteredOut
    page = (isUnmatched ? .empty(unmatched) : state).makePage()
    if let page { place.append(page) }
    part.shown = page == nil ? "rows" : "state"
    didShow?()
  }
}
