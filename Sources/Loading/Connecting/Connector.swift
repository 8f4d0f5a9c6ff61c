import FoundationEssentials
public import HikidashiBase

/// Runs loads over its transports: queues, caches, shares and retries them, and reports activity.
///
/// ```swift
/// let connector = Connector(transports: [transport], cache: ResponseCache("/home/me/cache.db"))
/// let load = connector.load(LoadRequest(url), parser: LinesParser())
/// let lines = try await load.value
/// ```
///
/// It may be used from any thread. Loads go on when nobody holds it any more; ``cancelAll()`` ends
/// them.
public final class Connector: Sendable {
  let core: ConnectorCore

  /// A connector of transports, the first of which that serves a target is used.
  ///
  /// - Parameters:
  ///   - transports: The ways to fetch.
  ///   - cache: Where responses are kept; nil for nowhere.
  ///   - limits: How much is done at once.
  ///   - environment: Time, threads and chance, which tests replace.
  public init(
    transports: [any Transport], cache: ResponseCache? = nil,
    limits: ConnectorLimits = ConnectorLimits(), environment: LoadEnvironment = LoadEnvironment()
  ) {
    core = ConnectorCore(transports, cache, limits, environment)
  }

  /// Starts to load.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - parser: Makes the result; each attempt begins with a copy of it.
  ///   - options: Repeating, caching and sharing.
  public func load<Parser: ResponseParser>(
    _ request: LoadRequest, parser: Parser, options: LoadOptions = LoadOptions()
  ) -> Load<Parser.Output> {
    core.load(request, parser, options)
  }

  /// Loads and waits: when the task is cancelled the load is too.
  ///
  /// - Throws: What the load ended with.
  public func value<Parser: ResponseParser>(
    of request: LoadRequest, parser: Parser, options: LoadOptions = LoadOptions()
  ) async throws(LoadError) -> Parser.Output {
    let load = load(request, parser: parser, options: options)
    let outcome: Result<Parser.Output, LoadError> = await withTaskCancellationHandler {
      do throws(LoadError) {
        return .success(try await load.value)
      } catch {
        return .failure(error)
      }
    } onCancel: {
      load.cancel()
    }
    return try outcome.get()
  }

  /// The numbers of running and waiting loads now.
  public var activity: ConnectorActivity { core.activity.observedValue }

  /// The changes of ``activity``, newest first, from the current one on; it has no end.
  public var activities: NewestValues<ConnectorActivity> {
    NewestValues(core.activity) { $0 }
  }

  /// Calls `body` on the main actor with the newest activity, now and after changes.
  ///
  /// - Returns: Keep it for as long as you want to be told: releasing it ends the calls.
  public func onActivity(
    _ body: @escaping @MainActor @Sendable (ConnectorActivity) -> Void
  ) -> ObservationToken {
    core.activity.observeOnMain(body)
  }

  /// Whether nothing may go over the network: then loads are served by the cache, however old, wait
  /// (``LoadOptions/waitsForNetwork``), or fail with ``LoadError/offline(_:)``. Files, programs and
  /// devices are not concerned.
  public var isOffline: Bool {
    get { core.state.withLock { $0.isOffline } }
    set {
      core.state.withLock { $0.isOffline = newValue }
      for fetch in core.fetches where fetch.needsNetwork {
        fetch.handle(newValue ? .networkLost : .networkFound)
      }
    }
  }

  /// Lets loads that wait for a network try at once, as when the system says that one is there.
  public func retryNetwork() { core.retryNetwork() }

  /// The limits on what is done at once; loads that already run go on.
  public var limits: ConnectorLimits {
    get { core.state.withLock { $0.queue.limits } }
    set {
      core.state.withLock {
        $0.queue.limits = newValue
        $0.bandwidth.bytesPerSecond = newValue.bytesPerSecond
      }
      core.admit()
    }
  }

  /// Ends every load; when this has returned none of them finishes.
  public func cancelAll() {
    for fetch in core.fetches { fetch.cancelLoads() }
  }
}

/// The numbers of loads that a connector runs and that wait.
public struct ConnectorActivity: Hashable, Sendable {
  /// The transfers that are under way.
  public var transfers: Int
  /// The loads that wait: for their turn, for a network, for another attempt.
  public var waiting: Int

  /// The activity of a connector, as a test may make it up.
  ///
  /// - Parameters:
  ///   - transfers: The transfers that are under way.
  ///   - waiting: The loads that wait.
  public init(transfers: Int = 0, waiting: Int = 0) {
    self.transfers = transfers
    self.waiting = waiting
  }

  /// Whether there is anything to do, as a spinner shows it.
  public var isBusy: Bool { transfers + waiting > 0 }
}

/// Spreads bytes over time: what was taken too early is waited for.
struct BandwidthLimit: Sendable {
  var bytesPerSecond: Int?
  /// When all that was taken will have been allowed.
  private var paidUntil = Duration.zero

  init(_ bytesPerSecond: Int?) { self.bytesPerSecond = bytesPerSecond }

  /// Takes bytes; how long to wait before taking more.
  mutating func take(_ count: Int, at now: Duration) -> Duration {
    guard let bytesPerSecond else { return .zero }
    paidUntil = max(paidUntil, now) + .seconds(Double(count) / Double(bytesPerSecond))
    // A tenth of a second ahead is not worth a pause.
    let ahead = paidUntil - now
    return ahead > .milliseconds(100) ? ahead : .zero
  }
}

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
