/// What the presenter is to be called for.
extension PresentationMachine {
  /// Decides on one call at most: its report may come before the call returns, and change the next.
  mutating func attend() {
    if !abandoned.isEmpty {
      actions.append(.abandon(abandoned.removeFirst()))
      return
    }
    if let id = shown(where: { $0.ending != nil && $0.mayLeaveAt <= now }) { return dismiss(id) }
    if let id = shown(where: { $0.needsUpdate && $0.ending == nil }), let entry = entries[id] {
      entries[id]?.needsUpdate = false
      actions.append(.update(Round(id, entry.round)))
      return
    }
    for number in lanes.indices where !isSuspended {
      let lane = lanes[number]
      if isSuspended(lane.channel) { continue }
      if lane.shown.count < max(1, lane.rules.limit) {
        if let next = lane.ready.first, lane.freeAt <= now { return present(next.id) }
      } else if let victim = victim(in: lane) {
        return dismiss(victim)
      }
    }
  }

  private func isSuspended(_ channel: PresentationChannel) -> Bool {
    suspendedChannels.contains(channel) || suspendedChannels.contains(channel.ofAllScreens)
  }

  private func shown(where isMeant: (Entry) -> Bool) -> PresentationID? {
    for lane in lanes {
      let found = lane.shown.first { id in
        entries[id].map { $0.state == .presented && isMeant($0) } ?? false
      }
      if let found { return found }
    }
    return nil
  }

  private mutating func present(_ id: PresentationID) {
    guard let entry = entries[id] else { return }
    leaveReady(id)
    lanes[entry.lane].shown.append(id)
    entries[id]?.state = .presenting
    entries[id]?.since = now
    entries[id]?.round += 1
    entries[id]?.needsUpdate = false
    refresh(id)
    actions.append(.present(Round(id, entry.round + 1)))
  }

  private mutating func dismiss(_ id: PresentationID) {
    guard let entry = entries[id] else { return }
    entries[id]?.state = .dismissing
    entries[id]?.since = now
    refresh(id)
    actions.append(.dismiss(Round(id, entry.round)))
  }

  /// Who makes way for the next in line, if that one interrupts and nobody is leaving for it already.
  ///
  /// Only the next in line interrupts: one behind it would only make a place for it.
  private func victim(in lane: Lane) -> PresentationID? {
    let leaving = lane.shown.count {
      entries[$0].map { $0.state == .dismissing || $0.ending != nil } ?? false
    }
    guard let next = lane.ready.dropFirst(leaving).first,
      entries[next.id]?.options.interrupts == true
    else { return nil }
    let candidates = lane.shown.compactMap { id -> Rank? in
      guard let entry = entries[id], entry.state == .presented, entry.ending == nil,
        entry.mayLeaveAt <= now, entry.options.priority < next.priority
      else { return nil }
      return Rank(priority: entry.options.priority, id: id)
    }
    return candidates.max { $0.precedes($1, lane.rules.order) }?.id
  }
}
