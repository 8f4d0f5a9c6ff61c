import Foundation
import HikidashiBase
import HikidashiMotion
import TestSupport
import Testing

/// The same motions in a browser, whose Web Animations are the model of ours.
@Suite struct WebAnimationsTests {
  @Test(.needs("chromium")) func statesAgreeWithABrowser() async throws {
    let seed = testSeed()
    // Two thousand in `make prove`.
    let count = min(testSteps(200), 2_000)
    var failures = 0
    // A browser becomes slow with very many.
    for start in stride(from: 0, to: count, by: 200) {
      let seeds = (start..<min(start + 200, count)).map { seed &+ UInt64($0) }
      failures += try await compare(seeds, reportsMost: failures < 5)
    }
    #expect(failures == 0, "of \(count * 50) states, those of seed \(seed)")
  }

  /// How many states of the definitions of these seeds differ.
  private func compare(_ seeds: [UInt64], reportsMost: Bool) async throws -> Int {
    let definitions = seeds.map { WebDefinition(seed: $0) }
    let text = try await Browser.text(of: WebDefinition.page(definitions))
    let lines = text.split(separator: "\n")
    try #require(lines.count == definitions.count * 50)
    var failures = 0
    for (number, definition) in definitions.enumerated() {
      let scene = try definition.scene()
      for (index, time) in definition.times.enumerated() {
        let line = lines[number * 50 + index]
        guard let complaint = try complaint(about: scene.state(at: time), line) else { continue }
        // At the very time of a step the browser's rounding may put it on either side.
        let hasSteps = definition.motions.contains { $0.script.contains("steps(") }
        let isAtStep = try [-1e-7, 1e-7].contains {
          try self.complaint(about: scene.state(at: max(time + $0, 0)), line) == nil
        }
        guard !hasSteps || !isAtStep else { continue }
        failures += 1
        guard reportsMost, failures <= 5 else { continue }
        Issue.record(
          """
          seed \(seeds[number]) at \(time) s: \(complaint)
          \(definition.motions.map(\.script).joined(separator: "\n"))
          """)
      }
    }
    return failures
  }

  private func complaint(about state: SceneState, _ line: Substring) throws -> String? {
    let part = try #require(state.first)
    let words = line.split(separator: " ", maxSplits: 1)
    let opacity = try #require(Double(words[0]))
    if abs(part.opacity - opacity) > 1e-5 {
      return "the opacity is \(part.opacity), not \(opacity)"
    }
    let theirs = try matrix(words[1])
    for (index, (ours, theirs)) in zip(part.transform.numbers, theirs).enumerated() {
      // Where sums take each other away, what is left of the browser's own rounding shows: it solves
      // Bézier curves to 1e-7, on ways of a hundred pixels and degrees.
      let least = index % 4 == 3 ? 1e-3 : index < 12 ? 0.1 : 2
      guard abs(ours - theirs) > 1e-4 * max(abs(theirs), least) else { continue }
      return "the transform is \(part.transform.numbers), not \(words[1])"
    }
    return nil
  }

  /// The sixteen numbers of a computed transform.
  private func matrix(_ text: Substring) throws -> [Double] {
    if text == "none" { return Transform3D.identity.numbers }
    let open = try #require(text.firstIndex(of: "("))
    let numbers = try text[text.index(after: open)...].dropLast().split(separator: ",").map {
      try #require(Double($0.trimmingCharacters(in: .whitespaces)))
    }
    guard numbers.count == 6 else { return numbers }
    let plane = Transform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    return Transform3D(plane).numbers
  }
}
