public import CBare

/// The arguments of a signal; that at 0 is the object.
public struct Arguments {
  let values: UnsafePointer<GValue>

  public func object(_ index: Int) -> OpaquePointer {
    OpaquePointer(g_value_get_object(values + index))
  }
  public func uint(_ index: Int) -> UInt32 { g_value_get_uint(values + index) }
  public func flags(_ index: Int) -> UInt32 { g_value_get_flags(values + index) }
  public func string(_ index: Int) -> String { String(cString: g_value_get_string(values + index)) }
}

private final class Handler {
  let body: @MainActor (Arguments) -> Bool
  init(_ body: @escaping @MainActor (Arguments) -> Bool) { self.body = body }
}

/// Calls `body` at each signal. What it returns is told to GTK where the signal has an answer.
@MainActor
public func on(
  _ object: some Native, _ signal: String, with body: @escaping @MainActor (Arguments) -> Bool
) {
  let handler = Unmanaged.passRetained(Handler(body))
  let size = UInt32(MemoryLayout<GClosure>.size)
  guard let closure = g_closure_new_simple(size, handler.toOpaque()) else { return }
  g_closure_add_finalize_notifier(closure, handler.toOpaque()) { data, _ in
    data.map { Unmanaged<Handler>.fromOpaque($0).release() }
  }
  g_closure_set_marshal(closure) { closure, answer, _, values, _, _ in
    guard let data = closure?.pointee.data, let values else { return }
    nonisolated(unsafe) let (handler, arguments) = (data, Arguments(values: values))
    let result = MainActor.assumeIsolated {
      Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue().body(arguments)
    }
    if let answer, answer.pointee.g_type == GType(5 << 2) {
      g_value_set_boolean(answer, result ? 1 : 0)
    }
  }
  g_signal_connect_closure(UnsafeMutableRawPointer(object.opaque), signal, closure, 0)
}

/// Calls `body` at each signal.
@MainActor
public func on(_ object: some Native, _ signal: String, _ body: @escaping @MainActor () -> Void) {
  on(object, signal) { _ in
    body()
    return false
  }
}

private final class Call: @unchecked Sendable {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}

/// Calls `body` on the main thread. It may be called from any thread.
public func onMain(
  after milliseconds: UInt32 = 0, _ body: @escaping @MainActor @Sendable () -> Void
) {
  g_timeout_add_full(
    milliseconds == 0 ? G_PRIORITY_DEFAULT_IDLE : G_PRIORITY_DEFAULT, milliseconds,
    { data in
      if let data {
        nonisolated(unsafe) let call = data
        MainActor.assumeIsolated { Unmanaged<Call>.fromOpaque(call).takeUnretainedValue().body() }
      }
      return 0
    }, Unmanaged.passRetained(Call(body)).toOpaque(),
    { data in data.map { Unmanaged<Call>.fromOpaque($0).release() } })
}

/// Adds an action to an application or a window, with the keys that call it.
@MainActor
public func addAction(
  _ name: String, keys: String..., to map: some Native, of application: some Native,
  _ body: @escaping @MainActor () -> Void
) {
  let action = g_simple_action_new(name, nil)!
  on(action, "activate", body)
  g_action_map_add_action(map.opaque, action)
  let isWindow = g_type_check_instance_is_a(map.cast(), gtk_window_get_type()) != 0
  setKeys(keys, of: (isWindow ? "win." : "app.") + name, in: application)
}

/// Sets the keys that call an action: one of the application, of its windows, or of GTK's own.
@MainActor
public func setKeys(_ keys: [String], of action: String, in application: some Native) {
  var accelerators: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(strdup($0)) } + [nil]
  gtk_application_set_accels_for_action(application.cast(), action, &accelerators)
}

/// Calls `body` for each key that is pressed in a widget; true ends it there.
@MainActor
public func onKey(
  _ widget: some Native, phase: GtkPropagationPhase = GTK_PHASE_BUBBLE,
  _ body: @escaping @MainActor (_ key: Int32, _ modifiers: GdkModifierType) -> Bool
) {
  let keys = gtk_event_controller_key_new()!
  gtk_event_controller_set_propagation_phase(keys, phase)
  on(keys, "key-pressed") { body(Int32($0.uint(1)), GdkModifierType($0.flags(3))) }
  gtk_widget_add_controller(widget.cast(), keys)
}

/// Runs an application: `activate` makes its window.
@MainActor
public func run(
  _ id: String, _ activate: @escaping @MainActor (UnsafeMutablePointer<AdwApplication>) -> Void
) {
  let application = adw_application_new(id, GApplicationFlags(rawValue: 0))!
  on(application, "activate") {
    if let window = gtk_application_get_active_window(application.cast()) {
      gtk_window_present(window)
    } else {
      activate(application)
    }
  }
  exit(g_application_run(application.cast(), CommandLine.argc, CommandLine.unsafeArgv))
}
