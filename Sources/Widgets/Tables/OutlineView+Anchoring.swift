internal import CGTK
public import Outlines

extension OutlineView {
  /// The first node in view and where it stands, to be saved; nil while nothing is shown.
  public var scrollPlace: ScrollPlace? { anchor.place }

  /// Goes back to a place that was saved, as far as its node still has a row.
  public func scroll(to place: ScrollPlace) {
    guard native != nil else { return }
    anchor.go(to: place)
    approach(outline.row(of: place.node))
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
    anchor.go(to: id, alignment)
    approach(row)
  }

  /// Goes to the last row.
  public func scrollToEnd() {
    guard native != nil else { return }
    anchor.goToEnd()
    approach(outline.rowCount - 1)
  }

  /// Goes on to show the last row when rows are added behind it, as long as the user has not
  /// scrolled away from it.
  @discardableResult
  public func followingEnd(_ follows: Bool = true) -> Self {
    anchor.followsEnd = follows
    return self
  }

  func watchScrolling() {
    if let adjustment = scrollAdjustment {
      lastScrollValue = gtk_adjustment_get_value(adjustment)
      connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in
        self?.scrollValueChanged()
        return false
      }
    }
    connect(UnsafeMutableRawPointer(list), "realize", after: true) { [weak self] _ in
      self?.watchLayout()
      return false
    }
    connect(UnsafeMutableRawPointer(list), "unrealize") { [weak self] _ in
      self?.layoutWatch?.disconnect()
      self?.layoutWatch = nil
      return false
    }
  }

  /// Looks at each layout when GTK has made it and before it is painted; what is changed then is laid
  /// out again in the same frame.
  private func watchLayout() {
    guard let clock = gtk_widget_get_frame_clock(list) else { return }
    layoutWatch?.disconnect()
    layoutWatch = connect(UnsafeMutableRawPointer(clock), "layout", after: true) { [weak self] _ in
      self?.wasLaidOut()
      return false
    }
  }

  var scrollAdjustment: UnsafeMutablePointer<GtkAdjustment>? {
    native == nil ? nil : gtk_scrolled_window_get_vadjustment(scroller.opaque)
  }

  /// Has GTK make a cell for a row that is far away, before the layout that is to show it.
  func approach(_ row: Int?) {
    guard native != nil else { return }
    if let row, (0..<model.count).contains(row), cell(at: row) == nil { bringIntoView(row) }
    queueLayout()
  }

  func queueLayout() { gtk_widget_queue_allocate(list) }

  private func scrollValueChanged() {
    guard let adjustment = scrollAdjustment else { return }
    let value = gtk_adjustment_get_value(adjustment)
    let distance = value - lastScrollValue
    lastScrollValue = value
    // The list blocks its own handler while it only follows what it has laid out.
    let signal = g_signal_lookup("value-changed", gtk_adjustment_get_type())
    let match = GSignalMatchType(
      G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
    let isByOthers = g_signal_handler_find(adjustment, match, signal, 0, nil, nil, list) != 0
    guard isByOthers, !isAnchoring else { return }
    anchor.scrolled(by: distance)
    stopAnimation()
  }

  private func wasLaidOut() {
    guard native != nil, gtk_widget_get_mapped(list) != 0 else { return }
    // Rows that GTK does not know yet cannot be gone to.
    if case .all = announced {} else if anchor.isPursuing { return }
    holdIfWidthChanged()
    // Who moves the keyboard to another row wants to see that one.
    if let heldFocus, anchor.isPursuing, focusedNode != heldFocus.node { anchor.giveUp() }
    let last = outline.rowCount > 0 ? outline.id(atRow: outline.rowCount - 1) : nil
    let isFinal = !isSettling && !isRebinding
    switch anchor.laidOut(viewLayout, isFinal: isFinal, last: last, row: { outline.row(of: $0) }) {
    case .rest:
      placePinned()
      measureAnimation()
      countNewRows()
    case .bring(let row):
      bringIntoView(row)
      queueLayout()
    case .scroll(let distance):
      guard !moveView(by: distance) else { return }
      // It is at its end already.
      anchor.giveUp()
      wasLaidOut()
    }
  }

  /// Text that wraps elsewhere makes every row higher or lower.
  private func holdIfWidthChanged() {
    let width = gtk_widget_get_width(list)
    guard width != lastWidth else { return }
    lastWidth = width
    guard !anchor.isPursuing else { return }
    anchor.hold()
    heldFocus = nil
  }

  private var focusedNode: NodeID? {
    focusedRow.flatMap { $0 < outline.rowCount ? outline.id(atRow: $0) : nil }
  }

  private func moveView(by distance: Double) -> Bool {
    guard let adjustment = scrollAdjustment else { return false }
    isAnchoring = true
    defer { isAnchoring = false }
    let before = gtk_adjustment_get_value(adjustment)
    gtk_adjustment_set_value(adjustment, before + distance)
    return gtk_adjustment_get_value(adjustment) != before
  }

  private var viewLayout: ViewAnchor.Layout {
    let height = Double(gtk_widget_get_height(list))
    var rows: [(row: Int, seen: ViewAnchor.SeenRow)] = []
    for cell in shown.values where isOnScreen(cell) {
      guard let row = cell.row, row < outline.rowCount, let bounds = bounds(of: cell),
        bounds.bottom > 0, bounds.top < height
      else { continue }
      rows.append(
        (
          row,
          ViewAnchor.SeenRow(
            id: outline.id(atRow: row), top: bounds.top, height: bounds.bottom - bounds.top)
        ))
    }
    rows.sort { $0.row < $1.row }
    var isAtEnd = false
    if let adjustment = scrollAdjustment, case .all = announced {
      let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
      isAtEnd = gtk_adjustment_get_value(adjustment) >= end - 1
    }
    let cover = pinnedHeight(above: anchor.aim)
    return ViewAnchor.Layout(
      rows: rows.map(\.seen), height: height, cover: cover, isAtEnd: isAtEnd)
  }

  /// Where a row stands in the view, in pixels from its upper edge.
  func bounds(of cell: RowCell) -> (top: Double, bottom: Double)? {
    var bounds = graphene_rect_t()
    guard let native = cell.native, let row = gtk_widget_get_parent(native),
      gtk_widget_compute_bounds(row, list, &bounds) != 0
    else { return nil }
    return (Double(bounds.origin.y), Double(bounds.origin.y + bounds.size.height))
  }
}
