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

  /// Returns after the next frame, or at once when there will be none.
  package func nextPaint() async {
    guard let native, gtk_widget_get_mapped(native) != 0,
      let clock = gtk_widget_get_frame_clock(native)
    else { return }
    await withCheckedContinuation { continuation in
      var connections: [SignalConnection] = []
      let finish: @MainActor (SignalArguments) -> Bool = { _ in
        // Whichever signal comes first; the other must not resume a second time.
        guard !connections.isEmpty else { return false }
        let ended = connections
        connections = []
        for connection in ended { connection.disconnect() }
        continuation.resume()
        return false
      }
      connections = [
        connect(UnsafeMutableRawPointer(clock), "after-paint", returning: finish),
        connect(native, "unmap", returning: finish),
      ]
      gtk_widget_queue_draw(native)
    }
  }
}
