import Glibc
import HikidashiBase
import HikidashiLoading

/// Writes down what a transfer delivers, and notes what breaks the rules.
final class KitReceiver: TransferReceiver {
  struct State {
    var events: [TransferEvent] = []
    var byteCount = 0
    var problems: [String] = []
    /// The thread that is starting the transfer.
    var starter: pthread_t?
    var isReceiving = false
    var isPaused = false
    /// Whether more may come: there is no pause, or somebody is ending it.
    var mayGoOn = true
    var isResuming = false
    /// Set when `cancel` has returned: nothing may follow.
    var isSilent = false
    var waiters: [(id: Int, until: @Sendable (State) -> Bool, CheckedContinuation<Bool, Never>)] =
      []
    var nextID = 0
    /// Those whose patience has ended.
    var late: Set<Int> = []
    var transfer: (any Transfer)?

    var isOver: Bool { events.last?.isTerminal ?? false }

    var body: [UInt8] {
      events.flatMap { event -> [UInt8] in
        if case .chunk(let bytes) = event { bytes } else { [] }
      }
    }
  }

  /// What is answered and done about an event; it may cancel the transfer.
  typealias Reaction = @Sendable (_ event: TransferEvent, _ state: State) -> Answer

  enum Answer { case proceed, pause, cancel }

  private let state = Guarded(State())
  private let reaction: Reaction

  init(_ reaction: @escaping Reaction = { _, _ in .proceed }) { self.reaction = reaction }

  var now: State { state.withLock { $0 } }

  /// Starts a transfer that delivers here.
  func start(_ transport: any Transport, _ request: LoadRequest) -> any Transfer {
    state.withLock { $0.starter = pthread_self() }
    let transfer = transport.start(request, receiver: self)
    state.withLock { state in
      state.starter = nil
      if !state.isOver { state.transfer = transfer }
    }
    return transfer
  }

  func receive(_ event: TransferEvent) -> TransferFlow {
    let (answer, woken, transfer) = state.withLock { state in
      note(event, &state)
      var answer = reaction(event, state)
      // One that is faster than its start is not known here yet.
      if answer == .cancel, state.transfer == nil { answer = .proceed }
      state.isPaused = answer == .pause
      state.mayGoOn = answer != .pause || state.isResuming
      if answer == .cancel { state.isSilent = true }
      let now = state
      let woken = now.waiters.filter { $0.until(now) }
      state.waiters.removeAll { waiter in woken.contains { $0.id == waiter.id } }
      return (answer, woken.map(\.2), state.transfer)
    }
    for waiter in woken { waiter.resume(returning: true) }
    if answer == .cancel { transfer?.cancel() }
    state.withLock { $0.isReceiving = false }
    return answer == .pause ? .pause : .proceed
  }

  /// Ends a pause, where there is one.
  func resume(_ transfer: any Transfer) {
    state.withLock { ($0.isPaused, $0.mayGoOn, $0.isResuming) = (false, true, true) }
    transfer.resume()
    state.withLock { $0.isResuming = false }
  }

  /// Cancels; what comes when this has returned is noted as wrong.
  func cancel(_ transfer: any Transfer) {
    transfer.cancel()
    state.withLock { $0.isSilent = true }
  }

  private func note(_ event: TransferEvent, _ state: inout State) {
    if state.isReceiving { state.problems.append("two events were delivered at once") }
    state.isReceiving = true
    if let starter = state.starter, pthread_equal(starter, pthread_self()) != 0 {
      state.problems.append("an event came before start returned, on the thread that called it")
    }
    if state.isSilent { state.problems.append("\(Self.name(event)) came behind a cancel") }
    if state.isOver { state.problems.append("\(Self.name(event)) came behind the end") }
    let hasHead = state.events.contains { if case .head = $0 { true } else { false } }
    switch event {
    case .head: if hasHead { state.problems.append("a second head came") }
    case .chunk(let bytes):
      if !hasHead { state.problems.append("a chunk came before the head") }
      if bytes.isEmpty { state.problems.append("a chunk of no bytes came") }
      if !state.mayGoOn { state.problems.append("a chunk came in a pause") }
      state.byteCount += bytes.count
    case .finished:
      if !hasHead { state.problems.append("it finished without a head") }
      if !state.mayGoOn { state.problems.append("it finished in a pause") }
    case .failed: break
    }
    state.events.append(event)
    if event.isTerminal { state.transfer = nil }
  }

  /// Waits until `condition` holds; false where it does not in time.
  func wait(
    _ patience: Duration, until condition: @escaping @Sendable (State) -> Bool
  ) async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let alarm = Task {
      guard (try? await Task.sleep(for: patience)) != nil else { return }
      let late = state.withLock { state in
        defer { state.waiters.removeAll { $0.id == id } }
        state.late.insert(id)
        return state.waiters.first { $0.id == id }?.2
      }
      late?.resume(returning: false)
    }
    defer { alarm.cancel() }
    return await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Bool? in
        if condition(state) { return true }
        // The alarm may be over before anybody waits.
        if state.late.contains(id) { return false }
        state.waiters.append((id, condition, continuation))
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  private static func name(_ event: TransferEvent) -> String {
    switch event {
    case .head: "a head"
    case .chunk: "a chunk"
    case .finished: "the end"
    case .failed(let error): "a failure (\(error))"
    }
  }
}
