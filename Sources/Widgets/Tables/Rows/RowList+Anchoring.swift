internal import CHikidashiGTK
internal import HikidashiOutlines

extension RowList {
  /// Keeps the rows that are in view in their place while rows change.
  func hold() {
    guard isAlive, !anchor.isPursuing else { return }
    anchor.hold()
    heldFocus = HeldFocus(node: focusedNode)
    queueLayout()
  }

  /// Keeps them there while their letters become larger or smaller: GTK gives rows their new heights some frames
  /// later.
  func holdWhileLettersGrow() {
    guard rowsWrap else { return }
    anchor.moved()
    hold()
    var frames = 5
    addTick(to: list) { [weak self] in
      guard let self, isAlive else { return false }
      hold()
      frames -= 1
      return frames > 0
    }
  }

  /// Brings a row into view, where it is not in view already.
  func scroll(to row: Int) {
    guard isAlive, let source, (0..<source.rowCount).contains(row) else { return }
    anchor.go(to: source.id(atRow: row), .nearest)
    heldFocus = nil
    approach(row)
  }

  /// Goes back to a place, as far as its node still has a row.
  func scroll(to place: ScrollPlace) {
    guard isAlive else { return }
    anchor.go(to: place)
    heldFocus = nil
    approach(source?.row(of: place.node))
  }

  /// Has GTK make a cell for a row that is far away, before the layout that is to show it.
  func approach(_ row: Int?) {
    guard isAlive else { return }
    if let row, !isAllAnnounced, !model.known.contains(row) { events.needsRow?(row) }
    if let row, cell(at: row) == nil { bringIntoView(row) }
    queueLayout()
  }

  /// Goes to the first row, whichever that is.
  func scrollToStart() {
    guard isAlive, let source, source.rowCount > 0 else { return }
    // GTK itself finds no row at the upper end before rows that are new have been laid out.
    anchor.go(to: source.id(atRow: 0), .top)
    heldFocus = nil
    approach(0)
  }

  /// Scrolls so that a row is somewhere in view, and has a cell.
  private func bringIntoView(_ row: Int) {
    // A list that is not on the screen has no place to go to yet; the goal stays.
    guard gtk_widget_get_mapped(list) != 0, model.known.contains(row) else { return }
    gtk_widget_activate_action_variant(
      list, "list.scroll-to-item", g_variant_new_uint32(guint32(clamping: row - model.first)))
  }

