internal import CHikidashiGTK
internal import HikidashiOutlines

/// Which cells show their rows: those near the view. The others wait until it comes near.
extension RowList {
  /// Lets a cell far from the view be as it is.
  ///
  /// GTK 4.8 has widgets for 200 rows, and with each step of a scroll it takes some before the view for others behind
  /// it, or the other way round: the higher rows are, the more, up to 40 in a frame of which one comes into view.
  /// What they show and how high that is nobody sees.
  func wait(in cell: Cell) {
    cell.generation = -1
    cell.follower?.rest()
    cell.unbind()
    cell.hideFromReaders(true)
    guard cell.isNew, let native = cell.native, !anchor.seen.isEmpty else { return }
    // GTK takes the rows that have no widgets to be as high as those that have.
    let height = anchor.seen.map(\.height).reduce(0, +) / Double(anchor.seen.count)
    gtk_widget_set_size_request(native, -1, gint(clamping: Int(height)))
  }

  /// A cell shows its row from now on.
  func endWait(in cell: Cell) {
    cell.hideFromReaders(false)
    if cell.isNew, let native = cell.native { gtk_widget_set_size_request(native, -1, -1) }
  }

  /// Shows the rows again that were bound before the latest change: those on the screen at once, those near it, which
  /// are more, in the frames after the next, as many as a frame has time for, and the others when they come near.
  func rebind() {
    guard isAlive else { return }
    for cell in shown.values where cell.generation != generation && cell.isOnScreen { rebind(cell) }
    // What is in view now is what stays there while the others are shown anew.
    queueLayout()
    rebindNear(after: 2)
    tellsRebind = isRebinding
    if !isRebinding { letOthersWait() }
  }

  /// What cells far from the view show is of an earlier state.
  private func letOthersWait() {
    for cell in shown.values where cell.isBound && cell.generation != generation { wait(in: cell) }
  }

  /// Shows the rows that wait near the view.
  ///
  /// - Parameter frames: How many frames are left alone before.
  func rebindNear(after frames: Int = 1) {
    guard !isRebinding, shown.values.contains(where: isDue) else { return }
    isRebinding = true
    var frame = 0
    addTick(to: list) { [weak self] in
      guard let self, isAlive else { return false }
      frame += 1
      return frame < frames || !knowsView || rebindSome()
    }
  }

  /// Whether what is in view was laid out since the latest change, and can be kept in its place.
  var knowsView: Bool { seenGeneration == generation || anchor.isPursuing }

  private func isDue(_ cell: Cell) -> Bool {
    cell.generation != generation
      && (cell.ownRow.map { isNear($0) } ?? true || cell.isBound && cell.hasKeyboard)
  }

  /// - Returns: Whether there are more.
  private func rebindSome() -> Bool {
    let middle = inView.map { ($0.lowerBound + $0.upperBound) / 2 } ?? 0
    let stale = shown.values.filter(isDue)
      .map { (cell: $0, distance: abs(($0.ownRow ?? .max / 2) - middle)) }
      .sorted { $0.distance < $1.distance }
    let count = pace.begin(at: g_get_monotonic_time())
    if !stale.isEmpty { hold() }
    for (cell, _) in stale.prefix(count) { rebind(cell) }
    if !stale.isEmpty { queueLayout() }
    guard stale.count <= count else { return true }
    isRebinding = false
    letOthersWait()
    if tellsRebind { events.didRebind?() }
    tellsRebind = false
    return false
  }

  /// Shows rows that have come into view and waited.
  ///
  /// - Parameter cells: Those on the screen.
  /// - Returns: Whether there were any; then all is laid out again.
  func rebind(inView cells: [Cell]) -> Bool {
    var stale = cells.filter { $0.generation != generation }
    let next = isRebinding ? rowsComingIntoView : 0..<0
    if !next.isEmpty {
      stale += shown.values.filter { cell in
        cell.generation != generation && !cell.isOnScreen
          && cell.ownRow.map { next.contains($0) } ?? false
      }
    }
    guard !stale.isEmpty else { return false }
    if knowsView { hold() }
    for cell in stale { rebind(cell) }
    queueLayout()
    return true
  }

  /// Those around the row that is to be seen.
  private var rowsComingIntoView: Range<Int> {
    guard let source, let row = anchor.goalRow(of: source.rowCount, row: { source.row(of: $0) })
    else { return 0..<0 }
    let count = inView?.count ?? 1
    return row - count..<row + count
  }

  /// Whether a row is in view, or may come there in one of the next frames.
  func isNear(_ row: Int) -> Bool {
    guard let inView else { return true }
    let margin = max(inView.count, 8)
    return (inView.lowerBound - margin..<inView.upperBound + margin).contains(row)
      || anchor.isPursuing && rowsComingIntoView.contains(row)
  }

  /// Notes what is in view now.
  ///
  /// - Parameter cells: Those on the screen.
  func lookAround(_ cells: [Cell]) {
    let rows = cells.compactMap(\.row)
    guard let first = rows.min(), let last = rows.max() else { return }
    inView = first..<last + 1
    rebindNear()
  }

  private func rebind(_ cell: Cell) {
    // GTK binds a row anew, and asks whether it is selected, when that may have changed.
    if let row = cell.ownRow { announceSelection(of: row..<row + 1) }
    // One that has no row now is bound when it gets one.
    if cell.ownRow != nil, cell.generation != generation { bind(cell) }
    cell.generation = generation
  }
}
