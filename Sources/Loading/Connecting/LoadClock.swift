import Dispatch
import Glibc
import Support

/// Tells the time, and calls when some has passed; tests have one that they move by hand.
public protocol LoadClock: Sendable {
  /// The time since a moment that stays the same.
  var now: Duration { get }

  /// The time since 1970-01-01 00:00 UTC, which may be set anew at any moment.
  var wallTime: Duration { get }

  /// Calls `body` once after a time, on any thread.
  func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any LoadTimer
}

/// A call that is due.
public protocol LoadTimer: Sendable {
  /// Takes the call back, where it has not begun.
  func cancel()
}

/// The clock of the machine, which does not stand still while it sleeps.
public struct SystemLoadClock: LoadClock {
  private static let start = ContinuousClock.now

  public init() {}

  public var now: Duration { ContinuousClock.now - Self.start }

  public var wallTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  public func schedule(
    after delay: Duration, _ body: @escaping @Sendable () -> Void
  ) -> any LoadTimer {
    let (seconds, attoseconds) = delay.components
    let nanoseconds =
      Double(min(max(seconds, 0), 1_000_000_000)) * 1e9 + Double(attoseconds) / 1e9
    let item = DispatchWorkItem(block: body)
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .nanoseconds(Int(max(0, nanoseconds))), execute: item)
    return Timer(item: item)
  }

  // @unchecked: a work item may be cancelled from any thread.
  private struct Timer: LoadTimer, @unchecked Sendable {
    let item: DispatchWorkItem
    func cancel() { item.cancel() }
  }
}
