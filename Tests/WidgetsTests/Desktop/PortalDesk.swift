import CHikidashiGTK
import Foundation
import HikidashiBase
import TestSupport

/// A stand-in for the desktop's portals, on a private bus. GLib's thread brings the messages.
// @unchecked: GDBus may be called from any thread; the rest is behind the lock.
final class PortalDesk: @unchecked Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct State {
    var told: [String] = []
    /// The path of the request and the name of who has made it, by the method.
    var requests: [String: (path: String, caller: String)] = [:]
  }

  let address: String
  private let bus: Run
  private let connection: OpaquePointer
  private let state = Guarded(State())

  /// The methods that were called, in their order.
  var told: [String] { state.withLock { $0.told } }

  init() throws {
    let daemon = Tool("dbus-daemon")
    guard let path = daemon.path else { throw Failure(description: daemon.reason) }
    bus = try Run(path, ["--session", "--nofork", "--nopidfile", "--print-address"])
    address = bus.standardOutput(until: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    guard
      let connection = g_dbus_connection_new_for_address_sync(
        address,
        GDBusConnectionFlags(
          G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue),
        nil, nil, nil)
    else {
      bus.send(SIGTERM)
      throw Failure(description: "there is no bus at “\(address)”")
    }
    self.connection = connection
    listen()
    let name = Self.variant("('org.freedesktop.portal.Desktop', uint32 4)")
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName", name, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
    guard let reply else { throw Failure(description: "the bus gives no name") }
    g_variant_unref(reply)
  }

  /// Ends the bus; whoever is on it is told that it is gone.
  func close() {
    g_dbus_connection_close_sync(connection, nil, nil)
    bus.send(SIGTERM)
    _ = bus.wait()
  }

  /// Answers the request that a method has made, by a text of GVariant's.
  func answer(_ method: String, _ response: String) {
    let request = state.withLock { state in
      state.told.append("answer \(method)")
      return state.requests[method]
    }
    guard let request else { return }
    g_dbus_connection_emit_signal(
      connection, request.caller, request.path, "org.freedesktop.portal.Request", "Response",
      Self.variant(response), nil)
  }

  private func listen() {
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, data in
        guard let message, let data else { return nil }
        let desk = Unmanaged<PortalDesk>.fromOpaque(data).takeUnretainedValue()
        guard isIncoming != 0, desk.take(message) else { return message }
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in if let data { Unmanaged<PortalDesk>.fromOpaque(data).release() } })
  }

  /// - Returns: Whether the message was for a portal; GDBus refuses the others.
  private func take(_ message: OpaquePointer) -> Bool {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      let method = g_dbus_message_get_member(message).map({ String(cString: $0) }),
      ["Mark", "OpenFile", "OpenURI", "Close"].contains(method),
      let reply = g_dbus_message_new_method_reply(message)
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(reply)) }
    let request = request(message)
    state.withLock { state in
      state.told.append(method)
      if let request { state.requests[method] = request }
    }
    if let request {
      g_dbus_message_set_body(reply, Self.variant("(objectpath '\(request.path)',)"))
    }
    g_dbus_connection_send_message(
      connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    return true
  }

  /// Where a call that makes a request wants to be answered: it says so by the token in its options.
  private func request(_ message: OpaquePointer) -> (path: String, caller: String)? {
    guard let body = g_dbus_message_get_body(message), g_variant_n_children(body) == 3,
      let options = g_variant_get_child_value(body, 2)
    else { return nil }
    defer { g_variant_unref(options) }
    guard let value = g_variant_lookup_value(options, "handle_token", nil) else { return nil }
    defer { g_variant_unref(value) }
    guard let token = g_variant_get_string(value, nil).map({ String(cString: $0) }),
      let caller = g_dbus_message_get_sender(message).map({ String(cString: $0) })
    else { return nil }
    let name = caller.dropFirst().replacing(".", with: "_")
    return ("/org/freedesktop/portal/desktop/request/\(name)/\(token)", caller)
  }

  private static func variant(_ text: String) -> OpaquePointer? {
    g_variant_parse(nil, text, nil, nil, nil)
  }
}
