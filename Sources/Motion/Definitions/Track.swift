/// One property of an element that changes for a time; an element has any number of them.
public struct Track: Sendable {
  /// A keyframe without the type of its value.
  struct Key: Sendable {
    var components: [Double]
    var offset: Double?
    var curve: Curve
  }

  /// What the values are taken from.
  enum Course: Sendable {
    case keys([Key])
    /// Along a path, turning with it or not.
    case path(Path, turns: Bool)
  }

  public let property: SceneProperty
  public var timing: Timing
  /// How the progress of each pass follows time, before keyframes have their own.
  public var curve: Curve
  var course: Course

  /// A motion through keyframes, two or more.
  public init<Value>(
    _ property: AnimatedProperty<Value>, through keyframes: [Keyframe<Value>], _ timing: Timing,
    curve: Curve = .linear
  ) {
    self.init(
      property.property,
      keyframes.map {
        Key(components: $0.value.sceneComponents, offset: $0.offset, curve: $0.curve)
      }, timing, curve)
  }

  /// A motion along a path, evenly by its length.
  ///
  /// - Parameters:
  ///   - path: Of one piece; a second one is not gone to.
  ///   - turns: Whether the part turns with the path, right being ahead.
  ///   - timing: When.
  ///   - curve: How the progress of each pass follows time.
  public init(along path: Path, turns: Bool = false, _ timing: Timing, curve: Curve = .linear) {
    property = .position
    self.timing = timing
    self.curve = curve
    course = .path(path, turns: turns)
  }

  init(_ property: SceneProperty, _ keys: [Key], _ timing: Timing, _ curve: Curve) {
    self.property = property
    self.timing = timing
    self.curve = curve
    course = .keys(keys)
  }
}

/// A value at a time within a motion.
///
/// ```swift
/// Element(.text("Hop")).animate(
///   .position, through: [
///     Keyframe(Point(0, 80), curve: .easeOut), Keyframe(Point(50, 0), at: 0.4, curve: .easeIn),
///     Keyframe(Point(100, 80)),
///   ], Timing(1))
/// ```
public struct Keyframe<Value: AnimatableValue>: Sendable {
  public var value: Value
  /// The part of the motion's duration, from 0 to 1; nil spreads keyframes evenly between their
  /// neighbours, the first at 0 and the last at 1.
  public var offset: Double?
  /// The easing curve from this keyframe's value to the next one's.
  public var curve: Curve

  public init(_ value: Value, at offset: Double? = nil, curve: Curve = .linear) {
    self.value = value
    self.offset = offset
    self.curve = curve
  }
}
