internal import CHikidashiGTK
internal import Glibc
internal import HikidashiBase

/// The initialization of GTK, which must come before the first widget.
@MainActor
package enum Toolkit {
  private static var isStarted = false

  /// Starts GTK and libadwaita; a second call does nothing.
  ///
  /// - Returns: False when there is no display.
  @discardableResult
  package static func startIfPossible() -> Bool {
    guard !isStarted else { return true }
    quietWithoutBus()
    guard gtk_init_check() != 0 else { return false }
    adw_init()
    MainLoop.attach()
    ReadableColors.install()
    ClosedPopovers.install()
    // Text that is read would be marked as a whole whenever the keyboard comes to it.
    if let settings = gtk_settings_get_default() {
      setProperty(
        UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
        "gtk-label-select-on-focus", false)
    }
    isStarted = true
    return true
  }

  /// Without a session bus no screen reader is there, and GTK 4.8 complains at each change that it
  /// cannot tell one; it reads the variable at its start.
  private static func quietWithoutBus() {
    // The connection is that of the app, which asks for it next.
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else {
      g_setenv("GTK_A11Y", "none", 0)
      return
    }
    sessionBus = bus
  }

  /// Held, as the last to let it go closes it.
  private static var sessionBus: OpaquePointer?

  /// Whether the desktop has animations turned on.
  package static var wantsMotion: Bool {
    guard let settings = gtk_settings_get_default() else { return false }
    var value = GValue()
    g_value_init(&value, .boolean)
    defer { g_value_unset(&value) }
    g_object_get_property(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self),
      "gtk-enable-animations", &value)
    return g_value_get_boolean(&value) != 0
  }

  /// Whether windows are drawn in a browser, by GTK's Broadway server.
  static var isInBrowser: Bool {
    guard let display = gdk_display_get_default() else { return false }
    let instance = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
    return String(cString: g_type_name_from_instance(instance)) == "GdkBroadwayDisplay"
  }

  /// Starts GTK, or ends the process with a message if there is no display, since without one GTK
  /// would crash at the first widget.
  package static func start() {
    guard !startIfPossible() else { return }
    writeError(
      tr(
        "{}: no display: start it on a desktop, or set DISPLAY or WAYLAND_DISPLAY to that of one",
        programName))
    exit(1)
  }
}
