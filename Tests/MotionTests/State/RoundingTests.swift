import HikidashiBase
import HikidashiMotion
import TestSupport
import Testing

/// Times in tenths of a second, whose sums are rounded: in powers of two nothing of this shows.
@Suite struct RoundingTests {
  private func fade(_ id: String, over duration: Double, delay: Double = 0) -> Element {
    Element(.text(id), id: id).fade(
      from: 0, to: 1, over: duration, delay: delay, curve: .steps(1))
  }

  @Test func whatEndsWithASequenceIsGoneAfterIt() throws {
    let scene = try Scene {
      SceneGroup(.sequence) {
        Element(.text("a")).lasts(0.1)
        Element(.text("b"), id: "b").lasts(0.4).hidden()
      }.starts(.at(0.2))
    }
    for time in [scene.duration, 5] { #expect(scene.state(at: time)["b"] == nil) }
  }

  @Test func aMotionThatEndsWithTheSceneHasEnded() throws {
    let scene = try Scene { fade("x", over: 0.3, delay: 0.2).starts(.at(0.1)) }
    for time in [scene.duration, 5] { #expect(scene.state(at: time)["x"]?.opacity == 1) }
  }

  @Test func aDurationThatIsJustEnoughIsEnough() throws {
    for repeats in [1.0, 2] {
      let scene = try Scene { fade("x", over: 0.2, delay: 0.1).lasts(0.3).repeats(repeats) }
      #expect(scene.state(at: 5)["x"]?.opacity == 1)
    }
    let scene = try Scene {
      SceneGroup(.sequence) {
        Element(.text("a")).lasts(0.1)
        Element(.text("b"), id: "b").lasts(0.2).hidden()
      }.timed(Timing(0.3))
    }
    #expect(scene.state(at: 5)["b"] == nil)
  }

  @Test func aMotionDoesNotBeginAnewRightBeforeItsEnd() throws {
    for start in 0...20 {
      for duration in 1...20 {
        let (start, duration) = (Double(start) / 10, Double(duration) / 10)
        let scene = try Scene {
          Element(.text("a")).fade(from: 0, to: 1, over: duration).delay(start)
        }
        let opacity = scene.state(at: scene.duration.nextDown)[0].opacity
        #expect(opacity > 0.99, "\(duration) s from \(start) s")
      }
    }
  }

  @Test func afterTheEndAllHasEnded() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<min(testSteps(2_000), 100_000) {
      let items = (0..<Int.random(in: 1...3, using: &random)).map { _ in item(2, &random) }
      let scene = try Scene(items)
      for time in [scene.duration, scene.duration + 5] {
        for part in scene.state(at: time) where part.opacity < 1 || part.effects.blur == 1 {
          Issue.record("seed \(seed): \(part.id) at \(time)\n\(items)")
          return
        }
      }
    }
  }

  /// Something that is not transparent at its end, or a blurred one that is not seen then.
  private func item(_ depth: Int, _ random: inout SeededGenerator) -> SceneItem {
    func tenths(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random)) / 10
    }
    var timing = Timing(delay: tenths(0...9))
    if Int.random(in: 0..<3, using: &random) == 0 {
      timing.repeats = Double(Int.random(in: 1...4, using: &random))
      timing.repeatDelay = tenths(0...3)
      timing.speed = [0.7, 1, 1.1, 3].randomElement(using: &random) ?? 1
    }
    guard depth > 0, Bool.random(using: &random) else {
      let element = Element(.text("")).fade(
        from: 0, to: 1, over: tenths(1...9), delay: tenths(0...9), curve: .steps(1))
      let isHidden = Bool.random(using: &random)
      return .element(
        (isHidden ? element.hidden().set(.blur, 1) : element).timed(timing))
    }
    let order: [SceneGroup.Order] = [.together, .sequence, .stagger(tenths(0...5))]
    let items = (0..<Int.random(in: 1...4, using: &random)).map { _ in item(depth - 1, &random) }
    return .group(
      SceneGroup(order.randomElement(using: &random) ?? .together, items).timed(timing))
  }
}
