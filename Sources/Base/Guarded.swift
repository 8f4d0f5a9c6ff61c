package import Glibc

/// A value protected by a lock. It can only be reached in a closure that runs with the lock held.
///
/// The lock is a POSIX mutex and not `Synchronization.Mutex`, because the thread sanitizer does not
/// see the latter's futex on Linux and reports races where there are none.
///
/// ```swift
/// let counter = Guarded(0)
/// let next = counter.withLock { $0 += 1; return $0 }
/// ```
///
/// - Complexity: O(1) to take the lock when nobody holds it.
// @unchecked: `state` is only reached with `mutex` held.
package final class Guarded<State>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` with the lock held. Calling it again from inside `body` deadlocks.
  // Inlinable, so that other modules pay for the lock and not for types that are looked up.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Runs `body` with the lock held if the lock is free; returns nil otherwise.
  @inlinable
  package func withLockIfFree<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
