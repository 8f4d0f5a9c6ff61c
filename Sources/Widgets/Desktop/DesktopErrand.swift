import HikidashiBase
import HikidashiPresentation

/// Something that is asked of the desktop, which may show a dialog of its own for it. It has its turn
/// among the dialogs of a window.
struct DesktopErrand<Answer: Sendable>: CustomPresentable {
  let name: String
  let work: @MainActor @Sendable () async -> Answer

  func show(_ showing: Showing<DesktopErrand>) async throws -> Answer { await work() }
}

/// Carries what is to be told through a callback of GLib, which calls it once.
final class LaunchReceipt: Sendable {
  private let target: String
  private let ending: Ending<Result<Void, DesktopError>>

  init(target: String, ending: Ending<Result<Void, DesktopError>>) {
    (self.target, self.ending) = (target, ending)
  }

  /// - Parameter problem: Nil where the program was started.
  func take(_ problem: String?) {
    let result: Result<Void, DesktopError> =
      problem.map { .failure(.cannotOpen(target: target, reason: $0)) } ?? .success(())
    ending.end(result)()
  }
}
