internal import CGTK

extension App {
  /// Registers work to finish, or to cancel, before the app ends.
  ///
  /// All of it runs at once when the user quits, closes the last window, or the system asks the app
  /// to end. A second request does not wait any longer, nor does the app after `deadline`. What the
  /// app ``saves(_:)`` is saved after it.
  public func beforeQuit(
    deadline: Duration = .seconds(10), _ work: @escaping @MainActor () async -> Void
  ) {
    quitting.add(deadline: deadline, work)
  }

  /// Ends the app once the work of ``beforeQuit(deadline:_:)`` is done and what it ``saves(_:)`` is
  /// saved.
  public func quit() { quit(mayAsk: picture == nil) }

  /// - Parameter mayAsk: Whether a person is there to say what becomes of changes that cannot be
  ///   saved.
  func quit(mayAsk: Bool) {
    guard native != nil else {
      isOver = true
      return
    }
    for window in windows { window.saveState() }
    if !mayAsk { saving.stopAsking() }
    quitting.request { [weak self] in
      guard let self else { return }
      if saving.isEmpty { return end() }
      Task { await self.saveAndEnd() }
    }
  }

  func end() {
    // A loop of our own ends with its windows. GTK 4.8 crashes where windows are destroyed while the
    // bus of accessibility is there and that of the session is not.
    if isRunning, let gApplication { return g_application_quit(gApplication) }
    for window in windows { window.destroy() }
  }
}
