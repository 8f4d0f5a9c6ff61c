extension Element {
  /// Changes a property from one value to another.
  public func animate<Value>(
    _ property: AnimatedProperty<Value>, from start: Value, to end: Value, _ timing: Timing,
    curve: Curve = .linear
  ) -> Element {
    animate(property, through: [Keyframe(start), Keyframe(end)], timing, curve: curve)
  }

  /// Changes a property through keyframes, two or more. The curve says how the progress of each pass
  /// follows time, before keyframes have their own.
  public func animate<Value>(
    _ property: AnimatedProperty<Value>, through keyframes: [Keyframe<Value>], _ timing: Timing,
    curve: Curve = .linear
  ) -> Element {
    with { $0.tracks.append(Track(property, through: keyframes, timing, curve: curve)) }
  }

  /// Moves the part's anchor, in pixels of the scene; duration and delay are in seconds.
  public func move(
    from start: Point, to end: Point, over duration: Double, delay: Double = 0,
    curve: Curve = .linear
  ) -> Element {
    animate(.position, from: start, to: end, Timing(duration, delay: delay), curve: curve)
  }

  /// Moves the part's anchor along a path, evenly by its length.
  ///
  /// - Parameters:
  ///   - path: Of one piece.
  ///   - turns: Whether the part turns with the path, right being ahead.
  ///   - timing: When.
  ///   - curve: How the progress of each pass follows time.
  public func move(
    along path: Path, turns: Bool = false, _ timing: Timing, curve: Curve = .linear
  ) -> Element {
    with { $0.tracks.append(Track(along: path, turns: turns, timing, curve: curve)) }
  }

  /// Changes the opacity, from 0 to 1.
  public func fade(
    from start: Double, to end: Double, over duration: Double, delay: Double = 0,
    curve: Curve = .linear
  ) -> Element {
    animate(.opacity, from: start, to: end, Timing(duration, delay: delay), curve: curve)
  }

  /// Changes the size that it seems to have, evenly in both directions.
  public func zoom(
    from start: Double, to end: Double, over duration: Double, delay: Double = 0,
    curve: Curve = .linear
  ) -> Element {
    animate(
      .zoom, from: Point(start, start), to: Point(end, end), Timing(duration, delay: delay),
      curve: curve)
  }

  /// Turns the part in the plane, in degrees clockwise.
  public func rotate(
    from start: Double, to end: Double, over duration: Double, delay: Double = 0,
    curve: Curve = .linear
  ) -> Element {
    animate(.rotation, from: start, to: end, Timing(duration, delay: delay), curve: curve)
  }

  /// Turns the part in space, in degrees about an axis through its anchor.
  public func turn(
    from start: Double, to end: Double, about axis: Vector, over duration: Double,
    delay: Double = 0, curve: Curve = .linear
  ) -> Element {
    animate(
      .turn, from: Turn(start, about: axis), to: Turn(end, about: axis),
      Timing(duration, delay: delay), curve: curve)
  }
}
