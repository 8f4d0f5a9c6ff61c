internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiOutlines

/// Loads the children of nodes when they are first asked for, and shows in their row how far they are.
@MainActor
final class ChildLoading<Item: Sendable> {
  var loader: OutlineView<Item>.ChildLoader?
  private let rows: OutlineRows<Item>
  private var loads = ChildLoads()
  private var tasks: [NodeID: Task<Void, Never>] = [:]

  init(_ rows: OutlineRows<Item>) {
    self.rows = rows
    rows.showPlaceholder = { [weak self] row, cell in self?.show(row, in: cell) }
  }

  /// Whether children are being loaded.
  var isLoading: Bool { !tasks.isEmpty }

  /// Shows in a row whose children are to come how far they are, and begins to load them.
  private func show(_ row: OutlineRow<Item>, in cell: RowCell) {
    guard let parent = rows.outline.parent(of: row.id) else { return cell.showContent() }
    if loader != nil, let ticket = loads.wanted(parent) { start(ticket) }
    switch loads.state(of: parent) {
    case .failed(let reason):
      cell.showFailure(reason) { [weak self] in self?.retry(parent) }
    default: cell.showLoading()
    }
  }

  /// Does what a press on a row that has failed does.
  ///
  /// - Returns: False when the row is another one.
  func retry(_ row: OutlineRow<Item>) -> Bool {
    guard rows.outline.isPlaceholder(row.id), let parent = rows.outline.parent(of: row.id) else {
      return false
    }
    retry(parent)
    return true
  }

  private func retry(_ node: NodeID) {
    guard let ticket = loads.retried(node) else { return }
    start(ticket)
    rows.showAgain()
  }

  private func start(_ ticket: ChildLoads.Ticket) {
    guard let loader, let row = rows.outline.row(for: ticket.node) else { return }
    tasks[ticket.node] = Task { [weak self] in
      do {
        let nodes = try await loader(row)
        self?.ended(ticket, nodes)
      } catch {
        self?.failed(ticket, error)
      }
    }
  }

  private func ended(_ ticket: ChildLoads.Ticket, _ nodes: [Node<Item>]) {
    guard loads.ended(ticket) else { return }
    tasks[ticket.node] = nil
    do {
      try rows.change { try $0.setChildren(nodes, of: ticket.node) }
    } catch {
      // The node may be gone; then nobody waits.
      guard let again = loads.wanted(ticket.node) else { return }
      failed(again, error)
    }
  }

  private func failed(_ ticket: ChildLoads.Ticket, _ error: any Error) {
    guard loads.ended(ticket, failure: String(describing: error)) else { return }
    tasks[ticket.node] = nil
    rows.showAgain()
  }

  /// Throws away the children of a node.
  func unload(_ id: NodeID) {
    cancel { $0 == id }
    rows.change { try? $0.unloadChildren(of: id) }
  }

  /// Cancels what was loaded for nodes that were closed or are gone.
  func cancelUnwanted() {
    let outline = rows.outline
    cancel { outline.row(of: .placeholder(under: $0)) == nil }
  }

  func end() {
    cancel { _ in true }
    loader = nil
  }

  private func cancel(where isUnwanted: (NodeID) -> Bool) {
    for node in loads.keep(where: { !isUnwanted($0) }) { tasks.removeValue(forKey: node)?.cancel() }
  }
}

/// What stands in a row whose children are to come: that they are loading, or why they are not there.
@MainActor
final class WaitingRow {
  private(set) lazy var part = Stack(.horizontal, spacing: 8) {
    spinner
    label
    button
  }
  private let spinner = Spinner(tr("Loading …"))
  private let label = Label().ellipsized().styleClass("dim-label")
  private lazy var button = Button(tr("Try Again")) { [weak self] in self?.retry?() }
    .align(vertical: .center)
  private var retry: (@MainActor () -> Void)?

  func showLoading() {
    spinner.isVisible = true
    button.isVisible = false
    label.text = tr("Loading …")
    label.tooltip(nil)
    retry = nil
  }

  func showFailure(_ reason: String, retry: @escaping @MainActor () -> Void) {
    spinner.isVisible = false
    button.isVisible = true
    label.text = reason
    label.tooltip(reason)
    self.retry = retry
  }

  var text: String { label.text }

  func end() { retry = nil }
}

extension RowCell {
  func showLoading() {
    makeWaiting().showLoading()
    showWaiting(true)
  }

  func showFailure(_ reason: String, retry: @escaping @MainActor () -> Void) {
    makeWaiting().showFailure(reason, retry: retry)
    showWaiting(true)
  }

  /// Shows what the table's ``Cells`` made.
  func showContent() {
    guard let waiting else { return }
    waiting.end()
    showWaiting(false)
  }

  private func showWaiting(_ isWaiting: Bool) {
    guard let waiting else { return }
    content.isVisible = !isWaiting
    waiting.part.isVisible = isWaiting
    guard isWaiting, let native = waiting.part.native, let content = content.native else { return }
    gtk_widget_set_margin_start(native, gtk_widget_get_margin_start(content))
    setName(waiting.text)
  }

  private func makeWaiting() -> WaitingRow {
    if let waiting { return waiting }
    let made = WaitingRow()
    made.part.expand(.horizontal).adopt { part in
      if let native { gtk_widget_insert_before(part, native, nil) }
    }
    waiting = made
    return made
  }
}
