import Foundation
import HikidashiBase
import HikidashiPreferences
import HikidashiStorage
import HikidashiWidgetTesting
import HikidashiWidgets
import RFCKit
import TestSupport
import XCTest

@testable import RFCViewer

/// The whole way through the window by the keyboard alone, and what a screen reader meets on it.
final class WalkTests: XCTestCase {
  func testTheKeyboardAloneIsEnoughInEnglish() throws {
    try inOwnProcess(environment: ["LANGUAGE": "en", "LC_ALL": "C.UTF-8"]) { try walk("English") }
  }

  func testTheKeyboardAloneIsEnoughInJapanese() throws {
    try inOwnProcess(environment: ["LANGUAGE": "ja", "LC_ALL": "C.UTF-8"]) { try walk("Japanese") }
  }

  private static let index = """
                                   RFC INDEX
                                  ---------

    1149 Standard for the transmission of IP datagrams on avian carriers. D.
         Waitzman. April 1990. (Format: TXT) (Updated by RFC2549) (Status:
         EXPERIMENTAL)

    2549 IP over Avian Carriers with Quality of Service. D. Waitzman. April
         1999. (Format: TXT) (Updates RFC1149) (Status: EXPERIMENTAL)

    """

  private func walk(_ language: String) throws {
    let folder = try ScratchFolder()
    let place = folder.url.path
    let texts = [
      "rfc-index.txt": WalkTests.index,
      "rfc1149.txt": "Pigeons.  See RFC 2549 for the quality of service.\n",
      "rfc2549.txt": "This amends RFC 1149.\n",
    ]
    for (name, text) in texts {
      try text.write(toFile: place + "/" + name, atomically: true, encoding: .utf8)
    }
    try onLoop {
      let (settings, store) = try ViewerPreferences.inMemory()
      let app = ViewerApp.makeApp(
        try .mirror(directory: place), open: nil, preferences: (settings, store),
        state: StateStore(in: MemoryStorage()))
      let stage = try await Stage.launch(app)
      var steps: [String] = []
      @MainActor
      func note(_ step: String, _ shown: Stage? = nil, _ more: String = "") async throws {
        await app.ready()
        try await (shown ?? stage).settle()
        steps.append("# \(step)\n" + more + (shown ?? stage).dump())
      }
      try await note("Start")
      try await stage.type("1149")
      try await note("Search: 1149")
      try await stage.press("Return")
      await app.ready()
      try await stage.press("F6")
      try await note("Open: Enter, F6")
      try await stage.press("Tab")
      try await stage.press("Return")
      try await note("Follow a link: Tab, Enter")
      try await stage.press("Left", holding: .alt)
      try await note("Back: Alt+Left")
      try await stage.press("equal", holding: .control)
      try await note("Zoom: Ctrl+=", nil, "\(store[settings.reading.size]) pt\n")
      try await stage.press("comma", holding: .control)
      var window: Window?
      try await until("the preferences") {
        window = Window.all.first { $0.name == "preferences" }
        return window != nil
      }
      let dialog = Stage(try XCTUnwrap(window))
      try await note("Preferences: Ctrl+,", dialog)
      try await dialog.press("Escape")
      try await until("the dialog to go") { dialog.window.native == nil }
      try await stage.press("q", holding: .control)
      try await until("the app to quit") { stage.window.native == nil }
      try Golden.check(steps.joined(separator: "\n\n"), "Walk/\(language)")
    }
  }
}
