import Foundation
import TestSupport
import Testing

/// The apps under a Wayland compositor: they start, draw, take keys that the compositor gives them, and
/// close. What they ask of it is read from what they say to it.
@Suite(
  .serialized, .needs("weston", "Xvfb", "xdotool", "dbus-run-session"))
struct WaylandTests {
  private let desktop: WestonDisplay

  init() throws { desktop = try WestonDisplay() }

  /// Waits until the compositor shows more than an empty desktop does, and has given the app the
  /// keyboard.
  private func isDrawn(_ app: Run) -> Bool {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end, !app.isOver {
      let (count, share) = desktop.colors()
      let said = app.standardError(until: "\0", seconds: 0)
      if count > 30, share < 0.99, said.contains(/wl_keyboard@\d+\.enter\(/) { return true }
      usleep(20_000)
    }
    return false
  }

  /// Waits until the app has got a key and asked the compositor for something since.
  private func asks(_ app: Run, _ request: String) -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let isOver = app.isOver
      let said = app.standardError(until: "\0", seconds: 0)
      if let key = said.firstRange(of: ".key("), said[key.upperBound...].contains(request) {
        return true
      }
      if isOver { return false }
      usleep(20_000)
    }
    return false
  }

  @Test func theGalleryStartsDrawsTakesKeysAndCloses() throws {
    let empty = desktop.colors()
    #expect(empty.count < 10)
    let app = try desktop.start(TestProgram.path("gallery"))
    #expect(isDrawn(app))
    try desktop.press("F11")
    // Here every window has the whole screen, until it asks for less.
    #expect(asks(app, ".unset_fullscreen("))
    try desktop.press("ctrl+q")
    #expect(app.wait() == 0)
  }

  @Test func aReaderFindsAnRFCByTheKeyboard() throws {
    let library = try ScratchFolder()
    let index = """
                                     RFC INDEX
                                    ---------

      1149 Standard for the transmission of IP datagrams on avian carriers. D.
           Waitzman. April 1990. (Format: TXT) (Status: EXPERIMENTAL)

      2550 Y10K and Beyond. S. Glassman, M. Manasse, J. Mogul. April 1999.
           (Format: TXT) (Status: INFORMATIONAL)

      """
    try library.write(index, to: "rfc-index.txt")
    try library.write("Pigeons.\n", to: "rfc1149.txt")
    let app = try desktop.start(
      TestProgram.path("rfcviewer"), "--mirror", library.url.path)
    #expect(isDrawn(app))
    try desktop.press("ctrl+f", "1", "1", "4", "9", "Return")
    let title = ".set_title(\"RFC 1149: Standard"
    #expect(app.standardError(until: title).contains(title))
    try desktop.press("ctrl+w")
    #expect(app.wait() == 0)
  }

  /// The README's first program, which has not a line for any key.
  @Test func theFirstProgramHasTheKeysOfEveryApp() throws {
    let app = try desktop.start(TestProgram.path("animals"))
    #expect(isDrawn(app))
    try desktop.press("F11")
    // Here every window has the whole screen, until it asks for less.
    #expect(asks(app, ".unset_fullscreen("))
    try desktop.press("ctrl+w")
    #expect(app.wait() == 0)
  }
}
