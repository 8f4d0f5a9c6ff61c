/// A way to fetch: HTTP, files, programs, sockets, devices, or a script in a test.
///
/// `TransportKit` in `HikidashiLoadingTesting` checks that an implementation does all that is said here.
public protocol Transport: Sendable {
  /// Whether this transport can fetch from there.
  func serves(_ target: LoadTarget) -> Bool

  /// Starts a transfer and tells `receiver` of it, on any thread, one event at a time.
  ///
  /// - The events are at most one ``TransferEvent/head(_:)``, then chunks, then exactly one of
  ///   ``TransferEvent/finished(_:)`` and ``TransferEvent/failed(_:)``, and nothing behind it.
  ///   Chunks are not empty and never come before a head; `finished` neither.
  /// - No event is delivered before this has returned on the thread that called it; other threads
  ///   may deliver at once.
  /// - A status of HTTP that tells of a failure is no error of the transfer: head and body are
  ///   delivered as those of any other.
  /// - When the receiver answers ``TransferFlow/pause``, no chunk and no `finished` follows until
  ///   ``Transfer/resume()``; a failure may. Time that a transfer is paused does not count as idle.
  /// - The bounds of the request are kept: times, sizes, redirects, bytes a second.
  ///
  /// It never waits for the network, the disk or another thread.
  func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer
}

/// A transfer under way. ``TransferGate`` keeps most of its promises for a transport.
public protocol Transfer: AnyObject, Sendable {
  /// Lets a transfer go on that its receiver has paused; does nothing to any other.
  func resume()

  /// Ends the transfer: when this has returned no event is delivered any more, neither one that
  /// another thread was about to deliver nor a terminal one.
  ///
  /// It may be called on any thread, any number of times, and from inside
  /// ``TransferReceiver/receive(_:)``.
  func cancel()

  /// Changes how urgent it is, where the transport can do so.
  func setPriority(_ priority: LoadPriority)
}

extension Transfer {
  public func setPriority(_ priority: LoadPriority) {}
}

/// The receiver of a transfer's events.
public protocol TransferReceiver: AnyObject, Sendable {
  /// Takes an event; returns soon, and does no work with it on the transport's thread.
  func receive(_ event: TransferEvent) -> TransferFlow
}

/// An event of a transfer.
public enum TransferEvent: Sendable, Equatable {
  case head(ResponseHead)
  /// The next bytes of the body, decompressed; at least one.
  case chunk([UInt8])
  /// The body is whole, as far as anybody can tell: see ``TransferMetrics/isEndConfirmed``.
  case finished(TransferMetrics)
  case failed(LoadError)

  public var isTerminal: Bool {
    switch self {
    case .head, .chunk: false
    case .finished, .failed: true
    }
  }
}

/// Whether a receiver wants more now.
public enum TransferFlow: Sendable {
  case proceed
  case pause
}

/// The bytes and times of a transfer.
public struct TransferMetrics: Hashable, Sendable {
  /// The bytes of the body as they came over the wire, before decompression.
  public var receivedBytes: Int
  /// The time from the start to the first byte of the response's head.
  public var firstByte: Duration?
  /// The time from the start to the end.
  public var total: Duration
  public var redirects: Int
  /// Whether the transfer reused an open connection.
  public var reusedConnection: Bool
  /// Whether anything but the end of the connection said that the body is whole: its length, the last
  /// of its chunks, the end of what is compressed, the size of a file, the status of a program.
  public var isEndConfirmed: Bool

  public init(
    receivedBytes: Int = 0, firstByte: Duration? = nil, total: Duration = .zero,
    redirects: Int = 0, reusedConnection: Bool = false, isEndConfirmed: Bool = true
  ) {
    self.receivedBytes = receivedBytes
    self.firstByte = firstByte
    self.total = total
    self.redirects = redirects
    self.reusedConnection = reusedConnection
    self.isEndConfirmed = isEndConfirmed
  }
}
