internal import CHikidashiGTK

/// A line above or below the rows of a table, which goes sideways with them.
class ColumnStrip: Part {
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
    func couple(
      _ from: UnsafeMutablePointer<GtkAdjustment>, _ to: UnsafeMutablePointer<GtkAdjustment>
    ) {
      connect(UnsafeMutableRawPointer(from), "value-changed") { _ in
        let value = gtk_adjustment_get_value(from)
        if gtk_adjustment_get_value(to) != value { gtk_adjustment_set_value(to, value) }
        return false
      }
    }
    couple(other, own)
    couple(own, other)
  }
}
