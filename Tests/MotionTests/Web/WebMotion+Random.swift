import HikidashiBase
import HikidashiMotion

extension WebMotion {
  /// Times are multiples of 1/64 s, and numbers of repeats of a quarter, which both sides reckon with
  /// without rounding: so what happens at the very ends can be compared.
  static func random(_ kind: Kind, _ random: inout SeededGenerator) -> WebMotion {
    let isLong = Int.random(in: 0..<3, using: &random) == 0
    let count = isLong ? Int.random(in: 1...3, using: &random) : 0
    var keys: [Key] = []
    let offsets = (0..<count).map { _ in Double(Int.random(in: 0...2, using: &random)) / 2 }
    var curve = Bool.random(using: &random) ? WebCurve.random(&random) : .linear
    // One Bézier curve within another makes the browser's rounding greater, and steps hide from it
    // that it has gone on, where keyframes have steps too.
    let isCurved = Bool.random(using: &random) && !curve.isBezierOrSteps
    let axis = (0..<3).map { _ in Double.random(in: -1...1, using: &random) }
    let turnsAxis = Bool.random(using: &random)
    for offset in [0] + offsets.sorted() + [1] {
      var numbers = numbers(of: kind, &random)
      if kind == .turn, !turnsAxis { numbers.replaceSubrange(0..<3, with: axis) }
      while kind == .turn, turnsAxis, let last = keys.last, isNearlyParallel(numbers, last.numbers)
      {
        numbers = Self.numbers(of: kind, &random)
      }
      keys.append(
        Key(
          numbers: numbers, offset: offset,
          curve: isCurved ? WebCurve.random(&random, ofKeyframe: true) : .linear))
    }
    var timing = timing(&random)
    // Of an animation that is held at the very time of a keyframe's step, within a pass or before it
    // begins, only newer browsers tell from which side it came.
    if keys.contains(where: { $0.curve.css.hasPrefix("steps") }) {
      timing.repeats = timing.repeats.rounded(.up)
      timing.delay = min(timing.delay, 0)
    }
    // The browser's linear() misses its ends by a rounding, which shows where keyframes jump there.
    let jumps =
      Set(keys.map(\.offset)).count < keys.count
      || keys.contains { $0.curve.css.hasPrefix("steps") }
    if jumps, curve.css.hasPrefix("linear(") { curve = .linear }
    return WebMotion(kind: kind, keys: keys, timing: timing, curve: curve)
  }

  /// Whether the browser takes two axes for one that are not quite: it does up to half a degree.
  private static func isNearlyParallel(_ a: [Double], _ b: [Double]) -> Bool {
    func dot(_ a: [Double], _ b: [Double]) -> Double { a[0] * b[0] + a[1] * b[1] + a[2] * b[2] }
    return dot(a, b) * dot(a, b) > 0.999 * dot(a, a) * dot(b, b)
  }

  private static func timing(_ random: inout SeededGenerator) -> Timing {
    var timing = Timing(Double(Int.random(in: 8...192, using: &random)) / 64)
    timing.delay = Double(Int.random(in: -32...96, using: &random)) / 64
    timing.repeats = Double(Int.random(in: 1...14, using: &random)) / 4
    if Int.random(in: 0..<4, using: &random) == 0 { timing.repeats = timing.repeats.rounded(.up) }
    if Int.random(in: 0..<12, using: &random) == 0 { timing.repeats = .infinity }
    timing.speed = [0.5, 1, 1, 1, 2].randomElement(using: &random) ?? 1
    timing.direction = Timing.Direction.allCases.randomElement(using: &random) ?? .forward
    timing.fill = Timing.Fill.allCases.randomElement(using: &random) ?? .both
    return timing
  }

  private static func numbers(of kind: Kind, _ random: inout SeededGenerator) -> [Double] {
    func some(_ count: Int, _ range: ClosedRange<Double>) -> [Double] {
      (0..<count).map { _ in
        (Double.random(in: range, using: &random) * 1_024).rounded() / 1_024
      }
    }
    return switch kind {
    case .position: some(2, -120...120)
    case .translation: some(3, -80...80)
    case .zoom: some(2, -2...3)
    case .scale: some(3, -2...3)
    case .rotation, .rotationX, .rotationY: some(1, -180...180)
    case .turn: some(3, -1...1) + some(1, -180...180)
    case .perspective: some(1, 200...2_000)
    case .opacity: some(1, 0...1)
    }
  }
}

extension WebCurve {
  var isBezierOrSteps: Bool {
    switch curve {
    case .bezier, .steps: true
    default: false
    }
  }

  /// Nowhere so steep that the browser's own rounding shows, which solves Bézier curves to 1e-7.
  ///
  /// - Parameter ofKeyframe: Leaves out what a browser does not notice between two times: that a step
  ///   at the very beginning of a keyframe has been taken, and nothing else has changed.
  static func random(_ random: inout SeededGenerator, ofKeyframe: Bool = false) -> WebCurve {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .linear
    case 1: return WebCurve(curve: .ease, css: "ease")
    case 2: return WebCurve(curve: .easeInOut, css: "ease-in-out")
    case 3, 4:
      let x1 = Double(Int.random(in: 16...32, using: &random)) / 64
      let x2 = Double(Int.random(in: 32...48, using: &random)) / 64
      let y1 = Double(Int.random(in: -32...96, using: &random)) / 64
      let y2 = Double(Int.random(in: -32...96, using: &random)) / 64
      return WebCurve(
        curve: .bezier(x1, y1, x2, y2), css: "cubic-bezier(\(x1),\(y1),\(x2),\(y2))")
    case 5, 6:
      let jumps = ofKeyframe ? [.end, .none] : Curve.StepJump.allCases
      let jump = jumps.randomElement(using: &random) ?? .end
      let count = Int.random(in: 2...7, using: &random)
      return WebCurve(curve: .steps(count, jump), css: "steps(\(count),jump-\(jump.rawValue))")
    default:
      var points = [Point(0, 0)]
      for third in 0..<2 {
        let x = Double(third) / 2 + Double(Int.random(in: 10...22, using: &random)) / 64
        points.append(Point(x, Double.random(in: -0.25...1.25, using: &random)))
      }
      points.append(Point(1, 1))
      let css = points.map { "\($0.y) \($0.x * 100)%" }
      return WebCurve(curve: .points(points), css: "linear(\(css.joined(separator: ",")))")
    }
  }
}
