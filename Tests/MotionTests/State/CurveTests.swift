import HikidashiBase
import HikidashiMotion
import TestSupport
import Testing

@Suite struct CurveTests {
  /// The curve found by halving, which is slow and plain.
  private func slowBezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double
  ) -> Double {
    func point(_ a: Double, _ b: Double, _ t: Double) -> Double {
      let u = 1 - t
      return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if point(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return point(y1, y2, low)
  }

  @Test func bezierCurvesAreThoseOfTheSlowSearch() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<min(testSteps(300), 20_000) {
      // Ends that lie on top of one another make the curve upright in its middle.
      let x1 = Double.random(in: 0...0.9, using: &random)
      let x2 = Double.random(in: max(0.1, x1 - 0.7)...1, using: &random)
      let y1 = Double.random(in: -2...2, using: &random)
      let y2 = Double.random(in: -2...2, using: &random)
      let curve = Curve.bezier(x1, y1, x2, y2)
      for step in 0...40 {
        let x = Double(step) / 40
        let expected = slowBezier(x1, y1, x2, y2, x)
        #expect(
          abs(curve.value(at: x) - expected) < 1e-7, "\(curve) at \(x), seed \(seed)")
      }
    }
  }

  @Test func uprightCurvesAreFoundToo() {
    let curve = Curve.bezier(1, 0, 0, 1)
    #expect(abs(curve.value(at: 0.5) - 0.5) < 1e-4)
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
  }

  @Test func stepsJumpWhereTheySay() {
    func values(_ jump: Curve.StepJump) -> [Double] {
      [0, 0.2, 0.25, 0.5, 0.9, 1].map { Curve.steps(4, jump).value(at: $0) }
    }
    #expect(values(.end) == [0, 0, 0.25, 0.5, 0.75, 1])
    #expect(values(.start) == [0.25, 0.25, 0.5, 0.75, 1, 1])
    #expect(values(.none) == [0, 0, 1.0 / 3, 2.0 / 3, 1, 1])
    #expect(values(.both) == [0.2, 0.2, 0.4, 0.6, 0.8, 1])
  }

  @Test(arguments: [0.05, 0.3, 0.6, 0.99, 1])
  func aSpringEndsAtItsEnd(damping: Double) {
    let curve = Curve.spring(damping: damping)
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(abs(curve.value(at: 0.9999) - 1) < 2e-3)
    let peak = (0...1_000).map { curve.value(at: Double($0) / 1_000) }.max() ?? 0
    #expect(damping < 0.9 ? peak > 1.001 : peak < 1.01)
  }

  @Test func pointsAreJoinedByLines() {
    let curve = Curve.points([Point(0, 0), Point(0.5, 1), Point(0.5, 0.5), Point(1, 1)])
    #expect([0, 0.25, 0.5, 0.75, 1].map(curve.value(at:)) == [0, 0.5, 0.5, 0.75, 1])
    #expect(curve.value(at: 1.5) == 1.5)
  }

  @Test func functionsAreCalled() {
    #expect(Curve.function("square") { $0 * $0 }.value(at: 0.5) == 0.25)
  }
}
