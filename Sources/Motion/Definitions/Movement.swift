/// How a part of a window comes, goes, or draws attention, without leaving its place in the layout.
///
/// A movement says what is different about the part while it is away, and how that becomes as usual: when
/// the part comes, it goes from there to its place, and when it goes, the other way.
///
/// ```swift
/// Label("Saved")
///   .entering(.fade().slide(from: .bottom, by: 24, curve: .backOut))
///   .leaving(.fade(over: 0.1))
/// ```
///
/// All that is in one movement begins together, each change with a duration, a delay and a curve of its
/// own. Times are in seconds. The ``none`` does nothing.
public struct Movement: Sendable {
  /// An edge of a part; leading is where a line of text begins.
  public enum Edge: String, Sendable, Hashable, CaseIterable {
    /// Above.
    case top
    /// Below.
    case bottom
    /// Where a line of text begins: at the left in English.
    case leading
    /// Where a line of text ends: at the right in English.
    case trailing
  }

  enum Change: Sendable {
    /// From these values to those that the property has by itself, or back.
    case away(SceneProperty, [Double], Timing, Curve)
    /// By pixels, or by the part's own size, from an edge to its place, or back.
    case slide(Edge, Double?, Timing, Curve)
    /// As it is, whether the part comes or goes.
    case track(Track)
  }

  var changes: [Change] = []

  init() {}

  /// A movement that changes nothing and takes no time.
  public static let none = Movement()

  /// Whether the movement changes nothing.
  public var isEmpty: Bool { changes.isEmpty }

  private func with(_ change: Change) -> Movement {
    var movement = self
    movement.changes.append(change)
    return movement
  }
}

// MARK: - Changes

extension Movement {
  /// Changes the opacity from `opacity`, from 0 (invisible) to 1, to what it is.
  public func fade(
    from opacity: Double = 0, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    with(.away(.opacity, [opacity], Timing(duration, delay: delay), curve))
  }

  /// Moves the part from the side of an edge to its place.
  ///
  /// - Parameters:
  ///   - edge: The side on which the part is while it is away.
  ///   - distance: How far away, in pixels; nil for the part's own width or height.
  ///   - duration: In seconds, more than 0.
  ///   - delay: In seconds, before it begins.
  ///   - curve: How the way follows time.
  public func slide(
    from edge: Edge, by distance: Double? = nil, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    with(.slide(edge, distance, Timing(duration, delay: delay), curve))
  }

  /// Scales the part about its middle, from `factor` to its size.
  public func scale(
    from factor: Double = 0.8, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    with(.away(.zoom, [factor, factor], Timing(duration, delay: delay), curve))
  }

  /// Turns the part about its middle, from `degrees`, clockwise, until it is upright.
  ///
  /// - Parameters:
  ///   - degrees: How far it is turned while it is away.
  ///   - axis: What it turns about; in the plane if not said otherwise. It is seen from afar, without
  ///     perspective.
  ///   - duration: In seconds, more than 0.
  ///   - delay: In seconds, before it begins.
  ///   - curve: How the angle follows time.
  public func turn(
    from degrees: Double = -90, about axis: Vector = Vector(0, 0, 1), over duration: Double = 0.25,
    delay: Double = 0, curve: Curve = .easeOut
  ) -> Movement {
    with(
      .away(
        .turn, Turn(degrees, about: axis).sceneComponents, Timing(duration, delay: delay), curve))
  }

  /// Changes the blur from `radius`, its standard deviation in pixels, to none.
  public func blur(
    from radius: Double = 8, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    with(.away(.blur, [radius], Timing(duration, delay: delay), curve))
  }

  /// Changes a property through keyframes, two or more, in this direction whether the part comes or
  /// goes.
  ///
  /// ```swift
  /// .animate(.rotation, through: [Keyframe(0), Keyframe(8), Keyframe(-8), Keyframe(0)], Timing(0.4))
  /// ```
  ///
  /// A part in a layout has opacity, blur and the properties of its transform; others are refused.
  public func animate<Value>(
    _ property: AnimatedProperty<Value>, through keyframes: [Keyframe<Value>], _ timing: Timing,
    curve: Curve = .linear
  ) -> Movement {
    with(.track(Track(property, through: keyframes, timing, curve: curve)))
  }
}

// So that a movement can begin with any of its changes, as in `.entering(.fade())`.
extension Movement {
  /// A movement of one change, which changes the opacity.
  public static func fade(
    from opacity: Double = 0, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    none.fade(from: opacity, over: duration, delay: delay, curve: curve)
  }

  /// A movement of one change, from the side of an edge by pixels or by the part's own size.
  public static func slide(
    from edge: Edge, by distance: Double? = nil, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    none.slide(from: edge, by: distance, over: duration, delay: delay, curve: curve)
  }

  /// A movement of one change, which scales the part about its middle.
  public static func scale(
    from factor: Double = 0.8, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    none.scale(from: factor, over: duration, delay: delay, curve: curve)
  }

  /// A movement of one change, which turns the part about its middle.
  public static func turn(
    from degrees: Double = -90, about axis: Vector = Vector(0, 0, 1), over duration: Double = 0.25,
    delay: Double = 0, curve: Curve = .easeOut
  ) -> Movement {
    none.turn(from: degrees, about: axis, over: duration, delay: delay, curve: curve)
  }

  /// A movement of one change, which begins blurred.
  public static func blur(
    from radius: Double = 8, over duration: Double = 0.25, delay: Double = 0,
    curve: Curve = .easeOut
  ) -> Movement {
    none.blur(from: radius, over: duration, delay: delay, curve: curve)
  }

  /// A movement of one change, through keyframes.
  public static func animate<Value>(
    _ property: AnimatedProperty<Value>, through keyframes: [Keyframe<Value>], _ timing: Timing,
    curve: Curve = .linear
  ) -> Movement {
    none.animate(property, through: keyframes, timing, curve: curve)
  }
}
