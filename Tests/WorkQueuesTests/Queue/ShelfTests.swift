import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiWorkQueues

@Suite struct ShelfTests {
  @Test func everyShelfGoesAsTheSlowOne() {
    let seed = testSeed()
    for number in 0..<UInt64(testSteps(20_000) / 10 + 1) {
      var random = SeededGenerator(seed: seed &+ number)
      if let flaw = live(&random) {
        Issue.record("HIKIDASHI_SEED=\(seed &+ number) HIKIDASHI_STEPS=1: \(flaw)")
        return
      }
    }
  }

  private func live(_ random: inout SeededGenerator) -> String? {
    let capacity = Int.random(in: 1...6, using: &random)
    let overflow = QueueOverflow.allCases.randomElement(using: &random) ?? .wait
    var shelf = SortedShelf<SlowShelf.Item>(capacity: capacity, overflow: overflow)
    var slow = SlowShelf(capacity: capacity, overflow: overflow)
    var handled: [Int] = []
    for number in 0..<60 {
      switch Int.random(in: 0..<10, using: &random) {
      case ..<5:
        let item = SlowShelf.Item(
          number: number, priority: .random(in: 0...2, using: &random),
          lane: Bool.random(using: &random) ? .random(in: 0...2, using: &random) : nil)
        let result = shelf.push(item, priority: item.priority, lane: item.lane.map { LaneKey($0) })
        let wanted = slow.push(item)
        if words(result) != wanted { return "put \(item): \(result) and not \(wanted)" }
      case ..<8:
        let (found, wanted) = (shelf.pop(), slow.pop())
        if found != wanted { return "took \(found as Any) and not \(wanted as Any)" }
        if let lane = found?.lane { handled.append(lane) }
      default:
        guard !handled.isEmpty else { continue }
        let lane = handled.remove(at: .random(in: handled.indices, using: &random))
        _ = shelf.finish(LaneKey(lane))
        slow.finish(lane)
      }
      if shelf.count != slow.items.count || shelf.readyCount != slow.ready.count {
        return "\(shelf.count), \(shelf.readyCount) ready, and not \(slow)"
      }
    }
    return nil
  }

  private func words(_ result: PutResult<SlowShelf.Item>) -> String {
    switch result {
    case .stored: "stored"
    case .dropped(let item): "dropped \(item.number)"
    case .full: "full"
    case .closed: "closed"
    }
  }

  @Test func aRingHoldsWhatAFifoHolds() {
    var random = SeededGenerator(seed: testSeed())
    for capacity in [1, 2, 3, 5, 8] {
      let ring = Ring<String>(capacity: capacity)
      defer { ring.destroy() }
      var model: [String] = []
      for number in 0..<2_000 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let isStored = if case .stored = ring.push("\(number)") { true } else { false }
          #expect(isStored == (model.count < capacity), "seed \(random.seed)")
          if isStored { model.append("\(number)") }
        case 1:
          #expect(ring.pop() == (model.isEmpty ? nil : model.removeFirst()), "seed \(random.seed)")
        case 2:
          let more = (0..<Int.random(in: 0...4, using: &random)).map { "\(number).\($0)" }
          let count = min(more.count, capacity - model.count)
          #expect(ring.push(from: more[...]) == count, "seed \(random.seed)")
          model += more.prefix(count)
        default:
          let most = Int.random(in: 1...4, using: &random)
          #expect(ring.pop(upTo: most) == Array(model.prefix(most)), "seed \(random.seed)")
          model.removeFirst(min(most, model.count))
        }
        #expect(ring.count == model.count)
      }
      #expect(ring.close() && !ring.close())
      #expect(ring.push(from: ["x"]) == nil)
    }
  }
}
