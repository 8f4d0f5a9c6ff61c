import HikidashiPresentation

/// What a `PresentationMachine` must do, said as plainly as possible: every question is answered by
/// looking at all items that have not ended.
struct SlowQueue: Hashable {
  struct Item: Hashable {
    let id: PresentationID
    var name: String
    var options: PresentationOptions
    var after: Set<PresentationID>
    var outside: Set<Int>
    var unmet: Set<Int>
    var expires: Duration?
    var hasContent: Bool
    var phase = PresentationState.waiting
    var since: Duration
    var round = 0
    var count = 1
    var withdrawn = 0
    var changed = false
    var decided: PresentationReason?
  }

  typealias Action = PresentationMachine.Action
  typealias Round = PresentationMachine.Round

  let limit: Duration
  var rules: [PresentationChannel: ChannelRules]
  var now = Duration.zero
  /// In the order of the requests. Those that have ended are left out after each event.
  var items: [Item] = []
  /// Those with a view, in the order in which they were shown.
  var screen: [PresentationID] = []
  /// When something was last taken away from a channel.
  var lastLeft: [PresentationChannel: Duration] = [:]
  var channels: [PresentationChannel] = []
  var gone: Set<PresentationOwner> = []
  var suspended: Set<PresentationChannel?> = []
  var toAbandon: [Round] = []
  var actions: [Action] = []
  /// Rules have changed, so that more may be shown at once than they allow.
  var hasShrunk = false

  init(rules: [PresentationChannel: ChannelRules], limit: Duration) {
    self.rules = rules
    self.limit = limit
  }

  func place(_ id: PresentationID) -> Int? {
    items.firstIndex { $0.id == id && $0.phase != .ended }
  }

  func rules(_ channel: PresentationChannel) -> ChannelRules {
    rules[channel] ?? rules[PresentationChannel(channel.name)] ?? ChannelRules()
  }

  func hasEnded(_ id: PresentationID) -> Bool { place(id) == nil }

  func isReady(_ item: Item) -> Bool {
    item.phase == .waiting && item.hasContent && item.after.allSatisfy(hasEnded)
      && item.outside.isEmpty && item.unmet.isEmpty
  }

  func goesBefore(_ left: Item, _ right: Item) -> Bool {
    if left.options.priority != right.options.priority {
      return left.options.priority > right.options.priority
    }
    let order = rules(left.options.channel).order
    return order == .firstInFirstOut ? left.id < right.id : left.id > right.id
  }

  func mayLeave(_ item: Item) -> Bool {
    item.decided == .answered || item.decided == .ownerGone
      || item.since + item.options.minimum <= now
  }

  /// When time will do something to the item.
  func due(_ item: Item) -> Duration? {
    switch item.phase {
    case .waiting: item.round > 0 ? nil : item.expires
    case .presenting, .dismissing: item.since + limit
    case .presented:
      item.decided == nil ? item.options.maximum.map { item.since + $0 } : nil
    case .ended: nil
    }
  }

  mutating func pass(to time: Duration) {
    now = max(now, time)
    while let next = items.indices.filter({ due(items[$0]).map { $0 <= now } ?? false })
      .min(by: { (due(items[$0])!, items[$0].id) < (due(items[$1])!, items[$1].id) })
    {
      switch items[next].phase {
      case .waiting: finish(next, .expired)
      case .presented: items[next].decided = .timedOut
      case .presenting: giveUp(next, .notPresented(within: limit))
      case .dismissing: giveUp(next, .notDismissed(within: limit))
      case .ended: return
      }
    }
  }

  mutating func giveUp(_ place: Int, _ failure: PresentationFailure) {
    actions.append(.report(name: items[place].name, failure))
    toAbandon.append(Round(items[place].id, items[place].round))
    finish(place, items[place].decided ?? .failed(failure))
  }

  mutating func finish(_ place: Int, _ reason: PresentationReason) {
    leaveScreen(place)
    items[place].phase = .ended
    actions.append(.ended(items[place].id, reason))
  }

  mutating func leaveScreen(_ place: Int) {
    guard items[place].phase != .waiting else { return }
    lastLeft[items[place].options.channel] = now
    screen.removeAll { $0 == items[place].id }
  }

  /// Leaves out what has ended and was said, once an event is over.
  mutating func forget() {
    actions = []
    items.removeAll { $0.phase == .ended }
    for place in items.indices { items[place].after = items[place].after.filter { !hasEnded($0) } }
  }

  mutating func decide(_ place: Int, _ reason: PresentationReason) {
    guard items[place].phase != .ended, items[place].decided == nil else { return }
    if items[place].phase == .waiting {
      finish(place, reason)
    } else {
      items[place].decided = reason
    }
  }
}
