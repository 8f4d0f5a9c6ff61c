internal import CHikidashiGTK

/// Scrolls a line of titles sideways while one is dragged past an edge of what is seen of it.
@MainActor
final class EdgeScroll {
  /// How far the line has gone on since the pointer last moved, in pixels.
  private var distance = 0.0
  private var move: (@MainActor (Double) -> Void)?
  private var place = 0.0
  private var scroller: NativeWidget?
  private var line: NativeWidget?

  /// The pointer drags something over a place in the line.
  ///
  /// - Parameters:
  ///   - scroller: The `GtkScrolledWindow` around the line.
  ///   - x: In pixels from the line's left edge.
  ///   - move: Called with the place that is under the pointer after the line has gone on.
  func follow(
    _ scroller: NativeWidget, _ line: NativeWidget, at x: Double,
    move: @escaping @MainActor (Double) -> Void
  ) {
    let isRunning = self.move != nil
    (self.scroller, self.line, self.move, place, distance) = (scroller, line, move, x, 0)
    guard overhang != 0 else { return end() }
    guard !isRunning else { return }
    addTick(to: scroller) { [weak self] in self?.step() ?? false }
  }

  func end() { (move, scroller, line, distance) = (nil, nil, nil, 0) }

  /// How far the pointer is past an edge, negative to the left.
  private var overhang: Double {
    guard let scroller, let line else { return 0 }
    var (x, y) = (0.0, 0.0)
    guard
      gtk_widget_translate_coordinates(line, scroller, place + distance, 0, &x, &y) != 0
    else { return 0 }
    let width = Double(gtk_widget_get_width(scroller))
    return x < 0 ? x : max(x - width, 0)
  }

  /// - Returns: False when there is nothing more to scroll.
  private func step() -> Bool {
    guard let move, let scroller,
      let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque)
    else { return false }
    let overhang = overhang
    guard overhang != 0 else {
      end()
      return false
    }
    let before = gtk_adjustment_get_value(adjustment)
    // The further out, the faster: a quarter of the way each frame, and at least a pixel. GTK rounds where
    // things stand to whole pixels.
    let step = min(max((abs(overhang) / 4).rounded(), 1), 40) * (overhang < 0 ? -1 : 1)
    gtk_adjustment_set_value(adjustment, before + step)
    let moved = gtk_adjustment_get_value(adjustment) - before
    distance += moved
    if moved != 0 { move(place + distance) }
    return true
  }
}
