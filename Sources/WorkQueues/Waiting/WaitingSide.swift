internal import Dispatch
internal import Glibc
internal import HikidashiBase
internal import Synchronization

/// The threads and tasks that wait at one side of a queue until it is worth trying again.
///
/// A wake-up hands over no element. A waiter enters, checks once more, and sleeps; a thread that
/// has changed something checks for waiters, and wakes them. Both write before they check, in one
/// order for all, so that one of the two sees the other. A woken waiter tries again and may find
/// that another was quicker. That is why no wake-up is lost with a cancelled waiter: either it
/// still finds what it was woken for, or there is nothing left to wake anyone for.
// @unchecked: the counter is atomic, all else is behind the lock.
@usableFromInline final class WaitingSide: @unchecked Sendable {
  /// Wakes one waiter.
  typealias Waiter = @Sendable () -> Void

  /// The number of waiters; on cache lines of its own, as all threads read it and few change it.
  let waiting: UnsafeMutablePointer<Atomic<Int>>
  private let room = Guarded(WaitingRoom<Waiter>())

  init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
    waiting = memory.initializeMemory(as: Atomic<Int>.self, to: Atomic(0))
  }

  deinit { waiting.deallocate() }

  var count: Int { waiting.pointee.load(ordering: .sequentiallyConsistent) }

  func draw() -> Int { room.withLock { $0.draw() } }

  func enter(_ number: Int, _ waiter: @escaping Waiter) {
    room.withLock { room in
      room.enter(number, waiter)
      publish(room)
    }
  }

  /// - Returns: Whether the waiter had not been called.
  @discardableResult
  func leave(_ number: Int) -> Bool { takeOut(number) != nil }

  /// Wakes the first waiters, at most `most`; they try again by themselves.
  @usableFromInline @inline(never) func call(_ most: Int = 1) {
    let called = room.withLock { room in
      defer { publish(room) }
      return room.call(most)
    }
    for wake in called { wake() }
  }

  func callAll() { call(.max) }

  /// Blocks the thread until it is called, or at once when it is worth trying.
  func waitBlocking(_ number: Int, until isWorthTrying: () -> Bool) {
    let semaphore = DispatchSemaphore(value: 0)
    enter(number) { semaphore.signal() }
    if isWorthTrying(), leave(number) { return }
    semaphore.wait()
  }

  /// Suspends the task until it is called or cancelled, or at once when it is worth trying.
  func wait(_ number: Int, until isWorthTrying: @Sendable () -> Bool) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isIn = room.withLock { room in
          // Checked with the lock held: a later cancellation finds the waiter.
          if Task.isCancelled { return false }
          room.enter(number) { continuation.resume() }
          publish(room)
          return true
        }
        if !isIn { return continuation.resume() }
        if isWorthTrying() { takeOut(number)?() }
      }
    } onCancel: {
      takeOut(number)?()
    }
  }

  private func takeOut(_ number: Int) -> Waiter? {
    room.withLock { room in
      defer { publish(room) }
      return room.leave(number)
    }
  }

  private func publish(_ room: WaitingRoom<Waiter>) {
    waiting.pointee.store(room.count, ordering: .sequentiallyConsistent)
  }
}

/// How often a thread or task tries again before it sleeps.
///
/// A sleep and the call that ends it cost a thread tens of microseconds, a task half a one; where work
/// flows, the next element is there sooner. Where none does, a few microseconds are spent once, and
/// none while asleep.
struct Patience {
  private var tries = 0

  /// Spins or yields the core; false when it is time to sleep, from then on for good.
  mutating func spins() -> Bool {
    tries += 1
    guard tries <= 40 else { return false }
    if tries > 6 { sched_yield() }
    return true
  }

  /// Lets other tasks run; false when it is time to suspend, from then on for good.
  mutating func yields() async -> Bool {
    tries += 1
    guard tries <= 4 else { return false }
    await Task.yield()
    return true
  }
}

/// The list of waiters at one side of a queue, in the order in which they came.
///
/// A value without a lock. Each waiter has a number. A waiter that was woken in vain enters again
/// with its old number, so that none is overtaken for ever.
struct WaitingRoom<Waiter> {
  private var waiters: [(number: Int, waiter: Waiter)] = []
  private var nextNumber = 0

  var count: Int { waiters.count }

  mutating func draw() -> Int {
    nextNumber += 1
    return nextNumber
  }

  /// - Complexity: O(1) for a new number; for an old one O(log n), and a move of those behind it.
  mutating func enter(_ number: Int, _ waiter: Waiter) {
    waiters.insert((number, waiter), at: place(of: number))
  }

  /// Removes a waiter that no longer waits; nil when it was called already.
  mutating func leave(_ number: Int) -> Waiter? {
    let place = place(of: number)
    guard place < waiters.count, waiters[place].number == number else { return nil }
    return waiters.remove(at: place).waiter
  }

  /// Removes and returns the first waiters, at most `most`.
  mutating func call(_ most: Int) -> [Waiter] {
    let called = waiters.prefix(most).map(\.waiter)
    waiters.removeFirst(called.count)
    return called
  }

  private func place(of number: Int) -> Int {
    if (waiters.last?.number ?? 0) < number { return waiters.count }
    return waiters.partitioningIndex { $0.number >= number }
  }
}
