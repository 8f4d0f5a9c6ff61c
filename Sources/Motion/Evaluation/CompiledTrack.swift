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
