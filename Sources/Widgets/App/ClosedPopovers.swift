internal import CHikidashiGTK

/// Keeps popovers that are closed from taking the pointer.
///
/// GTK 4.8 asks for a motion at each layout of a popover with the pointer in it, and delivers that in the next frame,
/// though the popover was closed meanwhile. Then the pointer is held to be in what is not there, and the next click of
/// a person who does not move the mouse first is lost.
@MainActor
enum ClosedPopovers {
  private static let mark = "hikidashi-deaf"

  /// Applies it to all popovers of the program, those that are made later, too.
  static func install() {
    g_type_class_ref(gdk_surface_get_type())
    g_signal_add_emission_hook(
      g_signal_lookup("event", gdk_surface_get_type()), 0,
      { _, _, values, _ in
        guard let values, let surface = g_value_get_object(values),
          let event = g_value_get_pointer(values + 1)
        else { return 1 }
        MainActor.assumeIsolated { ClosedPopovers.hear(OpaquePointer(event), of: surface) }
        return 1
      }, nil, nil)
  }

  /// Lets GTK have an event, unless it is a motion in what is not on the screen. No hook can stop a signal, so that
  /// GTK's handler is blocked until the next event.
  private static func hear(_ event: OpaquePointer, of surface: UnsafeMutableRawPointer) {
    let object = surface.assumingMemoryBound(to: GObject.self)
    let isMotion = gdk_event_get_event_type(event) == GDK_MOTION_NOTIFY
    let isDeaf = g_object_get_data(object, mark) != nil
    guard isMotion || isDeaf, let native = gtk_native_get_for_surface(OpaquePointer(surface))
    else { return }
    let widget = UnsafeMutableRawPointer(native)
    let isStray =
      isMotion && gtk_widget_get_mapped(widget.assumingMemoryBound(to: GtkWidget.self)) == 0
    guard isStray != isDeaf else { return }
    g_object_set_data(object, mark, isStray ? surface : nil)
    let change = isStray ? g_signal_handlers_block_matched : g_signal_handlers_unblock_matched
    let match = G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue
    let signal = g_signal_lookup("event", gdk_surface_get_type())
    _ = change(surface, GSignalMatchType(match), signal, 0, nil, nil, widget)
  }
}
