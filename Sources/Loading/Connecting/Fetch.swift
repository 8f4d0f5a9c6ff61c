import FoundationEssentials
import HikidashiBase

/// Serves one load, or several equal ones: holds the machine, does what it says, and parses.
///
/// The lock is held for the machine and the inbox alone. Transports, parsers and those who wait are
/// called outside of it; a machine refuses what comes too late.
final class Fetch<Parser: ResponseParser>: FetchControl, ConnectorFetch {
  typealias Run = ParseRun<Parser>
  typealias Response = LoadResponse<Parser.Output>

  struct State {
    var machine: LoadMachine
    var loads: [ObjectIdentifier: (load: Load<Parser.Output>, priority: LoadPriority)] = [:]
    /// Whether its last load has left, so that none may join.
    var isAbandoned = false
    /// Counts the statuses that are shown.
    var statusNumber = 0
    var response: Response?
    var transfer: (any Transfer)?
    /// The priority that the transfer has been told.
    var told: LoadPriority?
    /// Whether a thread is telling it another.
    var isTelling = false
    var timer: Task<Void, Never>?
    var cached: CachedResponse?
    /// What a transfer has delivered and nobody has parsed.
    var inbox: [TransferEvent] = []
    var inboxBytes = 0
    var isPaused = false
    /// Whether a thread is parsing, or waits until bandwidth allows it to.
    var isParsing = false
    /// The parser of the current attempt, while no thread has it.
    var run: Run?
    /// Wakes the thread that waits until bandwidth allows it to parse.
    var hold: (number: Int, timer: Task<Void, Never>?)?
    var holdNumber = 0
    var began = Duration.zero

    /// Takes out what these actions give back.
    mutating func detach(_ actions: [LoadAction]) -> Detached {
      var detached = Detached()
      if actions.contains(.unschedule) { swap(&detached.timer, &timer) }
      guard actions.contains(.endTransfer) else { return detached }
      swap(&detached.transfer, &transfer)
      swap(&detached.run, &run)
      detached.holdTimer = hold?.timer
      inbox = []
      inboxBytes = 0
      isPaused = false
      // Nobody parses meanwhile, and the next attempt owes nothing.
      if hold != nil { isParsing = false }
      hold = nil
      return detached
    }
  }

  /// What a state that was left had taken: ended and released outside of the lock, but taken out in the
  /// same turn, as the next attempt may begin before that.
  struct Detached {
    var transfer: (any Transfer)?
    var run: Run?
    var holdTimer: Task<Void, Never>?
    var timer: Task<Void, Never>?
  }

  /// How many bytes may wait for a parser before a transfer is paused.
  static var inboxLimit: Int { 1 << 20 }

  let id: UInt64
  let request: LoadRequest
  let options: LoadOptions
  let parser: Parser
  let connector: ConnectorCore
  let state: Guarded<State>

  init(
    id: UInt64, _ request: LoadRequest, _ parser: Parser, _ options: LoadOptions,
    _ connector: ConnectorCore, hasCache: Bool
  ) {
    self.id = id
    self.request = request
    self.parser = parser
    self.options = options
    self.connector = connector
    let machine = LoadMachine(
      request, retry: options.retry, waitsForNetwork: options.waitsForNetwork, hasCache: hasCache,
      seed: connector.environment.seed &+ id)
    state = Guarded(State(machine: machine))
  }

  var needsNetwork: Bool { request.target.needsNetwork }
  var hostKey: String { request.target.hostKey }

  // Closures below, and no key paths: in a generic type those are made anew at each use.

  /// The priority of the most urgent load.
  var priority: LoadPriority { state.withLock { priority($0) } }

  private func priority(_ state: State) -> LoadPriority {
    state.loads.values.lazy.map { $0.priority }.max() ?? request.priority
  }

  /// Lets a load share this; false when it is over.
  func join(_ load: Load<Parser.Output>) -> Bool {
    load.attach(self)
    let joined = state.withLock { state -> (LoadStatus, Int)? in
      guard !state.machine.state.isTerminal, !state.isAbandoned else { return nil }
      state.loads[ObjectIdentifier(load)] = (load, load.request.priority)
      state.statusNumber += 1
      return (state.machine.status, state.statusNumber)
    }
    guard let (status, number) = joined else { return false }
    load.show(status, number: number)
    // Its end may have come between joining and showing.
    let ended = state.withLock { $0.machine.state.isTerminal ? outcome(&$0) : nil }
    if let ended { load.end(ended.status, ended.outcome) }
    passPriorityOn()
    return true
  }

