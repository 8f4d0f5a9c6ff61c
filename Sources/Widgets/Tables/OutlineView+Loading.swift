internal import CGTK
public import Outlines
internal import Support

extension OutlineView {
  public typealias ChildLoader =
    @MainActor (OutlineRow<Item>) async throws -> [Node<Item>]

  /// Loads the children of nodes that are defined with `loadsChildren` when a person opens them.
  ///
  /// Until they are there a row says so; when that fails the row says why, and tries again at a
  /// press. Closing the node cancels the task that loads.
  ///
  /// ```swift
  /// let files = try Outline([Node("/", id: 1, isSection: true, loadsChildren: true)])
  /// OutlineView(files).loadingChildren { folder in
  ///   try await list(folder.item).map { Node($0) }
  /// }
  /// ```
  @discardableResult
  public func loadingChildren(_ load: @escaping ChildLoader) -> Self {
    childLoader = load
    return self
  }

  /// Throws away the children of a node; they are loaded anew when they are asked for.
  public func reloadChildren(of id: NodeID) {
    endLoad(of: id)
    change { try? $0.unloadChildren(of: id) }
  }

  /// Shows in a row whose children are to come how far they are, and begins to load them.
  func showWaiting(_ row: OutlineRow<Item>, in cell: RowCell) {
    guard outline.isPlaceholder(row.id), let parent = outline.parent(of: row.id) else {
      cell.showContent()
      return
    }
    if childLoader != nil, let ticket = loads.wanted(parent) { start(ticket) }
    switch loads.state(of: parent) {
    case .failed(let reason):
      cell.showFailure(reason) { [weak self] in self?.retry(parent) }
    default: cell.showLoading()
    }
  }

  /// Does what a press on a row that has failed does.
  ///
  /// - Returns: False when the row is another one.
  func retryByUser(_ row: OutlineRow<Item>) -> Bool {
    guard outline.isPlaceholder(row.id), let parent = outline.parent(of: row.id) else {
      return false
    }
    retry(parent)
    return true
  }

  private func retry(_ node: NodeID) {
    guard let ticket = loads.retried(node) else { return }
    start(ticket)
    showAgain()
  }

  private func start(_ ticket: ChildLoads.Ticket) {
    guard let childLoader, let row = outline.row(for: ticket.node) else { return }
    loadTasks[ticket.node] = Task { [weak self] in
      do {
        let nodes = try await childLoader(row)
        self?.ended(ticket, nodes)
      } catch {
        self?.failed(ticket, error)
      }
    }
  }

  private func ended(_ ticket: ChildLoads.Ticket, _ nodes: [Node<Item>]) {
    guard loads.ended(ticket) else { return }
    loadTasks[ticket.node] = nil
    do {
      try change { try $0.setChildren(nodes, of: ticket.node) }
    } catch {
      // The node may be gone; then nobody waits.
      guard let again = loads.wanted(ticket.node) else { return }
      failed(again, error)
    }
  }

  private func failed(_ ticket: ChildLoads.Ticket, _ error: any Error) {
    guard loads.ended(ticket, failure: String(describing: error)) else { return }
    loadTasks[ticket.node] = nil
    showAgain()
  }

  /// Cancels what was loaded for nodes that were closed or are gone.
  func endUnwantedLoads() {
    let outline = self.outline
    for node in loads.keep(where: { outline.row(of: .placeholder(under: $0)) != nil }) {
      loadTasks.removeValue(forKey: node)?.cancel()
    }
  }

  private func endLoad(of id: NodeID) {
    for node in loads.keep(where: { $0 != id }) { loadTasks.removeValue(forKey: node)?.cancel() }
  }

  func endAllLoads() {
    for node in loads.keep(where: { _ in false }) {
      loadTasks.removeValue(forKey: node)?.cancel()
    }
    childLoader = nil
  }
}
