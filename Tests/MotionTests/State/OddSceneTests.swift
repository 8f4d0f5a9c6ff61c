import Foundation
import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiMotion

/// Scenes of numbers that nobody would think of: refused, or evaluated and played without harm.
@MainActor @Suite struct OddSceneTests {
  private static let numbers = [
    0, -0.0, 1, -1, 0.5, 1e-300, -1e-300, .leastNonzeroMagnitude, 1e9, -1e9, 1e15, 1e17, 1e300,
    -1e300,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  @Test func noNumberBreaksAScene() throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let clock = ManualClock()
    var made = 0
    for _ in 0..<min(testSteps(4_000), 100_000) {
      guard let scene = try? scene(&random) else { continue }
      made += 1
      var state = SceneState()
      for time in Self.numbers {
        scene.state(at: time, into: &state)
        for part in state {
          guard (0...1).contains(part.opacity), part.effects.blur >= 0 else {
            Issue.record("seed \(seed): opacity \(part.opacity) at \(time)")
            return
          }
          if let place = part.transform.project(.zero) { _ = part.transform.unproject(place) }
        }
      }
      play(Player(scene, clock: clock), clock, &random)
    }
    // Most that are random are refused, and not all.
    #expect(made > 20)
  }

  private func play(_ player: Player, _ clock: ManualClock, _ random: inout SeededGenerator) {
    for _ in 0..<6 {
      let number = Self.numbers.randomElement(using: &random) ?? 1
      switch Int.random(in: 0..<5, using: &random) {
      case 0: player.play(repeat: number)
      case 1: player.seek(to: number)
      case 2: player.rate = number
      case 3: player.finish()
      default: player.resume()
      }
      clock.advance(by: .milliseconds(Int.random(in: 0...2_000, using: &random)))
      player.advance()
      _ = player.nextMotion
    }
  }

