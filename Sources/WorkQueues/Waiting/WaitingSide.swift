internal import Dispatch
internal import Glibc
internal import Support
internal import Synchronization

/// One side of a queue: threads and tasks that wait until it is worth trying again.
///
/// Nobody is handed anything. Who waits enters, looks once more, and sleeps; who has changed
/// something looks whether anyone waits, and calls. Both write before they look, in one order for all,
/// so that one of the two sees the other. Whoever was called tries again and may find that another
/// was quicker; that is why a call is never lost with a waiter who is cancelled: either it still finds
/// what it was called for, or there is nothing left to be called for.
// @unchecked: the counter is atomic, all else is behind the lock.
@usableFromInline final class WaitingSide: @unchecked Sendable {
  /// Wakes one who sleeps.
  typealias Waiter = @Sendable () -> Void

  /// How many wait; on cache lines of its own, as everyone looks at it and few change it.
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

  /// Wakes the first few; what they find is their affair.
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
          // Asked with the lock held: a cancellation that comes later finds the waiter.
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

/// How long one who finds nothing tries again before sleeping.
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

/// Those who wait for a change at one side of a queue, in the order in which they came.
///
/// A value without a lock. Whoever waits holds a number, leaves by it, and comes back by it when
/// called in vain, so that nobody is overtaken for ever.
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

  /// Takes out one who waits no longer; nil when they were called already.
  mutating func leave(_ number: Int) -> Waiter? {
    let place = place(of: number)
    guard place < waiters.count, waiters[place].number == number else { return nil }
    return waiters.remove(at: place).waiter
  }

  /// Takes out the first few.
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
