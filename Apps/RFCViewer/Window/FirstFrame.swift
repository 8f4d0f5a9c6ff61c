internal import Glibc
internal import Hikidashi
internal import HikidashiBase

/// Tells a benchmark when the first frame with rows has been drawn, and quits.
///
/// The environment variable `HIKIDASHI_FIRST_FRAME` names where the line goes: a file descriptor by
/// its number, or a path.
@MainActor
enum FirstFrame {
  static var isAsked: Bool { Environment.value("HIKIDASHI_FIRST_FRAME") != nil }

  static func report(
    _ viewer: ViewerWindow, in window: Window, quit: @escaping @MainActor () -> Void
  ) {
    guard let target = Environment.value("HIKIDASHI_FIRST_FRAME") else { return }
    var isReported = false
    window.onPaint {
      guard !isReported, viewer.shownRows > 0 else { return }
      isReported = true
      let descriptor = Int32(target) ?? open(target, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      let line = Array("first-frame \(viewer.shownRows)\n".utf8)
      _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      quit()
    }
  }
}
