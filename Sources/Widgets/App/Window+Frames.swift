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
    if let native, gtk_widget_get_mapped(native) == 0 { await nextPaint() }
    // The first frame may be one that is under way, or the one in which a list makes its rows.
    await nextPaint()
    await nextPaint()
  }

  /// Returns after the next frame; for a window that is not on the screen, when it gets there or is
  /// closed.
  package func nextPaint() async {
    guard let native else { return }
    let window = UnsafeMutableRawPointer(native)
    guard gtk_widget_get_mapped(native) != 0, let clock = gtk_widget_get_frame_clock(native) else {
      return await first(of: [(window, "map"), (window, "destroy")])
    }
    gtk_widget_queue_draw(native)
    await first(of: [(UnsafeMutableRawPointer(clock), "after-paint"), (window, "unmap")])
  }

  /// Waits for whichever signal comes first.
  private func first(of signals: [(sender: UnsafeMutableRawPointer, name: String)]) async {
    await withCheckedContinuation { continuation in
      var connections: [SignalConnection] = []
      let finish: @MainActor (SignalArguments) -> Bool = { _ in
        // The others must not resume a second time.
        guard !connections.isEmpty else { return false }
        let ended = connections
        connections = []
        for connection in ended { connection.disconnect() }
        continuation.resume()
        return false
      }
      connections = signals.map { connect($0.sender, $0.name, returning: finish) }
    }
  }
}
