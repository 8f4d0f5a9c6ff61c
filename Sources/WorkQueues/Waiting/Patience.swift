internal import Glibc

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
