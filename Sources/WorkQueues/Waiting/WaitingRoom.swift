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
    var low = 0
    var high = waiters.count
    while low < high {
      let middle = low + (high - low) / 2
      if waiters[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
