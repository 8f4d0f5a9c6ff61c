import Foundation
import HikidashiBase
import HikidashiWorkQueues

/// So many numbers, moved through a queue of this length by so many producers and as many consumers.
struct QueueWork {
  let pairs: Int
  let messages: Int
  let capacity = 1_024

  private var each: Int { messages / pairs }

  /// Million elements a second through our queue, between threads.
  func blocking() -> Double {
    let queue = BoundedQueue<Int>(capacity: capacity)
    let each = each
    return threads {
      for number in 0..<each { _ = try? queue.put(number) }
    } consumer: {
      var sum = 0
      for _ in 0..<each { sum &+= queue.take() ?? 0 }
      return sum
    }
  }

  /// The same through an array, a lock and two conditions.
  func original() -> Double {
    let queue = OriginalQueue(capacity: capacity)
    let each = each
    return threads {
      for number in 0..<each { queue.put(number) }
    } consumer: {
      var sum = 0
      for _ in 0..<each { sum &+= queue.take() }
      return sum
    }
  }

  /// Million elements a second through our queue, between tasks.
  func suspending() -> Double {
    let queue = BoundedQueue<Int>(capacity: capacity)
    let (each, pairs) = (each, pairs)
    return waitFor {
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<pairs {
          group.addTask {
            for number in 0..<each { _ = try? await queue.put(number) }
            return 0
          }
          group.addTask {
            var sum = 0
            for _ in 0..<each { sum &+= (try? await queue.take()) ?? 0 }
            return sum
          }
        }
        return await group.reduce(0, &+)
      }
    }
  }

  /// Through an `AsyncStream`, which has no bound and one consumer.
  func stream() -> Double {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let (each, pairs) = (each, pairs)
    return waitFor {
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<pairs {
          group.addTask {
            for number in 0..<each { continuation.yield(number) }
            return 0
          }
        }
        group.addTask {
          var sum = 0
          var left = each * pairs
          for await number in stream {
            sum &+= number
            left -= 1
            if left == 0 { break }
          }
          return sum
        }
        return await group.reduce(0, &+)
      }
    }
  }

  private func threads(
    producer: @escaping @Sendable () -> Void, consumer: @escaping @Sendable () -> Int
  ) -> Double {
    let sums = Guarded(0)
    let group = DispatchGroup()
    let start = ContinuousClock.now
    for _ in 0..<pairs {
      for isProducer in [false, true] {
        group.enter()
        Thread {
          let sum = isProducer ? 0 : consumer()
          if isProducer { producer() }
          sums.withLock { $0 &+= sum }
          group.leave()
        }.start()
      }
    }
    group.wait()
    return rate(start, sums.withLock { $0 })
  }

  private func waitFor(_ body: @escaping @Sendable () async -> Int) -> Double {
    let sum = Guarded(0)
    let end = DispatchSemaphore(value: 0)
    let start = ContinuousClock.now
    Task {
      let found = await body()
      sum.withLock { $0 = found }
      end.signal()
    }
    end.wait()
    return rate(start, sum.withLock { $0 })
  }

  private func rate(_ start: ContinuousClock.Instant, _ sum: Int) -> Double {
    let seconds = start.duration(to: .now) / .seconds(1)
    precondition(sum == pairs * (each * (each - 1) / 2), "elements were lost")
    return Double(messages) / seconds / 1e6
  }
}
