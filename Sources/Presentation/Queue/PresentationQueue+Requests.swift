public import Support

extension PresentationQueue {
  /// Shows something when its turn has come, and waits for the answer.
  ///
  /// Returns when the view is gone. Cancelling the waiting task cancels the item, unless duplicates
  /// of it were asked for and still want it.
  ///
  /// - Parameters:
  ///   - item: What is shown.
  ///   - prerequisites: It is shown after all of these have ended, for whatever reason.
  ///   - conditions: It is shown while all of these hold.
  ///   - change: Changes the options that the item has by itself.
  /// - Throws: ``PresentationError``
  @discardableResult
  public func present<Item: Presentable>(
    _ item: Item, after prerequisites: [any Endable] = [],
    when conditions: [PresentationCondition] = [],
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) async throws(PresentationError) -> Item.Answer {
    try await enqueue(item, after: prerequisites, when: conditions, change).answer
  }

  /// Shows something when its turn has come, and does not wait for it.
  ///
  /// - Parameters:
  ///   - item: What is shown.
  ///   - prerequisites: It is shown after all of these have ended, for whatever reason.
  ///   - conditions: It is shown while all of these hold.
  ///   - change: Changes the options that the item has by itself.
  /// - Complexity: O(log n) and a move of the channel's ready items.
  /// - Throws: ``PresentationError`` when the options contradict themselves, or a duplicate is refused.
  @discardableResult
  public func enqueue<Item: Presentable>(
    _ item: Item, after prerequisites: [any Endable] = [],
    when conditions: [PresentationCondition] = [],
    _ change: (inout PresentationOptions) -> Void = { _ in }
  ) throws(PresentationError) -> PresentationItem<Item.Answer> {
    var options = item.options
    change(&options)
    let (inside, outside) = divide(prerequisites)
    let request = PresentationMachine.Request(
      name: item.name, options: options, after: inside, outside: outside.count,
      unmet: Set(conditions.indices))
    let (place, claim, outcome) = try place(request, item)
    if case .added(let id) = place { watch(outside, conditions, for: id) }
    return PresentationItem(place.id, item.name, self, claim: claim, outcome)
  }

  private func place<Item: Presentable>(
    _ request: PresentationMachine.Request, _ item: Item
  ) throws(PresentationError) -> (PresentationMachine.Place, claim: Int, Outcome<Item.Answer>) {
    let options = request.options
    let joins = options.duplicates == .counted || options.duplicates == .merged
    let new = Record(item, options)
    var outcome = new.outcome
    var claim = 0
    var result = Result<PresentationMachine.Place, PresentationError>.failure(
      .otherKind(name: item.name, key: options.key ?? ""))
    run { state, now in
      // What has expired by now is no duplicate.
      let passed = state.machine.handle(.time, at: now)
      let older = state.machine.holder(ofKey: options.key).flatMap { state.records[$0] }
      if joins, let older, !(older is Record<Item>) { return passed }
      let (placed, actions) = state.machine.add(request, at: now)
      result = placed
      state.nextClaim += 1
      claim = state.nextClaim
      switch placed {
      case .success(.added(let id)): state.records[id] = new
      case .success(.joined):
        if let older = older as? Record<Item> {
          older.join(item, isMerged: options.duplicates == .merged)
          outcome = older.outcome
        }
      case .failure: break
      }
      return passed + actions
    }
    return (try result.get(), claim, outcome)
  }

  /// What the queue knows of an item; nil when it has ended.
  ///
  /// - Complexity: O(1).
  public func status(_ id: PresentationID) -> PresentationStatus? {
    state.withLock { $0.machine.status(id) }
  }

  func add(
    after others: [any Endable], to id: PresentationID, named name: String
  ) throws(PresentationError) {
    let (inside, outside) = divide(others)
    var result = Result<Int, PresentationError>.success(0)
    run { state, now in
      let added = state.machine.add(
        after: inside, outside: outside.count, to: id, named: name, at: now)
      result = added.result
      return added.actions
    }
    watch(outside, first: try result.get(), [], for: id)
  }

  func withdraw(_ id: PresentationID, _ claim: Int) {
    run { state, now in
      let record = state.records[id]
      let actions = state.machine.handle(.withdraw(id), at: now)
      if actions.contains(.left(id)), let record { state.later.append(record.leave(claim)) }
      return actions
    }
  }

  /// Tells items of this queue, whose ends the machine sees by itself, from what is to be watched.
  private func divide(_ others: [any Endable]) -> (Set<PresentationID>, [any Endable]) {
    var inside: Set<PresentationID> = []
    var outside: [any Endable] = []
    for other in others {
      if let item = other as? any QueuedItem, item.queue === self {
        inside.insert(item.id)
      } else {
        outside.append(other)
      }
    }
    return (inside, outside)
  }

  private func watch(
    _ outside: [any Endable], first: Int = 0, _ conditions: [PresentationCondition],
    for id: PresentationID
  ) {
    guard !outside.isEmpty || !conditions.isEmpty else { return }
    var watches = Watches()
    for (number, other) in outside.enumerated() {
      watches.tasks.append(
        Task { [weak self] in
          await other.ended()
          self?.send(.outsideEnded(id, first + number))
        })
    }
    for (number, condition) in conditions.enumerated() {
      let token = condition.observe { [weak self, weak condition] in
        if let condition { self?.check(condition, number, for: id) }
      }
      watches.conditions.append((condition, token))
    }
    let isKept = state.withLock { state in
      guard state.records[id] != nil else { return false }
      state.watches[id, default: Watches()].add(watches)
      return true
    }
    // It may have ended meanwhile.
    guard isKept else { return watches.stop() }
    for (number, condition) in conditions.enumerated() { check(condition, number, for: id) }
  }

  /// Reads the condition with the lock held, so that of two changes the later is what stays.
  private func check(_ condition: PresentationCondition, _ number: Int, for id: PresentationID) {
    run { state, now in
      state.machine.handle(.condition(id, number, isMet: condition.isMet), at: now)
    }
  }
}
