internal import CHikidashiGTK
internal import Glibc

/// Takes the steps of a wheel that come within one frame together.
///
/// GTK 4.8 finds the row that a list is to begin with by the heights of its rows, which it knows anew once in a
/// frame. Each step makes other rows, so that a second one within a frame can end a hundred rows away.
@MainActor
final class WheelSteps {
  private let scroller: NativeWidget
  /// The steps that are not taken yet, down if positive.
  private var steps = 0
  private var isWaiting = false
  /// With these a wheel means something else: Shift turns the view sideways, Ctrl makes letters larger.
  private static let otherMeanings =
    GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue

  /// - Parameter scroller: The `GtkScrolledWindow` around a list.
  init(_ scroller: NativeWidget) {
    self.scroller = scroller
    guard let events = gtk_event_controller_legacy_new() else { return }
    // After what stands in the rows, and before the scrolled window itself.
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_BUBBLE)
    gtk_widget_add_controller(scroller, events)
    connect(UnsafeMutableRawPointer(events), "event") { [weak self] _ in
      guard let self, let event = gtk_event_controller_get_current_event(events),
        gdk_event_get_event_type(event) == GDK_SCROLL,
        gdk_event_get_modifier_state(event).rawValue & Self.otherMeanings == 0
      else { return false }
      switch gdk_scroll_event_get_direction(event) {
      case GDK_SCROLL_UP: return take(-1)
      case GDK_SCROLL_DOWN: return take(1)
      default: return false
      }
    }
  }

  /// - Returns: Whether the view scrolls at all.
  private func take(_ step: Int) -> Bool {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque),
      gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
    else { return false }
    steps += step
    guard !isWaiting else { return true }
    isWaiting = true
    addTick(to: scroller) { [weak self] in
      self?.turn(adjustment)
      return false
    }
    return true
  }

  private func turn(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    // As far as GTK goes.
    let distance = pow(gtk_adjustment_get_page_size(adjustment), 2.0 / 3)
    let value = gtk_adjustment_get_value(adjustment) + Double(steps) * distance
    (steps, isWaiting) = (0, false)
    gtk_adjustment_set_value(adjustment, value)
  }
}
