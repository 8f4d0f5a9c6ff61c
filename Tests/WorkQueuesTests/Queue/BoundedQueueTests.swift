import HikidashiBase
import HikidashiWorkQueues
import Testing

/// What a queue promises, of both kinds: with a ring, and with a shelf that sorts.
@Suite struct BoundedQueueTests {
  enum Kind: CaseIterable { case ring, sorted }

  private func queue(
    _ kind: Kind, _ capacity: Int, _ overflow: QueueOverflow = .wait
  ) -> BoundedQueue<Int> {
    switch kind {
    case .ring: BoundedQueue(capacity: capacity, overflow: overflow)
    case .sorted: BoundedQueue(capacity: capacity, overflow: overflow) { _ in 0 }
    }
  }

  @Test(arguments: Kind.allCases) func whatIsPutComesOutInOrder(_ kind: Kind) async throws {
    let queue = queue(kind, 3)
    for number in 1...3 { #expect(queue.tryPut(number)) }
    #expect(!queue.tryPut(4))
    #expect(queue.count == 3)
    #expect(queue.tryTake() == 1)
    #expect(try await queue.take() == 2)
    #expect(await onThread { queue.take() } == 3)
    #expect(queue.tryTake() == nil)
  }

  @Test(arguments: Kind.allCases) func whoFindsItFullWaits(_ kind: Kind) async throws {
    let queue = queue(kind, 1)
    try await queue.put(1)
    async let second: Void = { _ = try await queue.put(2) }()
    async let third: Void = onThread { _ = try? queue.put(3) }
    #expect(await comesTrue { queue.status.waitingProducers == 2 })
    var taken: Set<Int> = []
    for _ in 1...3 { taken.insert(try #require(try await queue.take())) }
    #expect(taken == [1, 2, 3])
    try await second
    await third
  }

  @Test(arguments: Kind.allCases) func whoFindsItEmptyWaits(_ kind: Kind) async throws {
    let queue = queue(kind, 4)
    async let first = onThread { queue.take() }
    async let second = queue.take()
    #expect(await comesTrue { queue.status.waitingConsumers == 2 })
    try await queue.put(contentsOf: [1, 2])
    #expect(try await Set([first, second]) == [1, 2])
  }

  @Test(arguments: Kind.allCases) func refusingThrows(_ kind: Kind) async throws {
    let queue = queue(kind, 1, .refuse)
    try await queue.put(1)
    await #expect(throws: QueueError.full(capacity: 1)) { try await queue.put(2) }
    #expect(!queue.tryPut(2))
    queue.close()
    await #expect(throws: QueueError.closed) { try await queue.put(2) }
    #expect(try await queue.take() == 1)
  }

  @Test(arguments: Kind.allCases) func droppingSaysWhatWasDropped(_ kind: Kind) async throws {
    let old = queue(kind, 2, .dropOldest)
    let new = queue(kind, 2, .dropNewest)
    for queue in [old, new] { try await queue.put(contentsOf: [1, 2]) }
    #expect(try await old.put(3) == 1)
    #expect(try await new.put(3) == 3)
    #expect(old.tryPut(4))
    #expect(!new.tryPut(4))
    #expect(old.tryTake(upTo: 9) == [3, 4])
    #expect(new.tryTake(upTo: 9) == [1, 2])
    #expect(old.status.dropped == 2)
    #expect(new.status.dropped == 2)
  }

  @Test(arguments: Kind.allCases) func closedItIsDrained(_ kind: Kind) async throws {
    let queue = queue(kind, 2)
    try await queue.put(contentsOf: [1, 2])
    async let refused: QueueError? = {
      do throws(QueueError) { _ = try await queue.put(3) } catch { return error }
      return nil
    }()
    #expect(await comesTrue { queue.status.waitingProducers == 1 })
    queue.close()
    queue.close()
    #expect(await refused == .closed)
    #expect(queue.isClosed)
    #expect(try await queue.take(upTo: 5) == [1, 2])
    #expect(try await queue.take() == nil)
    #expect(try await queue.take(upTo: 5) == [])
    #expect(await onThread { queue.take() } == nil)
  }

  @Test(arguments: Kind.allCases) func closingWakesThoseWhoWait(_ kind: Kind) async throws {
    let queue = queue(kind, 2)
    async let thread = onThread { queue.take() }
    async let task = queue.take()
    #expect(await comesTrue { queue.status.waitingConsumers == 2 })
    queue.close()
    #expect(await thread == nil)
    #expect(try await task == nil)
  }

  @Test(arguments: Kind.allCases) func aCancelledConsumerLeavesAndNothingElse(
    _ kind: Kind
  ) async throws {
    let queue = queue(kind, 2)
    let cancelled = Task { try await queue.take() }
    let staying = Task { try await queue.take() }
    #expect(await comesTrue { queue.status.waitingConsumers == 2 })
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(queue.status.waitingConsumers == 1)
    try await queue.put(7)
    #expect(try await staying.value == 7)
  }

  @Test(arguments: Kind.allCases) func aCancelledProducerPutsNothing(_ kind: Kind) async throws {
    let queue = queue(kind, 1)
    try await queue.put(1)
    let cancelled = Task { try await queue.put(2) }
    #expect(await comesTrue { queue.status.waitingProducers == 1 })
    cancelled.cancel()
    await #expect(throws: QueueError.cancelled) { try await cancelled.value }
    queue.close()
    #expect(try await queue.take() == 1)
    #expect(try await queue.take() == nil)
  }

  @Test func theGreatestPriorityGoesFirst() async throws {
    let queue = BoundedQueue<String>(capacity: 9) { Int($0.prefix(1)) ?? 0 }
    try await queue.put(contentsOf: ["1 a", "3 a", "2 a", "3 b", "1 b"])
    #expect(queue.tryTake(upTo: 9) == ["3 a", "3 b", "2 a", "1 a", "1 b"])
  }

  @Test func aLaneGivesOneAtATime() async throws {
    let queue = BoundedQueue<String>(capacity: 9, lane: { $0.first })
    try await queue.put(contentsOf: ["a1", "a2", "b1", "a3"])
    #expect(queue.tryTake(upTo: 9) == ["a1", "b1"])
    #expect(queue.count == 2)
    queue.finish("b1")
    #expect(queue.tryTake() == nil)
    async let next = queue.take()
    #expect(await comesTrue { queue.status.waitingConsumers == 1 })
    queue.finish("a1")
    #expect(try await next == "a2")
    queue.close()
    async let none = queue.take()
    async let last = queue.take()
    #expect(await comesTrue { queue.status.waitingConsumers == 2 })
    queue.finish("a2")
    #expect(try await Set([none, last]) == [nil, "a3"])
  }

  @Test func whatIsLeftIsFreedWithTheQueue() async throws {
    final class Thing: Sendable {}
    weak var gone: Thing?
    do {
      let queue = BoundedQueue<Thing>(capacity: 3)
      let thing = Thing()
      gone = thing
      try await queue.put(contentsOf: [thing, thing])
      _ = queue.tryTake()
    }
    #expect(gone == nil)
  }

  @Test(arguments: [Int.min, 0, 1 << 21, .max])
  func anyCapacityIsTaken(_ capacity: Int) async throws {
    let queue = BoundedQueue<Int>(capacity: capacity)
    #expect(queue.capacity == max(1, capacity))
    try await queue.put(1)
    #expect(queue.tryPut(2) == (capacity > 1))
    #expect(queue.tryTake(upTo: .max).first == 1)
  }

  @Test func errorsSayHowToMend() {
    #expect(
      QueueError.full(capacity: 3).description
        == "the queue is full with 3 elements: try later, or let it wait or drop")
    for error in [QueueError.closed, .cancelled] { #expect(error.description.contains("queue")) }
  }
}
