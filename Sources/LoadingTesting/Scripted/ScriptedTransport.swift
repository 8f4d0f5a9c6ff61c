import HikidashiBase
public import HikidashiLoading

/// A transport without a network: each transfer plays a script, or waits for what a test delivers.
///
/// ```swift
/// let transport = ScriptedTransport { request in
///   TransferScript(text: "a page\n").with(.reset(after: 3), for: request.target)
/// }
/// let connector = Connector(transports: [transport])
/// ```
///
/// By hand, event by event:
///
/// ```swift
/// let transport = ScriptedTransport()
/// let load = connector.load(request, parser: LinesParser())
/// let transfer = await transport.transfer(0)
/// transfer.deliver(.head(ResponseHead(http: 200, headers: [:])))
/// transfer.deliver(.chunk(Array("a line\n".utf8)))
/// transfer.deliver(.finished(TransferMetrics()))
/// ```
///
/// It keeps all promises of a `Transport`, the bounds of a request included (redirects and the time to
/// connect, which it does not have, aside), and passes the ``TransportKit``.
public final class ScriptedTransport: Transport {
  private struct State {
    var transfers: [ScriptedTransfer] = []
    var waiters: [(index: Int, continuation: CheckedContinuation<ScriptedTransfer, Never>)] = []
  }

  private let clock: any Clock<Duration>
  private let answer: @Sendable (LoadRequest) -> TransferScript
  private let state = Guarded(State())

  /// A transport whose transfers do as `answer` says.
  ///
  /// - Parameters:
  ///   - clock: What waits and times of requests are measured with.
  ///   - answer: What a transfer does; it is asked on the thread that starts it.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    answer: @escaping @Sendable (LoadRequest) -> TransferScript
  ) {
    self.clock = clock
    self.answer = answer
  }

  /// A transport whose every transfer plays the same script; without one, each waits for the test.
  public convenience init(
    clock: any Clock<Duration> = ContinuousClock(), _ script: TransferScript = TransferScript()
  ) {
    self.init(clock: clock) { _ in script }
  }

  /// All transfers that were started, the first first.
  public var transfers: [ScriptedTransfer] { state.withLock { $0.transfers } }

  /// What was asked for, the first first.
  public var requests: [LoadRequest] { transfers.map(\.request) }

  /// The transfer of this number, counted from 0, once it was started.
  public func transfer(_ index: Int) async -> ScriptedTransfer {
    await withCheckedContinuation { continuation in
      let transfer = state.withLock { state -> ScriptedTransfer? in
        if state.transfers.indices.contains(index) { return state.transfers[index] }
        state.waiters.append((index, continuation))
        return nil
      }
      if let transfer { continuation.resume(returning: transfer) }
    }
  }

  /// It serves whatever is asked for.
  public func serves(_ target: LoadTarget) -> Bool { true }

  public func start(_ request: LoadRequest, receiver: any TransferReceiver) -> any Transfer {
    let transfer = ScriptedTransfer(request, receiver, answer(request), clock)
    let waiters = state.withLock { state in
      let index = state.transfers.count
      state.transfers.append(transfer)
      defer { state.waiters.removeAll { $0.index == index } }
      return state.waiters.filter { $0.index == index }
    }
    transfer.begin()
    for waiter in waiters { waiter.continuation.resume(returning: transfer) }
    return transfer
  }
}
