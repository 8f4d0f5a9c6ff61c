import Dispatch
import Glibc

/// Saves when the process is told to end, and then lets it end.
///
/// ```swift
/// let watch = TerminationWatch(saving: document)
/// ```
///
/// For programs without a window: an `App` does this itself. SIGTERM and SIGHUP (the terminal was
/// closed) are waited for until ``cancel()``, or until the watch is released.
// @unchecked: the sources may be cancelled from any thread, and nothing else is done with them.
public final class TerminationWatch: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - saved: What is saved.
  ///   - onError: is told of what goes wrong, before the process ends.
  public init(
    saving saved: any SavesWithApp, onError: (@Sendable (any Error) -> Void)? = nil
  ) {
    let queue = DispatchQueue(label: "TerminationWatch")
    sources = [SIGTERM, SIGHUP].map { signal in
      // Otherwise the process would end before the source is told.
      Glibc.signal(signal, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler {
        do { try saved.saveIfNeeded() } catch { onError?(error) }
        // As it would have ended without the watch, for whoever sent the signal.
        Glibc.signal(signal, SIG_DFL)
        kill(getpid(), signal)
      }
      source.activate()
      return source
    }
  }

  deinit { cancel() }

  /// Ends the watch: the signals end the process at once again.
  public func cancel() {
    for source in sources where !source.isCancelled {
      source.cancel()
    }
    for signal in [SIGTERM, SIGHUP] { Glibc.signal(signal, SIG_DFL) }
  }
}
