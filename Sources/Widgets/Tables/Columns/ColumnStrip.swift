internal import CHikidashiGTK

/// A line above or below the rows of a table, which goes sideways with them.
class ColumnStrip: Part {
  private var isDue = false

  init(_ content: Part) {
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    gtk_scrolled_window_set_policy(native.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER)
    content.adopt { gtk_scrolled_window_set_child(native.opaque, $0) }
  }

  /// Goes sideways with another part.
  func follow(_ scroller: NativeWidget) {
    guard let native, let other = gtk_scrolled_window_get_hadjustment(scroller.opaque),
      let own = gtk_scrolled_window_get_hadjustment(native.opaque)
    else { return }
    func copy(
      _ from: UnsafeMutablePointer<GtkAdjustment>, _ to: UnsafeMutablePointer<GtkAdjustment>
    ) {
      let value = gtk_adjustment_get_value(from)
      if gtk_adjustment_get_value(to) != value { gtk_adjustment_set_value(to, value) }
    }
    connect(UnsafeMutableRawPointer(other), "value-changed") { [weak self] _ in
      guard abs(gtk_adjustment_get_value(other) - gtk_adjustment_get_value(own)) <= 1 else {
        copy(other, own)
        return false
      }
      // A list of rows corrects its place by a pixel while it is laid out. The strip, which has been laid out
      // by then, would not be again, and GTK draws nothing of what waits for that.
      guard let self, !isDue else { return false }
      isDue = true
      addTick(to: native) { [weak self] in
        self?.isDue = false
        copy(other, own)
        return false
      }
      return false
    }
    connect(UnsafeMutableRawPointer(own), "value-changed") { _ in
      copy(own, other)
      return false
    }
  }
}
