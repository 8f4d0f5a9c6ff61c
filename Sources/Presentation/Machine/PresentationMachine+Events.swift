extension PresentationMachine {
  /// Lets something happen, and says what is to be done about it.
  ///
  /// What does not fit the state (a report of an earlier round, an item that has ended) is ignored.
  ///
  /// - Complexity: O(log n) and a move of the channel's ready items for each item that is touched;
  ///   `attend`, O(channels + what is shown).
  package mutating func handle(_ event: Event, at time: Duration) -> [Action] {
    advance(to: time)
    switch event {
    case .attend: attend()
    case .time: break
    case .presented(let round): if holds(round, .presenting) { becomePresented(round.id) }
    case .answered(let round): answered(round)
    case .dismissed(let round): dismissed(round)
    case .failed(let round, let problem): failed(round, problem)
    case .cancel(let id): decide(id, .cancelled)
    case .withdraw(let id): withdraw(id)
    case .cancelGroup(let group): decide(.cancelled) { $0.options.group == group }
    case .cancelChannel(let channel):
      decide(.cancelled) { channel.reaches($0.options.channel) }
    case .cancelAll: decide(.cancelled) { _ in true }
    case .ownerGone(let owner):
      goneOwners.insert(owner)
      decide(.ownerGone) { $0.options.owner == owner }
    case .outsideEnded(let id, let number): change(id) { $0.outside.remove(number) }
    case .condition(let id, let number, let isMet):
      change(id) { if isMet { $0.unmet.remove(number) } else { $0.unmet.insert(number) } }
    case .suspend(let channel): suspend(channel)
    case .resume(let channel): resume(channel)
    case .rules(let channel, let new): setRules(new, of: channel)
    }
    return takeActions()
  }

  /// Whether a report is about the round that is in this state, or any in which there is a view.
  private func holds(_ round: Round, _ state: PresentationState? = nil) -> Bool {
    guard let entry = entries[round.id], entry.round == round.number else { return false }
    return state.map { $0 == entry.state } ?? (entry.state != .waiting)
  }

  private mutating func becomePresented(_ id: PresentationID) {
    entries[id]?.state = .presented
    entries[id]?.since = now
    refresh(id)
  }

  /// An answer while presenting says that the view is there, too: a person may be quicker than the
  /// animation. An answer while it is taken away to come back is an answer all the same.
  private mutating func answered(_ round: Round) {
    guard holds(round), entries[round.id]?.ending == nil else { return }
    if entries[round.id]?.state == .presenting { becomePresented(round.id) }
    decide(round.id, .answered)
    actions.append(.accepted(round.id))
  }

  private mutating func dismissed(_ round: Round) {
    guard holds(round), let entry = entries[round.id] else { return }
    if entry.state == .dismissing, entry.ending == nil {
      comeBack(round.id)
    } else {
      end(round.id, entry.ending ?? .dismissed)
    }
  }

  private mutating func failed(_ round: Round, _ problem: String) {
    guard holds(round), let entry = entries[round.id] else { return }
    actions.append(.report(name: entry.name, .presenter(problem)))
    end(round.id, entry.ending ?? .failed(.presenter(problem)))
  }

  private mutating func comeBack(_ id: PresentationID) {
    leaveLane(id)
    entries[id]?.state = .waiting
    entries[id]?.since = now
    refresh(id)
  }

  private mutating func withdraw(_ id: PresentationID) {
    guard let entry = entries[id], entry.ending == nil else { return }
    entries[id]?.claims -= 1
    if entry.claims > 1 { actions.append(.left(id)) } else { decide(id, .cancelled) }
  }

  private mutating func suspend(_ channel: PresentationChannel?) {
    if let channel { suspendedChannels.insert(channel) } else { isSuspended = true }
  }

  private mutating func resume(_ channel: PresentationChannel?) {
    if let channel { suspendedChannels.remove(channel) } else { isSuspended = false }
  }

  private mutating func setRules(_ new: ChannelRules, of channel: PresentationChannel) {
    rules[channel] = new
    for number in lanes.indices {
      let rules = rules(of: lanes[number].channel)
      lanes[number].rules = rules
      lanes[number].ready.sort { $0.precedes($1, rules.order) }
    }
  }

  private mutating func decide(_ reason: PresentationReason, _ isMeant: (Entry) -> Bool) {
    for id in entries.filter({ isMeant($0.value) }).keys.sorted() { decide(id, reason) }
  }

  /// Changes what an item waits for.
  private mutating func change(_ id: PresentationID, _ body: (inout Entry) -> Void) {
    guard var entry = entries[id] else { return }
    leaveReady(id)
    body(&entry)
    entries[id] = entry
    refresh(id)
  }
}
