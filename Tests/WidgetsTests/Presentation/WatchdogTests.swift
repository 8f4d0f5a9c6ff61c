import CHikidashiGTK
import HikidashiBase
import HikidashiPresentation
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// What is shown by an app's queue, and what the log says of views that do not come or do not go.
final class WatchdogTests: XCTestCase {
  /// A view that reports nothing, or not that it has gone.
  private struct Silent: WindowPresentable {
    typealias Answer = Never
    let name: String
    var appears = false

    @MainActor func makeView(over window: Window) -> ItemView<Silent> { View(self, over: window) }

    @MainActor private final class View: ItemView<Silent> {
      override func appear() { if item.appears { didAppear() } }
      override func vanish() {}
    }
  }

  private struct Unknown: Presentable {
    typealias Answer = Never
    let name: String
  }

  func testViewsThatDoNotReportAreGivenUpAndNamed() throws {
    try onLoop {
      let theater = try await Theater.open()
      let lines = Guarded<[String]>([])
      let presenter = WindowPresenter()
      presenter.latestWindow = { theater.window }
      let clock = ManualClock()
      let queue = PresentationQueue(presenter: presenter, watchdog: .seconds(10), clock: clock) {
        line in lines.withLock { $0.append(line) }
      }
      let late = try queue.enqueue(Silent(name: "late"))
      let sticky = try queue.enqueue(Silent(name: "sticky", appears: true))
      let unknown = try queue.enqueue(Unknown(name: "unknown"))
      let alert = try queue.enqueue(Alert("alert"))
      try await until("the first") { late.state == .presenting }
      clock.advance(by: .seconds(10))
      let reason = await late.ending.reason
      XCTAssertEqual(reason, .failed(.notPresented(within: .seconds(10))))
      try await until("the second") { sticky.state == .presented }
      sticky.cancel()
      try await until("the second to go") { sticky.state == .dismissing }
      clock.advance(by: .seconds(10))
      let other = await sticky.ending.reason
      XCTAssertEqual(other, .cancelled)
      let third = await unknown.ending.reason
      XCTAssertEqual(third, .failed(.presenter("there is no view for a Unknown")))
      // The others come all the same.
      try await until("the alert") { alert.state == .presented }
      alert.cancel()
      _ = await alert.ending
      let log = lines.withLock { $0 }
      XCTAssertEqual(log.count, 3)
      for (line, name) in zip(log, ["“late”", "“sticky”", "“unknown”"]) {
        XCTAssertTrue(line.hasPrefix(name), line)
      }
      try await theater.close()
    }
  }

  func testAnAppsQueueBeginsWithItsFirstWindowAndIsAskedFromAnyThread() throws {
    try onLoop {
      let app = App(id: "org.example.Queue", instance: .separate) {
        Window("Main") { Label("content") }
      }
      let queue = app.presentation
      let early = try await Task.detached { try queue.enqueue(Alert("Early")) }.value
      XCTAssertEqual(early.state, .waiting)
      XCTAssertTrue(app.launch())
      let stage = Stage(try XCTUnwrap(app.windows.first))
      let dialog = try await stage.dialog()
      XCTAssertEqual(dialog.window.name, "Early")
      XCTAssertEqual(app.windows.count, 1)
      try await dialog.press("Return")
      let answer = try await early.answer
      XCTAssertEqual(answer, .ok)
      XCTAssertNotNil(stage.window.native)
      app.forgetApplication()
    }
  }

  func testNothingIsShownWithoutAWindow() throws {
    try onLoop {
      let queue = PresentationQueue(presenter: WindowPresenter()) { _ in }
      let reason = try await queue.enqueue(Alert("Nowhere")).ending.reason
      XCTAssertEqual(reason, .failed(.presenter("there is no window to show it over")))
    }
  }

  /// What was shown leaves no window, part or view behind.
  func testViewsAreFreed() throws {
    try onLoop {
      let theater = try await Theater.open()
      weak var seen: Window?
      for number in 0..<3 {
        let item = try theater.window.enqueue(Modal<Int>("Modal \(number)") { _ in Label("m") })
        try await until("the view") { item.state == .presented }
        seen = Window.all.first(where: \.isDialog)
        XCTAssertNotNil(seen)
        item.cancel()
        _ = await item.ending
        try await until("the window to go") { seen == nil }
      }
      XCTAssertEqual(Window.all.count, 1)
      try await theater.close()
    }
  }
}
