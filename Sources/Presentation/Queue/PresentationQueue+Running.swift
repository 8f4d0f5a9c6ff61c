import Support

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
        if let watches = state.watches.removeValue(forKey: id) { state.later.append(watches.stop) }
        if let record = state.records.removeValue(forKey: id) {
          state.later.append(record.end(reason))
          if state.machine.isAbandoned(id) { state.abandoned[id] = record }
        }
      case .left, .present, .update, .dismiss, .abandon: break
      }
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

  private func nextCall() -> (PresentationMachine.Action, (any AnyRecord)?)? {
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

  /// Sees to it that time events come when they are due.
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
  /// The item that a call is about; the last call about one that was given up lets go of it.
  fileprivate mutating func record(for call: PresentationMachine.Action) -> (any AnyRecord)? {
    switch call {
    case .present(let round), .update(let round), .dismiss(let round): records[round.id]
    case .abandon(let round): abandoned.removeValue(forKey: round.id)
    case .left, .accepted, .ended, .report: nil
    }
  }
}
