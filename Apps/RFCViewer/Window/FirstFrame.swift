internal import Glibc
internal import Hikidashi

/// Tells a benchmark when the first frame with rows has been drawn, and quits.
///
/// The environment variable `HIKIDASHI_FIRST_FRAME` names where the line goes: a file descriptor by
/// its number, or a path.
@MainActor
enum FirstFrame {
  private static let target = getenv("HIKIDASHI_FIRST_FRAME").map { String(cString: $0) }
  static var isAsked: Bool { target != nil }

  static func report(
    _ viewer: ViewerWindow, in window: Window, quit: @escaping @MainActor () -> Void
  ) {
    guard let target else { return }
    var isReported = false
    window.onPaint {
      guard !isReported, viewer.list.view.shownRowCount > 0 else { return }
      isReported = true
      let descriptor = Int32(target) ?? open(target, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      let line = Array("first-frame \(viewer.list.view.shownRowCount)\n".utf8)
      _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      quit()
    }
  }
}
