internal import HikidashiBase

/// The state machine of a queue: it takes events and returns actions, and has no side effects.
///
/// It reads no clock: every event comes with its time, and what that time has brought (expiry, a
/// watchdog) comes before the event. Whoever may call the presenter sends `.attend` until no action
/// is a call to it, so that a call is decided at the moment in which it is made.
package struct PresentationMachine: Hashable, Sendable {
  /// How long a presenter may take to report, each time it is asked for something.
  package let watchdog: Duration
  package internal(set) var now = Duration.zero
  var entries: [PresentationID: Entry] = [:]
  /// In order of first use, so that what is shown first does not depend on hashing.
  var lanes: [Lane] = []
  var rules: [PresentationChannel: ChannelRules]
  var followers: [PresentationID: [PresentationID]] = [:]
  /// Those that later requests of the same key meet: none whose end is decided.
  var keys: [String: PresentationID] = [:]
  var goneOwners: Set<PresentationOwner> = []
  /// In order of time, at most one for each entry.
  var deadlines: [Deadline] = []
  /// Ended by the watchdog; the presenter is still to be told.
  var abandoned: [Round] = []
  var isSuspended = false
  var suspendedChannels: Set<PresentationChannel> = []
  var actions: [Action] = []
  private var nextNumber = 0

  package init(
    rules: [PresentationChannel: ChannelRules] = [:], watchdog: Duration = .seconds(10)
  ) {
    self.rules = rules
    self.watchdog = watchdog
  }

  /// When something will happen by itself, if nothing else happens first.
  ///
  /// - Complexity: O(channels).
  package var nextDeadline: Duration? {
    let gaps = lanes.lazy.filter { !$0.ready.isEmpty && $0.freeAt > now }.map(\.freeAt)
    return [deadlines.first?.time, gaps.min()].compactMap(\.self).min()
  }

  /// Every item that has not ended, in the order of the requests.
  ///
  /// - Complexity: O(n log n).
  package var statuses: [PresentationStatus] { entries.keys.sorted().compactMap(status) }

  /// - Complexity: O(1).
  package func status(_ id: PresentationID) -> PresentationStatus? {
    guard let entry = entries[id] else { return nil }
    return PresentationStatus(
      id: id, name: entry.name, state: entry.state, options: entry.options, count: entry.count,
      prerequisites: entry.after.count + entry.outside.count, unmetConditions: entry.unmet.count,
      isInterrupted: entry.state == .waiting && entry.round > 0)
  }

  /// The item that a request of this key would meet.
  package func holder(ofKey key: String?) -> PresentationID? { key.flatMap { keys[$0] } }

  /// Whether the presenter is still to be told that an item was given up.
  package func isAbandoned(_ id: PresentationID) -> Bool { abandoned.contains { $0.id == id } }

  mutating func newID() -> PresentationID {
    nextNumber += 1
    return PresentationID(nextNumber)
  }

  /// Takes the actions gathered by one event.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// The number of the channel, which is given rules when it is first used.
  ///
  /// - Complexity: O(channels).
  mutating func lane(of channel: PresentationChannel) -> Int {
    if let number = lanes.firstIndex(where: { $0.channel == channel }) { return number }
    lanes.append(Lane(channel: channel, rules: rules(of: channel)))
    return lanes.count - 1
  }

  func rules(of channel: PresentationChannel) -> ChannelRules {
    rules[channel] ?? rules[channel.ofAllScreens] ?? ChannelRules()
  }
}

// MARK: - Requests

extension PresentationMachine {
  /// The result of adding a request.
  package enum Place: Hashable, Sendable {
    case added(PresentationID)
    /// It is a duplicate of this item, and counts as it.
    case joined(PresentationID)

    package var id: PresentationID {
      switch self {
      case .added(let id), .joined(let id): id
      }
    }
  }

  /// Takes in a request, which may end at once, or refuses it. The actions are to be done in any
  /// case: they may be what time has brought.
  ///
  /// The errors are ``PresentationError/wrongOptions(name:flaw:)`` and
  /// ``PresentationError/duplicate(name:key:)``.
  ///
  /// - Complexity: O(log n) to find its place, and a move of the channel's ready items.
  package mutating func add(
    _ request: Request, at time: Duration
  ) -> (result: Result<Place, PresentationError>, actions: [Action]) {
    advance(to: time)
    let result = Result { () throws(PresentationError) in try place(request) }
    return (result, takeActions())
  }

  private mutating func place(_ request: Request) throws(PresentationError) -> Place {
    let options = request.options
    if let flaw = options.flaw { throw .wrongOptions(name: request.name, flaw: flaw) }
    var after = request.after
    if let key = options.key, let older = keys[key] {
      switch options.duplicates {
      case .refused: throw .duplicate(name: request.name, key: key)
      case .counted, .merged:
        join(older, options)
        return .joined(older)
      case .replaced:
        decide(older, .replaced)
        after.insert(older)
      }
    }
    after = after.filter { entries[$0] != nil }
    let id = newID()
    entries[id] = Entry(
      name: request.name, lane: lane(of: options.channel),
      expiresAt: options.expiry.map(now.later(by:)), options: options, after: after,
      outside: Set(0..<max(0, request.outside)), nextOutside: max(0, request.outside),
      unmet: request.unmet, hasContent: request.hasContent, since: now)
    for other in after { followers[other, default: []].append(id) }
    if let key = options.key { keys[key] = id }
    refresh(id)
    if let owner = options.owner, goneOwners.contains(owner) { decide(id, .ownerGone) }
    return .added(id)
  }

