/// How long a load waits; a time that is nil is not limited, and none is longer than a century.
public struct LoadTimeouts: Hashable, Sendable {
  /// Until a connection is made: name, TCP and TLS together.
  public var connect: Duration? { didSet { connect = connect.map(Self.bounded) } }
  /// Between two bytes, and until the first of them.
  public var idle: Duration? { didSet { idle = idle.map(Self.bounded) } }
  /// From the start of an attempt to its last byte.
  public var total: Duration? { didSet { total = total.map(Self.bounded) } }

  public init(
    connect: Duration? = .seconds(15), idle: Duration? = .seconds(30), total: Duration? = nil
  ) {
    self.connect = connect.map(Self.bounded)
    self.idle = idle.map(Self.bounded)
    self.total = total.map(Self.bounded)
  }

  /// What can be added to any time without an overflow.
  static func bounded(_ time: Duration) -> Duration {
    min(max(.zero, time), .seconds(100 * 365 * 86_400))
  }
}

/// How much a load takes.
public struct LoadLimits: Hashable, Sendable {
  /// The bytes that may come over the wire, before decompression. An announced length above it is
  /// refused before the first of them.
  public var received: Int
  /// The bytes that a parser may be fed, after decompression.
  public var decoded: Int
  /// How often a server may send elsewhere.
  public var redirects: Int
  /// The bytes a second that this load takes over the wire; nil for all there are.
  public var bytesPerSecond: Int?

  public init(
    received: Int = 1 << 30, decoded: Int = 1 << 30, redirects: Int = 10,
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
  /// Ahead of need, as in filling a library.
  case background
  case low
  case normal
  case high
  /// A person waits for it.
  case immediate

  public static func < (first: LoadPriority, second: LoadPriority) -> Bool {
    first.rawValue < second.rawValue
  }
}
