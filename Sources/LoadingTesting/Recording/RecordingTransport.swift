import HikidashiBase
public import HikidashiLoading

/// A transport that writes down what another one delivers.
///
/// ```swift
/// let recorder = RecordingTransport(HTTPTransport())
/// let lines = try await Connector(transports: [recorder])
///   .value(of: request, parser: LinesParser())
/// let json = try recorder.recording.json
/// ```
public final class RecordingTransport: Transport {
  /// The transfers that have ended so far, in the order of their ends.
  public let recording: TransferRecording
  private let base: any Transport
  private let clock: any Clock<Duration>

  /// A transport that does as `base`.
  ///
  /// - Parameters:
  ///   - base: What is recorded.
  ///   - recording: Where it is added to.
  ///   - clock: What the waits between events are measured with.
  public init(
    _ base: any Transport, to recording: TransferRecording = TransferRecording(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.base = base
    self.recording = recording
    self.clock = clock
  }

  public func serves(_ target: LoadTarget) -> Bool { base.serves(target) }

  public func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    base.start(
      request, receiver: RecordingReceiver(request, receiver, recording, Self.stopwatch(clock)))
  }

  /// Tells the time since it was asked last.
  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let last = Guarded(clock.now)
    return {
      last.withLock { last in
        let now = clock.now
        defer { last = now }
        return last.duration(to: now)
      }
    }
  }
}

private final class RecordingReceiver: TransferReceiver {
  private let receiver: any TransferReceiver
  private let recording: TransferRecording
  private let lap: @Sendable () -> Duration
  private let exchange: Guarded<RecordedExchange>

  init(
    _ request: LoadRequest, _ receiver: any TransferReceiver, _ recording: TransferRecording,
    _ lap: @escaping @Sendable () -> Duration
  ) {
    self.receiver = receiver
    self.recording = recording
    self.lap = lap
    exchange = Guarded(RecordedExchange(request: RecordedExchange.key(request)))
  }

  func receive(_ event: TransferEvent) -> TransferFlow {
    let wait = lap()
    let ended = exchange.withLock { exchange in
      exchange.add(event, wait: wait)
      return event.isTerminal ? exchange : nil
    }
    if let ended { recording.add(ended) }
    return receiver.receive(event)
  }
}
