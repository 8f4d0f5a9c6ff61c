internal import Glibc

/// A progress that tracks share: a clock, and the curve that follows it.
struct CompiledDrive: Sendable, Hashable {
  var clock: Int32
  /// Below 0 for a straight one.
  var curve: Int32
}

/// A motion of one property, with its keyframes among those of the scene.
struct CompiledTrack: Sendable {
  enum Kind: UInt8, Sendable {
    /// From one value to another.
    case pair
    case keys
    case turns
    case path
  }

  var kind: Kind
  var width: UInt8
  var holdsBefore: Bool
  var holdsAfter: Bool
  var clock: Int32
  var drive: Int32
  /// The first keyframe, or the path.
  var first: Int32
  var count: Int32
  /// The first number of the first keyframe.
  var values: Int32
}

/// The motions of one property of a part, the earlier first.
struct CompiledChannel: Sendable {
  var slot: Int32
  var first: Int32
  var count: Int32
}

struct CompiledKey: Sendable {
  var offset: Double
  /// Below 0 for a straight one.
  var curve: Int32
}

struct CompiledPart: Sendable {
  /// Its position among the scene's parts.
  var part: Int32
  var depth: PartDepth
  /// The first of the values where no motion says otherwise.
  var base: Int32
  var channels: Range<Int32>
  /// Empty for a part that is always seen.
  var lives: Range<Int32>
}

/// Two rotations, and what lies between them.
struct CompiledTurn: Sendable {
  /// Axis and degrees, of one axis; of different axes a quaternion each.
  var from: SIMD4<Double>
  var to: SIMD4<Double>
  var isAboutOneAxis: Bool
}

// MARK: - Values

extension CompiledTurn {
  /// - Source: CSS Transforms Level 2 (W3C), interpolation of `rotate3d`; for what counts as one axis,
  ///   what browsers do.
  init(_ from: [Double], _ to: [Double]) {
    var first = SIMD4(from[0], from[1], from[2], from[3])
    var second = SIMD4(to[0], to[1], to[2], to[3])
    let cosine = first.x * second.x + first.y * second.y + first.z * second.z
    if first.w == 0 {
      first = SIMD4(second.x, second.y, second.z, 0)
    } else if second.w == 0 {
      second = SIMD4(first.x, first.y, first.z, 0)
    } else if abs(1 - cosine * cosine) < 1e-4 {
      second = SIMD4(first.x, first.y, first.z, cosine < 0 ? -second.w : second.w)
    } else {
      self.from = Self.quaternion(first)
      self.to = Self.quaternion(second)
      isAboutOneAxis = false
      return
    }
    self.from = first
    self.to = second
    isAboutOneAxis = true
  }

  private static func quaternion(_ turn: SIMD4<Double>) -> SIMD4<Double> {
    let half = turn.w * .pi / 360
    let sine = sin(half)
    return SIMD4(turn.x * sine, turn.y * sine, turn.z * sine, cos(half))
  }

  /// The axis and the degrees at a progress.
  func value(at progress: Double) -> SIMD4<Double> {
    guard !isAboutOneAxis else {
      var value = from
      value.w = from.w + (to.w - from.w) * progress
      return value
    }
    var target = to
    var cosine = (from * to).sum()
    if cosine < 0 {
      cosine = -cosine
      target = -to
    }
    let angle = acos(min(1, cosine))
    let sine = sin(angle)
    var between = from
    if sine > 1e-5 {
      between =
        from * (sin((1 - progress) * angle) / sine) + target * (sin(progress * angle) / sine)
    }
    let length = (between * between).sum().squareRoot()
    between /= length
    let half = acos(min(1, max(-1, between.w)))
    let scale = sin(half)
    guard scale > 1e-12 else { return SIMD4(0, 0, 1, 0) }
    return SIMD4(
      between.x / scale, between.y / scale, between.z / scale, half * 360 / .pi)
  }
}
