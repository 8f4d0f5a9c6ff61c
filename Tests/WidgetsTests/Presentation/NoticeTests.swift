import CHikidashiGTK
import Foundation
import HikidashiBase
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// Notifications, told to a desktop that writes them down.
final class NoticeTests: XCTestCase {
  func testADesktopIsToldWhileTheAppIsBehind() throws {
    let desktop = try XCTUnwrap(Desktop(), "there is no session bus: run it under scripts/headless")
    try onLoop {
      let app = App(id: "org.example.Notice", instance: .separate) { Window("N") { Label("n") } }
      let stage = try await Stage.launch(app)
      let other = try await Stage.show(Label("another app"))
      try await until("the app to be behind") { !app.isInFront }
      let item = try stage.window.enqueue(DesktopNotice("12 cards", body: "about herrings"))
      try await until("the notification") { desktop.told == ["12 cards|about herrings"] }
      XCTAssertEqual(item.state, .presented)
      desktop.click()
      try await item.answer

      // The click has brought the app to the front.
      try await other.settle()
      try await until("the app to be behind again") { !app.isInFront }
      let withdrawn = try stage.window.enqueue(DesktopNotice("13 cards"))
      try await until("the other") { desktop.told.count == 2 }
      withdrawn.cancel()
      let reason = await withdrawn.ending.reason
      XCTAssertEqual(reason, .cancelled)
      try await until("the other to go") { desktop.closed == 1 }
      try await other.close()
      app.forgetApplication()
    }
  }

  /// A desktop that is slow has not said yet what the notification is called by.
  func testANoticeIsWithdrawnAlsoBeforeTheDesktopHasAnswered() throws {
    let desktop = try XCTUnwrap(Desktop(), "there is no session bus: run it under scripts/headless")
    try onLoop {
      let app = App(id: "org.example.Slow", instance: .separate) { Window("N") { Label("n") } }
      let stage = try await Stage.launch(app)
      let other = try await Stage.show(Label("another app"))
      try await until("the app to be behind") { !app.isInFront }
      desktop.isSlow = true
      let item = try stage.window.enqueue(DesktopNotice("12 cards"))
      try await until("the notification") { desktop.told == ["12 cards|"] }
      item.cancel()
      let reason = await item.ending.reason
      XCTAssertEqual(reason, .cancelled)
      desktop.isSlow = false
      try await until("it to go") { desktop.closed == 1 }
      try await other.close()
      app.forgetApplication()
    }
  }

  func testAnAppInFrontShowsAToast() throws {
    try onLoop {
      let app = App(id: "org.example.Front", instance: .separate) { Window("F") { Label("f") } }
      let stage = try await Stage.launch(app)
      let item = try stage.window.enqueue(DesktopNotice("12 cards"))
      try await until("the toast") { !stage.all("label", "12 cards").isEmpty }
      try await stage.press("Tab")
      for _ in 0..<6 where stage.all("button", "Show").first?.has("focused") != true {
        try await stage.press("Tab")
      }
      try await stage.press("Return")
      try await item.answer
      app.forgetApplication()
    }
  }
}

/// `org.freedesktop.Notifications` on a connection of its own, whose messages GLib's thread brings.
// @unchecked: GDBus may be called from any thread; the rest is behind the lock.
private final class Desktop: @unchecked Sendable {
  /// An answer; GDBus takes it from any thread.
  private struct Reply: @unchecked Sendable {
    let message: OpaquePointer
  }

  private struct State {
    var told: [String] = []
    var closed = 0
    var caller: String?
    var isSlow = false
    var held: [Reply] = []
  }

  private let state = Guarded(State())
  private let connection: OpaquePointer

  var told: [String] { state.withLock { $0.told } }
  var closed: Int { state.withLock { $0.closed } }

  /// Whether answers wait; they are given, in their order, when it is slow no longer.
  var isSlow: Bool {
    get { state.withLock { $0.isSlow } }
    set {
      let held = state.withLock { state in
        state.isSlow = newValue
        if newValue { return [Reply]() }
        defer { state.held = [] }
        return state.held
      }
      for reply in held { send(reply.message) }
    }
  }

  private func send(_ reply: OpaquePointer) {
    g_dbus_connection_send_message(
      connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(reply))
  }

  init?() {
    guard let address = Environment.value("DBUS_SESSION_BUS_ADDRESS"),
      let connection = g_dbus_connection_new_for_address_sync(
        address,
        GDBusConnectionFlags(
          G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue),
        nil, nil, nil)
    else { return nil }
    self.connection = connection
    g_dbus_connection_add_filter(
      connection,
      { _, message, isIncoming, data in
        guard let message, let data else { return nil }
        let desktop = Unmanaged<Desktop>.fromOpaque(data).takeUnretainedValue()
        if isIncoming != 0, desktop.answer(message) {
          g_object_unref(UnsafeMutableRawPointer(message))
          return nil
        }
        return message
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in if let data { Unmanaged<Desktop>.fromOpaque(data).release() } })
    let name = "org.freedesktop.Notifications"
    // Takes the name from the desktop of another test, and gives it to the next.
    let words = [g_variant_new_string(name), g_variant_new_uint32(3)]
    let reply = g_dbus_connection_call_sync(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "RequestName",
      words.withUnsafeBufferPointer { pointer in
        g_variant_new_tuple(pointer.baseAddress, 2)
      }, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
    guard let reply else { return nil }
    g_variant_unref(reply)
  }

  /// - Returns: Whether the message was for a desktop.
  private func answer(_ message: OpaquePointer) -> Bool {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      let member = g_dbus_message_get_member(message).map({ String(cString: $0) }),
      let reply = g_dbus_message_new_method_reply(message)
    else { return false }
    switch member {
    case "Notify":
      let body = g_dbus_message_get_body(message)
      let words = [gsize(3), 4].map { index -> String in
        guard let child = g_variant_get_child_value(body, index) else { return "" }
        defer { g_variant_unref(child) }
        return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
      }
      let caller = g_dbus_message_get_sender(message).map { String(cString: $0) }
      state.withLock { state in
        state.told.append(words.joined(separator: "|"))
        state.caller = caller
      }
      g_dbus_message_set_body(reply, tuple(g_variant_new_uint32(7)))
    case "CloseNotification": state.withLock { $0.closed += 1 }
    case "GetCapabilities":
      let words = withStrings(["body", "actions"]) { g_variant_new_strv($0, 2) }
      g_dbus_message_set_body(reply, tuple(words))
    default:
      g_object_unref(UnsafeMutableRawPointer(reply))
      return false
    }
    let isHeld = state.withLock { state in
      if state.isSlow { state.held.append(Reply(message: reply)) }
      return state.isSlow
    }
    if !isHeld { send(reply) }
    return true
  }

  /// Does as a person who clicks on the notification.
  func click() {
    let words = [g_variant_new_uint32(7), g_variant_new_string("default")]
    g_dbus_connection_emit_signal(
      connection, state.withLock { $0.caller }, "/org/freedesktop/Notifications",
      "org.freedesktop.Notifications", "ActionInvoked",
      words.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, 2) }, nil)
  }

  private func tuple(_ value: OpaquePointer?) -> OpaquePointer? {
    [value].withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, 1) }
  }

  private func withStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> OpaquePointer?
  ) -> OpaquePointer? {
    let copies = strings.map { UnsafePointer<CChar>(strdup($0)) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return copies.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
  }
}
