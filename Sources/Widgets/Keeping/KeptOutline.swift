internal import HikidashiOutlines

/// What is open and selected in an outline, and where it is scrolled to, from one run to the next.
///
/// Nodes may come after the table, as those that are loaded: what was kept of them waits until they are
/// there, and is kept on meanwhile.
@MainActor
final class KeptOutline<Item: Sendable>: RowsKeeping {
  private weak var rows: OutlineRows<Item>?
  private weak var part: Part?
  private let place: KeptPlace<RowCell>
  /// What was kept of nodes that are not there yet.
  private var missing = OutlineState()
  /// Nothing was put back yet.
  private var isNew = false
  private var isPuttingBack = false

  /// More nodes than these are not kept: a click on a heading must not write megabytes.
  private static var mostNodes: Int { 10_000 }
  private static var mostSelected: Int { 1_000 }

  init(_ rows: OutlineRows<Item>, of part: Part) {
    self.rows = rows
    self.part = part
    place = KeptPlace(rows.list) { [weak part] in part?.stateKeeper?.note("place") }
  }

  func addAspects(to keeper: StateKeeper) {
    keeper.keep(
      "nodes", { [weak self] in self?.state }, putBack: { [weak self] in self?.putBack($0) })
    keeper.keep(
      "place", { [weak self] in self?.place.current },
      putBack: { [weak self] in self?.place.putBack($0) })
  }

  private var state: OutlineState? {
    // A table that has no rows yet has nothing to say of them.
    guard let rows, !isNew, !rows.outline.isEmpty else { return nil }
    var state = rows.outline.state
    state.opened += missing.opened
    state.closed += missing.closed
    state.selected += missing.selected
    state.opened = Array(state.opened.prefix(Self.mostNodes))
    state.closed = Array(state.closed.prefix(Self.mostNodes))
    if state.selected.count > Self.mostSelected { (state.selected, state.anchor) = ([], nil) }
    return state
  }

  private func putBack(_ state: OutlineState) {
    missing = state
    isNew = true
    putBackNodes()
  }

  private func putBackNodes() {
    guard let rows, !missing.isEmpty || isNew, !rows.outline.isEmpty else { return }
    let (here, rest) = missing.divided { rows.outline.contains($0) }
    var wanted = isNew ? OutlineState() : rows.outline.state
    guard isNew || !here.isEmpty else { return }
    (isNew, missing) = (false, rest)
    wanted.opened += here.opened
    wanted.closed += here.closed
    wanted.selected += here.selected
    wanted.anchor = here.anchor ?? wanted.anchor
    isPuttingBack = true
    rows.change { $0.restore(wanted) }
    isPuttingBack = false
  }

  func rowsChanged() {
    guard !isPuttingBack else { return }
    putBackNodes()
    place.rowsChanged()
    part?.stateKeeper?.note("nodes")
  }

  func selectionChanged() {
    // Others were chosen instead of those that are not there yet.
    (missing.selected, missing.anchor) = ([], nil)
    part?.stateKeeper?.note("nodes")
  }

  func laidOut() { place.laidOut() }

  func scrolled() { place.scrolled() }
}

extension OutlineState {
  fileprivate var isEmpty: Bool { opened.isEmpty && closed.isEmpty && selected.isEmpty }

  /// The state of the nodes that are there, and of the others.
  fileprivate func divided(isThere: (NodeID) -> Bool) -> (here: OutlineState, rest: OutlineState) {
    func state(_ isWanted: (NodeID) -> Bool) -> OutlineState {
      OutlineState(
        opened: opened.filter(isWanted), closed: closed.filter(isWanted),
        selected: selected.filter(isWanted), anchor: anchor.flatMap { isWanted($0) ? $0 : nil })
    }
    return (state(isThere), state { !isThere($0) })
  }
}

extension OutlineView {
  /// Brings back at the next start what a person has opened and selected, and where the table was
  /// scrolled to, as soon as there are rows.
  ///
  /// ```swift
  /// OutlineView(library).keeping("library")
  /// OutlineView(contents).keeping("contents", for: book.isbn)
  /// ```
  ///
  /// Nodes are known by their ids: give them such as are the same at the next start. Nobody is told of
  /// what comes back. Of more than 1,000 selected nodes none is kept, and 10,000 that were opened.
  ///
  /// - Parameters:
  ///   - key: The name under which it is kept, unique in the app.
  ///   - document: What the table shows, where it is one of several; the state of the 200 that were used
  ///     last is kept. Call it again when the table shows another.
  ///   - store: Where it is kept; nil takes the app's ``App/state``.
  @discardableResult
  public func keeping(
    _ key: String, for document: String? = nil, in store: StateStore? = nil
  ) -> Self {
    let kept = KeptOutline(content, of: self)
    keepState(key, for: document, in: store) {
      content.keeping = kept
      kept.addAspects(to: $0)
    }
    return self
  }
}
