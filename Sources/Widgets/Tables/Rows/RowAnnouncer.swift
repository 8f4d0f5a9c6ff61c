internal import CHikidashiGTK
internal import HikidashiOutlines

/// Tells GTK of the rows of a list: first of those that are to be seen.
///
/// GTK keeps some 200 row widgets for any list, and making them takes longer than all the rest of a window, or of a
/// frame. So a list that is shown, or that has others rows than before, first has only those that fill a screen,
/// wherever they stand, and in each frame after that as many of the others as it has time for.
@MainActor
final class RowAnnouncer {
  private let rows: RowList<RowCell>
  /// Whether the list has been shown; what changes before that is seen when it is.
  private var hasBegun = false
  /// So many rows before and behind those in view have widgets: of more GTK makes none.
  private static let reach = 200

  init(_ rows: RowList<RowCell>) {
    self.rows = rows
    rows.isAllAnnounced = false
    rows.events.didSettle = { [weak self] in self?.grow() }
    rows.events.needsRow = { [weak self] in self?.goTo($0) }
    rows.events.fillsView = { [weak self] in self?.fill(for: $0) ?? false }
    rows.events.needsAllRows = { [weak self] in self?.announceAll() }
    connect(UnsafeMutableRawPointer(rows.list), "map") { [weak self] _ in
      self?.announceFirst()
      return false
    }
  }

  private var rowCount: Int { rows.source?.rowCount ?? 0 }

  /// As many rows as are about in view: if they are as high as those that were seen, or else four times as high as
  /// rows are at least. Should they be lower, more come within the frame; see ``fill(for:)``.
  private var screenful: Int {
    var height = gtk_widget_get_height(rows.list)
    if height == 0, let root = gtk_widget_get_root(rows.list) {
      var width: gint = 0
      gtk_window_get_default_size(root.widget.cast(to: GtkWindow.self), &width, &height)
    }
    let seen = rows.anchor.seen
    let average = seen.isEmpty ? 80 : seen.map(\.height).reduce(0, +) / Double(seen.count)
    return max(Int(Double(height) / max(average, 20)) + 4, 10)
  }

  /// The row that is to be seen, or else the first.
  private var goal: Int {
    rows.anchor.goalRow(of: rowCount) { rows.source?.row(of: $0) } ?? 0
  }

  private func announceFirst() {
    guard !hasBegun else {
      // Styles that changed while the list was hidden are not seen otherwise.
      for cell in rows.shown.values { cell.restyle() }
      return grow()
    }
    let first = window(around: goal)
    rows.begin(at: first.lowerBound)
    rows.model.rowsChanged(at: first.lowerBound, removed: 0, inserted: first.count)
    hasBegun = true
    rows.settle()
  }

  /// The rows that fill a screen in which a row is seen, wherever in it: those before it, too, as far as it may
  /// stand at the lower end.
  private func window(around row: Int) -> Range<Int> {
    let (count, screenful) = (rowCount, screenful)
    let before = rows.anchor.aim == nil && row < count - 1 ? screenful / 4 : screenful
    let first = max(0, min(row - before, count - screenful))
    return first..<min(count, max(row, first) + screenful)
  }

  // MARK: - More rows

  /// Makes more rows known where those that are do not fill the view, before the frame is painted.
  ///
  /// - Parameter distance: Pixels that the view is to be scrolled by, down if positive: it goes no further than to the
  ///   ends of the rows that are known.
  /// - Returns: Whether there were any; then all is to be laid out again.
  private func fill(for distance: Double) -> Bool {
    guard hasBegun, !rows.isAllAnnounced, let adjustment = rows.adjustment else { return false }
    let known = rows.model.known
    let seen = rows.onScreen.compactMap { rows.bounds(of: $0.cell) }
    guard let top = seen.map(\.top).min(), let bottom = seen.map(\.bottom).max() else {
      return false
    }
    let height = Double(gtk_widget_get_height(rows.list))
    func count(_ pixels: Double) -> Int {
      pixels < 1 ? 0 : Int(pixels * Double(seen.count) / max(bottom - top, 1)) + 2
    }
    let above = gtk_adjustment_get_value(adjustment)
    let behind =
      gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - above
    let missing = height - bottom
    let below = min(count(max(missing, distance - behind)), rowCount - known.upperBound)
    // What is missing behind the last row stands before the first.
    let before = min(
      count(max(-distance - above, below == 0 ? missing : 0)), known.lowerBound)
    guard below + before > 0 else { return false }
    rows.hold()
    rows.model.extend(to: known.lowerBound - before..<known.upperBound + below)
    rows.isAllAnnounced = rows.model.known == 0..<rowCount
    rows.queueLayout()
    return true
  }

