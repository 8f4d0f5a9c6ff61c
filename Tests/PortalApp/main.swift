import CHikidashiGTK
import Glibc
import Hikidashi
import HikidashiBase

/// A process that asks the desktop's portals while an alert is shown over its window.
///
///     GTK_USE_PORTAL=1 PortalApp
///
/// It asks for a file and for an address to be opened, tells the desktop by the method `Mark` that it has
/// asked, and closes its alert. What comes of both it writes to standard output, and ends.
@MainActor
func mark() {
  guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return say("no bus") }
  defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
  let reply = g_dbus_connection_call_sync(
    bus, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
    "io.github.hikidashi.Test", "Mark", nil, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
  if let reply { g_variant_unref(reply) } else { say("no desktop") }
}

@MainActor
func say(_ words: String) {
  let bytes = Array((words + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

@MainActor
func act(_ window: Window) async {
  await window.drawn()
  do {
    let alert = try window.enqueue(Alert("First"))
    let file = try window.enqueue(FileOpen("A file"))
    let opening = Task { try await Desktop.open("hikidashi-nobody:x", over: window) }
    for await status in alert.statuses where status.state == .presented { break }
    while window.presentation.statuses.count < 3 { await Task.yield() }
    // What does not wait has asked the desktop by then.
    for _ in 0..<3 { await window.drawn() }
    mark()
    alert.cancel()
    say("chosen: \(try await file.answer.joined(separator: " "))")
    try await opening.value
    say("opened")
  } catch {
    say("\(error)")
  }
  App.current?.quit()
}

let app = App(id: "io.github.hikidashi.PortalApp", instance: .separate) {
  let window = Window("Portals") { Label("It asks.") }
  Task { await act(window) }
  return [window]
}
app.run()
