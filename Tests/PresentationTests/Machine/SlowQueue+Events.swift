import HikidashiPresentation

extension SlowQueue {
  mutating func add(
    _ request: PresentationMachine.Request, id: PresentationID, at time: Duration
  ) -> [Action] {
    defer { forget() }
    pass(to: time)
    var after = request.after.filter { !hasEnded($0) }
    let older = items.firstIndex {
      $0.phase != .ended && $0.decided == nil && $0.options.key == request.options.key
        && request.options.key != nil
    }
    if let older {
      switch request.options.duplicates {
      case .refused: return actions
      case .counted, .merged:
        items[older].count += 1
        items[older].changed = true
        let priority = max(items[older].options.priority, request.options.priority)
        items[older].options.priority = priority
        return actions
      case .replaced:
        decide(older, .replaced)
        after.insert(items[older].id)
      }
    }
    if !channels.contains(request.options.channel) { channels.append(request.options.channel) }
    items.append(
      Item(
        id: id, name: request.name, options: request.options, after: after,
        outside: Set(0..<request.outside), unmet: request.unmet,
        expires: request.options.expiry.map { now + $0 }, hasContent: request.hasContent,
        since: now))
    if let owner = request.options.owner, gone.contains(owner) {
      decide(items.count - 1, .ownerGone)
    }
    return actions
  }

  /// Whether `id` comes after `other`, or after something that does.
  func comes(_ id: PresentationID, after other: PresentationID) -> Bool {
    if id == other { return !hasEnded(id) }
    guard let place = place(id) else { return false }
    return items[place].after.contains { comes($0, after: other) }
  }

  mutating func add(
    after others: Set<PresentationID>, to id: PresentationID, at time: Duration
  ) -> (isAdded: Bool, actions: [Action]) {
    defer { forget() }
    pass(to: time)
    guard let place = place(id), items[place].phase == .waiting,
      !others.contains(where: { comes($0, after: id) })
    else { return (false, actions) }
    items[place].after.formUnion(others.filter { !hasEnded($0) })
    return (true, actions)
  }

  mutating func handle(_ event: PresentationMachine.Event, at time: Duration) -> [Action] {
    defer { forget() }
    pass(to: time)
    switch event {
    case .time: break
    case .attend: attend()
    case .presented(let round):
      if let place = place(of: round), items[place].phase == .presenting { stand(place) }
    case .answered(let round):
      guard let place = place(of: round), items[place].decided == nil else { break }
      if items[place].phase == .presenting { stand(place) }
      items[place].decided = .answered
      actions.append(.accepted(round.id))
    case .dismissed(let round):
      guard let place = place(of: round) else { break }
      if items[place].phase == .dismissing, items[place].decided == nil {
        leaveScreen(place)
        items[place].phase = .waiting
        items[place].since = now
      } else {
        finish(place, items[place].decided ?? .dismissed)
      }
    case .failed(let round, let problem):
      guard let place = place(of: round) else { break }
      actions.append(.report(name: items[place].name, .presenter(problem)))
      finish(place, items[place].decided ?? .failed(.presenter(problem)))
    case .cancel(let id): if let place = place(id) { decide(place, .cancelled) }
    case .withdraw(let id):
      guard let place = place(id), items[place].decided == nil else { break }
      items[place].withdrawn += 1
      if items[place].withdrawn == items[place].count {
        decide(place, .cancelled)
      } else {
        actions.append(.left(id))
      }
    case .cancelGroup(let group):
      for place in items.indices where items[place].options.group == group {
        decide(place, .cancelled)
      }
    case .cancelChannel(let channel):
      for place in items.indices {
        let own = items[place].options.channel
        let isMeant = channel.screen == nil ? own.name == channel.name : own == channel
        if isMeant { decide(place, .cancelled) }
      }
    case .cancelAll: for place in items.indices { decide(place, .cancelled) }
    case .ownerGone(let owner):
      gone.insert(owner)
      for place in items.indices where items[place].options.owner == owner {
        decide(place, .ownerGone)
      }
    case .outsideEnded(let id, let number):
      if let place = place(id) { items[place].outside.remove(number) }
    case .condition(let id, let number, let isMet):
      if let place = place(id) {
        if isMet { items[place].unmet.remove(number) } else { items[place].unmet.insert(number) }
      }
    case .filled(let id, let name, let options):
      if let place = place(id), !items[place].hasContent { fill(place, name, options) }
    case .empty(let id, let reason):
      if let place = place(id), !items[place].hasContent { finish(place, reason) }
    case .suspend(let channel): suspended.insert(channel)
    case .resume(let channel): suspended.remove(channel)
    case .rules(let channel, let new):
      rules[channel] = new
      hasShrunk = true
    }
    return actions
  }