  /// Begins to tell GTK of the rows that it does not know yet, in the frames to come.
  private func grow() {
    guard hasBegun, !rows.isAllAnnounced, !rows.isGrowing else { return }
    rows.isGrowing = true
    // The last rows have no widgets, and take no time.
    rows.growth = RowPace()
    addTick(to: rows.list) { [weak self] in
      guard let self, rows.isAlive else { return false }
      let isShown = gtk_widget_get_mapped(rows.list) != 0
      // What was changed meanwhile comes first.
      if isShown, !rows.isSettling, rows.knowsView { growByFrame() }
      // A list that is hidden goes on when it is shown.
      rows.isGrowing = isShown && !rows.isAllAnnounced
      return rows.isGrowing
    }
  }

  /// Tells GTK of as many rows as a frame has time for.
  private func growByFrame() {
    guard !rows.isAllAnnounced else { return }
    rows.hold()
    let known = rows.model.known
    let inView = rows.onScreen.map(\.row)
    let (first, last) = (inView.min() ?? known.lowerBound, inView.max() ?? known.lowerBound)
    let most: Int = rows.growth.begin(at: g_get_monotonic_time())
    let below = max(0, min(most, min(rowCount, last + Self.reach) - known.upperBound))
    let above = max(0, min(most - below, known.lowerBound - max(0, first - Self.reach)))
    guard below + above > 0 else { return announceAll() }
    rows.model.extend(to: known.lowerBound - above..<known.upperBound + below)
    if rows.model.known == 0..<rowCount { announceAll() }
  }

  /// Tells GTK of all rows that it does not know yet.
  private func announceAll() {
    guard hasBegun, !rows.isAllAnnounced else { return }
    rows.isAllAnnounced = true
    rows.hold()
    rows.model.extend(to: 0..<rowCount)
  }

  /// Makes a row known that is to be seen, and those around it, in place of others.
  private func goTo(_ row: Int) {
    guard hasBegun, row < rowCount else { return }
    // The keyboard stays with its row, however far that is.
    guard rows.focusedRow == nil else { return announceAll() }
    show(around: row)
    rows.generation += 1
    rows.rebind()
    rows.settle()
  }

  /// Has the widgets that there are show rows around one, which stands where the view is, as far as it may; more
  /// rows are to come.
  private func show(around row: Int) {
    let (count, old, screen) = (rowCount, rows.model.known, window(around: row))
    let inView = rows.onScreen.map { $0.row - old.lowerBound }.min() ?? 0
    let first = max(0, min(row - inView, count - old.count))
    let distance = inView - (row - first)
    if abs(distance) > Self.reach / 2 {
      // GTK would bind all its widgets there.
      guard first == 0, distance > 0 else { return showOnly(screen) }
      // In place of those that it has before the view it would make others at once, of all that it knows behind it.
      let end = rows.shown.values.compactMap(\.ownRow).max().map { $0 + 1 } ?? old.upperBound
      rows.model.rowsChanged(at: end, removed: old.upperBound - end, inserted: 0)
      rows.begin(at: first)
      rows.model.rowsChanged(at: first, removed: distance, inserted: 0)
    }
    rows.begin(at: first)
    let known = rows.model.known
    let end = min(count, known.upperBound)
    guard tell(end, removed: known.upperBound - end, inserted: 0) else { return }
    rows.model.extend(to: min(first, screen.lowerBound)..<max(end, screen.upperBound))
    rows.isAllAnnounced = rows.model.known == 0..<count
  }

  /// Makes some rows known alone, with widgets of their own.
  private func showOnly(_ screen: Range<Int>) {
    let old = rows.model.count
    rows.begin(at: screen.lowerBound)
    rows.model.rowsChanged(at: screen.lowerBound, removed: old, inserted: screen.count)
    rows.isAllAnnounced = screen == 0..<rowCount
  }

  // MARK: - Changes