  func release(_ load: ObjectIdentifier) {
    let isLast = state.withLock { state -> Bool in
      guard let left = state.loads.removeValue(forKey: load) else { return false }
      // Let go of outside the lock by the caller, who holds it too.
      withExtendedLifetime(left) {}
      state.isAbandoned = state.loads.isEmpty
      return state.isAbandoned
    }
    if isLast { handle(.cancel) } else { passPriorityOn() }
  }

  func setPriority(_ priority: LoadPriority, of load: ObjectIdentifier) {
    state.withLock { $0.loads[load]?.priority = priority }
    passPriorityOn()
  }

  /// Tells the queue, or the transfer under way, how urgent it is now.
  private func passPriorityOn() {
    connector.updatePriority(of: self)
    tellTransfer()
  }

  /// Tells the transfer under way how urgent it is, until it knows the priority of now. One thread at
  /// a time does so: the word of one that is late would be the last.
  func tellTransfer() {
    let isFirst = state.withLock { state in
      defer { state.isTelling = true }
      return !state.isTelling
    }
    guard isFirst else { return }
    while let (transfer, priority) = nextWord() { transfer.setPriority(priority) }
  }

  private func nextWord() -> (any Transfer, LoadPriority)? {
    state.withLock { state in
      let priority = priority(state)
      guard let transfer = state.transfer, state.told != priority else {
        state.isTelling = false
        return nil
      }
      state.told = priority
      return (transfer, priority)
    }
  }

  /// Gives the machine an event and does what it says; false where it is refused.
  @discardableResult
  func handle(_ event: LoadEvent) -> Bool {
    var detached = Detached()
    let taken = state.withLock { state -> ([LoadAction], [Load<Parser.Output>], LoadStatus, Int)? in
      guard let actions = state.machine.handle(event) else { return nil }
      detached = state.detach(actions)
      state.statusNumber += 1
      return (actions, state.loads.values.map { $0.load }, state.machine.status, state.statusNumber)
    }
    guard let (actions, loads, status, number) = taken else { return false }
    if !status.state.isTerminal { for load in loads { load.show(status, number: number) } }
    for action in actions { perform(action, detached) }
    return true
  }

  private func perform(_ action: LoadAction, _ detached: Detached) {
    switch action {
    case .lookUp: connector.environment.run { self.lookUp() }
    case .enqueue: connector.enqueue(self)
    case .leaveQueue: connector.leaveQueue(self)
    case .connect(let attempt):
      // To start a transfer of HTTP is to tell its thread.
      if Parser.isLight, ["http", "https"].contains(request.target.scheme) {
        return connect(attempt)
      }
      connector.environment.run { self.connect(attempt) }
    case .endTransfer:
      detached.transfer?.cancel()
      detached.holdTimer?.cancel()
    case .releaseSlot: connector.releaseSlot(of: self)
    case .schedule(let attempt, let delay): schedule(attempt, delay)
    case .unschedule: detached.timer?.cancel()
    case .end: end()
    }
  }

  private func schedule(_ attempt: Int, _ delay: Duration) {
    let timer = connector.time.schedule(after: delay) { [weak self] in
      guard let self else { return }
      self.handle(.retryDue(attempt: attempt, isOnline: self.connector.isOnline(for: self)))
    }
    let isLate = state.withLock { state in
      let isWaiting = [.waitingToRetry, .waitingForNetwork].contains(state.machine.state)
      guard isWaiting, state.machine.status.attempt == attempt else { return true }
      state.timer = timer
      return false
    }
    if isLate { timer.cancel() }
  }

  private func end() {
    connector.retire(self)
    let (loads, ended) = state.withLock { state in
      (state.loads.values.map { $0.load }, outcome(&state))
    }
    for load in loads { load.end(ended.status, ended.outcome) }
    // Until here everything could still be found by who cancels all.
    let left = state.withLock { state in
      defer {
        state.loads = [:]
        state.response = nil
        state.cached = nil
      }
      return state.response
    }
    withExtendedLifetime(left) {}
    connector.remove(self)
  }

