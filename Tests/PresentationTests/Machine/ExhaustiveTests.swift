import HikidashiPresentation
import Testing

/// Every sequence of events: each state of machine and slow model that four items can reach is visited
/// once, and what each event does in it is compared. From every eighth all is led to its end.
@Suite struct ExhaustiveTests {
  /// Four items, and what may happen to them beside what always may.
  struct Case: Sendable, CustomTestStringConvertible, CustomStringConvertible {
    let testDescription: String
    var description: String { testDescription }
    var after: [Set<Int>] = [[], [], [], []]
    var conditions: Set<Int> = []
    /// Which are asked for before it is known what they show.
    var chained: Set<Int> = []
    var options: [PresentationOptions] = Array(repeating: PresentationOptions(), count: 4)
    var rules = ChannelRules()
    /// How often ten seconds pass.
    var ticks = 0
    /// Whether the queue is suspended and resumed at any moment.
    var suspends = false
  }

  /// Every way in which four items can come after each other.
  static let graphs = (0..<64).map { bits in
    var after: [Set<Int>] = [[], [], [], []]
    let edges = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
    for (number, edge) in edges.enumerated() where bits >> number & 1 == 1 {
      after[edge.0].insert(edge.1)
    }
    return Case(testDescription: "graph \(bits)", after: after, conditions: [bits % 4])
  }

  static let features: [Case] = [
    Case(testDescription: "conditions", conditions: [0, 1, 2, 3], suspends: true),
    Case(
      testDescription: "two at once, the last first", conditions: [2],
      rules: ChannelRules(limit: 2, order: .lastInFirstOut)),
    Case(
      testDescription: "interrupting", after: [[], [], [1], []],
      options: [0, 1, 1, 2].map { priority in
        var options = PresentationOptions(priority: priority)
        options.interrupts = priority > 0
        return options
      }, suspends: true),
    Case(
      testDescription: "time", after: [[], [], [0], []],
      options: [(nil, 5), (5, nil), (nil, nil), (15, 15)].map { expiry, maximum in
        var options = PresentationOptions()
        options.expiry = expiry.map { .seconds($0) }
        options.maximum = maximum.map { .seconds($0) }
        options.minimum = maximum.map { .seconds($0) } ?? .zero
        return options
      }, rules: ChannelRules(gap: .seconds(5)), ticks: 3),
    Case(
      testDescription: "duplicates", after: [[], [], [1], []],
      options: [PresentationOptions.Duplicates.counted, .merged, .replaced, .refused].map { rule in
        var options = PresentationOptions()
        options.key = "k"
        options.duplicates = rule
        return options
      }, ticks: 1),
    Case(
      testDescription: "chains", after: [[], [0], [1], []], chained: [1, 2],
      options: [nil, "k", nil, "k"].map { key in
        var options = PresentationOptions()
        options.key = key
        options.duplicates = .replaced
        return options
      }),
  ]

  @Test(arguments: graphs) func everyGraphIsWalkedRight(_ plan: Case) throws {
    try walk(plan)
  }

  @Test(arguments: features) func everyFeatureIsWalkedRight(_ plan: Case) throws {
    try walk(plan)
  }

  private func walk(_ plan: Case) throws {
    var start = MachinePair(rules: [.dialogs: plan.rules])
    start.comparesStates = false
    var seen: Set = [start]
    var edge = [(pair: start, ticks: plan.ticks)]
    while !edge.isEmpty {
      var next: [(pair: MachinePair, ticks: Int)] = []
      for (pair, ticks) in edge {
        for step in steps(from: pair, ticks, plan) {
          var after = pair
          do {
            try step(&after)
            guard seen.insert(after).inserted else { continue }
            try after.checkStates("state \(seen.count)")
            if seen.count % 8 == 0 {
              var end = after
              try end.finish()
            }
          } catch {
            Issue.record("\(plan.testDescription): \(error)")
            return
          }
          next.append((after, after.now > pair.now ? ticks - 1 : ticks))
        }
      }
      edge = next
    }
    print("\(plan): all \(seen.count) states")
    #expect(seen.count > 500)
  }

  private typealias Step = (inout MachinePair) throws -> Void

  /// What can happen next.
  private func steps(from pair: MachinePair, _ ticks: Int, _ plan: Case) -> [Step] {
    var steps: [Step] = []
    if pair.requested < 4 { steps.append { try $0.add(request($0.requested, plan)) } }
    steps.append { try $0.handle(.attend) }
    if ticks > 0 {
      steps.append {
        $0.now += .seconds(10)
        try $0.handle(.time)
      }
    }
    if plan.suspends {
      steps.append { try $0.handle(.suspend(nil)) }
      steps.append { try $0.handle(.resume(nil)) }
    }
    for item in pair.model.items where item.phase != .ended {
      let round = PresentationMachine.Round(item.id, item.round)
      var events: [MachinePair.Event] = [.cancel(item.id)]
      if !item.hasContent {
        let number = item.id.number - 1
        events.append(.filled(item.id, name: "filled \(number)", plan.options[number]))
        events.append(.empty(item.id, .dismissed))
      }
      if !item.unmet.isEmpty { events.append(.condition(item.id, 0, isMet: true)) }
      if plan.conditions.contains(item.id.number - 1), item.unmet.isEmpty {
        events.append(.condition(item.id, 0, isMet: false))
      }
      if item.phase != .waiting {
        events += [.presented(round), .answered(round), .dismissed(round), .failed(round, "x")]
      }
      if item.options.key != nil { events.append(.withdraw(item.id)) }
      if let owner = item.options.owner { events.append(.ownerGone(owner)) }
      for event in events { steps.append { try $0.handle(event) } }
    }
    return steps
  }

  private func request(_ number: Int, _ plan: Case) -> PresentationMachine.Request {
    let isChained = plan.chained.contains(number)
    var options = isChained ? PresentationOptions() : plan.options[number]
    options.owner = number == 0 ? owner : nil
    return PresentationMachine.Request(
      name: "\(number)", options: options, after: Set(plan.after[number].map(MachinePair.id)),
      unmet: plan.conditions.contains(number) ? [0] : [], hasContent: !isChained)
  }

  private let owner = PresentationOwner("window")
}
