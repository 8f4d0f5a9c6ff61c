import Dispatch
import Glibc
import HikidashiBase
import RFCKit

/// Work of several tasks that a command waits for.
enum CommandTask {
  /// Runs work to its end, which an interrupt from the keyboard or a request to terminate brings on.
  static func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(RFCSyncError) -> Value
  ) -> Result<Value, RFCSyncError> {
    let done = DispatchSemaphore(value: 0)
    let result = Guarded<Result<Value, RFCSyncError>?>(nil)
    let task = Task.detached {
      let outcome: Result<Value, RFCSyncError>
      do throws(RFCSyncError) { outcome = .success(try await work()) } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
      done.signal()
    }
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    done.wait()
    for source in sources { source.cancel() }
    return result.withLock { $0 } ?? .failure(.cancelled)
  }
}
