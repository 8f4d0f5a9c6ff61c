import Foundation
import Outlines
import Support
import Testing

/// Every operation in random order, held against the slow model after each step.
@Suite struct PropertyTests {
  @Test func everyOperationAgreesWithTheModel() throws {
    let seed = testSeed()
    var nodes = RandomNodes(SeededGenerator(seed: seed))
    var steps = testSteps(1_200)
    while steps > 0 {
      let large = nodes.chance(25)
      var pair = try ModelPair(
        nodes.forest(Int.random(in: 0...(large ? 500 : 40), using: &nodes.random)))
      for _ in 0..<min(steps, large ? 25 : 60) {
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
