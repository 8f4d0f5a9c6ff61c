public import HikidashiBase

/// Shows alerts, toasts and other items in turn, by channel and priority. Use it from any thread.
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
    var records: [PresentationID: any AnyRequestRecord] = [:]
    /// Ended, but the presenter is still to be told.
    var abandoned: [PresentationID: any AnyRequestRecord] = [:]
    /// Those whose statuses are followed, with what was told last.
    var followed: [PresentationID: StatusState] = [:]
    var tellings = 0
    var watches: [PresentationID: [ObservationToken]] = [:]
    /// To be done when the lock is let go of: waking those whose requests were taken back, and
    /// cancelling tasks, whose handlers may be another's code that comes back here.
    var later: [@Sendable () -> Void] = []
    var isAttending = false
    var alarm = Alarm()
  }

  let presenter: any Presenter
  let state: Guarded<State>
  let clock: ElapsedClock
  let log: @Sendable (String) -> Void
  private let observed = ObservedState()

  /// Makes a queue that shows nothing yet.
  ///
  /// - Parameters:
  ///   - presenter: Makes the views.
  ///   - rules: For channels that do not show one thing at a time, the first first. The rules of a
  ///     channel without a screen hold for those of its name on every screen that has none of its own.
  ///   - watchdog: How long the presenter may take to report that it has presented or dismissed.
  ///   - clock: Measures all times; the default stands still while the machine sleeps.
  ///   - log: Called with a line about each presenter failure; nil writes to standard error.
  public init(
    presenter: any Presenter, rules: [PresentationChannel: ChannelRules] = [:],
    watchdog: Duration = .seconds(10), clock: any Clock<Duration> = SuspendingClock(),
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.presenter = presenter
    self.clock = ElapsedClock(clock)
    self.log = log ?? { writeError($0) }
    state = Guarded(State(machine: PresentationMachine(rules: rules, watchdog: watchdog)))
  }

  deinit {
    state.withLock { $0.alarm.task }?.cancel()
  }

  /// Every item that has not ended, in the order of the requests.
  ///
  /// - Complexity: O(n log n).
  public var statuses: [PresentationStatus] {
    observed.willRead()
    return state.withLock { $0.machine.statuses }
  }

  /// Cancels an item; if it is shown, it is dismissed.
  public func cancel(_ id: PresentationID) { send(.cancel(id)) }

  /// Cancels every item of a group.
  public func cancel(group: String) { send(.cancelGroup(group)) }

  /// Cancels every item of a channel. A channel without a screen includes those of its name on
  /// every screen or window.
  public func cancel(channel: PresentationChannel) { send(.cancelChannel(channel)) }

  /// Cancels every item.
  public func cancelAll() { send(.cancelAll) }

  /// Ends every item of an owner that is gone, including later requests for that owner.
  public func end(_ owner: PresentationOwner) { send(.ownerGone(owner)) }

  /// Stops showing new items in one channel or (nil) in all; items shown already stay.
  ///
  /// A channel that belongs to no screen stands for all of its name: `suspend(.toasts)` reaches the
  /// toasts of every window, `suspend(.toasts.on(screen: "left"))` those of one.
  public func suspend(_ channel: PresentationChannel? = nil) { send(.suspend(channel)) }

  /// Undoes ``suspend(_:)`` of the same channel, or (nil) of all.
  ///
  /// A channel goes on when it is suspended neither by itself, nor by its name for all screens, nor
  /// with all others.
  public func resume(_ channel: PresentationChannel? = nil) { send(.resume(channel)) }

  /// Changes the rules of a channel; what is shown beyond a smaller limit stays until it ends.
  public func setRules(_ rules: ChannelRules, of channel: PresentationChannel) {
    send(.rules(channel, rules))
  }

  /// Sends an event to the machine.
  ///
  /// - Parameter accept: Called, with the lock held, when an answer counts.
  func send(_ event: PresentationMachine.Event, accept: () -> Void = {}) {
    run(accept: accept) { state, now in state.machine.handle(event, at: now) }
  }

  /// Runs the machine with the lock held, and performs its actions after releasing the lock.
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

// MARK: - Requests

extension PresentationQueue {
  /// Shows an item when its turn has come, and waits for the answer.
  ///
  /// Returns when the view is gone. Cancelling the waiting task cancels the item, unless duplicates
  /// of it were asked for and still want it.
  ///
  /// - Parameters:
  ///   - item: What is shown.
  ///   - prerequisites: It is shown after all of these have ended, for whatever reason.
  ///   - conditions: It is shown when all of these hold.
  ///   - change: Changes the options that the item has by itself.
  /// - Throws: ``PresentationError``
  @discardableResult
  public func present<Item: Presentable>(
    _ item: Item, after prerequisites: [any Endable] = [],
    when conditions: [Condition] = [],
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) async throws(PresentationError) -> Item.Answer {
    try await enqueue(item, after: prerequisites, when: conditions, change).answer
  }

