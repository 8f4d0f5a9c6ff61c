/// What a scene shows at a time: its visible parts, from back to front.
///
/// ```swift
/// for part in scene.state(at: 0.8) { print(part.id, part.transform, part.opacity) }
/// ```
///
/// - Complexity: To read a part takes O(1).
public struct SceneState: Sendable, RandomAccessCollection {
  /// A part as it is seen.
  public struct Part: Sendable, Hashable {
    /// The part's position among the scene's parts.
    public var index: Int
    public var id: String
    /// Where the part's anchor goes, and how it is turned about it; see ``transform(size:)``.
    public var transform: Transform3D
    /// The point of the part that is the transform's origin, as fractions of its size.
    public var anchor: Point
    /// The opacity, from 0 to 1.
    public var opacity: Double
    public var effects: PartEffects

    /// The transform of a part of this size, whose origin is its upper left corner.
    public func transform(size: Size) -> Transform3D {
      transform * .translation(-anchor.x * size.width, -anchor.y * size.height)
    }
  }

  struct Entry: Sendable {
    var part: Int32 = 0
    /// Where its transform is among those of space; below 0 for one of the plane.
    var solid: Int32 = -1
    var effects: Int32 = -1
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var x = 0.0
    var y = 0.0
    var opacity = 1.0
    var anchorX = 0.5
    var anchorY = 0.5
  }

  /// The scene's time that the state shows, in seconds.
  public internal(set) var time = 0.0
  public internal(set) var count = 0
  /// With room for every part of the scene, of which the first ``count`` are seen.
  var entries: ContiguousArray<Entry> = []
  var solids: ContiguousArray<Transform3D> = []
  var effects: ContiguousArray<PartEffects> = []
  /// What is found on the way, kept for its memory.
  var moments: ContiguousArray<ClockMoment> = []
  var progress: ContiguousArray<Double> = []
  var program: Program?

  /// Creates an empty state, to be filled later.
  public init() {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(_ position: Int) -> Part {
    precondition(position >= 0 && position < count, "there are \(count) parts in the state")
    let entry = entries[position]
    let transform =
      entry.solid >= 0
      ? solids[Int(entry.solid)]
      : Transform3D(
        Transform(a: entry.a, b: entry.b, c: entry.c, d: entry.d, tx: entry.x, ty: entry.y))
    return Part(
      index: Int(entry.part), id: program?.ids[Int(entry.part)] ?? "", transform: transform,
      anchor: Point(entry.anchorX, entry.anchorY), opacity: entry.opacity,
      effects: entry.effects >= 0 ? effects[Int(entry.effects)] : .none)
  }

  /// The part with this id; nil where it is not seen.
  ///
  /// - Complexity: O(*n*) in the parts.
  public subscript(_ id: String) -> Part? { first { $0.id == id } }
}

extension Scene {
  /// Returns what the scene shows at a time.
  ///
  /// - Parameter time: In seconds from its beginning; before it and after the end, what it shows at
  ///   its ends.
  /// - Complexity: O(*n*) in parts and motions.
  public func state(at time: Double) -> SceneState {
    var state = SceneState()
    self.state(at: time, into: &state)
    return state
  }

  /// Fills a state, in the memory that it has from the one before.
  ///
  /// - Complexity: O(*n*) in parts and motions; from the second time on nothing is allocated.
  public func state(at time: Double, into state: inout SceneState) {
    program.evaluate(at: time.isNaN ? 0 : time, into: &state)
  }
}

/// The effects on a part's picture, besides its movement.
public struct PartEffects: Sendable, Hashable {
  /// The size that it is laid out in, in pixels; nil for its own.
  public var size: Size?
  /// The colour of a text; nil for its own.
  public var color: Color?
  /// The standard deviation of the blur, in pixels.
  public var blur = 0.0
  public var brightness = 1.0
  public var contrast = 1.0
  public var saturation = 1.0
  /// The rotation of the hue, in degrees.
  public var hue = 0.0
  public var tint = Color.clear
  public var shadow = Shadow.none
  /// How much of the part is shown, from 0 to 1.
  public var wipe = 1.0
  public var clip = Clip.none

  public static let none = PartEffects()

  public init() {}
}
