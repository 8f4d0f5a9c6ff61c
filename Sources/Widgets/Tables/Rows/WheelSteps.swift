internal import CHikidashiGTK
internal import Glibc

/// Scrolls a list by a wheel or a touchpad so that GTK keeps up with it.
///
/// The steps of a wheel that come within one frame are taken together. GTK 4.8 finds the row that a list is to begin
/// with by the heights of its rows, which it knows anew once in a frame; each step makes other rows, so that a second
/// one within a frame can end a hundred rows away.
///
/// While the view scrolls the pointer is over no row. GTK would look at the styles of each row that comes under it,
/// and of what it shows, which takes up to a third of a frame.
@MainActor
final class WheelSteps {
  private let scroller: NativeWidget
  private let list: NativeWidget
  /// The steps that are not taken yet, down if positive.
  private var steps = 0
  private var isWaiting = false
  /// Whether the pointer is kept from the rows.
  private var isPaused = false
  /// When it may be over them again, in microseconds of the monotonic clock.
  private var pauseEnd: gint64 = 0
  private var pointer = Point(0, 0)
  private static let pause: gint64 = 120_000
  /// With these a wheel means something else: Shift turns the view sideways, Ctrl makes letters larger.
  private static let otherMeanings =
    GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue

  /// - Parameter scroller: The `GtkScrolledWindow` around a list.
  init(_ list: NativeWidget, in scroller: NativeWidget) {
    (self.list, self.scroller) = (list, scroller)
    guard let events = gtk_event_controller_legacy_new() else { return }
    // After what stands in the rows, and before the scrolled window itself.
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_BUBBLE)
    gtk_widget_add_controller(scroller, events)
    connect(UnsafeMutableRawPointer(events), "event") { [weak self] _ in
      guard let self, let event = gtk_event_controller_get_current_event(events) else {
        return false
      }
      return take(event)
    }
  }

  /// - Returns: Whether nothing else is to take the event.
  private func take(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_SCROLL: return takeScroll(event)
    case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: endPause()
    // GTK tells of a pointer that has not moved, too.
    case GDK_MOTION_NOTIFY: if position(of: event) != pointer { endPause() }
    default: break
    }
    return false
  }

  private func takeScroll(_ event: OpaquePointer) -> Bool {
    guard gdk_event_get_modifier_state(event).rawValue & Self.otherMeanings == 0,
      let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque),
      gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment)
    else { return false }
    pointer = position(of: event)
    beginPause()
    switch gdk_scroll_event_get_direction(event) {
    case GDK_SCROLL_UP: turn(-1, adjustment)
    case GDK_SCROLL_DOWN: turn(1, adjustment)
    default: return false
    }
    return true
  }

  private func turn(_ step: Int, _ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    steps += step
    guard !isWaiting else { return }
    isWaiting = true
    addTick(to: scroller) { [weak self] in
      guard let self else { return false }
      let value =
        gtk_adjustment_get_value(adjustment) + Double(steps) * Self.distance(in: adjustment)
      (steps, isWaiting) = (0, false)
      gtk_adjustment_set_value(adjustment, value)
      return false
    }
  }

  /// Returns how far GTK scrolls for a step of a wheel, in pixels.
  static func distance(in adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Double {
    pow(gtk_adjustment_get_page_size(adjustment), 2.0 / 3)
  }

  // MARK: - The pointer

  private func position(of event: OpaquePointer) -> Point {
    var (x, y) = (0.0, 0.0)
    gdk_event_get_position(event, &x, &y)
    return Point(x, y)
  }

  private func beginPause() {
    pauseEnd = g_get_monotonic_time() + Self.pause
    guard !isPaused else { return }
    isPaused = true
    gtk_widget_set_can_target(list, 0)
    addTick(to: scroller) { [weak self] in
      guard let self, isPaused else { return false }
      guard g_get_monotonic_time() >= pauseEnd else { return true }
      endPause()
      return false
    }
  }

  private func endPause() {
    guard isPaused else { return }
    isPaused = false
    gtk_widget_set_can_target(list, 1)
    // GTK looks for the widget at the pointer when something was laid out.
    gtk_widget_queue_allocate(list)
  }
}
