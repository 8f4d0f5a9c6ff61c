import HikidashiBase
import HikidashiWorkQueues
import TestSupport
import Testing

/// Many threads and tasks at once, for the thread sanitizer and the scheduler to find what steps do not.
@Suite struct CrowdTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var capacity: Int
    var isSorted = false
    var inBatches = false
  }

  static let cases = [
    Case(testDescription: "one place", capacity: 1),
    Case(testDescription: "few places", capacity: 3),
    Case(testDescription: "many places", capacity: 1_024),
    Case(testDescription: "in batches", capacity: 16, inBatches: true),
    Case(testDescription: "sorted", capacity: 16, isSorted: true),
    Case(testDescription: "sorted, in batches", capacity: 3, isSorted: true, inBatches: true),
  ]

  /// Two threads and two tasks put, two threads and two tasks take.
  @Test(arguments: cases) func nothingIsLostOrDoubledOrDisordered(_ plan: Case) async throws {
    let each = 2_000
    let queue =
      plan.isSorted
      ? BoundedQueue<Int>(capacity: plan.capacity) { _ in 0 }
      : BoundedQueue<Int>(capacity: plan.capacity)
    let all = try await withThrowingTaskGroup(of: [Int].self) { group in
      for consumer in 0..<4 {
        group.addTask {
          if consumer < 2 { return await onThread { takeAll(queue, plan.inBatches) } }
          return try await takeAllAwaiting(queue, plan.inBatches)
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { producers in
        for producer in 0..<4 {
          let numbers = (0..<each).map { producer * 1_000_000 + $0 }
          producers.addTask {
            if producer < 2 {
              await onThread { putAll(queue, numbers, plan.inBatches) }
            } else if plan.inBatches {
              for start in stride(from: 0, to: each, by: 10) {
                try await queue.put(contentsOf: numbers[start..<(start + 10)])
              }
            } else {
              for number in numbers { try await queue.put(number) }
            }
          }
        }
        try await producers.waitForAll()
      }
      queue.close()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for taken in all {
      for producer in 0..<4 {
        let mine = taken.filter { $0 / 1_000_000 == producer }
        #expect(mine == mine.sorted())
      }
    }
    let taken = all.flatMap(\.self).sorted()
    let wanted = (0..<4).flatMap { (producer: Int) -> [Int] in
      (0..<each).map { producer * 1_000_000 + $0 }
    }
    #expect(taken == wanted)
  }

  /// Tasks that wait are cancelled at random; what they did not take others take.
  @Test(arguments: [1, 8]) func cancelledWaitsLoseNothing(_ capacity: Int) async throws {
    let seed = testSeed()
    let queue = BoundedQueue<Int>(capacity: capacity)
    let taken = Guarded<[Int]>([])
    let put = Guarded<[Int]>([])
    let tasks = Guarded<[Task<Void, Never>]>([])
    await withTaskGroup { group in
      for crew in 0..<4 {
        group.addTask {
          var random = SeededGenerator(seed: seed &+ UInt64(crew))
          for number in 0..<500 {
            let isProducer = crew % 2 == 0
            let task = Task {
              if isProducer {
                let element = crew * 1_000 + number
                do { _ = try await queue.put(element) } catch { return }
                put.withLock { $0.append(element) }
              } else if let element = try? await queue.take() {
                taken.withLock { $0.append(element) }
              }
            }
            tasks.withLock { $0.append(task) }
            if Int.random(in: 0..<3, using: &random) == 0 { task.cancel() }
            if Int.random(in: 0..<8, using: &random) == 0 {
              task.cancel()
              await task.value
            }
          }
        }
      }
    }
    queue.close()
    for task in tasks.withLock({ $0 }) { await task.value }
    for await element in queue.elements { taken.withLock { $0.append(element) } }
    #expect(queue.status.waitingProducers + queue.status.waitingConsumers == 0)
    #expect(taken.withLock { $0.sorted() } == put.withLock { $0.sorted() }, "seed \(seed)")
  }

  /// Of each lane one is handled at a time, in order, whoever does it.
  @Test func lanesAreKeptByACrowd() async throws {
    let queue = BoundedQueue<Int>(capacity: 20, lane: { $0 % 5 })
    let handled = Guarded<[Int: [Int]]>([:])
    let busy = Guarded<Set<Int>>([])
    let collisions = Guarded(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          while let number = try await queue.take() {
            let isAlone = busy.withLock { $0.insert(number % 5).inserted }
            if !isAlone { collisions.withLock { $0 += 1 } }
            await Task.yield()
            handled.withLock { $0[number % 5, default: []].append(number) }
            _ = busy.withLock { $0.remove(number % 5) }
            queue.finish(number)
          }
        }
      }
      for number in 0..<2_000 { try await queue.put(number) }
      queue.close()
      try await group.waitForAll()
    }
    #expect(collisions.withLock { $0 } == 0)
    for lane in 0..<5 {
      #expect(handled.withLock { $0[lane] ?? [] } == Array(stride(from: lane, to: 2_000, by: 5)))
    }
  }
}

private func takeAll(_ queue: BoundedQueue<Int>, _ inBatches: Bool) -> [Int] {
  var taken: [Int] = []
  while true {
    let more = inBatches ? queue.take(upTo: 7) : queue.take().map { [$0] } ?? []
    if more.isEmpty { return taken }
    taken += more
  }
}

private func takeAllAwaiting(_ queue: BoundedQueue<Int>, _ inBatches: Bool) async throws -> [Int] {
  var taken: [Int] = []
  while true {
    let more =
      if inBatches { try await queue.take(upTo: 7) } else {
        try await queue.take().map { [$0] } ?? []
      }
    if more.isEmpty { return taken }
    taken += more
  }
}

private func putAll(_ queue: BoundedQueue<Int>, _ numbers: [Int], _ inBatches: Bool) {
  if inBatches {
    for start in stride(from: 0, to: numbers.count, by: 10) {
      try? queue.put(contentsOf: numbers[start..<min(numbers.count, start + 10)])
    }
  } else {
    for number in numbers { _ = try? queue.put(number) }
  }
}
