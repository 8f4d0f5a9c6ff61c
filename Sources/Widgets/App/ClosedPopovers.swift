internal import CHikidashiGTK

/// Keeps popovers that are closed from taking the pointer.
///
/// GTK 4.8 asks for a motion at each layout of a popover with the pointer in it, and delivers that in the next frame,
/// though the popover was closed meanwhile. Then the pointer is held to be in what is not there, and the next click of
/// a person who does not move the mouse first is lost.
@MainActor
enum ClosedPopovers {
  /// Applies it to all popovers of the program, those that are made later, too.
  static func install() {
    g_type_class_ref(gtk_popover_get_type())
    let closed = g_signal_lookup("closed", gtk_popover_get_type())
    g_signal_add_emission_hook(
      closed, 0,
      { _, _, values, _ in
        if let popover = values.flatMap({ g_value_get_object($0) }) {
          MainActor.assumeIsolated {
            ClosedPopovers.close(popover.assumingMemoryBound(to: GtkWidget.self))
          }
        }
        return 1
      }, nil, nil)
  }

  /// What is closed here for the first time is followed.
  private static func close(_ popover: NativeWidget) {
    let followed = "hikidashi-closed-before"
    if g_object_get_data(popover.cast(to: GObject.self), followed) == nil {
      g_object_set_data(popover.cast(to: GObject.self), followed, popover)
      connect(UnsafeMutableRawPointer(popover), "map") { _ in
        setDeaf(popover, false)
        return false
      }
    }
    setDeaf(popover, gtk_widget_get_mapped(popover) == 0)
  }

  /// Whether GTK does nothing at the events of a popover's surface.
  private static func setDeaf(_ popover: NativeWidget, _ isDeaf: Bool) {
    guard let surface = gtk_native_get_surface(popover.opaque).map(UnsafeMutableRawPointer.init)
    else { return }
    let object = surface.assumingMemoryBound(to: GObject.self)
    let mark = "hikidashi-deaf"
    guard (g_object_get_data(object, mark) != nil) != isDeaf else { return }
    g_object_set_data(object, mark, isDeaf ? surface : nil)
    let change = isDeaf ? g_signal_handlers_block_matched : g_signal_handlers_unblock_matched
    let match = G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue
    let event = g_signal_lookup("event", gdk_surface_get_type())
    _ = change(surface, GSignalMatchType(match), event, 0, nil, nil, popover)
  }
}
