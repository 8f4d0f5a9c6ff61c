import HikidashiBase
import HikidashiPresentation
import TestSupport
import Testing

/// Random lives of queues, compared step by step with the slow model.
@Suite struct PropertyTests {
  /// In two halves, for two cores. Every other life is led to its end, which takes as long as itself.
  @Test(arguments: [0, 1]) func everySequenceGoesAsTheModelSays(_ half: UInt64) throws {
    let seed = testSeed()
    let count = UInt64(testSteps(100_000))
    for number in stride(from: half, to: max(2, count), by: 2) {
      var life = RandomLife(SeededGenerator(seed: seed &+ number))
      do { try life.run(15, isFinished: number % 4 < 2) } catch {
        Issue.record("HIKIDASHI_SEED=\(seed &+ number) HIKIDASHI_STEPS=1: \(error)")
        return
      }
    }
  }

  @Test func longLivesGoAsTheModelSays() throws {
    let seed = testSeed()
    for number in 0..<UInt64(testSteps(2_000) / 100 + 1) {
      var life = RandomLife(SeededGenerator(seed: seed &+ number))
      do { try life.run(400, isFinished: true) } catch {
        Issue.record("HIKIDASHI_SEED=\(seed &+ number): \(error)")
        return
      }
    }
  }
}

/// One queue and what happens to it.
struct RandomLife {
  private var random: SeededGenerator
  private var pair: MachinePair
  private let channels = [PresentationChannel.dialogs, .toasts.on(screen: "b"), .toasts]
  private let owners = [PresentationOwner("a"), PresentationOwner("b"), PresentationOwner("c")]

  init(_ random: SeededGenerator) {
    var random = random
    let rules = Self.rules(&random)
    self.random = random
    pair = MachinePair(rules: [.dialogs: rules, .toasts: Self.rules(&self.random)])
  }

  private static func rules(_ random: inout SeededGenerator) -> ChannelRules {
    ChannelRules(
      limit: [1, 1, 2][Int.random(in: 0..<3, using: &random)],
      order: Bool.random(using: &random) ? .firstInFirstOut : .lastInFirstOut,
      gap: .seconds([0, 0, 3][Int.random(in: 0..<3, using: &random)]))
  }

  mutating func run(_ steps: Int, isFinished: Bool) throws {
    for number in 1...steps {
      pair.comparesStates = number % 5 == 0
      try step()
    }
    if isFinished { try pair.finish() }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func anyID() -> PresentationID {
    // Late ones are alive more often.
    let last = pair.asked
    return MachinePair.id(Int.random(in: max(0, last - 5)...last, using: &random))
  }

  private mutating func anyRound() -> PresentationMachine.Round {
    let shown = pair.model.items.filter { $0.phase != .waiting && $0.phase != .ended }
    if let item = shown.randomElement(using: &random), !chance(5) {
      return .init(item.id, item.round)
    }
    return .init(anyID(), Int.random(in: 0...2, using: &random))
  }

  private mutating func step() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<20: try pair.add(request())
    case ..<22: try fill()
    case ..<48: try pair.handle(.attend)
    case ..<60: try pair.handle(.presented(anyRound()))
    case ..<66: try pair.handle(.answered(anyRound()))
    case ..<74: try pair.handle(.dismissed(anyRound()))
    case ..<75: try pair.handle(.failed(anyRound(), "no window"))
    case ..<79: try pair.handle(.cancel(anyID()))
    case ..<81: try pair.handle(.withdraw(anyID()))
    case ..<85: pair.now += .seconds(Int.random(in: 0...6, using: &random))
    case ..<87: try pair.handle(.time)
    case ..<92:
      let (id, isMet) = (anyID(), chance(70))
      try pair.handle(.condition(id, 0, isMet: isMet))
    case ..<93: try pair.handle(.outsideEnded(anyID(), 0))
    case ..<95: try pair.add(after: [anyID(), anyID()], to: anyID())
    case ..<96: try pair.handle(chance(50) ? .suspend(channel()) : .resume(channel()))
    case ..<97: try pair.handle(.suspend(nil))
    case ..<98: try pair.handle(.resume(nil))
    case ..<99: try pair.handle(rare())
    default: pair.now += .seconds(10)
    }
  }

  private mutating func channel() -> PresentationChannel {
    channels[chance(60) ? 0 : chance(60) ? 1 : 2]
  }

  private mutating func rare() -> PresentationMachine.Event {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .cancelAll
    case 4: .cancelChannel(channel())
    case 1: .cancelGroup("g")
    case 2: .ownerGone(owners[Int.random(in: 0..<3, using: &random)])
    default: .rules(channel(), Self.rules(&random))
    }
  }

  private mutating func fill() throws {
    let id = pair.model.items.filter { !$0.hasContent }.randomElement(using: &random)?.id ?? anyID()
    if chance(20) {
      try pair.handle(.empty(id, .dismissed))
    } else {
      try pair.handle(.filled(id, name: "filled", options()))
    }
  }

  private mutating func options() -> PresentationOptions {
    var options = PresentationOptions(
      channel: channel(), priority: chance(50) ? 0 : Int.random(in: -1...2, using: &random))
    options.interrupts = chance(30)
    if chance(15) { options.expiry = .seconds(Int.random(in: 0...8, using: &random)) }
    if chance(15) { options.minimum = .seconds(Int.random(in: 0...4, using: &random)) }
    if chance(15) { options.maximum = options.minimum + .seconds(chance(20) ? 0 : 5) }
    if chance(15) { options.key = "k" }
    options.duplicates =
      [.refused, .counted, .merged, .replaced][
        Int.random(in: 0..<4, using: &random)]
    if chance(15) { options.group = "g" }
    if chance(15) { options.owner = owners[Int.random(in: 0..<3, using: &random)] }
    return options
  }

  private mutating func request() -> PresentationMachine.Request {
    var options = options()
    let hasContent = !chance(12)
    if !hasContent { options.key = nil }
    var after: Set<PresentationID> = []
    while chance(25), pair.asked > 0 { after.insert(anyID()) }
    return PresentationMachine.Request(
      name: "\(pair.asked)", options: options, after: after, outside: chance(10) ? 1 : 0,
      unmet: chance(15) ? [0] : [], hasContent: hasContent)
  }
}