  /// Queues an item, to be shown when its turn has come, and returns at once.
  ///
  /// - Parameters:
  ///   - item: What is shown.
  ///   - prerequisites: It is shown after all of these have ended, for whatever reason.
  ///   - conditions: It is shown when all of these hold.
  ///   - change: Changes the options that the item has by itself.
  /// - Complexity: O(log n) and a move of the channel's ready items.
  /// - Throws: ``PresentationError`` when the options contradict themselves, or a duplicate is refused.
  @discardableResult
  public func enqueue<Item: Presentable>(
    _ item: Item, after prerequisites: [any Endable] = [],
    when conditions: [Condition] = [],
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) throws(PresentationError) -> PresentationItem<Item.Answer> {
    var options = item.options
    change(&options)
    return try enqueue(item, named: item.name, options, after: prerequisites, when: conditions)
  }

  /// - Parameter item: Nil where it is made of the answer of another one.
  func enqueue<Item: Presentable>(
    _ item: Item?, named name: String, _ options: PresentationOptions, after others: [any Endable],
    when conditions: [Condition]
  ) throws(PresentationError) -> PresentationItem<Item.Answer> {
    let prerequisites = self.prerequisites(others, conditions)
    let request = PresentationMachine.Request(
      name: name, options: options, after: prerequisites.inside,
      outside: prerequisites.outside.count, unmet: Set(conditions.indices),
      hasContent: item != nil)
    let own = RequestRecord<Item>.Ended()
    let (place, record) = try place(request, item, own)
    if case .added(let id) = place { watch(prerequisites, for: id) }
    return PresentationItem(place.id, name, self, record.ended, own, record.board)
  }

  private func place<Item: Presentable>(
    _ request: PresentationMachine.Request, _ item: Item?, _ own: RequestRecord<Item>.Ended
  ) throws(PresentationError) -> (PresentationMachine.Place, RequestRecord<Item>) {
    let options = request.options
    let joins = options.duplicates == .counted || options.duplicates == .merged
    let new = RequestRecord(item, options, own)
    var record = new
    var result = Result<PresentationMachine.Place, PresentationError>.failure(
      .otherKind(name: request.name, key: options.key ?? ""))
    run { state, now in
      // What has expired by now is no duplicate.
      let passed = state.machine.handle(.time, at: now)
      let older = state.machine.holder(ofKey: options.key).flatMap { state.records[$0] }
      if joins, let older, !(older is RequestRecord<Item>) { return passed }
      let (placed, actions) = state.machine.add(request, at: now)
      result = placed
      switch placed {
      case .success(.added(let id)): state.records[id] = new
      case .success(.joined):
        if let older = older as? RequestRecord<Item>, let item {
          older.join(item, isMerged: options.duplicates == .merged, own)
          record = older
        }
      case .failure: break
      }
      return passed + actions
    }
    return (try result.get(), record)
  }

  /// Returns a snapshot of an item; nil when it has ended.
  ///
  /// - Complexity: O(1).
  public func status(_ id: PresentationID) -> PresentationStatus? {
    observed.willRead()
    return state.withLock { $0.machine.status(id) }
  }

  /// Has the statuses of an item be told from now on; false where it has ended.
  func follow(_ id: PresentationID) -> Bool {
    let step = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.followed[id] == nil else { return {} }
      return state.tell(of: id)
    }
    step?()
    return step != nil
  }

  func add(
    after others: [any Endable], to id: PresentationID, named name: String
  ) throws(PresentationError) {
    let prerequisites = prerequisites(others)
    var result = Result<Int, PresentationError>.success(0)
    run { state, now in
      let added = state.machine.add(
        after: prerequisites.inside, outside: prerequisites.outside.count, to: id, named: name,
        at: now)
      result = added.result
      return added.actions
    }
    watch(prerequisites, first: try result.get(), for: id)
  }

  /// Takes back one request; `leave` is called where the item goes on for others.
  func withdraw(_ id: PresentationID, _ leave: @escaping @Sendable () -> Void) {
    run { state, now in
      let actions = state.machine.handle(.withdraw(id), at: now)
      if actions.contains(.left(id)) { state.later.append(leave) }
      return actions
    }
  }

  private func prerequisites(
    _ others: [any Endable], _ conditions: [Condition] = []
  ) -> Prerequisites<PresentationID> {
    Prerequisites(others, conditions) { other in
      (other as? any QueuedItem).flatMap { $0.queue === self ? $0.id : nil }
    }
  }

  private func watch(
    _ prerequisites: Prerequisites<PresentationID>, first: Int = 0, for id: PresentationID
  ) {
    prerequisites.watch { tokens in
      state.withLock { state in
        guard state.records[id] != nil else { return false }
        state.watches[id, default: []] += tokens
        return true
      }
    } ended: { [weak self] number in
      self?.send(.outsideEnded(id, first + number))
    } look: { [weak self] number, condition in
      // Read with the lock held, so that of two changes the later one wins.
      self?.run { state, now in
        state.machine.handle(.condition(id, number, isMet: condition.isMet), at: now)
      }
    }
  }
}

