import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

final class SizeTests: XCTestCase {
  @MainActor private static var log: [String] = []

  @MainActor
  private static func listening(_ body: () async throws -> Void) async rethrows -> [String] {
    log = []
    let handler = g_log_set_handler(
      "Hikidashi", G_LOG_LEVEL_WARNING,
      { _, _, message, _ in
        guard let message else { return }
        let text = String(cString: message)
        MainActor.assumeIsolated { SizeTests.log.append(text) }
      }, nil)
    defer { g_log_remove_handler("Hikidashi", handler) }
    try await body()
    return log
  }

  func testAPartAskedForLessThanItNeedsSaysSoOnceAndKeepsWhatItNeeds() throws {
    try onLoop {
      let log = try await Self.listening {
        let button = Button("_Save everything") {}.size(width: 10, height: 8)
        let pages = Pages(["a": Stack { button }, "b": Label("b")])
        let stage = try await Stage.show(pages)
        let width = try XCTUnwrap(button.native.map { gtk_widget_get_width($0) })
        XCTAssertGreaterThan(width, 80)
        // Shown a second time.
        pages.shown = "b"
        try await stage.settle()
        pages.shown = "a"
        try await stage.settle()
        try await stage.close()
      }
      XCTAssertEqual(log.count, 1, "\(log)")
      let text = try XCTUnwrap(log.first)
      XCTAssertTrue(
        text.hasPrefix("Button “Save everything” at ") && text.contains("SizeTests.swift:"), text)
      XCTAssertTrue(
        text.contains("is asked to be 10 wide and 8 high but needs at least "), text)
    }
  }

  func testAPartGetsTheSizeItIsAskedFor() throws {
    try onLoop {
      let log = try await Self.listening {
        let button = Button("OK") {}.size(width: 200, height: 60)
        let stage = try await Stage.show(Stack { button })
        let native = try XCTUnwrap(button.native)
        var bounds = graphene_rect_t()
        XCTAssertNotEqual(gtk_widget_compute_bounds(native, native, &bounds), 0)
        XCTAssertEqual(bounds.size.width, 200)
        XCTAssertEqual(bounds.size.height, 60)
        try await stage.close()
      }
      XCTAssertEqual(log, [])
    }
  }
}
