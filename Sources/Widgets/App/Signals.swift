internal import CHikidashiGTK

/// The arguments of a GTK signal: the sender first, then the signal's own arguments.
public struct SignalArguments {
  fileprivate let values: UnsafePointer<GValue>
  /// The number of arguments.
  public let count: Int

  /// Returns an integer argument; 0 if there is none at the index.
  public func int(_ index: Int) -> Int { index < count ? Int(g_value_get_int(values + index)) : 0 }
  /// Returns an unsigned integer argument; 0 if there is none at the index.
  public func uint(_ index: Int) -> Int {
    index < count ? Int(g_value_get_uint(values + index)) : 0
  }
  /// Returns a floating-point argument; 0 if there is none at the index.
  public func double(_ index: Int) -> Double {
    index < count ? g_value_get_double(values + index) : 0
  }
  /// Returns an argument that is a set of flags; 0 if there is none at the index.
  public func flags(_ index: Int) -> UInt32 {
    index < count ? g_value_get_flags(values + index) : 0
  }
  func enumeration(_ index: Int) -> Int {
    index < count ? Int(g_value_get_enum(values + index)) : 0
  }
  /// Returns an object argument.
  public func object(_ index: Int) -> UnsafeMutableRawPointer? {
    index < count ? g_value_get_object(values + index) : nil
  }
  /// Returns a string argument.
  public func string(_ index: Int) -> String? {
    index < count ? g_value_get_string(values + index).map { String(cString: $0) } : nil
  }
  /// A `GVariant`, which the signal owns.
  func variant(_ index: Int) -> OpaquePointer? {
    index < count ? g_value_get_variant(values + index) : nil
  }
  /// The URIs of an array of `count` files.
  func uris(_ index: Int, count files: Int) -> [String] {
    guard index < count, let list = g_value_get_pointer(values + index) else { return [] }
    let array = list.assumingMemoryBound(to: OpaquePointer?.self)
    return (0..<files).compactMap { file in
      guard let uri = array[file].flatMap({ g_file_get_uri($0) }) else { return nil }
      defer { g_free(uri) }
      return String(cString: uri)
    }
  }
  /// An argument that says where the handler is to put something.
  func pointer(_ index: Int) -> UnsafeMutableRawPointer? {
    index < count ? g_value_get_pointer(values + index) : nil
  }
  /// Returns a boxed argument, such as a text iterator.
  public func boxed(_ index: Int) -> UnsafeMutableRawPointer? {
    index < count ? g_value_get_boxed(values + index) : nil
  }
}

/// The connection of a handler to a signal, until it is disconnected or the sender dies.
///
/// The sender keeps the handler alive and releases it when it dies; releasing this object changes
/// nothing.
@MainActor
public final class SignalConnection {
  fileprivate let handler: @MainActor (SignalArguments) -> Bool
  fileprivate var sender: UnsafeMutableRawPointer?
  fileprivate var id: gulong = 0

  fileprivate init(_ handler: @escaping @MainActor (SignalArguments) -> Bool) {
    self.handler = handler
  }

  /// Whether the handler is connected and the sender exists.
  public var isConnected: Bool { sender != nil }

  /// Ends the connection and releases the handler; a second call does nothing.
  public func disconnect() {
    guard let sender else { return }
    self.sender = nil
    g_signal_handler_disconnect(sender, id)
  }

}

/// Connects `handler` to a signal of any GObject. One C closure serves signals of every signature:
/// its marshaller gets the arguments as values, so that no C function type has to be guessed.
///
/// - Parameters:
///   - sender: The object that sends the signal.
///   - signal: The signal's name, such as `clicked` or `notify::label`.
///   - after: Whether GTK's own handler runs first.
///   - handler: Its result is the signal's, where that is a truth value.
@MainActor
@discardableResult
public func connect(
  _ sender: UnsafeMutableRawPointer, _ signal: String, after: Bool = false,
  returning handler: @escaping @MainActor (SignalArguments) -> Bool
) -> SignalConnection {
  let connection = SignalConnection(handler)
  let data = Unmanaged.passRetained(connection).toOpaque()
  let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
  g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
    guard let data = closure?.pointee.data, let values else { return }
    let answer = MainActor.assumeIsolated {
      let arguments = SignalArguments(values: values, count: Int(count))
      return Unmanaged<SignalConnection>.fromOpaque(data).takeUnretainedValue().handler(arguments)
    }
    guard let result else { return }
    switch result.pointee.g_type {
    case .boolean: g_value_set_boolean(result, answer ? 1 : 0)
    case .int: g_value_set_int(result, answer ? 1 : 0)
    default: break
    }
  }
  g_closure_add_finalize_notifier(closure, data) { data, _ in
    guard let data else { return }
    let connection = Unmanaged<SignalConnection>.fromOpaque(data)
    MainActor.assumeIsolated { connection.takeUnretainedValue().sender = nil }
    connection.release()
  }
  connection.sender = sender
  connection.id = g_signal_connect_closure(sender, signal, closure, after ? 1 : 0)
  return connection
}

extension Part {
  /// Connects to a signal of the part's widget.
  ///
  /// ```swift
  /// label.on("notify::label") { _ in print("changed") }
  /// ```
  @discardableResult
  public func on(
    _ signal: String, after: Bool = false, _ handler: @escaping @MainActor (SignalArguments) -> Void
  ) -> SignalConnection? {
    guard let native else { return nil }
    return connect(native, signal, after: after) {
      handler($0)
      return false
    }
  }

  /// Adds an event controller, which the widget then owns.
  package func addController(_ controller: OpaquePointer) {
    guard let native else { return }
    gtk_widget_add_controller(native, controller)
  }

  /// Has `body` called when the keyboard leaves the part, or `widget` of it.
  func onKeyboardLeave(_ widget: NativeWidget? = nil, _ body: @escaping @MainActor () -> Void) {
    guard let widget = widget ?? native, let focus = gtk_event_controller_focus_new()
    else { return }
    gtk_widget_add_controller(widget, focus)
    connect(UnsafeMutableRawPointer(focus), "leave") { _ in
      body()
      return false
    }
  }
}
