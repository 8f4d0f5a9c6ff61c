internal import CHikidashiGTK

/// Gives a `GtkMenuButton` a popover that is made when it is opened, and anew each time.
@MainActor
func setPopover(of button: NativeWidget, _ make: @escaping @MainActor () -> NativeWidget?) {
  final class Maker {
    let make: @MainActor () -> NativeWidget?
    init(_ make: @escaping @MainActor () -> NativeWidget?) { self.make = make }
  }
  gtk_menu_button_set_create_popup_func(
    button.opaque,
    { button, data in
      guard let button, let data else { return }
      let maker = Unmanaged<Maker>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated {
        guard let popover: NativeWidget = gtk_popover_new() else { return }
        gtk_popover_set_child(popover.cast(to: GtkPopover.self), maker.make())
        gtk_menu_button_set_popover(button, popover)
      }
    }, Unmanaged.passRetained(Maker(make)).toOpaque(),
    { data in if let data { Unmanaged<Maker>.fromOpaque(data).release() } })
}