  /// Gives content to an item that waits for it, in the place that it has among the requests.
  ///
  /// It is an item of its own: it does not join another one of its key.
  private mutating func fill(
    _ id: PresentationID, named name: String, _ options: PresentationOptions
  ) {
    guard let entry = entries[id], !entry.hasContent else { return }
    forgetKey(of: entry, id)
    entries[id]?.name = name
    if let flaw = options.flaw {
      return refuse(id, PresentationError.wrongOptions(name: name, flaw: flaw))
    }
    if let key = options.key, let older = keys[key] {
      guard options.duplicates == .replaced else {
        return refuse(id, PresentationError.duplicate(name: name, key: key))
      }
      decide(older, .replaced)
      if entries[older] != nil, entries[id]?.after.insert(older).inserted == true {
        followers[older, default: []].append(id)
      }
    }
    let lane = lane(of: options.channel)
    entries[id]?.lane = lane
    entries[id]?.options = options
    entries[id]?.expiresAt = options.expiry.map(now.later(by:))
    entries[id]?.hasContent = true
    if let key = options.key { keys[key] = id }
    refresh(id)
    if let owner = options.owner, goneOwners.contains(owner) { decide(id, .ownerGone) }
  }

  private mutating func refuse(_ id: PresentationID, _ error: PresentationError) {
    let failure = PresentationFailure.refused(error.description)
    if let name = entries[id]?.name { actions.append(.report(name: name, failure)) }
    decide(id, .failed(failure))
  }

  private mutating func join(_ id: PresentationID, _ options: PresentationOptions) {
    leaveReady(id)
    entries[id]?.count += 1
    entries[id]?.claims += 1
    entries[id]?.needsUpdate = true
    if let priority = entries[id]?.options.priority, priority < options.priority {
      entries[id]?.options.priority = options.priority
    }
    refresh(id)
  }

  /// Makes an item that waits come after others, too, and returns by which number the first of
  /// those that are no items is called. The actions are to be done in any case.
  ///
  /// The errors are ``PresentationError/cycle(_:)`` and ``PresentationError/notWaiting(name:)``.
  ///
  /// - Parameter outside: How many there are that are no items.
  /// - Complexity: O(items and what they come after).
  package mutating func add(
    after others: Set<PresentationID>, outside: Int, to id: PresentationID, named name: String,
    at time: Duration
  ) -> (result: Result<Int, PresentationError>, actions: [Action]) {
    advance(to: time)
    let result = Result { () throws(PresentationError) in
      try follow(others, outside: outside, id, named: name)
    }
    return (result, takeActions())
  }

  private mutating func follow(
    _ others: Set<PresentationID>, outside: Int, _ id: PresentationID, named name: String
  ) throws(PresentationError) -> Int {
    guard let entry = entries[id], entry.state == .waiting else { throw .notWaiting(name: name) }
    for other in others.sorted() {
      if let path = path(from: other, to: id) {
        throw .cycle(([id] + path).compactMap { entries[$0]?.name })
      }
    }
    leaveReady(id)
    let first = entry.nextOutside
    let last = first + max(0, outside)
    for other in others where entries[other] != nil && !entry.after.contains(other) {
      entries[id]?.after.insert(other)
      followers[other, default: []].append(id)
    }
    entries[id]?.outside.formUnion(first..<last)
    entries[id]?.nextOutside = last
    refresh(id)
    return first
  }

  /// The items over which `start` comes after `end`, both included; nil where it does not.
  private func path(from start: PresentationID, to end: PresentationID) -> [PresentationID]? {
    var cameFrom: [PresentationID: PresentationID] = [:]
    var seen: Set = [start]
    var open = [start]
    while let id = open.popLast() {
      if id == end {
        return Array(sequence(first: id) { cameFrom[$0] }.reversed())
      }
      for other in (entries[id]?.after ?? []).sorted() where seen.insert(other).inserted {
        cameFrom[other] = id
        open.append(other)
      }
    }
    return nil
  }
}

// MARK: - Events

extension PresentationMachine {
  /// Handles an event, and returns the actions to perform.
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
    case .filled(let id, let name, let options): fill(id, named: name, options)
    case .empty(let id, let reason): if entries[id]?.hasContent == false { decide(id, reason) }
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

  /// Notes it; `attend` then shows nothing new there.
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

extension Array {
  /// Where `element` stands, or would stand, in an array in this order.
  ///
  /// - Complexity: O(log n).
  func position(of element: Element, by precedes: (Element, Element) -> Bool) -> Int {
    partitioningIndex { !precedes($0, element) }
  }
}
