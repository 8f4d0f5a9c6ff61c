public import Dispatch

/// What a connector needs of the world around it: time, threads and chance.
public struct LoadEnvironment: Sendable {
  public var clock: any LoadClock
  /// Runs work that may take long or wait for the disk, soon, on a thread that is not the main one.
  public var run: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  /// What the waits before further attempts are drawn from.
  public var seed: UInt64

  public init(
    clock: any LoadClock = SystemLoadClock(),
    run: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void = { work in
      DispatchQueue.global(qos: .userInitiated).async(execute: work)
    },
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.clock = clock
    self.run = run
    self.seed = seed
  }
}
