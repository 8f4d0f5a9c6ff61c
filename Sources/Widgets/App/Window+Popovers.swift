internal import CGTK

extension Window {
  /// Closes the menus and lists that are open in the window.
  ///
  /// GTK 4.8 gives the keyboard back when they close. When their window goes with them it does not,
  /// and no window of the app gets a key any more.
  func closePopovers() {
    guard let native else { return }
    var open = [native]
    while let widget = open.popLast() {
      let instance = widget.cast(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, gtk_popover_get_type()) != 0 {
        gtk_popover_popdown(widget.cast(to: GtkPopover.self))
      }
      var child = gtk_widget_get_first_child(widget)
      while let next = child {
        if gtk_widget_get_mapped(next) != 0 { open.append(next) }
        child = gtk_widget_get_next_sibling(next)
      }
    }
  }
}
