import Dispatch
import Glibc
import HikidashiBase

/// Saves when a signal tells the process to end, and then lets it end.
///
/// ```swift
/// let watch = TerminationWatch { try document.save() }
/// ```
///
/// For programs without a window: an `App` does what its `saves` says. SIGTERM and SIGHUP (the
/// terminal was closed) are waited for until ``cancel()``, or until the watch is released.
public final class TerminationWatch: Sendable {
  private static let signals = [SIGTERM, SIGHUP]

  private let watch: SignalWatch
  private let isOver = Guarded(false)

  /// Starts to watch for the signals.
  ///
  /// - Parameters:
  ///   - onError: is told of what goes wrong, before the process ends.
  ///   - save: saves, and waits for the disk; it runs on a thread of its own.
  public init(
    onError: (@Sendable (any Error) -> Void)? = nil, save: @escaping @Sendable () throws -> Void
  ) {
    watch = SignalWatch(Self.signals, on: DispatchQueue(label: "TerminationWatch")) { signal in
      do { try save() } catch { onError?(error) }
      Self.end(by: signal)
    }
  }

  deinit { cancel() }

  /// Ends the process as it would have ended without the watch, for whoever sent the signal.
  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    // Dispatch has blocked the signal, to read it from a descriptor.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }

  /// Stops watching, so that the signals end the process at once again. A second call does nothing.
  public func cancel() {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    // Others may have set handlers of their own since.
    guard isFirst else { return }
    watch.cancel()
    for signal in Self.signals { Glibc.signal(signal, SIG_DFL) }
  }
}
