internal import Glibc
// Named in inlinable code.
public import Synchronization

/// A lock of one word for one end of a ring, held for some nanoseconds at a time.
///
/// A mutex of the system puts to sleep whoever meets another, and a sleep costs a thousand times what
/// the lock is held for. Here a thread that meets another spins, then yields its core, and at last
/// naps: also where the holder was set aside by the scheduler nobody keeps it from going on.
@usableFromInline struct EndLock: @unchecked Sendable {
  // @unchecked: nothing but an atomic word that its owner frees.
  @usableFromInline let word: UnsafeMutablePointer<Atomic<Int>>

  init(at place: UnsafeMutableRawPointer) {
    word = place.initializeMemory(as: Atomic<Int>.self, to: Atomic(0))
  }

  @inlinable @inline(__always) func lock() {
    if word.pointee.exchange(1, ordering: .acquiring) != 0 { lockSlowly() }
  }

  @inlinable @inline(__always) func unlock() { word.pointee.store(0, ordering: .releasing) }

  @usableFromInline @inline(never) func lockSlowly() {
    var pause = Pause()
    repeat {
      pause.wait(word)
    } while word.pointee.load(ordering: .relaxed) != 0
      || word.pointee.exchange(1, ordering: .acquiring) != 0
  }
}

/// Ever longer pauses of a thread that waits for others: some loops, then its turn, then a nap.
struct Pause {
  private(set) var count = 0

  /// - Parameter word: Is looked at to pass the time.
  mutating func wait(_ word: UnsafeMutablePointer<Atomic<Int>>) {
    count += 1
    if count <= 5 {
      for _ in 0..<(1 << count) { _ = word.pointee.load(ordering: .relaxed) }
    } else if count <= 200 {
      sched_yield()
    } else {
      usleep(20)
    }
  }
}
