import Foundation
import HikidashiBase
import HikidashiOutlines
import TestSupport
import Testing

/// Every operation in random order, held against the slow model after each step.
@Suite struct PropertyTests {
  @Test func everyOperationAgreesWithTheModel() throws {
    let seed = testSeed()
    // Printed at once, as a trap would leave no message.
    print("everyOperationAgreesWithTheModel: HIKIDASHI_SEED=\(seed)")
    var nodes = RandomNodes(SeededGenerator(seed: seed))
    var steps = testSteps(1_500)
    var round = 0
    while steps > 0 {
      // Every third outline spans many blocks of 64 nodes, with nodes that cover some as a whole.
      let isLarge = round % 3 == 2
      let size = Int.random(in: isLarge ? 200...600 : 0...40, using: &nodes.random)
      var pair = try ModelPair(nodes.forest(size, depth: isLarge ? 4 + round % 5 * 9 : nil))
      round += 1
      for _ in 0..<min(steps, isLarge ? 25 : 60) {
        let log = try pair.step(&nodes)
        let failures = pair.differences()
        guard failures.isEmpty else {
          Issue.record("seed \(seed), after \(log): \(failures.prefix(5))")
          return
        }
        steps -= 1
      }
    }
  }
}
