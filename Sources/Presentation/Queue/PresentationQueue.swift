internal import Support

/// Decides what is shown now, what waits, and for what; to be asked from any thread.
///
/// ```swift
/// let queue = PresentationQueue(presenter: presenter)
/// let answer = try await queue.present(Alert("Delete 12 files?")) { $0.priority = 1 }
/// ```
///
/// The queue asks its presenter on the main actor, never before the caller that asks on the main
/// actor itself has returned to it: what is asked for and cancelled there at once is never shown.
public final class PresentationQueue: Sendable {
  struct State {
    var machine: PresentationMachine
    var records: [PresentationID: any AnyRecord] = [:]
    /// Ended, but the presenter is still to be told.
    var abandoned: [PresentationID: any AnyRecord] = [:]
    var watches: [PresentationID: Watches] = [:]
    /// To be done when the lock is let go of: waking those whose requests were taken back, and
    /// cancelling tasks, whose handlers may be another's code that comes back here.
    var later: [@Sendable () -> Void] = []
    var nextClaim = 0
    var isAttending = false
    var alarm = Alarm()
  }

  let presenter: any Presenter
  let state: Guarded<State>
  let clock: QueueClock
  let log: @Sendable (String) -> Void

  /// Makes a queue that shows nothing yet.
  ///
  /// - Parameters:
  ///   - presenter: Makes the views.
  ///   - rules: For channels that do not show one thing at a time, the first first. The rules of a
  ///     channel without a screen hold for those of its name on every screen that has none of its own.
  ///   - watchdog: How long the presenter may take to report that it has presented or dismissed.
  ///   - clock: Measures all times; the default stands still while the machine sleeps.
  ///   - log: Is told of presenters that fail; nil writes to standard error.
  public init(
    presenter: any Presenter, rules: [PresentationChannel: ChannelRules] = [:],
    watchdog: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.presenter = presenter
    self.clock = QueueClock(clock)
    self.log = log ?? { writeError($0) }
    state = Guarded(State(machine: PresentationMachine(rules: rules, watchdog: watchdog)))
  }

  deinit {
    let (alarm, watches) = state.withLock { ($0.alarm.task, $0.watches.values) }
    alarm?.cancel()
    for watch in watches { watch.stop() }
  }

  /// Every item that has not ended, in the order of the requests.
  ///
  /// - Complexity: O(n log n).
  public var statuses: [PresentationStatus] { state.withLock { $0.machine.statuses } }

  /// Takes back an item; if it is shown, it is dismissed.
  public func cancel(_ id: PresentationID) { send(.cancel(id)) }

  /// Takes back every item of a group.
  public func cancel(group: String) { send(.cancelGroup(group)) }

  /// Takes back every item of a channel; of one that belongs to no screen, also the items of the
  /// channels of its name on every screen or window.
  public func cancel(channel: PresentationChannel) { send(.cancelChannel(channel)) }

  /// Takes back every item.
  public func cancelAll() { send(.cancelAll) }

  /// Ends every item of an owner that is gone, and those that will be asked for in its name.
  public func end(_ owner: PresentationOwner) { send(.ownerGone(owner)) }

  /// Shows nothing new, in one channel or (nil) in all; what is shown stays.
  ///
  /// A channel that belongs to no screen stands for all of its name: `suspend(.toasts)` reaches the
  /// toasts of every window, `suspend(.toasts.on(screen: "left"))` those of one.
  public func suspend(_ channel: PresentationChannel? = nil) { send(.suspend(channel)) }

  /// Takes back ``suspend(_:)`` of the same channel, or (nil) of all.
  ///
  /// A channel goes on when it is suspended neither by itself, nor by its name for all screens, nor
  /// with all others.
  public func resume(_ channel: PresentationChannel? = nil) { send(.resume(channel)) }

  /// Changes the rules of a channel; what is shown beyond a smaller limit stays until it ends.
  public func setRules(_ rules: ChannelRules, of channel: PresentationChannel) {
    send(.rules(channel, rules))
  }

  /// Lets something happen.
  ///
  /// - Parameter accept: Called, with the lock held, when an answer counts.
  func send(_ event: PresentationMachine.Event, accept: () -> Void = {}) {
    run(accept: accept) { state, now in state.machine.handle(event, at: now) }
  }

  /// Runs the machine with the lock held, and does what it says without.
  func run(
    accept: () -> Void = {},
    _ body: (inout State, Duration) -> [PresentationMachine.Action]
  ) {
    let work = state.withLock { state in
      let actions = body(&state, clock.now())
      return digest(actions, &state, accept)
    }
    perform(work)
  }
}
