import FoundationEssentials
import HikidashiBase

/// What a connector needs of a fetch, whatever it parses.
protocol ConnectorFetch: AnyObject, Sendable {
  var id: UInt64 { get }
  var needsNetwork: Bool { get }
  var hostKey: String { get }
  var priority: LoadPriority { get }
  @discardableResult
  func handle(_ event: LoadEvent) -> Bool
  /// Cancels the loads that it serves, and with them itself.
  func cancelLoads()
}

/// The inside of a connector, which its fetches hold.
final class ConnectorCore: Sendable {
  struct State {
    var queue: LoadQueue
    var fetches: [UInt64: any ConnectorFetch] = [:]
    var shared: [SharingKey: any ConnectorFetch] = [:]
    var keys: [UInt64: SharingKey] = [:]
    var nextID: UInt64 = 0
    /// How many fetches have ended and are being told of.
    var retired = 0
    var isOffline = false
    var bandwidth: BandwidthLimit
  }

  /// What equal loads have in common.
  struct SharingKey: Hashable {
    var request: LoadRequest
    var options: LoadOptions
    var parser: AnyHashableSendable
  }

  let transports: [any Transport]
  let cache: ResponseCache?
  let environment: LoadEnvironment
  let time: ElapsedClock
  let activity = Broadcast(ConnectorActivity())
  let state: Guarded<State>

  init(
    _ transports: [any Transport], _ cache: ResponseCache?, _ limits: ConnectorLimits,
    _ environment: LoadEnvironment
  ) {
    self.transports = transports
    self.cache = cache
    self.environment = environment
    time = ElapsedClock(environment.clock)
    state = Guarded(
      State(queue: LoadQueue(limits), bandwidth: BandwidthLimit(limits.bytesPerSecond)))
  }

  func transport(for target: LoadTarget) -> (any Transport)? {
    transports.first { $0.serves(target) }
  }

  func isOnline(for fetch: some ConnectorFetch) -> Bool {
    !fetch.needsNetwork || !state.withLock { $0.isOffline }
  }

  func usesCache(_ request: LoadRequest, _ options: LoadOptions) -> Bool {
    guard cache != nil, options.cache != .none, request.method == .get, request.body == nil,
      request.range == nil
    else { return false }
    guard case .url(let url) = request.target, ["http", "https"].contains(request.target.scheme),
      url.user == nil, url.password == nil
    else { return false }
    // What is private, and what keeps an answer of its own that a 304 would stand for.
    return !["Authorization", "Cookie", "If-None-Match", "If-Modified-Since", "Range"]
      .contains { request.headers[$0] != nil }
  }

  func load<Parser: ResponseParser>(
    _ request: LoadRequest, _ parser: Parser, _ options: LoadOptions
  ) -> Load<Parser.Output> {
    let load = Load<Parser.Output>(request) {
      self.load(request, parser, options)
    } retry: {
      self.retryNetwork()
    }
    let key = options.isShared ? sharingKey(request, parser, options) : nil
    var passed: Fetch<Parser>?
    while true {
      let (fetch, isNew) = fetch(request, parser, options, key, otherThan: passed)
      guard fetch.join(load) else {
        // It has ended, or everybody has left it.
        passed = fetch
        continue
      }
      if isNew {
        updateActivity()
        fetch.handle(.start(isOnline: isOnline(for: fetch)))
      }
      return load
    }
  }

  /// Lets loads that wait for a network try at once.
  func retryNetwork() {
    guard !state.withLock({ $0.isOffline }) else { return }
    for fetch in fetches where fetch.needsNetwork { fetch.handle(.networkFound) }
  }

  var fetches: [any ConnectorFetch] { state.withLock { Array($0.fetches.values) } }

  /// The fetch that equal loads share, or a new one. Looking and entering are one step: of equal loads
  /// at the same moment, one starts a transfer and the others join.
  private func fetch<Parser: ResponseParser>(
    _ request: LoadRequest, _ parser: Parser, _ options: LoadOptions, _ key: SharingKey?,
    otherThan passed: Fetch<Parser>?
  ) -> (fetch: Fetch<Parser>, isNew: Bool) {
    state.withLock { state in
      if let key, let fetch = state.shared[key] as? Fetch<Parser>, fetch !== passed {
        return (fetch, false)
      }
      state.nextID += 1
      let fetch = Fetch(
        id: state.nextID, request, parser, options, self, hasCache: usesCache(request, options))
      state.fetches[fetch.id] = fetch
      if let key {
        state.shared[key] = fetch
        state.keys[fetch.id] = key
      }
      return (fetch, true)
    }
  }

  private func sharingKey(
    _ request: LoadRequest, _ parser: some ResponseParser, _ options: LoadOptions
  ) -> SharingKey? {
    guard request.isRepeatable, request.body == nil, let parser = parser.sharingKey else {
      return nil
    }
    var request = request
    request.priority = .normal
    return SharingKey(request: request, options: options, parser: parser)
  }

  /// A fetch has ended, and those who wait for it are told next: nobody joins, and it is not counted.
  func retire(_ fetch: some ConnectorFetch) {
    let id = fetch.id
    state.withLock { state in
      state.retired += 1
      if let key = state.keys.removeValue(forKey: id), state.shared[key]?.id == id {
        state.shared[key] = nil
      }
    }
    updateActivity()
  }

  /// A fetch has ended and everybody was told.
  func remove(_ fetch: some ConnectorFetch) {
    let id = fetch.id
    state.withLock { state in
      state.retired -= 1
      state.fetches[id] = nil
      // A thread may have queued it behind its cancel.
      state.queue.remove(id)
    }
  }
}

extension ConnectorCore {
  func enqueue(_ fetch: some ConnectorFetch) {
    let (id, host, priority) = (fetch.id, fetch.hostKey, fetch.priority)
    state.withLock { state in
      // One that was cancelled on the way is not there any more: nobody would give its place back.
      if state.fetches[id] != nil { state.queue.add(id, host: host, priority) }
    }
    admit()
  }

  func leaveQueue(_ fetch: some ConnectorFetch) {
    let id = fetch.id
    state.withLock { $0.queue.remove(id) }
    updateActivity()
  }

  func updatePriority(of fetch: some ConnectorFetch) {
    let (id, priority) = (fetch.id, fetch.priority)
    state.withLock { $0.queue.setPriority(priority, of: id) }
  }

  func releaseSlot(of fetch: some ConnectorFetch) {
    let host = fetch.hostKey
    state.withLock { $0.queue.release(host: host) }
    admit()
  }

  /// Gives free places to those whose turn it is.
  func admit() {
    while true {
      // Whoever waits is there: who leaves is taken out of the queue, too.
      let next = state.withLock { state in state.queue.next().flatMap { state.fetches[$0] } }
      guard let fetch = next else { break }
      if !fetch.handle(.admitted) {
        let host = fetch.hostKey
        state.withLock { $0.queue.release(host: host) }
      }
    }
    updateActivity()
  }

  func takeBandwidth(_ bytes: Int) -> Duration {
    let now = time.now()
    return state.withLock { $0.bandwidth.take(bytes, at: now) }
  }

  func updateActivity() {
    // Read inside the update, so that of two threads the later one leaves the newer numbers.
    activity.update { current in
      let new = state.withLock {
        ConnectorActivity(
          transfers: $0.queue.running,
          waiting: max(0, $0.fetches.count - $0.retired - $0.queue.running))
      }
      return new == current ? nil : new
    }
  }
}
