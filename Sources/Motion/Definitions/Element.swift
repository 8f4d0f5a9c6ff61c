/// Something that a scene shows, and how it moves.
///
/// ```swift
/// Element(.text("こんにちは", font: Font(size: 24)), id: "greeting")
///   .move(from: Point(0, 0), to: Point(200, 80), over: 1.5, delay: 0.3, curve: .easeInOut)
///   .fade(from: 1, to: 0, over: 1.5)
/// ```
///
/// Several elements may share one part, each with its own times and motions, so that the part moves in
/// stages. The part keeps what the last of them has made of it.
public struct Element: Sendable {
  /// What a part shows.
  public enum Content: Sendable, Hashable {
    /// A text; without a colour it has that of the text around the scene, black on paper.
    case text(String, font: Font = .body, color: Color? = nil)
    /// A picture, by the name or path under which the app finds it.
    case image(String)
    /// A widget, by the name under which the app registers it.
    case widget(String)
  }

  /// The edge from which a part is wiped in.
  public enum WipeEdge: String, Sendable, Hashable, CaseIterable {
    case left
    case right
    case top
    case bottom
  }

  enum Source: Sendable, Hashable {
    case content(Content)
    /// The part of the element with this id.
    case shared(String)
  }

  let source: Source
  /// The name by which other items refer to the element; unique in a scene.
  public let id: String?
  public var start = SceneStart.automatic
  public var timing = Timing()
  /// Whether this element hides its part before it begins.
  public var isHiddenBefore = false
  /// Whether this element hides its part after it has ended.
  public var isHiddenAfter = false
  public var tracks: [Track] = []
  /// What properties have where no motion says otherwise.
  var base: [SceneProperty: [Double]] = [:]
  /// The layer of the part; parts of a greater layer stand in front.
  public var layer = 0
  public var showsBack = true
  public var wipeEdge = WipeEdge.left
  var hooks: [SceneHookKind: SceneHook] = [:]

  /// An element with a part of its own.
  public init(_ content: Content, id: String? = nil) {
    source = .content(content)
    self.id = id
  }

  /// An element that moves the part of another one in a further stage.
  public init(sharing other: String, id: String? = nil) {
    source = .shared(other)
    self.id = id
  }
}

/// The moments that a hook can be for.
enum SceneHookKind: String, Sendable, Hashable, CaseIterable {
  case make
  case start
  case `repeat`
  case end
}

// MARK: - Modifiers

extension Element {
  /// Sets a property's value for the times when no motion changes it. Of several elements of one
  /// part the first that sets it counts.
  public func set<Value>(_ property: AnimatedProperty<Value>, _ value: Value) -> Element {
    with { $0.base[property.property] = value.sceneComponents }
  }

  /// Sets where the part's anchor is, in pixels.
  public func place(_ position: Point) -> Element { set(.position, position) }

  /// Sets when the element begins.
  public func starts(_ start: SceneStart) -> Element { with { $0.start = start } }

  /// Sets the timing of all the element's motions together.
  public func timed(_ timing: Timing) -> Element { with { $0.timing = timing } }

  /// Delays the element's beginning by a number of seconds.
  public func delay(_ seconds: Double) -> Element { with { $0.timing.delay = seconds } }

  /// Repeats all the element's motions.
  public func repeats(
    _ count: Double, delay: Double = 0, direction: Timing.Direction = .forward
  ) -> Element {
    with {
      $0.timing.repeats = count
      $0.timing.repeatDelay = delay
      $0.timing.direction = direction
    }
  }

  /// Sets the speed of the element's time: faster above 1, slower below.
  public func speed(_ speed: Double) -> Element { with { $0.timing.speed = speed } }

  /// Sets the element's duration in seconds, whatever its motions take.
  public func lasts(_ seconds: Double) -> Element { with { $0.timing.duration = seconds } }

  /// Hides the part before the element begins, and after it has ended.
  public func hidden(before: Bool = true, after: Bool = true) -> Element {
    with {
      $0.isHiddenBefore = before
      $0.isHiddenAfter = after
    }
  }

  /// Sets the part's layer: greater layers are in front; in one layer, later parts are in front.
  public func layer(_ layer: Int) -> Element { with { $0.layer = layer } }

  /// Sets whether the part can be seen from behind, as it turns away from the viewer.
  public func backFace(isVisible: Bool) -> Element { with { $0.showsBack = isVisible } }

  /// Sets the edge on which the part is wiped in.
  public func wipes(from edge: WipeEdge) -> Element { with { $0.wipeEdge = edge } }

  /// Runs once when the part has been made, before it is shown, and may change it.
  public func onMake(_ hook: SceneHook?) -> Element { with { $0.hooks[.make] = hook } }

  /// Runs when the element begins.
  public func onStart(_ hook: SceneHook?) -> Element { with { $0.hooks[.start] = hook } }

  /// Runs when each pass after the first begins.
  public func onRepeat(_ hook: SceneHook?) -> Element { with { $0.hooks[.repeat] = hook } }

  /// Runs when the element has ended.
  public func onEnd(_ hook: SceneHook?) -> Element { with { $0.hooks[.end] = hook } }

  func with(_ change: (inout Element) -> Void) -> Element {
    var element = self
    change(&element)
    return element
  }
}

// MARK: - Motions

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

  /// Changes a property of two directions through keyframes that have one number for both, as in
  /// `.animate(.zoom, through: [Keyframe(1), Keyframe(1.2), Keyframe(1)], Timing(0.5))`.
  public func animate(
    _ property: AnimatedProperty<Point>, through keyframes: [Keyframe<Double>], _ timing: Timing,
    curve: Curve = .linear
  ) -> Element {
    let keyframes = keyframes.map {
      Keyframe(Point($0.value, $0.value), at: $0.offset, curve: $0.curve)
    }
    return animate(property, through: keyframes, timing, curve: curve)
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

  /// Scales the part, evenly in both directions.
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
