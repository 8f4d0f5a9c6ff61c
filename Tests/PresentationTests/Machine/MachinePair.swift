import HikidashiPresentation
import Testing

/// A machine and its slow model, which get the same events and must give the same actions.
struct MachinePair: Hashable {
  typealias Event = PresentationMachine.Event
  typealias Action = PresentationMachine.Action
  typealias Round = PresentationMachine.Round

  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  var machine: PresentationMachine
  var model: SlowQueue
  private(set) var endings: [PresentationID: PresentationReason] = [:]
  /// How many items there are or were, and how many requests: duplicates are no items.
  private(set) var asked = 0
  private(set) var requested = 0
  var now = Duration.zero
  /// Not needed after every event: a difference in state soon is one in actions.
  var comparesStates = true

  static func == (left: MachinePair, right: MachinePair) -> Bool {
    left.machine == right.machine && left.model == right.model && left.requested == right.requested
  }

  /// What is done from now on depends on no more than this; the model is left to `==`, as two that
  /// differ in it alone would be a difference between it and the machine.
  func hash(into hasher: inout Hasher) {
    hasher.combine(machine)
    hasher.combine(requested)
  }

  init(rules: [PresentationChannel: ChannelRules] = [:]) {
    machine = PresentationMachine(rules: rules, watchdog: .seconds(10))
    model = SlowQueue(rules: rules, limit: .seconds(10))
  }

  /// The id of the item that was asked for first, second, …
  static func id(_ number: Int) -> PresentationID { PresentationID(number + 1) }

  mutating func add(_ request: PresentationMachine.Request) throws {
    let id = Self.id(asked)
    requested += 1
    let (result, given) = machine.add(request, at: now)
    switch result {
    case .success(.added(let added)):
      try check(added == id, "added as \(added), not \(id)")
      asked += 1
    case .success(.joined): break
    case .failure(.duplicate): break
    case .failure(let error): throw error
    }
    try compare(given, model.add(request, id: id, at: now), "asking for \(request.name)")
  }

  mutating func add(after others: Set<PresentationID>, to id: PresentationID) throws {
    let (result, given) = machine.add(after: others, outside: 0, to: id, named: "", at: now)
    let (isAdded, wanted) = model.add(after: others, to: id, at: now)
    let isDone = if case .success = result { true } else { false }
    try check(isDone == isAdded, "adding \(others) to \(id): \(result)")
    try compare(given, wanted, "adding \(others) to \(id)")
  }

  @discardableResult
  mutating func handle(_ event: Event) throws -> [Action] {
    let given = machine.handle(event, at: now)
    try compare(given, model.handle(event, at: now), "\(event)")
    return given
  }

  private mutating func compare(
    _ given: [Action], _ wanted: [Action], _ what: @autoclosure () -> String
  ) throws {
    try check(given == wanted, "\(what()): \(given), not \(wanted)")
    for case .ended(let id, let reason) in given {
      try check(endings.updateValue(reason, forKey: id) == nil, "\(id) ended twice")
    }
    if comparesStates { try checkStates(what()) }
  }

  func checkStates(_ what: @autoclosure () -> String) throws {
    let given = machine.statuses
    let wanted = model.items.filter { $0.phase != .ended }.map { item in
      PresentationStatus(
        id: item.id, name: item.name, state: item.phase, options: item.options, count: item.count,
        prerequisites: item.after.filter { !model.hasEnded($0) }.count + item.outside.count,
        unmetConditions: item.unmet.count, isInterrupted: item.phase == .waiting && item.round > 0)
    }
    try check(given == wanted, "after \(what()): \(given), not \(wanted)")
    try check(given.count + endings.count == asked, "after \(what()): an item is lost")
    for (channel, items) in Dictionary(grouping: given, by: \.options.channel) {
      let shown = items.filter { $0.state != .waiting }
      try check(
        shown.count <= model.rules(channel).limit || model.hasShrunk,
        "after \(what()): \(shown.count) at once in \(channel.name)")
      let isUnready = shown.contains { $0.state == .presenting && $0.prerequisites > 0 }
      try check(!isUnready, "after \(what()): one is shown too early")
    }
  }

  private func check(_ holds: Bool, _ problem: @autoclosure () -> String) throws {
    if !holds { throw Difference(description: problem()) }
  }

  /// Opens every gate, and has a presenter that does all it is asked for and a person who answers:
  /// everything must end.
  mutating func finish() throws {
    comparesStates = false
    try handle(.resume(nil))
    for channel in model.suspended { try handle(.resume(channel)) }
    for item in model.items where item.phase != .ended {
      try handle(.filled(item.id, name: item.name, item.options))
      for number in item.outside { try handle(.outsideEnded(item.id, number)) }
      for number in item.unmet { try handle(.condition(item.id, number, isMet: true)) }
    }
    for _ in 0...(8 * asked) {
      let calls = try attendAll()
      for case .present(let round) in calls {
        try handle(.presented(round))
        try handle(.answered(round))
      }
      for case .dismiss(let round) in calls { try handle(.dismissed(round)) }
      if endings.count == asked { return }
      // What was shown before, or waits for a gap, is left to time.
      if calls.isEmpty { now += .seconds(10) }
      for status in machine.statuses where status.state == .presented && calls.isEmpty {
        try handle(.cancel(status.id))
      }
    }
    throw Difference(description: "stuck: \(machine.statuses)")
  }

  /// Attends until there is nothing more to call for.
  mutating func attendAll() throws -> [Action] {
    var calls: [Action] = []
    while let call = try handle(.attend).first(where: \.isCall) {
      calls.append(call)
      try check(calls.count < 1_000, "called without end: \(calls.suffix(4))")
    }
    return calls
  }
}