// MARK: - Running

extension PresentationQueue {
  /// What is to be done when the lock is let go of.
  struct Work: Sendable {
    var steps: [@Sendable () -> Void] = []
    var lines: [String] = []
    var needsAttention = false
  }

  /// Does what the machine says that needs the lock, and gathers the rest.
  func digest(
    _ actions: [PresentationMachine.Action], _ state: inout State, _ accept: () -> Void
  ) -> Work {
    var work = Work()
    for action in actions {
      switch action {
      case .accepted: accept()
      case .report(let name, let failure):
        work.lines.append(tr("“{}”: {}", name, failure))
      case .ended(let id, let reason):
        state.followed[id] = nil
        if let tokens = state.watches.removeValue(forKey: id) {
          state.later.append { for token in tokens { token.cancel() } }
        }
        if let record = state.records.removeValue(forKey: id) {
          state.later.append(record.end(reason))
          if state.machine.isAbandoned(id) { state.abandoned[id] = record }
        }
      case .left, .present, .update, .dismiss, .abandon: break
      }
    }
    for id in state.followed.keys {
      if let step = state.tell(of: id) { state.later.append(step) }
    }
    setAlarm(&state)
    swap(&work.steps, &state.later)
    if !state.isAttending {
      state.isAttending = true
      work.needsAttention = true
    }
    return work
  }

  func perform(_ work: Work) {
    for step in work.steps { step() }
    observed.didChange()
    for line in work.lines { log(line) }
    if work.needsAttention { Task { @MainActor in attend() } }
  }

  /// Calls the presenter until there is nothing to call it for.
  @MainActor private func attend() {
    while let (action, record) = nextCall() {
      if case .present(let round) = action {
        record?.present(round, self)
      } else {
        record?.call(action, presenter)
      }
    }
  }

  private func nextCall() -> (PresentationMachine.Action, (any AnyRequestRecord)?)? {
    let (work, call) = state.withLock { state in
      let actions = state.machine.handle(.attend, at: clock.now())
      let call = actions.first(where: \.isCall)
      // Still attending: what happens from now on, also during the call, finds us at it.
      state.isAttending = true
      let work = digest(actions, &state) {}
      state.isAttending = call != nil
      return (work, call.map { ($0, state.record(for: $0)) })
    }
    perform(work)
    return call
  }

  /// Schedules the next time event.
  private func setAlarm(_ state: inout State) {
    let old = state.alarm.set(state.machine.nextDeadline, clock) { [weak self] time in
      self?.wake(at: time)
    }
    if let old { state.later.append(old.cancel) }
  }

  private func wake(at time: Duration) {
    run { state, now in
      state.alarm.hasRung(at: time)
      return state.machine.handle(.time, at: max(now, time))
    }
  }
}

extension PresentationQueue.State {
  /// Returns what tells those who follow an item of a new status; nil where it has none.
  fileprivate mutating func tell(of id: PresentationID) -> (@Sendable () -> Void)? {
    guard let status = machine.status(id), let record = records[id] else { return nil }
    let new = StatusState(state: status.state, isInterrupted: status.isInterrupted)
    guard followed[id] != new else { return nil }
    followed[id] = new
    tellings += 1
    return record.tell(new, number: tellings)
  }

  /// The item that a call is about; the last call about one that was given up lets go of it.
  fileprivate mutating func record(for call: PresentationMachine.Action) -> (any AnyRequestRecord)?
  {
    switch call {
    case .present(let round), .update(let round), .dismiss(let round): records[round.id]
    case .abandon(let round): abandoned.removeValue(forKey: round.id)
    case .left, .accepted, .ended, .report: nil
    }
  }
}
