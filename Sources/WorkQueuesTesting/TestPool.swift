public import HikidashiBase
public import HikidashiWorkQueues

/// A pool for tests: jobs run one after another, when the test steps it or moves its clock.
///
/// ```swift
/// let stage = TestPool(workers: 2) { (name: String) in name.count }
/// let job = try stage.pool.enqueue("mail") { $0.delay = .seconds(60) }
/// await stage.drain()
/// #expect(try await job.value == 4)
/// #expect(stage.begun == ["mail"])
/// ```
///
/// The same seed draws the same order and delays. A job that waits for another of the same pool waits for ever.
public final class TestPool<Input: Sendable, Output: Sendable>: Sendable {
  public let pool: WorkerPool<Input, Output>
  public let clock = ManualClock()
  /// The seed of the order of jobs and of the delays of retries.
  public let seed: UInt64
  private let workers: TestWorkers
  private let inputs: Guarded<[Input]>
  private let lines: Guarded<[String]>

  /// Makes a pool and what drives it.
  ///
  /// - Parameters:
  ///   - count: How many jobs run at once, 1 or more.
  ///   - capacity: How many jobs may wait, 1 or more.
  ///   - isStarted: Whether it begins at once.
  ///   - seed: The seed of the order of jobs and of the delays of retries.
  ///   - handler: Does a job.
  public init(
    workers count: Int, capacity: Int = 1_000, isStarted: Bool = true, seed: UInt64 = 0,
    handler: @escaping @Sendable (Input) async throws -> Output
  ) {
    self.seed = seed
    let workers = TestWorkers(seed: seed)
    let inputs = Guarded<[Input]>([])
    let lines = Guarded<[String]>([])
    (self.workers, self.inputs, self.lines) = (workers, inputs, lines)
    pool = WorkerPool(
      workers: count, capacity: capacity, isStarted: isStarted, clock: clock, host: workers,
      seed: seed,
      log: { line in lines.withLock { $0.append(line) } },
      handler: { input in
        inputs.withLock { $0.append(input) }
        return try await handler(input)
      })
  }

  /// The inputs of all attempts that were begun, in order.
  public var begun: [Input] { inputs.withLock { $0 } }

  /// The inputs of the jobs that wait for a worker or for anything else, in the order in which they
  /// were asked for.
  public var waiting: [Input] {
    pool.jobs.filter { $0.state == .ready || $0.state == .waiting }.map(\.input)
  }

  /// What the pool has written to its log.
  public var log: [String] { lines.withLock { $0 } }

  /// Runs one job from its beginning to its end; false when a worker has none.
  @discardableResult
  public func step() async -> Bool {
    while true {
      _ = pool.catchUp()
      if await workers.step() { return true }
      guard isBringingWork else { return false }
      await Task.yield()
    }
  }

  /// Advances the clock, and begins the jobs that become due.
  public func advance(by duration: Duration) {
    clock.advance(by: duration)
    _ = pool.catchUp()
  }

  /// Runs jobs until none is left that could run, moving the time on to those that wait for it.
  public func drain() async {
    while true {
      let next = pool.catchUp()
      if await workers.step() { continue }
      if isBringingWork {
        await Task.yield()
        continue
      }
      guard let next else { return }
      clock.advance(by: next - clock.now.offset)
    }
  }

  /// Whether the pool has begun a job, on the thread of an alarm, of which its worker does not know yet.
  private var isBringingWork: Bool { pool.status.running > workers.unfinished }
}
