internal import HikidashiBase

// MARK: - Parts

extension PresentationMachine {
  /// An event that the machine handles.
  package enum Event: Hashable, Sendable {
    /// The runner is free to call the presenter, and asks for the next call.
    case attend
    /// Nothing but that time has passed.
    case time
    case presented(Round)
    case answered(Round)
    case dismissed(Round)
    case failed(Round, String)
    case cancel(PresentationID)
    /// One of the requests that are this item is taken back; the last one cancels it.
    case withdraw(PresentationID)
    case cancelGroup(String)
    case cancelChannel(PresentationChannel)
    case cancelAll
    case ownerGone(PresentationOwner)
    /// What the item comes after, and is no item itself, has ended.
    case outsideEnded(PresentationID, Int)
    case condition(PresentationID, Int, isMet: Bool)
    /// What an item shows that was asked for without content is known now.
    case filled(PresentationID, name: String, PresentationOptions)
    /// There is nothing that an item without content could show.
    case empty(PresentationID, PresentationReason)
    /// Nothing new is shown, in one channel or (nil) in all.
    case suspend(PresentationChannel?)
    case resume(PresentationChannel?)
    case rules(PresentationChannel, ChannelRules)
  }

  /// An action that the machine asks its runner to perform.
  package enum Action: Hashable, Sendable {
    case present(Round)
    /// What is shown has new content or a new count.
    case update(Round)
    case dismiss(Round)
    /// Take away at once, no report is waited for: the item has ended.
    case abandon(Round)
    /// One of several requests was taken back; the item goes on for the others.
    case left(PresentationID)
    /// The answer that came with the event counts.
    case accepted(PresentationID)
    /// Once for each item, and nothing about it afterwards but `abandon`.
    case ended(PresentationID, PresentationReason)
    case report(name: String, PresentationFailure)

    package var isCall: Bool {
      switch self {
      case .present, .update, .dismiss, .abandon: true
      case .left, .accepted, .ended, .report: false
      }
    }
  }

  /// One time that an item is shown; one that was interrupted is shown again in another round.
  package struct Round: Hashable, Sendable {
    package let id: PresentationID
    package let number: Int

    package init(_ id: PresentationID, _ number: Int) {
      self.id = id
      self.number = number
    }
  }

  /// A request for an item.
  package struct Request: Hashable, Sendable {
    package var name: String
    package var options: PresentationOptions
    package var after: Set<PresentationID>
    /// How many others it comes after: they are called 0, 1, …
    package var outside: Int
    /// Which of its conditions, called 0, 1, …, do not hold.
    package var unmet: Set<Int>
    /// False where what it shows is known later: until then it is not ready.
    package var hasContent: Bool

    package init(
      name: String, options: PresentationOptions, after: Set<PresentationID> = [],
      outside: Int = 0, unmet: Set<Int> = [], hasContent: Bool = true
    ) {
      self.name = name
      self.options = options
      self.after = after
      self.outside = outside
      self.unmet = unmet
      self.hasContent = hasContent
    }
  }

  struct Entry: Hashable, Sendable {
    var name: String
    var lane: Int
    var expiresAt: Duration?
    var options: PresentationOptions
    var after: Set<PresentationID>
    var outside: Set<Int>
    var nextOutside: Int
    var unmet: Set<Int>
    var hasContent: Bool
    var state = PresentationState.waiting
    /// When the state began.
    var since: Duration
    var round = 0
    var count = 1
    /// Requests not taken back.
    var claims = 1
    var needsUpdate = false
    /// The reason for its end; nil while undecided. An item dismissed with nil comes back.
    var ending: PresentationReason?
    var deadline: Duration?

    var isReady: Bool {
      state == .waiting && hasContent && after.isEmpty && outside.isEmpty && unmet.isEmpty
    }

    /// When it may be taken away, once it is to be.
    var mayLeaveAt: Duration {
      switch ending {
      case .answered, .ownerGone: since
      default: since.later(by: options.minimum)
      }
    }
  }

  /// A channel: who is shown there, and who could be, the next one first.
  struct Lane: Hashable, Sendable {
    let channel: PresentationChannel
    var rules: ChannelRules
    var ready: [Rank] = []
    var shown: [PresentationID] = []
    /// When something was taken away last.
    var leftAt: Duration?

    /// From when on something new may be shown.
    var freeAt: Duration { leftAt?.later(by: rules.gap) ?? .zero }
  }

  /// The place of an item among those of its channel.
  struct Rank: Hashable, Sendable {
    let priority: Int
    let id: PresentationID

    func precedes(_ other: Rank, _ order: ChannelRules.Order) -> Bool {
      if priority != other.priority { return priority > other.priority }
      return order == .firstInFirstOut ? id < other.id : id > other.id
    }
  }

  struct Deadline: Hashable, Comparable, Sendable {
    let time: Duration
    let id: PresentationID

    static func < (left: Deadline, right: Deadline) -> Bool {
      (left.time, left.id) < (right.time, right.id)
    }
  }
}

// MARK: - Lives

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

  /// Gives up an item whose presenter did not report. A decided ending stays.
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

  mutating func forgetKey(of entry: Entry, _ id: PresentationID) {
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

// MARK: - Attending

/// Decides which calls to the presenter are due.
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
