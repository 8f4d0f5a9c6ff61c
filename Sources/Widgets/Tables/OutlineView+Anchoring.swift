internal import CGTK
public import Outlines

extension OutlineView {
  /// The first node in view and where it stands, to be saved; nil while nothing is shown.
  public var scrollPlace: ScrollPlace? { rows.anchor.place }

  /// Goes back to a place that was saved, as far as its node still has a row.
  public func scroll(to place: ScrollPlace) {
    guard native != nil else { return }
    rows.anchor.go(to: place)
    rows.approach(outline.row(of: place.node))
  }

  /// Brings a node's row to where it is wanted, to the pixel, however high the rows before it turn
  /// out to be. Nodes above it are opened.
  ///
  /// ```swift
  /// view.scroll(to: id, .top)
  /// ```
  public func scroll(to id: NodeID, _ alignment: RowAlignment) {
    change { $0.reveal(id) }
    guard native != nil, let row = outline.row(of: id) else { return }
    rows.anchor.go(to: id, alignment)
    rows.approach(row)
  }

  /// Goes to the last row.
  public func scrollToEnd() {
    guard native != nil else { return }
    rows.anchor.goToEnd()
    rows.approach(outline.rowCount - 1)
  }

  /// Goes on to show the last row when rows are added behind it, as long as the user has not
  /// scrolled away from it.
  @discardableResult
  public func followingEnd(_ follows: Bool = true) -> Self {
    rows.anchor.followsEnd = follows
    return self
  }

  /// Text that wraps elsewhere makes every row higher or lower.
  private func holdIfWidthChanged() {
    let width = gtk_widget_get_width(rows.list)
    guard width != lastWidth else { return }
    lastWidth = width
    guard !rows.anchor.isPursuing else { return }
    rows.anchor.hold()
    rows.heldFocus = nil
  }
}

extension OutlineView: RowListOwner {
  var rowCount: Int { outline.rowCount }

  func id(atRow row: Int) -> NodeID { outline.id(atRow: row) }

  func row(of id: NodeID) -> Int? { outline.row(of: id) }

  func willAnchor() -> Bool {
    // Rows that GTK does not know yet cannot be gone to.
    guard isAllAnnounced || !rows.anchor.isPursuing else { return false }
    holdIfWidthChanged()
    return true
  }

  func didLayOut() {
    placePinned()
    measureAnimation()
    countNewRows()
  }

  func didScroll() { stopAnimation() }

  func didSettle() { announceAll() }

  func cover(above id: NodeID?) -> Double { pinnedHeight(above: id) }

  var isAllAnnounced: Bool {
    if case .all = announced { true } else { false }
  }
}
