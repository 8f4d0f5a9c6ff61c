import Foundation
import Testing

/// Runs a body that may block on a thread of its own, so that it takes none of those that tasks share.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}

/// Whether something that others are about to do is done within five minutes, long enough for any machine.
func comesTrue(_ holds: @Sendable () async -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(300)
  while ContinuousClock.now < end {
    if await holds() { return true }
    await Task.yield()
  }
  return false
}
