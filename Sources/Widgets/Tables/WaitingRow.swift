internal import CGTK
internal import Support

/// What stands in a row whose children are to come: that they are loading, or why they are not there.
@MainActor
final class WaitingRow {
  private(set) lazy var part = Stack(.horizontal, spacing: 8) {
    spinner
    label
    button
  }
  private let spinner = Spinner(tr("Loading …"))
  private let label = Label().ellipsized().styleClass("dim-label")
  private lazy var button = Button(tr("Try again")) { [weak self] in self?.retry?() }
    .align(vertical: .center)
  private var retry: (@MainActor () -> Void)?

  func showLoading() {
    spinner.isVisible = true
    button.isVisible = false
    label.text = tr("Loading …")
    label.tooltip(nil)
    retry = nil
  }

  func showFailure(_ reason: String, retry: @escaping @MainActor () -> Void) {
    spinner.isVisible = false
    button.isVisible = true
    label.text = reason
    label.tooltip(reason)
    self.retry = retry
  }

  var text: String { label.text }

  func end() { retry = nil }
}

extension RowCell {
  func showLoading() {
    makeWaiting().showLoading()
    showWaiting(true)
  }

  func showFailure(_ reason: String, retry: @escaping @MainActor () -> Void) {
    makeWaiting().showFailure(reason, retry: retry)
    showWaiting(true)
  }

  /// Shows what the table's ``Cells`` made.
  func showContent() {
    guard let waiting else { return }
    waiting.end()
    showWaiting(false)
  }

  private func showWaiting(_ isWaiting: Bool) {
    guard let waiting else { return }
    content.isVisible = !isWaiting
    waiting.part.isVisible = isWaiting
    guard isWaiting, let native = waiting.part.native, let content = content.native else { return }
    gtk_widget_set_margin_start(native, gtk_widget_get_margin_start(content))
    setName(waiting.text)
  }

  private func makeWaiting() -> WaitingRow {
    if let waiting { return waiting }
    let made = WaitingRow()
    made.part.expand(.horizontal).adopt { part in
      if let native { gtk_box_append(native.cast(to: GtkBox.self), part) }
    }
    waiting = made
    return made
  }
}