  /// Tells GTK of a change of which it knows nothing yet.
  ///
  /// Rows that take the place of others keep the widgets of those, which are bound anew: GTK would
  /// throw them away and make others.
  ///
  /// - Parameter view: The rows that were in view, and their nodes.
  func announce(_ change: RowChange, inView view: [(row: Int, id: NodeID)]) {
    guard hasBegun else { return }
    rows.settle()
    let known = rows.model.known
    let end = change.position + change.removed
    if !rows.isAllAnnounced {
      // What GTK does not know is none of its business, but for how many rows are before those that it knows.
      if change.position >= known.upperBound { return }
      if end <= known.lowerBound {
        return rows.begin(at: known.lowerBound + change.inserted - change.removed)
      }
    }
    let isAround = change.position <= known.lowerBound && known.upperBound <= end
    if let shift = shift(of: view, change), isAround || rows.isAllAnnounced {
      announce(change, keeping: view, shift)
    } else if isWhole(change, view) {
      show(around: goal)
    } else {
      tell(change)
    }
    // What is to be seen has gone far away.
    if !rows.isAllAnnounced, rowCount > 0, !rows.model.known.contains(goal) { show(around: goal) }
  }

  /// By how much the rows in view have moved; nil where they have not moved as one, or not been part of the change.
  private func shift(of view: [(row: Int, id: NodeID)], _ change: RowChange) -> Int? {
    guard let first = view.first, let last = view.last, first.row >= change.position,
      last.row < change.position + change.removed,
      let row = rows.source?.row(of: first.id)
    else { return nil }
    let shift = row - first.row
    let hasAll = view.allSatisfy { rows.source?.row(of: $0.id) == $0.row + shift }
    return hasAll ? shift : nil
  }

  /// Whether nothing of what was in view has stayed where it was.
  private func isWhole(_ change: RowChange, _ view: [(row: Int, id: NodeID)]) -> Bool {
    guard let first = view.first, let last = view.last else { return change.position == 0 }
    return change.position <= first.row && last.row < change.position + change.removed
  }

  /// Tells of a change around rows that stay in view: of what came before, and of what came behind them.
  private func announce(
    _ change: RowChange, keeping view: [(row: Int, id: NodeID)], _ shift: Int
  ) {
    let known = rows.model.known
    let (before, behind) = (shift, change.inserted - change.removed - shift)
    guard rows.isAllAnnounced || before >= 0 && behind >= 0 else { return show(around: goal) }
    // At the ends it is told when there is time.
    let isEnd = change.position + change.removed >= known.upperBound
    let isStart = change.position <= known.lowerBound
    if behind > 0, isEnd, behind > screenful || !rows.isAllAnnounced {
      rows.isAllAnnounced = false
    } else if behind != 0 {
      let position = min(change.position + change.removed, known.upperBound) - max(0, -behind)
      guard tell(position, removed: max(0, -behind), inserted: max(0, behind)) else { return }
    }
    if before > 0, isStart, before > screenful || !rows.isAllAnnounced {
      rows.begin(at: rows.model.first + before)
      rows.isAllAnnounced = false
    } else if before != 0 {
      let position = max(change.position, known.lowerBound)
      guard tell(position, removed: max(0, -before), inserted: max(0, before)) else { return }
    }
    if rows.isAllAnnounced, rows.model.known != 0..<rowCount { show(around: goal) }
  }

  /// Tells of a change as far as GTK knows the rows: of those that come at the ends of what it knows later.
  private func tell(_ change: RowChange) {
    let known = rows.model.known
    let end = change.position + change.removed
    let start = max(change.position, known.lowerBound)
    let removed = min(end, known.upperBound) - start
    let replaced = min(removed, change.inserted)
    if change.position < known.lowerBound {
      let first = change.position + change.inserted - replaced
      rows.begin(at: first)
      _ = tell(first, removed: removed - replaced, inserted: 0)
    } else {
      let isInside = end <= known.upperBound && !canWait(change)
      _ = tell(
        start + replaced, removed: removed - replaced,
        inserted: isInside ? change.inserted - replaced : 0)
    }
    rows.isAllAnnounced = rows.model.known == 0..<rowCount
  }

  /// Whether many rows come behind all others, and none of them is to be seen now.
  private func canWait(_ change: RowChange) -> Bool {
    let end = change.position + change.inserted
    let kept = change.position + min(change.removed, change.inserted)
    return end == rowCount && end - kept > screenful && goal < kept
      && rows.onScreen.allSatisfy { $0.row < change.position - 1 }
  }

  /// - Returns: False when GTK had to be told that all rows are others.
  private func tell(_ row: Int, removed: Int, inserted: Int) -> Bool {
    let isKept = rows.announce(removed: row..<row + removed, inserted: inserted, of: rowCount)
    if !isKept { rows.isAllAnnounced = true }
    return isKept
  }
}
