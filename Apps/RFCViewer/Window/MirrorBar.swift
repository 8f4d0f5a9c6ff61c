internal import Hikidashi
internal import Support

/// The line that tells what is being fetched, or why it could not be.
@MainActor
final class MirrorBar {
  private let message = Label().ellipsized()
  private let progress = ProgressBar()
  private let cancel: Button
  private let retry: Button
  private let hide: Button
  let part: Part
  var onCancel: (@MainActor () -> Void)?
  var onRetry: (@MainActor () -> Void)?

  init() {
    var press: (@MainActor (Int) -> Void)?
    cancel = Button(tr("Cancel")) { press?(0) }
    retry = Button(tr("Try Again")) { press?(1) }
    hide = Button(icon: "window-close-symbolic", label: tr("Hide")) { press?(2) }
    part = Stack(
      .horizontal, spacing: 6,
      [
        message.expand(.horizontal).align(horizontal: .start), progress.align(vertical: .center),
        cancel, retry, hide.styleClass("flat"),
      ]
    ).margin(6).visible(false)
    press = { [weak self] button in
      guard let self else { return }
      switch button {
      case 0: onCancel?()
      case 1: onRetry?()
      default: part.isVisible = false
      }
    }
  }

  /// Tells of a transfer under way.
  ///
  /// - Parameter fraction: The share that is done; nil where nobody knows.
  func show(_ text: String, fraction: Double?) {
    message.text = text
    progress.fraction = fraction
    show(isBusy: true)
  }

  /// Tells of a transfer that failed.
  func show(problem: String) {
    message.text = problem
    _ = message.tooltip(problem)
    show(isBusy: false)
  }

  func clear() { part.isVisible = false }

  private func show(isBusy: Bool) {
    progress.isVisible = isBusy
    cancel.isVisible = isBusy
    retry.isVisible = !isBusy
    hide.isVisible = !isBusy
    part.isVisible = true
  }
}
