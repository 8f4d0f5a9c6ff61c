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
  /// How the value goes on to the next keyframe's.
  public var curve: Curve

  public init(_ value: Value, at offset: Double? = nil, curve: Curve = .linear) {
    self.value = value
    self.offset = offset
    self.curve = curve
  }
}
