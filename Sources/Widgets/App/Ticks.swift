internal import CHikidashiGTK

/// Calls `body` at the start of each frame of a widget, until it returns false or the widget is
/// destroyed.
@MainActor
package func addTick(to widget: NativeWidget, _ body: @escaping @MainActor () -> Bool) {
  final class Tick {
    let body: @MainActor () -> Bool
    init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
  }
  gtk_widget_add_tick_callback(
    widget,
    { _, _, data in
      guard let data else { return 0 }
      let tick = Unmanaged<Tick>.fromOpaque(data).takeUnretainedValue()
      return MainActor.assumeIsolated { tick.body() } ? 1 : 0
    }, Unmanaged.passRetained(Tick(body)).toOpaque(),
    { data in if let data { Unmanaged<Tick>.fromOpaque(data).release() } })
}

/// Calls `body` whenever frames, keys, GTK’s measuring of text and tasks of the main actor leave time,
/// until it answers false.
@MainActor
func whenIdle(_ body: @escaping @MainActor () -> Bool) {
  final class Later {
    let body: @MainActor () -> Bool
    init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
  }
  g_idle_add_full(
    G_PRIORITY_DEFAULT_IDLE,
    { data in
      guard let data else { return 0 }
      let later = Unmanaged<Later>.fromOpaque(data).takeUnretainedValue()
      return MainActor.assumeIsolated { later.body() } ? 1 : 0
    }, Unmanaged.passRetained(Later(body)).toOpaque(),
    { data in if let data { Unmanaged<Later>.fromOpaque(data).release() } })
}
