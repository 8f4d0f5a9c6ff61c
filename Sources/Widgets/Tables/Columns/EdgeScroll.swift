internal import CHikidashiGTK

/// Scrolls a line of titles sideways while one is dragged past an edge of what is seen of it.
@MainActor
final class EdgeScroll {
  private var move: (@MainActor (Double) -> Void)?
  /// Where the pointer is, in pixels from the left edge of what is seen.
  private var pointer = 0.0
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
    var y = 0.0
    guard gtk_widget_translate_coordinates(line, scroller, x, 0, &pointer, &y) != 0 else {
      return end()
    }
    (self.scroller, self.line, self.move) = (scroller, line, move)
    guard overhang != 0 else { return end() }
    guard !isRunning else { return }
    addTick(to: scroller) { [weak self] in self?.step() ?? false }
  }

  func end() { (move, scroller, line) = (nil, nil, nil) }

  /// How far the pointer is past an edge, negative to the left.
  private var overhang: Double {
    guard let scroller else { return 0 }
    return pointer < 0 ? pointer : max(pointer - Double(gtk_widget_get_width(scroller)), 0)
  }

  /// - Returns: False when there is nothing more to scroll.
  private func step() -> Bool {
    guard let move, let scroller, let line,
      let adjustment = gtk_scrolled_window_get_hadjustment(scroller.opaque)
    else { return false }
    let overhang = overhang
    guard overhang != 0 else {
      end()
      return false
    }
    let before = gtk_adjustment_get_value(adjustment)
    // The further out, the faster: a quarter of the way each frame, and at least two pixels.
    let step = min(max(abs(overhang) / 4, 2), 40) * (overhang < 0 ? -1 : 1)
    gtk_adjustment_set_value(adjustment, before + step)
    guard gtk_adjustment_get_value(adjustment) != before else { return true }
    // The pointer is held still, and the line goes on below it.
    var (x, y) = (0.0, 0.0)
    if gtk_widget_translate_coordinates(scroller, line, pointer, 0, &x, &y) != 0 { move(x) }
    return true
  }
}
