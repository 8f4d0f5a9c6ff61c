import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiMotion

/// How long who draws may sleep.
@MainActor @Suite struct WaitingTests {
  private let clock = ManualClock()

  /// What a player of the scene waits for at a time.
  private func wait(_ scene: Scene, at time: Double, rate: Double = 1) -> Double? {
    let player = Player(scene, clock: clock)
    player.play()
    player.rate = rate
    player.seek(to: time)
    return player.nextMotion
  }

  private func isNear(_ wait: Double?, _ expected: Double) -> Bool {
    wait.map { abs($0 - expected) < 1e-9 } ?? false
  }

  @Test func backwardsItIsTheMirrorImage() throws {
    let scene = try Scene {
      Element(.text("a")).fade(from: 0, to: 1, over: 0.5, delay: 0.3).lasts(10)
      Element(.text("b")).animate(
        .opacity, from: 0, to: 1, Timing(0.1, delay: 2, repeats: 2, repeatDelay: 3))
    }
    #expect(isNear(wait(scene, at: 9, rate: -1), 3.8))
    #expect(isNear(wait(scene, at: 9, rate: -2), 1.9))
    #expect(wait(scene, at: 5.15, rate: -1) == 0)
    #expect(isNear(wait(scene, at: 5, rate: -1), 2.9))
    #expect(isNear(wait(scene, at: 1.9, rate: -1), 1.1))
    #expect(wait(scene, at: 0.4, rate: -1) == 0)
    // Nothing moves any more, but it comes to its end.
    #expect(isNear(wait(scene, at: 0.3, rate: -1), 0.3))
  }

  @Test func anElementOfItsOwnTimeMovesWhereItsMotionsDo() throws {
    let scene = try Scene {
      Element(.text("a")).fade(from: 0, to: 1, over: 0.3).lasts(60).repeats(.infinity)
    }
    #expect(wait(scene, at: 0.2) == 0)
    #expect(isNear(wait(scene, at: 0.4), 59.6))
    #expect(isNear(wait(scene, at: 610), 50))
    #expect(isNear(wait(scene, at: 610, rate: -1), 9.7))
  }

  @Test func withinAGroupTimeRunsAtItsSpeedAndInItsDirection() throws {
    let timing = Timing(
      delay: 1, repeats: 3, repeatDelay: 1, direction: .alternatingBackward, speed: 2)
    let scene = try Scene {
      SceneGroup { Element(.text("a")).fade(from: 0, to: 1, over: 0.5).lasts(2) }.timed(timing)
    }
    #expect(isNear(wait(scene, at: 0), 1))
    #expect(isNear(wait(scene, at: 1), 0.75))
    #expect(wait(scene, at: 1.8) == 0)
    #expect(isNear(wait(scene, at: 2.1), 0.4))
    #expect(wait(scene, at: 2.6) == 0)
    #expect(isNear(wait(scene, at: 2.4, rate: -1), 0.4))
    #expect(wait(scene, at: 1.9, rate: -1) == 0)
    #expect(isNear(wait(scene, at: 1.5, rate: -1), 0.5))
  }

  @Test func whatBeginsWithinAGroupIsWaitedFor() throws {
    let scene = try Scene {
      SceneGroup {
        Element(.text("a"), id: "a").lasts(10)
        Element(sharing: "a").starts(.at(3)).lasts(2)
      }.timed(Timing(repeats: .infinity))
    }
    #expect(isNear(wait(scene, at: 20), 3))
    #expect(isNear(wait(scene, at: 24), 1))
  }

  @Test func aPartOfALastRoundIsWaitedFor() throws {
    let player = Player(try Scene { Element(.text("a")).lasts(10) }, clock: clock)
    player.play(repeat: 1.5)
    player.seek(to: 10)
    #expect(player.nextMotion == 5)
  }

  @Test func nothingChangesWhileItWaits() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    var waits = 0
    for _ in 0..<min(testSteps(500), 20_000) {
      let items = (0..<Int.random(in: 1...2, using: &random)).map { _ in item(2, &random) }
      guard let scene = try? Scene(items) else { continue }
      for _ in 0..<20 {
        let time = Double(Int.random(in: 0...80, using: &random)) / 10
        let rate: Double = [1.0, -1, 2, -0.7].randomElement(using: &random) ?? 1
        guard time < scene.duration, let wait = wait(scene, at: time, rate: rate), wait > 1e-6
        else { continue }
        waits += 1
        let seen = [0.001, 0.3, 0.6, 0.999].map { look(scene, at: time + $0 * wait * rate) }
        guard seen.allSatisfy({ $0 == seen[0] }) else {
          Issue.record("seed \(seed): at \(time) by \(rate) for \(wait) s\n\(items)")
          return
        }
      }
    }
    #expect(waits > 100)
  }

  /// All that is seen and told of elements at a time.
  private func look(_ scene: Scene, at time: Double) -> Look {
    var machine = PlayerMachine(scene)
    machine.play(rounds: scene.repeats, at: 0)
    machine.seek(to: time, at: 0)
    return Look(parts: Array(scene.state(at: time)), activities: machine.activities)
  }

  private struct Look: Equatable {
    var parts: [SceneState.Part]
    var activities: [ElementCourse.Activity?]
  }

  private func item(_ depth: Int, _ random: inout SeededGenerator) -> SceneItem {
    func tenths(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random)) / 10
    }
    var timing = Timing(delay: tenths(0...9))
    if Bool.random(using: &random) {
      timing.repeats = [1.0, 1.5, 2, 3, .infinity].randomElement(using: &random) ?? 1
      timing.repeatDelay = tenths(0...9)
      timing.direction = Timing.Direction.allCases.randomElement(using: &random) ?? .forward
      timing.speed = [0.5, 0.7, 1, 3].randomElement(using: &random) ?? 1
    }
    guard depth > 0, Bool.random(using: &random) else {
      if Bool.random(using: &random) { timing.duration = tenths(5...40) }
      let fill = Timing.Fill.allCases.randomElement(using: &random) ?? .both
      let element = Element(.text("")).animate(
        .opacity, from: 0, to: 1, Timing(tenths(1...9), delay: tenths(0...9), fill: fill))
      return .element(
        (Bool.random(using: &random) ? element.hidden() : element).timed(timing))
    }
    let order: [SceneGroup.Order] = [.together, .sequence, .stagger(tenths(0...5))]
    let items = (0..<Int.random(in: 1...3, using: &random)).map { _ in item(depth - 1, &random) }
    return .group(
      SceneGroup(order.randomElement(using: &random) ?? .together, items).timed(timing))
  }
}
