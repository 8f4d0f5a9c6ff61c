internal import HikidashiBase

/// The rows of a table, and what stands in their place while there are none to show.
@MainActor
final class ContentPages {
  /// What rows there are to be seen.
  enum Rows {
    case some, filteredOut, none
  }

  let part: Stack
  private let pages: Pages
  private(set) var state = ContentState.loaded
  /// Called when something else is shown.
  var didShow: (@MainActor () -> Void)?
  private var rows = Rows.some
  private var empty: EmptyContent
  private var unmatched: EmptyContent
  private let place = Stack(.vertical, spacing: 0, [])
  private var page: Part?
  /// What stands above the rows, or above what stands for them.
  private var notice: Part?
  private var strip: ProgressBar?
  private var progress: ProgressWatch?
  private var delay: Task<Void, Never>?

  init(rows: Part, empty: EmptyContent, unmatched: EmptyContent) {
    pages = Pages(["rows": rows, "state": place.expand()])
    part = Stack(.vertical, spacing: 0, [pages])
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
    showProgress(nil)
    showNotice(nil)
  }

  /// Says something above the rows that are there, with a way to try again; nil takes it away.
  func showNotice(_ text: String?, retry: @escaping @MainActor () -> Void = {}) {
    if let notice { part.remove(notice) }
    notice = text.map { text in
      Stack(.horizontal, spacing: 8) {
        Image(icon: "dialog-warning-symbolic")
        Label(text).wrapping().selectable().expand(.horizontal)
        Button(tr("Try Again"), retry).align(vertical: .center)
      }.margin(8)
    }
    if let notice { part.insert(notice, after: nil) }
  }

  /// Shows how far something is, once it takes a while; nil ends that.
  func showProgress(_ report: ProgressReport?) {
    delay?.cancel()
    progress = nil
    if let strip { part.remove(strip) }
    strip = nil
    guard let report else { return }
    delay = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      if let self, !Task.isCancelled { showStrip(report) }
    }
  }

  private func showStrip(_ report: ProgressReport) {
    let strip = ProgressBar().styleClass("osd").accessibleLabel(tr("Loading …"))
    self.strip = strip
    part.insert(strip, after: notice)
    progress = ProgressWatch(report, bar: strip) {}
  }

  private func showPage() {
    if let page { place.remove(page) }
    let isUnmatched = state.isLoaded && rows == .filteredOut
    page = (isUnmatched ? .empty(unmatched) : state).makePage()
    if let page { place.append(page) }
    pages.shown = page == nil ? "rows" : "state"
    didShow?()
  }
}
