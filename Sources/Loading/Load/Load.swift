public import HikidashiBase

/// One fetch of a request and the parsing of its response, with its status and its result.
///
/// ```swift
/// let load = connector.load(request, parser: LinesParser())
/// for await status in load.statuses { print(status.state, status.fraction ?? 0) }
/// let lines = try await load.value
/// ```
///
/// A load ends exactly once, and those who ask later are told the same. When ``cancel()`` has
/// returned it never becomes ``LoadState/finished``. It goes on when nobody holds it.
public final class Load<Output: Sendable>: Sendable {
  typealias Outcome = Result<LoadResponse<Output>, LoadError>

  struct Snapshot: Sendable {
    var status: LoadStatus
    var outcome: Outcome?
    /// Counts the statuses of a fetch, as several threads may show them.
    var number = 0
  }

  private struct Link {
    var fetch: (any FetchControl)?
    var isCancelled = false
  }

  /// The request that the load was made for.
  public let request: LoadRequest
  let board = Broadcast(Snapshot(status: LoadStatus()))
  private let link = Guarded(Link())
  private let start: @Sendable () -> Load
  private let retry: @Sendable () -> Void

  /// - Parameters:
  ///   - start: Starts an equal load.
  ///   - retry: Has what waits for a network try at once.
  init(
    _ request: LoadRequest, start: @escaping @Sendable () -> Load,
    retry: @escaping @Sendable () -> Void
  ) {
    self.request = request
    self.start = start
    self.retry = retry
  }

  func attach(_ fetch: any FetchControl) { link.withLock { $0.fetch = fetch } }

  /// A snapshot of the load's current state.
  public var status: LoadStatus { board.observedValue.status }

  /// The changes of ``status``, newest first, from the current one to the last.
  public var statuses: NewestValues<LoadStatus> { NewestValues(board) { $0.status } }

  /// The parsed result, once it is there.
  ///
  /// A task that is cancelled while it waits stops waiting with ``LoadError/cancelled(_:)``; the
  /// load goes on, as others may wait for it. ``Connector/value(of:parser:options:)`` ties the two.
  ///
  /// - Throws: What the load ended with.
  public var value: Output {
    get async throws(LoadError) { try await response.output }
  }

  /// The parsed result with the response's head, and where it came from.
  ///
  /// - Throws: What the load ended with.
  public var response: LoadResponse<Output> {
    get async throws(LoadError) {
      guard let outcome = await board.next(after: 0, onlyLast: true)?.value.outcome else {
        let reason = tr("the task that waited was cancelled")
        throw .cancelled(LoadFailure(request.target, reason: reason))
      }
      return try outcome.get()
    }
  }

  /// Cancels the load; after this call returns, the load never finishes. A load that has ended
  /// stays as it is, and callbacks that were not run yet are told that it was cancelled.
  ///
  /// A transfer that other loads share goes on for them.
  public func cancel() {
    let fetch = link.withLock { link in
      link.isCancelled = true
      return link.fetch
    }
    let error = LoadError.cancelled(LoadFailure(request.target))
    var status = self.status
    status.state = .cancelled
    status.error = error
    status.retryDelay = nil
    if end(status, .failure(error)) { fetch?.release(ObjectIdentifier(self)) }
  }

  /// Starts another load of the same request, by the same connector, with the same parser and options.
  public func again() -> Load { start() }

  /// Tries at once where the load waits for a network, as when the system says that another is there.
  public func retryNetwork() { if status.state == .waitingForNetwork { retry() } }

  /// Changes the load's priority, before its turn and during the transfer.
  public func setPriority(_ priority: LoadPriority) {
    link.withLock { $0.fetch }?.setPriority(priority, of: ObjectIdentifier(self))
  }

  /// Calls `body` on the main actor with the newest status, now, after changes, and with the last.
  ///
  /// - Returns: Keep it for as long as you want to be told: releasing it ends the calls. When it
  ///   was cancelled on the main actor, none follows.
  public func onStatus(
    _ body: @escaping @MainActor @Sendable (LoadStatus) -> Void
  ) -> ObservationToken {
    board.observeOnMain { body(self.seen($0).status) }
  }

  /// Calls `body` on the main actor once, with the end; at once where that is past.
  ///
  /// - Returns: Keep it until then: releasing it ends the observation.
  public func onEnd(
    _ body: @escaping @MainActor @Sendable (Result<LoadResponse<Output>, LoadError>) -> Void
  ) -> ObservationToken {
    board.observeOnMain(onlyLast: true) {
      if let outcome = self.seen($0).outcome { body(outcome) }
    }
  }

  /// A snapshot as a callback sees it: not as a success when the load was cancelled before.
  private func seen(_ snapshot: Snapshot) -> Snapshot {
    guard snapshot.status.state == .finished, link.withLock({ $0.isCancelled }) else {
      return snapshot
    }
    let error = LoadError.cancelled(LoadFailure(request.target))
    var status = snapshot.status
    status.state = .cancelled
    status.error = error
    return Snapshot(status: status, outcome: .failure(error))
  }

  /// Shows a status on the way; nothing when a later one was shown, or the load has ended.
  func show(_ status: LoadStatus, number: Int) {
    board.update { $0.number < number ? Snapshot(status: status, number: number) : nil }
  }

  /// Ends the load, unless it has ended; whether it did.
  @discardableResult
  func end(_ status: LoadStatus, _ outcome: Outcome) -> Bool {
    let hasEnded = board.update(isLast: true) { _ in Snapshot(status: status, outcome: outcome) }
    guard hasEnded else { return false }
    // Let go of outside the lock, as this may be its end.
    let fetch = link.withLock { link in
      defer { link.fetch = nil }
      return link.fetch
    }
    withExtendedLifetime(fetch) {}
    return true
  }
}

/// What a load needs of the fetch that serves it.
protocol FetchControl: AnyObject, Sendable {
  /// The load has been cancelled.
  func release(_ load: ObjectIdentifier)
  func setPriority(_ priority: LoadPriority, of load: ObjectIdentifier)
}