  func cancelLoads() {
    let loads = state.withLock { state in state.loads.values.map { $0.load } }
    for load in loads { load.cancel() }
  }

  /// How it has ended.
  private func outcome(
    _ state: inout State
  ) -> (status: LoadStatus, outcome: Result<Response, LoadError>) {
    let status = state.machine.status
    if status.state == .finished, let response = state.response {
      return (status, .success(response))
    }
    return (status, .failure(status.error ?? .cancelled(LoadFailure(request.target))))
  }
}

// MARK: - Cache

extension Fetch {
  /// Whether the answer may come from the cache, and go there.
  var usesCache: Bool { connector.usesCache(request, options) }

  var cacheKey: String { Self.cacheKey(request) }

  /// A hash of address and fields, as a server may choose the body by them: keys of services are among
  /// them, and no one's who reads the file.
  static func cacheKey(_ request: LoadRequest) -> String {
    let fields = request.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    guard case .url(let url) = request.target else { return "" }
    return SHA256.hex(([url.absoluteString] + fields).joined(separator: "\n"))
  }

  /// Asks the cache before the network; answers from it where it serves.
  func lookUp() {
    // Many may have been cancelled before their turn to read came.
    guard state.withLock({ $0.machine.state == .queued }) else { return }
    let now = connector.environment.wallTime()
    let isOnline = connector.isOnline(for: self)
    guard let cached = connector.cache?.response(for: cacheKey) else {
      handle(.missed(isOnline: isOnline))
      return
    }
    state.withLock { $0.cached = cached }
    let age = cached.age(at: now)
    guard serves(age) || !isOnline, var response = parsed(cached, age: age) else {
      handle(.missed(isOnline: isOnline))
      return
    }
    connector.cache?.touch(cacheKey, at: now)
    // One that was cancelled meanwhile needs no refreshing.
    guard state.withLock({ $0.machine.state == .queued }) else { return }
    if isOnline, case .staleWhileRevalidate = options.cache {
      var behind = options
      behind.cache = .validate
      response.refresh = connector.load(request, parser, behind)
    }
    state.withLock { [response] in $0.response = response }
    if !handle(.answered) { response.refresh?.cancel() }
  }

  private func serves(_ age: Duration) -> Bool {
    switch options.cache {
    case .none, .validate: false
    case .fresh(let limit), .staleWhileRevalidate(let limit): age < limit
    }
  }

  /// What is in the cache, parsed; nil where the parser refuses it.
  private func parsed(_ cached: CachedResponse, age: Duration) -> Response? {
    var run = Run(
      parser, request, cached: cached, keepLimit: nil, needsConfirmedEnd: options.needsConfirmedEnd,
      wallTime: connector.environment.wallTime)
    guard case .done(let output) = run.takeCached() else { return nil }
    return LoadResponse(output, head: cached.head, source: .cache(age: age), isUnchanged: true)
  }

  /// Whether the body is the one that was in the cache, whatever the status is: some servers answer
  /// 200 always.
  func isUnchanged(_ run: Run) -> Bool {
    guard let cached = run.cached else { return false }
    if run.isFromCache { return true }
    if let etag = run.head?.etag, !etag.hasPrefix("W/"), etag == cached.head.etag { return true }
    guard let body = run.kept else { return false }
    return body.count == cached.body.count && BodyHash.hash(body) == cached.hash
  }

  /// Puts a whole body into the cache, or notes that the one there is current. What may be but the
  /// beginning of a body is not kept: the server would go on to call it current.
  func keep(_ run: Run) {
    guard usesCache, let cache = connector.cache else { return }
    let now = connector.environment.wallTime()
    if run.isFromCache {
      cache.confirm(cacheKey, at: now)
    } else if let body = run.kept, let head = run.head {
      guard run.isEndConfirmed else { return }
      cache.store(CachedResponse(head: head, body: body, confirmed: now), for: cacheKey)
    } else if run.cached != nil {
      // A newer body that is too large to keep, or is not to be kept.
      cache.remove(cacheKey)
    }
  }
}
