import Foundation

/// Runs a body that may block on a thread of its own, so that it takes none of those that tasks share.
package func onOwnThread<Value>(_ body: @escaping () throws -> Value) async throws -> Value {
  // Nobody else has either while the other waits.
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Result<Value, any Error>?
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    Thread.detachNewThread {
      result = Result(catching: body)
      continuation.resume()
    }
  }
  guard let result else { throw CancellationError() }
  return try result.get()
}
