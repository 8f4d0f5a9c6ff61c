import Dispatch
import HikidashiBase
public import HikidashiLoading

/// A transfer of a ``ScriptedTransport``, for a test to look at and to deliver to.
public final class ScriptedTransfer: Transfer {
  private struct State {
    var steps: ArraySlice<TransferScript.Step>
    var isPlaying = false
    var isCancelled = false
    var isPaused = false
    /// Tells a pause that goes on from one that has ended meanwhile.
    var resumes = 0
    /// What a bound on the rate asks to wait before the next step.
    var owed: Duration?
    /// Tells silence from a time in which something came.
    var deliveries = 0
    var priority: LoadPriority
    var received = 0
    var sleeper: Task<Void, Never>?
    var deadline: Task<Void, Never>?
    var rate: Task<Void, Never>?
  }

  private enum Action {
    case deliver(TransferEvent)
    case sleep(Duration, orElse: LoadError?)
    case rest
  }

  public let request: LoadRequest
  private let clock: any Clock<Duration>
  private let gate: TransferGate
  private let state: Guarded<State>

  init(
    _ request: LoadRequest, _ receiver: any TransferReceiver, _ script: TransferScript,
    _ clock: any Clock<Duration>
  ) {
    self.request = request
    self.clock = clock
    gate = TransferGate(receiver)
    state = Guarded(State(steps: script.steps[...], priority: request.priority))
  }

  /// Whether it was cancelled before its end.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether it has ended, or was cancelled.
  public var isOver: Bool { gate.isClosed }

  /// The priority that it was given last.
  public var priority: LoadPriority { state.withLock { $0.priority } }

  /// Delivers an event now, on this thread, within the bounds of the request: what goes beyond them
  /// is delivered as a failure. The receiver's answer is returned.
  @discardableResult
  public func deliver(_ event: TransferEvent) -> TransferFlow {
    let (error, resumes) = state.withLock { (exceeding(event, &$0), $0.resumes) }
    let flow = gate.deliver(error.map { .failed($0) } ?? event)
    state.withLock { state in
      state.deliveries += 1
      if flow == .pause, state.resumes == resumes { state.isPaused = true }
    }
    if gate.isClosed { stop() }
    return flow
  }

  public func resume() {
    guard gate.resume() else { return }
    state.withLock { state in
      state.resumes += 1
      state.isPaused = false
    }
    watchRate()
    playSoon()
  }

  public func cancel() {
    guard gate.close() else { return }
    state.withLock { $0.isCancelled = true }
    stop()
  }

  public func setPriority(_ priority: LoadPriority) {
    state.withLock { $0.priority = priority }
  }

  func begin() {
    if let total = request.timeouts.total {
      let task = sleep(total) { [target = request.target] in
        $0.deliver(.failed(.timedOut(LoadFailure(target), .total, after: total)))
      }
      state.withLock { $0.deadline = task }
      if gate.isClosed { task.cancel() }
    }
    watchRate()
    if state.withLock({ !$0.steps.isEmpty }) || request.timeouts.idle != nil { playSoon() }
  }

  /// Ends it where too few bytes come within a window; a pause ends that, and the next begins behind it.
  private func watchRate() {
    guard let least = request.timeouts.leastRate else { return }
    let mark = state.withLock { ($0.received, $0.resumes) }
    let task = sleep(least.window) { [target = request.target] transfer in
      let came = transfer.state.withLock { state -> Int? in
        state.isPaused || state.resumes != mark.1 ? nil : state.received - mark.0
      }
      guard let came else { return }
      if came >= least.leastBytes { return transfer.watchRate() }
      transfer.deliver(.failed(.timedOut(LoadFailure(target), .rate, after: least.window)))
    }
    let before = state.withLock { state in
      defer { state.rate = task }
      return state.rate
    }
    before?.cancel()
    if gate.isClosed { task.cancel() }
  }

  private func playSoon() { DispatchQueue.global().async { self.play() } }

  /// Plays steps until one takes time, the receiver pauses, or there is none.
  private func play() {
    let isFirst = state.withLock { state in
      defer { state.isPlaying = true }
      return !state.isPlaying
    }
    guard isFirst else { return }
    while true {
      // Asked outside the lock, which is taken inside of the gate's.
      let isClosed = gate.isClosed
      let (action, deliveries) = state.withLock { (next(&$0, isClosed), $0.deliveries) }
      switch action {
      case .deliver(let event): deliver(event)
      case .sleep(let time, let error):
        let task = sleep(time) { $0.wake(error, ifSilentSince: deliveries) }
        state.withLock { $0.sleeper = task }
        if gate.isClosed { stop() }
        return
      case .rest: return
      }
    }
  }

  private func wake(_ error: LoadError?, ifSilentSince deliveries: Int) {
    let isSilent = state.withLock { state in
      state.isPlaying = false
      return state.deliveries == deliveries && !state.isPaused
    }
    if let error, isSilent { deliver(.failed(error)) } else { playSoon() }
  }

  /// The next thing to do.
  private func next(_ state: inout State, _ isClosed: Bool) -> Action {
    if state.isPaused || isClosed {
      state.isPlaying = false
      return .rest
    }
    if let owed = state.owed {
      state.owed = nil
      return .sleep(owed, orElse: nil)
    }
    let idle = request.timeouts.idle
    let error = idle.map { LoadError.timedOut(LoadFailure(request.target), .idle, after: $0) }
    switch state.steps.popFirst() {
    case .deliver(let event):
      if case .chunk(let bytes) = event, let rate = request.limits.bytesPerSecond, rate > 0 {
        state.owed = .seconds(Double(bytes.count) / Double(rate))
      }
      return .deliver(event)
    case .wait(let time):
      if let idle, time > idle { return .sleep(idle, orElse: error) }
      return .sleep(time, orElse: nil)
    case nil:
      if let idle { return .sleep(idle, orElse: error) }
      state.isPlaying = false
      return .rest
    }
  }

  private func exceeding(_ event: TransferEvent, _ state: inout State) -> LoadError? {
    let failure = LoadFailure(request.target)
    let limit = request.limits.received
    switch event {
    case .head(let head):
      guard let length = head.expectedLength, length > limit else { return nil }
      return .tooLarge(failure, .announced(length), limit: limit)
    case .chunk(let bytes):
      state.received += min(bytes.count, .max - state.received)
      return state.received > limit ? .tooLarge(failure, .received, limit: limit) : nil
    case .finished, .failed: return nil
    }
  }

  /// Calls `body` after a time of the clock, counted from now.
  private func sleep(
    _ time: Duration, _ body: @escaping @Sendable (ScriptedTransfer) -> Void
  ) -> Task<Void, Never> {
    func start(_ clock: some Clock<Duration>) -> Task<Void, Never> {
      let deadline = clock.now.advanced(by: time)
      return Task { [weak self] in
        guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
        if let self { body(self) }
      }
    }
    return start(clock)
  }

  private func stop() {
    let tasks = state.withLock { [$0.sleeper, $0.deadline, $0.rate] }
    for task in tasks { task?.cancel() }
  }
}
