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