  var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    isAlive ? gtk_scrolled_window_get_vadjustment(scroller.opaque) : nil
  }

  func watchScrolling() {
    if let adjustment {
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

  private func scrollValueChanged() {
    guard let adjustment else { return }
    let value = gtk_adjustment_get_value(adjustment)
    // The list stands on whole pixels.
    let distance = value.rounded(.towardZero) - lastScrollValue.rounded(.towardZero)
    lastScrollValue = value
    // The list blocks its own handler while it only follows what it has laid out.
    let signal = g_signal_lookup("value-changed", gtk_adjustment_get_type())
    let match = GSignalMatchType(
      G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
    let isByOthers = g_signal_handler_find(adjustment, match, signal, 0, nil, nil, list) != 0
    guard isByOthers, !isAnchoring else { return }
    anchor.scrolled(by: distance)
    events.didScroll?()
  }

  private func wasLaidOut() {
    guard isAlive, gtk_widget_get_mapped(list) != 0, let source else { return }
    pace.end(at: g_get_monotonic_time())
    growth.end(at: g_get_monotonic_time())
    guard mayLayOutAgain else { return goOnInNextFrame() }
    // Looked for once in a frame: the list has ten times as many cells.
    let cells = shown.values.filter(\.isOnScreen)
    // What they say now may make them higher or lower.
    let isFinal = !rebind(inView: cells) && !isSettling
    for cell in cells { cell.comeIntoView() }
    // Rows that GTK does not know yet cannot be gone to.
    guard isAllAnnounced || !isBeyond(source) else { return gtk_widget_set_opacity(list, 0) }
    holdIfSizeChanged()
    // Who moves the keyboard to another row wants to see that one.
    if let heldFocus, anchor.isPursuing, focusedNode != heldFocus.node { anchor.letGo() }
    let count = source.rowCount
    let last = count > 0 ? source.id(atRow: count - 1) : nil
    let step = anchor.laidOut(viewLayout(of: cells, source), isFinal: isFinal, last: last) {
      source.row(of: $0)
    }
    switch step {
    case .rest:
      seenGeneration = generation
      if events.fillsView?(0) ?? false { return }
      if gtk_widget_get_opacity(list) < 1 { gtk_widget_set_opacity(list, 1) }
      if model.hasNewRows { FrameLog.current?.listShows(rows: count) }
      model.hasNewRows = false
      lookAround(cells)
      events.didLayOut?()
      if isFinal, let place = anchor.takeMove() { events.didMove?(place) }
    case .bring(let row):
      bringIntoView(row)
      queueLayout()
    case .scroll(let distance):
      if events.fillsView?(distance) ?? false { return }
      guard !moveView(by: distance) else { return }
      // It is at its end already.
      anchor.giveUp()
      wasLaidOut()
    }
  }

  /// Whether something may be changed that has to be laid out before the frame is painted: GTK does that four times,
  /// and paints nothing if that is not enough.
  private var mayLayOutAgain: Bool {
    guard let clock = gtk_widget_get_frame_clock(list) else { return false }
    let frame = gdk_frame_clock_get_frame_counter(clock)
    layouts = (frame, frame == layouts.frame ? layouts.count + 1 : 1)
    return layouts.count < 4
  }

  private func goOnInNextFrame() {
    addTick(to: list) { [weak self] in
      self?.queueLayout()
      return false
    }
  }

  /// Whether GTK does not know of the row that is to be seen: for some frames others are not shown in its place.
  private func isBeyond(_ source: some RowSource) -> Bool {
    guard let row = anchor.goalRow(of: source.rowCount, row: { source.row(of: $0) }) else {
      return false
    }
    return !model.known.contains(row)
  }

  /// Text that wraps elsewhere makes every row higher or lower; and where the list itself becomes so, GTK keeps the place
  /// of a row of its own choice.
  private func holdIfSizeChanged() {
    let size = (width: gtk_widget_get_width(list), height: gtk_widget_get_height(list))
    let last = lastSize
    lastSize = size
    let wrapsElsewhere = rowsWrap && size.width != last.width
    // The first size is nobody's doing.
    if wrapsElsewhere, last.width > 0 { anchor.moved() }
    guard wrapsElsewhere || size.height != last.height, !anchor.isPursuing else { return }
    anchor.hold()
    heldFocus = nil
  }

  private func moveView(by distance: Double) -> Bool {
    guard let adjustment else { return false }
    isAnchoring = true
    defer { isAnchoring = false }
    let before = gtk_adjustment_get_value(adjustment)
    gtk_adjustment_set_value(adjustment, before + distance)
    return gtk_adjustment_get_value(adjustment) != before
  }

  private func viewLayout(of cells: [Cell], _ source: some RowSource) -> ViewAnchor.Layout {
    let height = Double(gtk_widget_get_height(list))
    var rows: [(row: Int, seen: ViewAnchor.SeenRow)] = []
    for cell in cells {
      guard let row = cell.row, row < source.rowCount, let bounds = bounds(of: cell),
        bounds.bottom > 0, bounds.top < height
      else { continue }
      let seen = ViewAnchor.SeenRow(
        id: source.id(atRow: row), top: bounds.top, height: bounds.bottom - bounds.top,
        isPlace: isPlace?(row) ?? true)
      rows.append((row, seen))
    }
    rows.sort { $0.row < $1.row }
    var isAtEnd = false
    if let adjustment, model.known.upperBound == source.rowCount {
      let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
      isAtEnd = gtk_adjustment_get_value(adjustment) >= end - 1
    }
    return ViewAnchor.Layout(
      rows: rows.map(\.seen), height: height, cover: events.cover?(anchor.aim) ?? 0,
      isAtEnd: isAtEnd)
  }
}
