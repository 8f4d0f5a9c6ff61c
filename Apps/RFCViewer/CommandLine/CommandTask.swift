import Dispatch
import Glibc
import RFCKit
import Synchronization

/// Work of several tasks that a command waits for.
enum CommandTask {
  /// Runs work to its end, which an interrupt from the keyboard or a request to terminate brings on.
  static func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(RFCSyncError) -> Value
  ) -> Result<Value, RFCSyncError> {
    let signals = CommandSignals()
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, RFCSyncError>?>(nil)
    let task = Task.detached {
      let outcome: Result<Value, RFCSyncError>
      do throws(RFCSyncError) { outcome = .success(try await work()) } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
      done.signal()
    }
    signals.end { task.cancel() }
    done.wait()
    signals.stop()
    return result.withLock { $0 } ?? .failure(.cancelled)
  }
}

/// The signals that ask a command to end, taken from the moment that this is made until ``stop()``.
// @unchecked: the sources are set once, before anybody else has this, and cancelled by who made it.
private final class CommandSignals: @unchecked Sendable {
  private struct State: Sendable {
    var hasCome = false
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private var sources: [any DispatchSourceSignal] = []

  init() {
    // Dispatch takes a signal some time after it was asked to; one that comes before would be lost.
    let isTaken = DispatchSemaphore(value: 0)
    sources = [SIGINT, SIGTERM, SIGHUP].map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler { [self] in come() }
      source.setRegistrationHandler { isTaken.signal() }
      source.activate()
      return source
    }
    for _ in sources { isTaken.wait() }
  }

  private func come() {
    let end = state.withLock { state in
      state.hasCome = true
      return state.end
    }
    end?()
  }

  /// Calls `body` when a signal comes, or at once where one has come.
  func end(_ body: @escaping @Sendable () -> Void) {
    let hasCome = state.withLock { state in
      state.end = body
      return state.hasCome
    }
    if hasCome { body() }
  }

  func stop() {
    for source in sources { source.cancel() }
  }
}
