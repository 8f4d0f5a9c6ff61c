import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class AppTests: XCTestCase {
  func testShortcutsRunTheActionsOfWindowAndApp() throws {
    try onLoop {
      var done: [String] = []
      let app = App(id: "org.example.Shortcuts", instance: .separate) {
        Window("Shortcuts") { Label("press") }
          .actions {
            Action("hello", title: "Say hello", shortcuts: "<Control>h") { done.append("hello") }
            Action("never", shortcuts: "<Control>n") { done.append("never") }
          }
      }
      app.actions { Action("all", title: "For all", shortcuts: "F5") { done.append("all") } }
      let stage = try await Stage.launch(app)
      stage.window.setEnabled("never", false)
      try await stage.press("h", holding: .control)
      try await stage.press("n", holding: .control)
      try await stage.press("F5")
      XCTAssertEqual(done, ["hello", "all"])
      app.forgetApplication()
    }
  }

  func testTheShortcutsWindowOpensByItsOwn() throws {
    try onLoop {
      let app = App(id: "org.example.Help", instance: .separate) {
        Window("Help") { Label("press") }
          .actions { Action("hello", title: "Say hello", shortcuts: "<Control>h") {} }
      }
      let stage = try await Stage.launch(app)
      try await stage.press("question", holding: [.control, .shift])
      func toplevels() -> Int { Int(g_list_model_get_n_items(gtk_window_get_toplevels())) }
      try await until("the list of shortcuts") { toplevels() >= 2 }
      app.forgetApplication()
    }
  }

  func testTheLastWindowStaysUntilRunningWorkHasEnded() throws {
    try onLoop {
      let app = App(id: "org.example.Work", instance: .separate) { Window("Work") { Label("w") } }
      let (finish, continuation) = AsyncStream<Void>.makeStream()
      var isFinished = false
      app.beforeQuit {
        for await _ in finish { break }
        isFinished = true
      }
      let stage = try await Stage.launch(app)
      stage.window.close()
      await stage.nextFrame()
      XCTAssertNotNil(stage.window.native)
      continuation.yield()
      try await until("the window to go") { stage.window.native == nil }
      XCTAssertTrue(isFinished)
      app.forgetApplication()
    }
  }

  func testAWindowMayRefuseToClose() throws {
    try onLoop {
      let app = App(id: "org.example.Refuse", instance: .separate) {
        Window("Refuse") { Label("stay") }
      }
      let stage = try await Stage.launch(app)
      stage.window.onClose = { false }
      stage.window.close()
      await stage.nextFrame()
      XCTAssertNotNil(stage.window.native)
      stage.window.onClose = nil
      stage.window.close()
      try await until("the window to go") { stage.window.native == nil }
      app.forgetApplication()
    }
  }

  /// GLib's messages come from any thread; the app must outlive them.
  func testAWarningFromAnotherThreadIsLogged() throws {
    try onLoop {
      let app = App(id: "org.example.Threads", instance: .separate) { Window("T") { Label("t") } }
      let stage = try await Stage.launch(app)
      let message = "said by another thread: \(UUID())"
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          reportMisuse(message)
          continuation.resume()
        }
      }
      try await stage.settle()
      // It is in the log of the app of this process that came first.
      let folder = URL(fileURLWithPath: String(cString: g_get_user_state_dir()))
      let logs = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).compactMap { try? String(contentsOf: $0.appendingPathComponent("log"), encoding: .utf8) }
      let lines = logs.flatMap { $0.split(separator: "\n") }.filter { $0.contains(message) }
      XCTAssertEqual(lines.map { $0.contains("WARNING \(message)") }, [true])
      app.forgetApplication()
    }
  }

  func testLightAndDark() throws {
    try onLoop {
      let app = App(id: "org.example.Dark", instance: .separate) { Window("Dark") { Label("d") } }
      app.colorScheme = .dark
      let stage = try await Stage.launch(app)
      XCTAssertNotEqual(adw_style_manager_get_dark(adw_style_manager_get_default()), 0)
      app.colorScheme = .light
      XCTAssertEqual(adw_style_manager_get_dark(adw_style_manager_get_default()), 0)
      app.colorScheme = .system
      try await stage.settle()
      app.forgetApplication()
    }
  }

  func testTheSizeAndTheDirectionOfTextAreThoseOfTheApp() throws {
    try onLoop {
      let (first, second) = (Label("first"), Label("second"))
      let row = Stack(.horizontal, [first, second])
      let app = App(id: "org.example.Look", instance: .separate) { Window("Look") { row } }
      app.textScale = 2
      app.textDirection = .rightToLeft
      let stage = try await Stage.launch(app)
      @MainActor func place(_ part: Part) -> (x: Double, width: Int32) {
        var (x, y) = (0.0, 0.0)
        guard let native = part.native else { return (0, 0) }
        gtk_widget_translate_coordinates(native, row.native, 0, 0, &x, &y)
        return (x, gtk_widget_get_width(native))
      }
      let large = place(first)
      XCTAssertGreaterThan(large.x, place(second).x)
      app.textDirection = .leftToRight
      app.textScale = 1
      try await stage.settle()
      XCTAssertLessThan(place(first).x, place(second).x)
      // It is rounded to pixels.
      XCTAssertEqual(Double(large.width), Double(place(first).width) * 2, accuracy: 4)
      app.textScale = .nan
      app.textDirection = .system
      try await stage.settle()
      XCTAssertLessThan(place(first).x, place(second).x)
      app.forgetApplication()
    }
  }
}
