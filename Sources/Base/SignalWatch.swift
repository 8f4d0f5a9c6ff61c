package import Dispatch

/// Calls a closure for every signal that the process gets, instead of what the signal does by itself.
// @unchecked: the sources may be cancelled from any thread, and nothing else is done with them.
package final class SignalWatch: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]

  /// Begins to watch, and returns when no signal can be missed any more.
  ///
  /// Dispatch sets its handlers on another thread, some time later: a signal that came before would be
  /// lost where it is ignored, and a ``cancel()`` before would leave the process deaf to it.
  package init(
    _ signals: [Int32], on queue: DispatchQueue, onSignal: @escaping @Sendable (Int32) -> Void
  ) {
    let registered = DispatchSemaphore(value: 0)
    sources = signals.map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler { onSignal(signal) }
      source.setRegistrationHandler { registered.signal() }
      source.activate()
      return source
    }
    for _ in sources { registered.wait() }
  }

  deinit { cancel() }

  package func cancel() {
    for source in sources { source.cancel() }
  }
}
