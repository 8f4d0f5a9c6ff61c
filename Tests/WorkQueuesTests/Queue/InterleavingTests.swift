import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiWorkQueues

/// Producers and consumers step by step: every order for few, random orders for more.
@Suite struct InterleavingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var producers: Int
    var each: Int
    var consumers: Int
    var wants: Int?
    var capacity: Int
    var closes: Bool
    var cancels = 0

    func walk<Ground: Floor>(on floor: Ground) -> Walk<Ground> {
      let producer = Walker(side: .putting, goal: UInt8(each))
      let consumer = Walker(side: .taking, goal: wants.map { UInt8($0) })
      let walkers =
        Array(repeating: producer, count: producers) + Array(repeating: consumer, count: consumers)
      return Walk(floor, walkers, closes: closes)
    }
  }

  static let cases: [Case] = [
    Case(
      testDescription: "one place, two and two, to the end", producers: 2, each: 1, consumers: 2,
      wants: nil, capacity: 1, closes: true),
    Case(
      testDescription: "one place, two and two, two elements each", producers: 2, each: 2,
      consumers: 2, wants: 2, capacity: 1, closes: false),
    Case(
      testDescription: "two places, one and three, one cancelled", producers: 1, each: 2,
      consumers: 3, wants: nil, capacity: 2, closes: false, cancels: 1),
    Case(
      testDescription: "one place, three and one, two cancelled", producers: 3, each: 1,
      consumers: 1, wants: nil, capacity: 1, closes: false, cancels: 2),
    Case(
      testDescription: "one place, one and two, closed and cancelled", producers: 1, each: 2,
      consumers: 2, wants: nil, capacity: 1, closes: true, cancels: 1),
  ]

  private struct Key: Hashable {
    let state: Walk<PureFloor>.State
    let cancels: Int
  }

  /// Every state that can be reached is visited once, from the first to the last.
  @Test(arguments: cases) func everyOrderEndsWell(_ plan: Case) {
    var stack = [(walk: plan.walk(on: PureFloor(capacity: plan.capacity)), cancels: plan.cancels)]
    var seen: Set<Key> = []
    var ends = 0
    while let (walk, cancels) = stack.popLast() {
      let events = walk.events
      if events == 0 { ends += 1 }
      if let flaw = events == 0 ? walk.flawAtTheEnd : walk.flaw {
        Issue.record("\(plan.testDescription): \(flaw); \(walk.state)")
        return
      }
      for event in 0..<16 where events >> event & 1 == 1 {
        var next = walk
        next.handle(event)
        if seen.insert(Key(state: next.state, cancels: cancels)).inserted {
          stack.append((next, cancels))
        }
      }
      for (number, walker) in walk.state.walkers.enumerated()
      where cancels > 0 && walker.place != .gone && !walker.isCancelled {
        var next = walk
        next.cancel(number)
        if seen.insert(Key(state: next.state, cancels: cancels - 1)).inserted {
          stack.append((next, cancels - 1))
        }
      }
    }
    print("\(plan.testDescription): \(seen.count) states, \(ends) ends")
    #expect(seen.count > 1_000 && ends > 0)
  }

  /// Three producers and three consumers, all orders of the first twelve steps, each state reached by
  /// a real queue with its ring and its waiting sides, and compared with the pure values.
  @Test(arguments: [1, 2]) func allOrdersOfTwelveStepsGoAlikeInTheQueue(_ capacity: Int) {
    let plan = Case(
      testDescription: "twelve steps", producers: 3, each: 2, consumers: 3, wants: 2,
      capacity: capacity, closes: false)
    var edge: [(walk: Walk<PureFloor>, path: [Int])] = [
      (plan.walk(on: PureFloor(capacity: capacity)), [])
    ]
    var seen: Set<Walk<PureFloor>.State> = []
    for _ in 0..<12 {
      var next: [(walk: Walk<PureFloor>, path: [Int])] = []
      for (walk, path) in edge {
        let events = walk.events
        for event in 0..<16 where events >> event & 1 == 1 {
          var after = walk
          after.handle(event)
          if seen.insert(after.state).inserted { next.append((after, path + [event])) }
        }
      }
      edge = next
    }
    for (walk, path) in edge {
      var real = plan.walk(on: RealFloor(capacity: capacity))
      for event in path { real.handle(event) }
      let flaw = real.flaw ?? walk.flaw
      if flaw != nil || real.state.walkers != walk.state.walkers
        || real.state.held != walk.state.held || real.state.order != walk.state.order
      {
        Issue.record("after \(path): \(flaw ?? ""), \(real.state) and not \(walk.state)")
        return
      }
    }
    print("capacity \(capacity): \(seen.count) states in twelve steps, \(edge.count) at the end")
    #expect(seen.count > 10_000)
  }

  /// In two halves, for two cores.
  @Test(arguments: [0, 1]) func randomOrdersEndWell(_ half: UInt64) {
    let seed = testSeed()
    for number in stride(from: half, to: UInt64(max(2, testSteps(100_000))), by: 2) {
      var random = SeededGenerator(seed: seed &+ number)
      let plan = Case(
        testDescription: "random", producers: .random(in: 1...3, using: &random),
        each: .random(in: 1...4, using: &random), consumers: .random(in: 1...3, using: &random),
        wants: nil, capacity: .random(in: 1...3, using: &random),
        closes: .random(using: &random), cancels: .random(in: 0...2, using: &random))
      let flaw =
        number % 4 < 2
        ? run(plan.walk(on: PureFloor(capacity: plan.capacity)), plan.cancels, &random)
        : run(plan.walk(on: RealFloor(capacity: plan.capacity)), plan.cancels, &random)
      if let flaw {
        Issue.record("HIKIDASHI_SEED=\(seed &+ number) HIKIDASHI_STEPS=1: \(flaw)")
        return
      }
    }
  }

  private func run<Ground: Floor>(
    _ walk: Walk<Ground>, _ cancels: Int, _ random: inout SeededGenerator
  ) -> String? {
    var walk = walk
    var cancels = cancels
    for _ in 0..<10_000 {
      let events = walk.events
      if events == 0 { return walk.flawAtTheEnd }
      let dice = random.next()
      if cancels > 0, dice % 20 == 0 {
        walk.cancel(Int(dice >> 8) % walk.state.walkers.count)
        cancels -= 1
      } else {
        walk.handle(choose(from: events, UInt16(truncatingIfNeeded: dice >> 8)))
      }
    }
    return "they never come to an end"
  }

  private func choose(from events: UInt16, _ dice: UInt16) -> Int {
    var rest = events
    for _ in 0..<(Int(dice) % events.nonzeroBitCount) { rest &= rest - 1 }
    return rest.trailingZeroBitCount
  }
}
