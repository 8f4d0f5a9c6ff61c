internal import CHikidashiGTK

/// Calls a handler with the place at which a widget is clicked with the middle button.
///
/// - Parameter handler: Returns whether it has dealt with the click; else others get it, such as a text that
///   pastes what is selected.
@MainActor
func listenToMiddleButton(of widget: NativeWidget, _ handler: @escaping @MainActor (Point) -> Bool)
{
  guard let click = gtk_gesture_click_new() else { return }
  gtk_gesture_single_set_button(click, guint(GDK_BUTTON_MIDDLE))
  gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
  gtk_widget_add_controller(widget, click)
  // A text view takes the button for itself before it is let go.
  connect(UnsafeMutableRawPointer(click), "pressed") { arguments in
    if handler(Point(arguments.double(2), arguments.double(3))) {
      gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
    }
    return false
  }
}
