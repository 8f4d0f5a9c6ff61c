internal import Glibc
internal import HikidashiBase

/// A curve with all that can be known of it in advance.
struct CompiledCurve: Sendable {
  enum Kind: UInt8, Sendable { case linear, bezier, steps, spring, points, function }

  let kind: Kind
  /// Of a Bézier curve, its polynomials' factors; of steps, their number, jumps and first value; of a
  /// spring, its damping, frequency, the part of the sine, and what it is divided by.
  private var x = SIMD4<Double>()
  private var y = SIMD4<Double>()
  /// The slopes beyond the ends of a Bézier curve.
  private var slopes = SIMD2<Double>()
  /// The parameters of a Bézier curve at every sixteenth, as first guesses.
  private var guesses = BezierGuesses()
  private var points: [Point] = []
  private var function: CurveFunction?

  init(_ curve: Curve) {
    switch curve {
    case .linear: kind = .linear
    case .bezier(let x1, let y1, let x2, let y2):
      kind = .bezier
      x = Self.polynomial(x1, x2)
      y = Self.polynomial(y1, y2)
      slopes = Self.slopes(x1, y1, x2, y2)
      for index in 1..<16 {
        guesses.values[index] = solve(Double(index) / 16, first: Double(index) / 16)
      }
    case .steps(let count, let jump):
      kind = .steps
      let jumps = count + (jump == .both ? 1 : 0) - (jump == .none ? 1 : 0)
      let first = jump == .start || jump == .both ? 1.0 : 0
      x = [Double(count), Double(jumps), first, 0]
    case .spring(let damping):
      kind = .spring
      // After one duration the swing has shrunk to a thousandth, which is then divided away.
      let decay = log(1000.0)
      let own = decay / damping
      let frequency = own * (1 - damping * damping).squareRoot()
      x = [decay, frequency, frequency > 1e-9 ? decay / frequency : 0, 1]
      x.w = springValue(at: 1)
    case .points(let points):
      kind = .points
      self.points = points
    case .function(let function):
      kind = .function
      self.function = function
    }
  }

  private static func polynomial(_ first: Double, _ second: Double) -> SIMD4<Double> {
    let c = 3 * first
    let b = 3 * (second - first) - c
    return [1 - c - b, b, c, 0]
  }

  private static func slopes(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> SIMD2<Double> {
    var slopes = SIMD2<Double>()
    if x1 > 0 {
      slopes.x = y1 / x1
    } else if y1 == 0, x2 > 0 {
      slopes.x = y2 / x2
    } else if y1 == 0, y2 == 0 {
      slopes.x = 1
    }
    if x2 < 1 {
      slopes.y = (y2 - 1) / (x2 - 1)
    } else if y2 == 1, x1 < 1 {
      slopes.y = (y1 - 1) / (x1 - 1)
    } else if y2 == 1, y1 == 1 {
      slopes.y = 1
    }
    return slopes
  }

  /// - Parameter isBefore: Whether a step that begins here has not begun yet.
  @inline(__always)
  func value(at progress: Double, isBefore: Bool) -> Double {
    switch kind {
    case .linear: progress
    case .bezier: bezierValue(at: progress)
    default: otherValue(at: progress, isBefore: isBefore)
    }
  }

  @inline(__always)
  private func bezierValue(at progress: Double) -> Double {
    guard progress > 0 else { return progress * slopes.x }
    guard progress < 1 else { return 1 + (progress - 1) * slopes.y }
    let place = progress * 16
    let index = Int(place)
    let low = guesses.values[index]
    let high = index == 15 ? 1 : guesses.values[index + 1]
    let t = solve(progress, first: low + (high - low) * (place - Double(index)))
    return ((y.x * t + y.y) * t + y.z) * t
  }

  /// The parameter where the curve's x is that, by Newton's method.
  @inline(__always)
  private func solve(_ target: Double, first: Double) -> Double {
    var t = first
    for _ in 0..<4 {
      let error = ((x.x * t + x.y) * t + x.z) * t - target
      guard abs(error) > 1e-10 else { return t }
      let slope = (3 * x.x * t + 2 * x.y) * t + x.z
      guard abs(slope) > 1e-6 else { break }
      t -= error / slope
    }
    return bisect(target, first: t)
  }

  @inline(never)
  private func bisect(_ target: Double, first: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var t = first > 0 && first < 1 ? first : target
    for _ in 0..<60 {
      let error = ((x.x * t + x.y) * t + x.z) * t - target
      if abs(error) < 1e-12 { break }
      if error > 0 { high = t } else { low = t }
      t = (low + high) / 2
    }
    return t
  }

  @inline(never)
  private func otherValue(at progress: Double, isBefore: Bool) -> Double {
    switch kind {
    case .steps: stepsValue(at: progress, isBefore: isBefore)
    case .spring: progress <= 0 ? 0 : progress >= 1 ? 1 : springValue(at: progress) / x.w
    case .points: pointsValue(at: progress)
    case .function: function?.body(progress) ?? progress
    case .linear, .bezier: progress
    }
  }

  private func stepsValue(at progress: Double, isBefore: Bool) -> Double {
    let place = progress * x.x
    var step = place.rounded(.down) + x.z
    if isBefore, place == place.rounded(.down) { step -= 1 }
    if progress >= 0, step < 0 { step = 0 }
    if progress <= 1, step > x.y { step = x.y }
    return step / x.y
  }

  private func springValue(at time: Double) -> Double {
    let angle = x.y * time
    let swing = x.y > 1e-9 ? cos(angle) + x.z * sin(angle) : 1 + x.x * time
    return 1 - exp(-x.x * time) * swing
  }

  /// The straight line that the last point at or before `progress` begins; the outermost ones go on.
  private func pointsValue(at progress: Double) -> Double {
    let next = points.partitioningIndex { $0.x > progress }
    let first = min(max(next - 1, 0), points.count - 2)
    let (from, to) = (points[first], points[first + 1])
    guard to.x > from.x else { return progress < from.x ? from.y : to.y }
    // Not a rounding beyond it, which steps of a keyframe would take as one more.
    guard progress != to.x else { return to.y }
    return from.y + (to.y - from.y) * (progress - from.x) / (to.x - from.x)
  }
}

/// The guesses lie within the curve, so that reading one counts no references.
struct BezierGuesses: Sendable {
  var values = SIMD16<Double>()
}
