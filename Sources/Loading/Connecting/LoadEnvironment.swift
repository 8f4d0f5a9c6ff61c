internal import Dispatch
import Glibc

/// The clocks, threads and random seed that a connector uses.
public struct LoadEnvironment: Sendable {
  /// The clock that measures waits; a test can pass one that it advances itself.
  public var clock: any Clock<Duration>
  /// The time since 1970-01-01 00:00 UTC, which may be set anew at any moment.
  public var wallTime: @Sendable () -> Duration
  /// Runs work that may take long or wait for the disk, soon, on a thread that is not the main one.
  public var run: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  /// The seed of the random waits before further attempts.
  public var seed: UInt64

  /// What a program has, where nothing else is said.
  ///
  /// - Parameters:
  ///   - clock: Measures waits.
  ///   - wallTime: The time since 1970-01-01 00:00 UTC.
  ///   - run: Runs work that may take long, off the main thread.
  ///   - seed: Of the random waits before further attempts.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    wallTime: @escaping @Sendable () -> Duration = LoadEnvironment.systemTime,
    run: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = LoadEnvironment
      .runInBackground,
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.clock = clock
    self.wallTime = wallTime
    self.run = run
    self.seed = seed
  }

  /// Runs work on one of a few threads that give way to the main one, and to all others.
  @Sendable public static func runInBackground(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global(qos: .background).async(execute: work)
  }

  /// The time since 1970-01-01 00:00 UTC, as the system has it.
  @Sendable public static func systemTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
