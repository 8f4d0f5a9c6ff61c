internal import CGTK

extension Window {
  /// Calls `handler` after each frame that the window draws.
  package func onPaint(_ handler: @escaping @MainActor () -> Void) {
    guard let native else { return }
    if let clock = gtk_widget_get_frame_clock(native) {
      connect(UnsafeMutableRawPointer(clock), "after-paint") { _ in
        handler()
        return false
      }
    } else {
      on("realize") { [weak self] _ in self?.onPaint(handler) }
    }
  }

  /// Returns after the window has been drawn with all that has been changed so far.
  public func drawn() async {
    // The first frame may be one that is under way, or the one in which a list makes its rows.
    await nextPaint()
    await nextPaint()
  }

  package func nextPaint() async {
    guard let native, let clock = gtk_widget_get_frame_clock(native) else { return }
    await withCheckedContinuation { continuation in
      var connection: SignalConnection?
      connection = connect(UnsafeMutableRawPointer(clock), "after-paint") { _ in
        // The first call ends the connection, so that the continuation is resumed once.
        guard let current = connection else { return false }
        connection = nil
        current.disconnect()
        continuation.resume()
        return false
      }
      gtk_widget_queue_draw(native)
    }
  }
}
