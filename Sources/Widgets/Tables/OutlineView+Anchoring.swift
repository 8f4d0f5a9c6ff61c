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

  /// Has the list tell of what the rows' own parts follow.
  func listenToRows() {
    rows.rowsWrap = true
    rows.isAllAnnounced = false
    rows.events.activated = { [weak self] in self?.activated(row: $0) }
    rows.events.pressed = { [weak self] in self?.pressed($0, modifiers: $1) ?? false }
    rows.events.didLayOut = { [weak self] in
      self?.placePinned()
      self?.measureAnimation()
      self?.countNewRows()
    }
    rows.events.didScroll = { [weak self] in self?.stopAnimation() }
    rows.events.didSettle = { [weak self] in self?.announceAll() }
    rows.events.cover = { [weak self] in self?.pinnedHeight(above: $0) ?? 0 }
  }
}

extension OutlineView: RowSource {
  var rowCount: Int { outline.rowCount }

  func id(atRow row: Int) -> NodeID { outline.id(atRow: row) }

  func row(of id: NodeID) -> Int? { outline.row(of: id) }
}
