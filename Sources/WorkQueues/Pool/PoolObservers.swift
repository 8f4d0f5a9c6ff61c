/// The streams that report a pool's status and events.
struct PoolObservers {
  private var nextNumber = 0
  private var statuses: [Int: AsyncStream<PoolStatus>.Continuation] = [:]
  private var events: [Int: AsyncStream<JobEvent>.Continuation] = [:]

  var followsStatus: Bool { !statuses.isEmpty }
  var followsEvents: Bool { !events.isEmpty }

  mutating func add(_ continuation: AsyncStream<PoolStatus>.Continuation) -> Int {
    nextNumber += 1
    statuses[nextNumber] = continuation
    return nextNumber
  }

  mutating func add(_ continuation: AsyncStream<JobEvent>.Continuation) -> Int {
    nextNumber += 1
    events[nextNumber] = continuation
    return nextNumber
  }

  mutating func remove(_ number: Int) {
    statuses[number] = nil
    events[number] = nil
  }

  func tell(_ status: PoolStatus) { for follower in statuses.values { follower.yield(status) } }

  func tell(_ event: JobEvent) { for follower in events.values { follower.yield(event) } }

  /// - Returns: A closure that ends all streams; call it without any lock held, as it calls back.
  mutating func end() -> @Sendable () -> Void {
    let (statuses, events) = (Array(statuses.values), Array(events.values))
    self = PoolObservers()
    return {
      for follower in statuses { follower.finish() }
      for follower in events { follower.finish() }
    }
  }
}
