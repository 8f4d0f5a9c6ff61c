/// How long a load waits; a time that is nil is not limited.
public struct LoadTimeouts: Hashable, Sendable {
  /// Until a connection is made: name, TCP and TLS together.
  public var connect: Duration?
  /// Between two bytes, and until the first of them.
  public var idle: Duration?
  /// From the start of an attempt to its last byte.
  public var total: Duration?

  public init(
    connect: Duration? = .seconds(15), idle: Duration? = .seconds(30), total: Duration? = nil
  ) {
    self.connect = connect
    self.idle = idle
    self.total = total
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
