internal import CHikidashiGTK
public import HikidashiPresentation

extension Showing {
  /// The window over which the item is shown; nil when it is gone, or with a presenter of one's own.
  public var window: Window? { place as? Window }
}

extension Window {
  /// Shows this window over another one, which it blocks, and returns when it is closed.
  ///
  /// For a window of one's own that waits in the queue:
  ///
  /// ```swift
  /// struct Rating: CustomPresentable {
  ///   func show(_ showing: Showing<Rating>) async throws -> Int {
  ///     var stars: Int?
  ///     let window = Window("Rate it", width: 300, height: 100) { Label("Press a number") }
  ///     window.actions { Action("five", shortcuts: ["5"]) { stars = 5 } }
  ///     await window.presentUntilClosed(over: showing.window)
  ///     guard let stars else { throw CancellationError() }
  ///     return stars
  ///   }
  /// }
  /// ```
  ///
  /// The window is out of sight when it returns, and gone a moment later. Cancelling the task closes it without asking ``onClose``. What
  /// its content presents goes over it.
  ///
  /// - Parameter parent: The window below; it takes this one along when it is closed.
  public func presentUntilClosed(over parent: Window?) async {
    guard let native, !Task.isCancelled else { return destroy() }
    becomeDialog(of: parent)
    let sender = UnsafeMutableRawPointer(native)
    await withTaskCancellationHandler {
      if isFree { presentAlone() } else { present() }
      guard gtk_widget_get_mapped(native) != 0 else { return }
      await first(of: [(sender, "unmap"), (sender, "destroy")])
    } onCancel: {
      Task { @MainActor in hide() }
    }
    hide()
    // Later: the window below gets the keyboard back first, as X takes it from one that is destroyed.
    Task { destroy() }
  }

  private func hide() {
    closePopovers()
    if let native { gtk_widget_set_visible(native, 0) }
  }
}