  private func scene(_ random: inout SeededGenerator) throws -> Scene {
    func number() -> Double {
      Int.random(in: 0..<4, using: &random) > 0
        ? Double(Int.random(in: 1...4, using: &random)) / 2
        : Self.numbers.randomElement(using: &random) ?? 1
    }
    func timing(_ duration: Double?) -> Timing {
      Timing(
        duration, delay: number(), repeats: number(), repeatDelay: abs(number()),
        direction: Timing.Direction.allCases.randomElement(using: &random) ?? .forward,
        speed: number(), fill: Timing.Fill.allCases.randomElement(using: &random) ?? .both)
    }
    func curve() -> Curve {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .bezier(number(), number(), number(), number())
      case 1: .steps(3, .both)
      case 2: .spring(damping: number())
      case 3: .points([Point(number(), number()), Point(number(), number())])
      default: .linear
      }
    }
    var items: [SceneItem] = []
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      var element = Element(.text("a")).hidden(before: Bool.random(using: &random), after: false)
        .animate(.opacity, from: number(), to: number(), timing(number()), curve: curve())
        .animate(.rotationY, from: number(), to: number(), timing(number()), curve: curve())
        .animate(.blur, from: number(), to: number(), timing(number()))
        .set(.perspective, number())
      if Bool.random(using: &random) { element.timing = timing(nil) }
      items.append(.element(element))
    }
    if Bool.random(using: &random) {
      items = [.group(SceneGroup(.stagger(number()), items).timed(timing(nil)))]
    }
    return try Scene(repeats: number(), items)
  }

  @Test func farAwayAPassHasAPlace() throws {
    let scene = try Scene {
      Element(.text("a"), id: "a").animate(
        .opacity, from: 0.25, to: 0.75, Timing(0.1, repeats: .infinity, speed: 1e9))
    }
    for time in [1e9, 1e17, 1e300, .greatestFiniteMagnitude] {
      let opacity = try #require(scene.state(at: time)["a"]).opacity
      #expect((0.25...0.75).contains(opacity), "\(time)")
    }
  }

  @Test(arguments: Timing.Direction.allCases)
  func anEndlessRepeatOfNothingIsOver(direction: Timing.Direction) throws {
    let scene = try Scene {
      SceneGroup {
        Element(.text("a")).hidden()
        SceneGroup { Element(.text("b")).hidden() }.timed(Timing(speed: 2))
      }.timed(Timing(repeats: .infinity, direction: direction))
    }
    #expect(scene.duration == 0)
    for time in [0, 0.1, 5] { #expect(scene.state(at: time).isEmpty) }
  }

  @Test func timesThatAddUpToNoNumberAreRefused() {
    #expect(throws: SceneError.endless(place: "items[0]")) {
      try Scene {
        Element(.text("a")).fade(from: 0, to: 1, over: 1).starts(.at(1.7e308)).delay(1.7e308)
      }
    }
  }

  @Test func aCurveThatASceneRefusesIsStraight() {
    for curve in [
      Curve.points([]), .points([.zero]), .steps(0), .steps(.max, .both), .spring(damping: .nan),
      .bezier(.nan, 0, 1, 1),
    ] {
      for progress in [-1, 0, 0.5, 1, .infinity] { #expect(curve.value(at: progress) == progress) }
    }
  }

  @Test func aPathOfVeryManyStepsIsRefused() throws {
    func scene(_ steps: Int) throws -> Scene {
      var path = Path()
      path.move(to: .zero)
      for step in 1..<steps { path.line(to: Point(Double(step), 0)) }
      return try Scene { Element(.text("a"), id: "a").move(along: path, Timing(1)) }
    }
    let place = try scene(PathTable.mostSteps).state(at: 0.5)["a"]?.transform.columns.w.x
    #expect(abs((place ?? 0) - Double(PathTable.mostSteps - 1) / 2) < 1e-6)
    #expect(
      throws: SceneError.badValue(
        place: "items[0].tracks[0].path", reason: "it has more than 100000 steps")
    ) { try scene(PathTable.mostSteps + 1) }
  }

  @Test func anElementMayHaveAThousandMotions() throws {
    var element = Element(.text("a"), id: "a")
    for number in 0..<1_000 {
      element = element.fade(
        from: Double(number) / 1_000, to: Double(number + 1) / 1_000, over: 1,
        delay: Double(number))
    }
    let scene = try Scene { element }
    #expect(scene.duration == 1_000)
    for time in [0.25, 500.5, 999.75] {
      #expect(abs((scene.state(at: time)["a"]?.opacity ?? 0) - time / 1_000) < 1e-12)
    }
  }

  @Test func groupsMayBeDeepButNotDeeper() throws {
    func nested(_ depth: Int) throws -> Scene {
      var item = SceneItem.element(Element(.text("a"), id: "a").fade(from: 0, to: 1, over: 1))
      for _ in 0..<depth {
        item = .group(SceneGroup(.sequence, [item]).timed(Timing(repeats: 1.5)))
      }
      return try Scene([item])
    }
    #expect(try nested(30).state(at: 0.5)["a"]?.opacity == 0.5)
    #expect(throws: SceneError.self) { try nested(64) }
  }

  @Test func jsonOfManyMegabytesIsReadOrRefused() throws {
    let element =
      #"{ "text": "a", "tracks": [ { "property": "opacity", "from": 0, "to": 1, "#
      + #""duration": 1 } ] },"#
    let many =
      #"{ "items": ["# + String(repeating: element, count: 5_000)
      + #"{ "text": "last" } ] }"#
    #expect(try Scene(json: many).parts.count == 5_001)
    let deep = #"{ "items": "# + String(repeating: "[", count: 1_000_000)
    #expect(throws: SceneError.self) { try Scene(json: deep) }
    let groups =
      #"{ "items": ["# + String(repeating: #"{ "group": "sequence", "items": ["#, count: 10_000)
    #expect(throws: SceneError.self) { try Scene(json: groups) }
    let long = #"{ "items": [ { "text": ""# + String(repeating: "あ", count: 1_000_000) + #"" } ] }"#
    #expect(try Scene(json: long).parts.count == 1)
  }
}
