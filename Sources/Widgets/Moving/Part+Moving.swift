internal import CHikidashiGTK
public import HikidashiMotion

// What a part does in its place. It stands in the layout as if it did not move: what is beside it does not
// give way. A person who wants less motion sees the end of each movement at once.
extension Part {
  /// Says how the part comes: when it is first shown, and when it is made visible again.
  ///
  /// ```swift
  /// Stack {
  ///   If(draft.isSaved) { Label("Saved").entering(.fade().slide(from: .top, by: 12)) }
  /// }
  /// ```
  ///
  /// It must be said before the part is placed into another one. A movement that is refused, as one with
  /// a duration of 0, is told in the log, and the part then comes at once.
  @discardableResult
  public func entering(_ movement: Movement) -> Self {
    if isUsable(movement, .coming) { madeMotion?.entering = movement }
    return self
  }

  /// Says how the part goes: when the ``If`` or ``ForEach`` of a ``Stack`` takes it away, and when it is
  /// made invisible.
  ///
  /// Until its movement is over it stays where it is, and is neither pressed nor typed in.
  ///
  /// ```swift
  /// Stack { ForEach(basket.items) { item in ItemRow(item).leaving(.fade().scale(from: 0.5)) } }
  /// ```
  @discardableResult
  public func leaving(_ movement: Movement) -> Self {
    if isUsable(movement, .going) { madeMotion?.leaving = movement }
    return self
  }

  /// Lets the part glide to its new place when the layout has moved it within its parent.
  ///
  /// It does not glide while a person changes the size of the window.
  ///
  /// ```swift
  /// Stack { ForEach(players.ranking) { player in PlayerRow(player).moving(curve: .backOut) } }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: In seconds, more than 0.
  ///   - delay: In seconds, before it begins.
  ///   - curve: How the way follows time.
  @discardableResult
  public func moving(
    over duration: Double = 0.25, delay: Double = 0, curve: Curve = .easeInOut
  ) -> Self {
    let glide = { @MainActor (way: Vector) in
      Movement.animate(
        .translation, through: [Keyframe(way), Keyframe(Vector(0, 0))],
        Timing(duration, delay: delay), curve: curve)
    }
    if isUsable(glide(Vector(1, 1)), .coming) { madeMotion?.gliding = glide }
    return self
  }

  /// Plays a movement in the part's place whenever what the closure returns is another value.
  ///
  /// ```swift
  /// Label { "\(basket.count)" }
  ///   .changing(.scale(from: 1.5, curve: .elasticOut)) { basket.count }
  /// ```
  @discardableResult
  public func changing<Value: Equatable>(
    _ movement: Movement, when value: @escaping @MainActor () -> Value
  ) -> Self {
    guard isUsable(movement, .coming), madeMotion != nil else { return self }
    var isFirst = true
    keepUpToDate(.part, value) { [weak self] _ in
      if !isFirst { self?.motion?.play(movement) }
      isFirst = false
    }
    return self
  }

  /// Whether a movement is none that is refused, which is told in the log.
  func isUsable(_ movement: Movement, _ way: MovementCourse.Way) -> Bool {
    do throws(SceneError) {
      _ = try MovementCourse(movement, way, size: Size(1, 1))
      return true
    } catch {
      reportMisuse("the movement of a \(Self.self) is refused: \(error)")
      return false
    }
  }
}

extension Part {
  /// What stands in the parent: the part's widget, or what moves it there.
  package var nativeInParent: NativeWidget? { motion?.mover ?? native }

  /// How the part moves, made when it is first asked for; nil for a part that stands somewhere already,
  /// and for a window.
  var madeMotion: PartMotion? {
    if let motion { return motion }
    guard native != nil else { return nil }
    guard isFree, !(self is Window) else {
      reportMisuse(
        "a \(Self.self) gets no movements: they are said before a part is placed, and not of a window"
      )
      return nil
    }
    motion = PartMotion(self)
    return motion
  }

  func retainWidgets() { for widget in widgets { g_object_ref(widget) } }

  func releaseWidgets() { for widget in widgets { g_object_unref(widget) } }

  private var widgets: [NativeWidget] { [native, motion?.mover].compactMap { $0 } }

  /// Has the part come by its movement when it is seen next.
  ///
  /// - Parameter afterwards: Called when it is there; not where it is told to go meanwhile.
  func come(then afterwards: @escaping @MainActor () -> Void) {
    guard let motion else { return afterwards() }
    motion.comeAnew(then: afterwards)
  }

  /// Has the part go by its movement.
  ///
  /// - Parameter afterwards: Called when it has gone, or at once where it has no movement.
  func leave(then afterwards: @escaping @MainActor () -> Void) {
    guard let motion else { return afterwards() }
    motion.leave(then: afterwards)
  }
}