  private mutating func fill(_ place: Int, _ name: String, _ options: PresentationOptions) {
    items[place].name = name
    let older = options.key.flatMap { key in
      items.indices.first {
        $0 != place && items[$0].phase != .ended && items[$0].decided == nil
          && items[$0].options.key == key
      }
    }
    if let older {
      guard options.duplicates == .replaced else {
        let error = PresentationError.duplicate(name: name, key: options.key ?? "")
        actions.append(.report(name: name, .refused(error.description)))
        return finish(place, .failed(.refused(error.description)))
      }
      decide(older, .replaced)
      items[place].after.insert(items[older].id)
    }
    if !channels.contains(options.channel) { channels.append(options.channel) }
    items[place].options = options
    items[place].expires = options.expiry.map { now + $0 }
    items[place].hasContent = true
    if let owner = options.owner, gone.contains(owner) { decide(place, .ownerGone) }
  }

  private func place(of round: Round) -> Int? {
    place(round.id).flatMap { place in
      items[place].round == round.number && items[place].phase != .waiting ? place : nil
    }
  }

  private mutating func stand(_ place: Int) {
    items[place].phase = .presented
    items[place].since = now
  }

  private mutating func attend() {
    if !toAbandon.isEmpty {
      actions.append(.abandon(toAbandon.removeFirst()))
    } else if let place = onScreen({ $0.decided != nil && mayLeave($0) }) {
      takeAway(place)
    } else if let place = onScreen({ $0.changed && $0.decided == nil }) {
      items[place].changed = false
      actions.append(.update(Round(items[place].id, items[place].round)))
    } else if !suspended.contains(nil) {
      for channel in channels
      where !suspended.contains(channel) && !suspended.contains(PresentationChannel(channel.name)) {
        if show(in: channel) { return }
      }
    }
  }

  /// The presented item that is meant; that of the earlier channel, and of those the one that was
  /// shown first.
  private func onScreen(_ isMeant: (Item) -> Bool) -> Int? {
    for channel in channels {
      let found = shown(in: channel).first {
        items[$0].phase == .presented && isMeant(items[$0])
      }
      if let found { return found }
    }
    return nil
  }

  /// The places of the items of a channel with a view, in the order in which they were shown.
  private func shown(in channel: PresentationChannel) -> [Int] {
    screen.compactMap(place).filter { items[$0].options.channel == channel }
  }

  private mutating func takeAway(_ place: Int) {
    items[place].phase = .dismissing
    items[place].since = now
    actions.append(.dismiss(Round(items[place].id, items[place].round)))
  }

  /// Calls for something new in a channel, or for one to make way for it.
  private mutating func show(in channel: PresentationChannel) -> Bool {
    let rules = rules(channel)
    let shown = shown(in: channel)
    let line = items.indices.filter { items[$0].options.channel == channel && isReady(items[$0]) }
      .sorted { goesBefore(items[$0], items[$1]) }
    if shown.count < max(1, rules.limit) {
      guard let next = line.first, lastLeft[channel].map({ $0 + rules.gap <= now }) ?? true
      else { return false }
      present(next)
      return true
    }
    let leaving = shown.filter { items[$0].phase == .dismissing || items[$0].decided != nil }
    guard leaving.count < line.count else { return false }
    let next = items[line[leaving.count]]
    let victim = shown.filter {
      items[$0].phase == .presented && items[$0].decided == nil && mayLeave(items[$0])
        && items[$0].options.priority < next.options.priority
    }.max { goesBefore(items[$0], items[$1]) }
    guard next.options.interrupts, let victim else { return false }
    takeAway(victim)
    return true
  }

  private mutating func present(_ place: Int) {
    screen.append(items[place].id)
    items[place].phase = .presenting
    items[place].since = now
    items[place].round += 1
    items[place].changed = false
    actions.append(.present(Round(items[place].id, items[place].round)))
  }
}
