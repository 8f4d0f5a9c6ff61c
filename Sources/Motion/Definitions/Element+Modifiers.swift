extension Element {
  /// Sets a property for as long as no motion says otherwise. Of several elements of one part the
  /// first that sets it counts.
  public func set<Value>(_ property: AnimatedProperty<Value>, _ value: Value) -> Element {
    with { $0.base[property.property] = value.sceneComponents }
  }

  /// Sets where the part's anchor is, in pixels.
  public func place(_ position: Point) -> Element { set(.position, position) }

  /// Sets when it begins.
  public func starts(_ start: SceneStart) -> Element { with { $0.start = start } }

  /// Sets the timing of all its motions together.
  public func timed(_ timing: Timing) -> Element { with { $0.timing = timing } }

  /// Puts off its beginning by so many seconds.
  public func delay(_ seconds: Double) -> Element { with { $0.timing.delay = seconds } }

  /// Does all its motions several times.
  public func repeats(
    _ count: Double, delay: Double = 0, direction: Timing.Direction = .forward
  ) -> Element {
    with {
      $0.timing.repeats = count
      $0.timing.repeatDelay = delay
      $0.timing.direction = direction
    }
  }

  /// Lets its time pass faster, or more slowly below 1.
  public func speed(_ speed: Double) -> Element { with { $0.timing.speed = speed } }

  /// Lets it last so many seconds, whatever its motions take.
  public func lasts(_ seconds: Double) -> Element { with { $0.timing.duration = seconds } }

  /// Does not show the part before the element begins, and after it has ended.
  public func hidden(before: Bool = true, after: Bool = true) -> Element {
    with {
      $0.isHiddenBefore = before
      $0.isHiddenAfter = after
    }
  }

  /// Puts the part before those of a lesser layer; among equals the later one is in front.
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
