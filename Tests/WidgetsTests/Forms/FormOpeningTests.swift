import CHikidashiGTK
import HikidashiWidgetTesting
import XCTest

@testable import HikidashiWidgets

/// A long form opens like a short one. Times are `make bench`'s; here is counted what is made.
final class FormOpeningTests: XCTestCase {
  @MainActor
  private static func form(_ count: Int) -> Form {
    Form { (0..<count).map { TextEntry("Field \($0)", rules: [.length(0...20)]) } }
  }

  @MainActor
  private static func made(_ form: Form) -> Int {
    form.inputs.filter { $0.madeControl != nil }.count
  }

  func testOfALongFormOnlyTheBeginningIsMadeForTheFirstFrame() throws {
    try onLoop {
      let form = Self.form(300)
      XCTAssertLessThanOrEqual(Self.made(form), 30)
      let stage = Stage(Window("Long", width: 480, height: 600) { Scroller(form) })
      // At the end of the frame itself, after which others may follow before the test hears of it.
      var atFirstFrame: Int?
      stage.window.presentAlone()
      let clock = try XCTUnwrap(gtk_widget_get_frame_clock(stage.window.native))
      let connection = connect(UnsafeMutableRawPointer(clock), "after-paint") { _ in
        if atFirstFrame == nil { atFirstFrame = Self.made(form) }
        return false
      }
      try await until("the first frame") { atFirstFrame != nil }
      connection.disconnect()
      XCTAssertLessThanOrEqual(atFirstFrame ?? .max, 30)
      // The others follow, in their order.
      try await until("the whole form") { Self.made(form) == 300 }
      try await stage.settle()
      XCTAssertEqual(
        stage.all("text-box").map(\.name), (0..<300).map { "Field \($0)" })
      try await stage.close()
    }
  }

  func testAChangeInALongFormChecksWhatItTouchesAlone() throws {
    try onLoop {
      let form = Self.form(300)
      let entries = form.inputs.compactMap { $0 as? TextEntry }
      var looks = 0
      form.check("must differ", at: entries[1], reading: entries[0], entries[1]) {
        looks += 1
        return entries[0].value != entries[1].value || entries[0].value.isEmpty
      }
      XCTAssertEqual(looks, 1)
      XCTAssertEqual(form.checkCount, 0)
      for entry in entries[2...] { entry.value = "a" }
      XCTAssertEqual(form.checkCount, 298)
      XCTAssertEqual(looks, 1)
      entries[0].value = "b"
      entries[1].value = "b"
      XCTAssertEqual(form.checkCount, 302)
      XCTAssertEqual(looks, 3)
      XCTAssertEqual(entries[1].complaint, "must differ")
      // What is as it was needs no look.
      entries[1].value = "b"
      XCTAssertEqual(form.checkCount, 302)
    }
  }

  func testAnInputThatIsWrongFarBelowIsMadeAndFocused() throws {
    try onLoop {
      let form = Self.form(300)
      let stage = Stage(Window("Long", width: 480, height: 600) { Scroller(form) })
      stage.window.presentAlone()
      (form.inputs[250] as? TextEntry)?.value = String(repeating: "x", count: 30)
      XCTAssertFalse(form.apply())
      try await stage.settle()
      try await until("the whole form") { Self.made(form) == 300 }
      try await stage.settle()
      let element = try stage.find("text-box", "Field 250")
      XCTAssertTrue(element.has("focused") && element.has("invalid"))
      try await stage.close()
    }
  }
}
