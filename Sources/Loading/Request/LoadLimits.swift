import HikidashiBase

/// How long a load waits; a time that is nil is not limited, and none is longer than a century.
///
/// A request for an address of the web has ``web`` where the app gives none: a server cannot hold a load for ever by
/// a byte now and then. A program, a connection or a device may take its time.
public struct LoadTimeouts: Hashable, Sendable {
  /// The time until a connection is made: name, TCP and TLS together.
  public var connect: Duration? { didSet { connect = connect.map(\.bounded) } }
  /// The time between two bytes, and until the first one.
  public var idle: Duration? { didSet { idle = idle.map(\.bounded) } }
  /// The time from the start of an attempt to its last byte.
  public var total: Duration? { didSet { total = total.map(\.bounded) } }
  /// The times of a request to a server: at least 100 bytes a second over 30 seconds, and five minutes in all.
  public static let web = LoadTimeouts(
    total: .seconds(300), leastRate: LeastRate(100, over: .seconds(30)))

  /// The least that must come while it is connected and not paused: against what sends a byte now and
  /// then, and so is never idle. Nil for a load that may take its time.
  public var leastRate: LeastRate?

  /// Times that a load may take; nil for one that is not limited.
  ///
  /// - Parameters:
  ///   - connect: The time until a connection is made.
  ///   - idle: The time between two bytes, and until the first one.
  ///   - total: The time from the start of an attempt to its last byte.
  ///   - leastRate: The least that must come while it is connected and not paused.
  public init(
    connect: Duration? = .seconds(15), idle: Duration? = .seconds(30), total: Duration? = nil,
    leastRate: LeastRate? = nil
  ) {
    self.connect = connect.map(\.bounded)
    self.idle = idle.map(\.bounded)
    self.total = total.map(\.bounded)
    self.leastRate = leastRate
  }
}

/// The least average rate of a load over a window of time.
///
/// ```swift
/// request.timeouts.leastRate = LeastRate(1_000, over: .seconds(30))
/// ```
///
/// Each stretch of ``window`` from the connection on must bring ``leastBytes`` over the wire, heads and
/// what is sent included; otherwise the load fails with ``LoadPhase/rate``. A bound on the rate
/// (``LoadLimits/bytesPerSecond``) goes first: no more is asked for than half of what it allows.
public struct LeastRate: Hashable, Sendable {
  /// The least rate, in bytes a second; at least 1.
  public var bytesPerSecond: Int { didSet { bytesPerSecond = max(1, bytesPerSecond) } }
  /// The window over which the rate is averaged, from a millisecond to a century.
  public var window: Duration { didSet { window = Self.bounded(window) } }

  /// A rate of at least 1 byte a second.
  ///
  /// - Parameters:
  ///   - bytesPerSecond: The least rate, in bytes a second.
  ///   - window: The time over which it is averaged, from a millisecond to a century.
  public init(_ bytesPerSecond: Int, over window: Duration = .seconds(30)) {
    self.bytesPerSecond = max(1, bytesPerSecond)
    self.window = Self.bounded(window)
  }

  /// The bytes that must come in each window, rounded up.
  public var leastBytes: Int {
    Int(exactly: (Double(bytesPerSecond) * (window / .seconds(1))).rounded(.up)) ?? .max
  }

  private static func bounded(_ window: Duration) -> Duration {
    max(.milliseconds(1), window).bounded
  }
}

/// The limits on what a load accepts.
public struct LoadLimits: Hashable, Sendable {
  /// The bytes that may come over the wire, before decompression. An announced length above it is
  /// refused before the first of them.
  public var received: Int
  /// The bytes that a parser may be fed, after decompression.
  public var decoded: Int
  /// The most redirects that the load follows.
  public var redirects: Int
  /// The bytes a second that this load takes over the wire; nil for all there are.
  public var bytesPerSecond: Int?

  /// Limits of a load: 256 MiB, ten redirects and any rate, if not said otherwise.
  ///
  /// - Parameters:
  ///   - received: The bytes that may come over the wire, before decompression.
  ///   - decoded: The bytes that a parser may be fed, after decompression.
  ///   - redirects: The most redirects that the load follows.
  ///   - bytesPerSecond: The bytes a second that it takes; nil for all there are.
  public init(
    received: Int = 1 << 28, decoded: Int = 1 << 28, redirects: Int = 10,
    bytesPerSecond: Int? = nil
  ) {
    self.received = received
    self.decoded = decoded
    self.redirects = redirects
    self.bytesPerSecond = bytesPerSecond
  }
}

/// How urgent a load is beside others that wait.
public enum LoadPriority: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// A load ahead of need, as in filling a library.
  case background
  /// A load that may wait for others.
  case low
  /// A load like any other.
  case normal
  /// A load that goes before others.
  case high
  /// A load that a person waits for.
  case immediate

  public static func < (first: LoadPriority, second: LoadPriority) -> Bool {
    first.rawValue < second.rawValue
  }
}
