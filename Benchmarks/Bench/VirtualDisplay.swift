import Foundation

/// An X server without a screen, for as long as the bench needs one.
final class VirtualDisplay {
  /// What `DISPLAY` is for its clients, as `:99`.
  let name: String
  private let server: Launch

  /// Starts a server on the first free number; nil when Xvfb is not installed.
  init?() throws {
    guard let program = Launch.find("Xvfb") else { return nil }
    server = try Launch(
      program, ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"])
    do {
      name = ":" + (try server.line().text)
    } catch {
      server.stop()
      throw error
    }
  }

  deinit { server.stop() }
}
