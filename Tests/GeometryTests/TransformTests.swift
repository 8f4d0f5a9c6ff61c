import Foundation
import HikidashiBase
import HikidashiGeometry
import TestSupport
import Testing

@Suite struct TransformTests {
  /// Beside the longest image of a thousand directions, which no factor may be shorter than.
  @Test func theLargestScaleIsThatOfSomeDirection() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<testSteps(200) {
      func number() -> Double { .random(in: -3...3, using: &random) }
      let transform = Transform(a: number(), b: number(), c: number(), d: number(), tx: 5, ty: -7)
      let lengths = (0..<1_000).map { step in
        let angle = Double(step) * .pi / 1_000
        let (x, y) = (cos(angle), sin(angle))
        return hypot(transform.a * x + transform.c * y, transform.b * x + transform.d * y)
      }
      let largest = lengths.max() ?? 0
      let found = transform.largestScale
      #expect(
        found >= largest - 1e-9 && found <= largest * 1.00001 + 1e-9, "HIKIDASHI_SEED=\(seed)")
    }
  }

  /// What is slanted is longest between its axes.
  @Test func aSlantIsLongerThanItsAxes() {
    let slant = Transform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0)
    #expect(abs(slant.largestScale - (1 + 5.0.squareRoot()) / 2) < 1e-12)
  }
}
