/// The steps that several events take.
extension PresentationMachine {
  /// Moves the time on and does what it brings, in order of time.
  mutating func advance(to time: Duration) {
    now = max(now, time)
    while let deadline = deadlines.first, deadline.time <= now {
      deadlines.removeFirst()
      entries[deadline.id]?.deadline = nil
      timeIsUp(deadline.id)
    }
  }

  private mutating func timeIsUp(_ id: PresentationID) {
    guard let entry = entries[id] else { return }
    switch entry.state {
    case .waiting: end(id, .expired)
    case .presenting: abandon(id, .notPresented(within: watchdog))
    case .dismissing: abandon(id, .notDismissed(within: watchdog))
    case .presented:
      if let maximum = entry.options.maximum, entry.since.later(by: maximum) <= now {
        decide(id, .timedOut)
      } else {
        refresh(id)
      }
    case .ended: break
    }
  }

  /// The presenter is silent: what was decided stays, but nobody waits for it any longer.
  private mutating func abandon(_ id: PresentationID, _ failure: PresentationFailure) {
    guard let entry = entries[id] else { return }
    actions.append(.report(name: entry.name, failure))
    abandoned.append(Round(id, entry.round))
    end(id, entry.ending ?? .failed(failure))
  }

  /// Decides why an item ends, unless that is decided; what is not shown ends at once.
  mutating func decide(_ id: PresentationID, _ reason: PresentationReason) {
    guard let entry = entries[id], entry.ending == nil else { return }
    if entry.state == .waiting { return end(id, reason) }
    entries[id]?.ending = reason
    forgetKey(of: entry, id)
    refresh(id)
  }

  mutating func end(_ id: PresentationID, _ reason: PresentationReason) {
    guard let entry = entries[id] else { return }
    leaveReady(id)
    if entry.state != .waiting { leaveLane(id) }
    setDeadline(nil, of: id)
    forgetKey(of: entry, id)
    for other in entry.after { followers[other]?.removeAll { $0 == id } }
    entries[id] = nil
    actions.append(.ended(id, reason))
    for follower in followers.removeValue(forKey: id) ?? [] {
      entries[follower]?.after.remove(id)
      refresh(follower)
    }
  }

  /// Puts an item among the ready ones if it is ready, and sets its alarm.
  mutating func refresh(_ id: PresentationID) {
    guard let entry = entries[id] else { return }
    if entry.isReady {
      let rank = Rank(priority: entry.options.priority, id: id)
      let order = lanes[entry.lane].rules.order
      let place = lanes[entry.lane].ready.position(of: rank) { $0.precedes($1, order) }
      if lanes[entry.lane].ready.dropFirst(place).first != rank {
        lanes[entry.lane].ready.insert(rank, at: place)
      }
    }
    setDeadline(deadline(of: entry), of: id)
  }

  /// Takes an item from the ready ones, before what its place depends on is changed.
  mutating func leaveReady(_ id: PresentationID) {
    guard let entry = entries[id], entry.isReady else { return }
    let rank = Rank(priority: entry.options.priority, id: id)
    let order = lanes[entry.lane].rules.order
    let place = lanes[entry.lane].ready.position(of: rank) { $0.precedes($1, order) }
    if lanes[entry.lane].ready.dropFirst(place).first == rank {
      lanes[entry.lane].ready.remove(at: place)
    }
  }

  mutating func leaveLane(_ id: PresentationID) {
    guard let lane = entries[id]?.lane else { return }
    lanes[lane].shown.removeAll { $0 == id }
    lanes[lane].leftAt = now
  }

  private mutating func forgetKey(of entry: Entry, _ id: PresentationID) {
    if let key = entry.options.key, keys[key] == id { keys[key] = nil }
  }

  private func deadline(of entry: Entry) -> Duration? {
    switch entry.state {
    case .waiting: return entry.round == 0 ? entry.expiresAt : nil
    case .presenting, .dismissing: return entry.since.later(by: watchdog)
    case .presented:
      let maximum = entry.ending == nil ? entry.options.maximum.map(entry.since.later(by:)) : nil
      // From then on it may be taken away, for its own end or for what interrupts it.
      let minimum = entry.mayLeaveAt > now ? entry.mayLeaveAt : nil
      return [maximum, minimum].compactMap(\.self).min()
    case .ended: return nil
    }
  }

  private mutating func setDeadline(_ time: Duration?, of id: PresentationID) {
    let old = entries[id]?.deadline
    guard old != time else { return }
    if let old {
      let deadline = Deadline(time: old, id: id)
      let place = deadlines.position(of: deadline, by: <)
      if deadlines.dropFirst(place).first == deadline { deadlines.remove(at: place) }
    }
    if let time {
      let deadline = Deadline(time: time, id: id)
      deadlines.insert(deadline, at: deadlines.position(of: deadline, by: <))
    }
    entries[id]?.deadline = time
  }
}
