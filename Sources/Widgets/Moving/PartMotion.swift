internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiMotion

/// What a part does when it comes, goes and stands elsewhere, and how it moves now.
///
/// The part's widget stands in another one, which stands in the layout for it and moves it.
@MainActor
final class PartMotion {
  /// What stands in the layout; nil when it was destroyed.
  private(set) var mover: NativeWidget?
  var entering: Movement?
  var leaving: Movement?
  /// Moves from a former place to another one, by the way between them.
  var gliding: (@MainActor (Vector) -> Movement)? {
    didSet { if gliding != nil { watchPlace() } }
  }

  private var course: Course?
  private var glide: Course?
  /// How the course shows the part, without the glide.
  private(set) var seen: MovementPose?
  /// What was seen when a movement was broken off, with what the next one begins with: how the two
  /// differ goes away in a while.
  private var remainder: (from: MovementPose, first: MovementPose?, duration: Double)?
  private var place: Point?
  private(set) var state = State.away
  /// Whether it goes in order to be hidden.
  private(set) var isHiding = false
  private var afterwards: (@MainActor () -> Void)?
  /// The clock of the window that it stands in.
  private(set) var clock: MotionClock?

  enum State {
    /// It is to come when it is seen.
    case away
    /// It waits for its first layout.
    case coming
    case here
    case leaving
  }

  /// A movement with the time at which it has begun, or is to.
  private struct Course {
    var movement: MovementCourse
    var delay: Double
    /// Nil until the next frame.
    var start: Double?
    var duration: Double { movement.duration + delay }

    mutating func pose(at time: Double) -> MovementPose? {
      movement.pose(at: time - (start ?? time) - delay)
    }

    func isOver(at time: Double) -> Bool { start.map { time - $0 >= duration } ?? false }
  }

  /// - Parameter part: It stands nowhere yet.
  init?(_ part: Part) {
    guard let native = part.native, let mover = hk_mover_new(native) else { return nil }
    self.mover = mover
    g_object_ref_sink(mover)
    connect(mover, "map", after: true) { [weak self] _ in
      self?.wasMapped()
      return false
    }
    connect(mover, "unmap") { [weak self] _ in
      self?.wasUnmapped()
      return false
    }
    connect(mover, "notify::root") { [weak self] _ in
      self?.rootChanged()
      return false
    }
    connect(mover, "destroy") { [weak self] _ in
      self?.died()
      return false
    }
  }

  private func died() {
    clock?.stop(self)
    clock?.forget(self)
    (clock, mover, afterwards, course, glide) = (nil, nil, nil, nil, nil)
  }

  /// Whether it is seen, and may move.
  var wantsMotion: Bool {
    mover.map { gtk_widget_get_mapped($0) != 0 && adw_get_enable_animations($0) != 0 } ?? false
  }

  private var size: Size {
    guard let mover else { return .zero }
    return Size(Double(gtk_widget_get_width(mover)), Double(gtk_widget_get_height(mover)))
  }

  // MARK: Coming and going

  /// Has the part come anew when it is seen next.
  ///
  /// - Parameter afterwards: Called when it has come; not where it has to go before.
  func comeAnew(then afterwards: (@MainActor () -> Void)? = nil) {
    end()
    state = .away
    self.afterwards = afterwards
    isHiding = false
    setReachable(true)
    if let mover, gtk_widget_get_mapped(mover) != 0 { wasMapped() }
  }

  private func wasMapped() {
    place = nil
    guard state == .away else { return }
    guard let entering, !entering.isEmpty, wantsMotion, let clock, let mover else {
      return arrive()
    }
    state = .coming
    clock.watchOnce(self)
    gtk_widget_queue_allocate(mover)
  }

  private func wasUnmapped() {
    place = nil
    clock?.forget(self)
    if gliding != nil { watchPlace() }
    guard course != nil || glide != nil || state == .coming else { return }
    // What goes is taken away later: now GTK is at work on it.
    Task { [weak self] in
      guard let self, let mover, gtk_widget_get_mapped(mover) == 0 else { return }
      if course != nil || glide != nil || state == .coming { finish() }
    }
  }

  /// Has the part go.
  ///
  /// - Parameter afterwards: Called when it has gone, or at once where it goes without a movement.
  func leave(then afterwards: @escaping @MainActor () -> Void) {
    guard state != .leaving else {
      let first = self.afterwards
      self.afterwards = {
        first?()
        afterwards()
      }
      return
    }
    guard let leaving, !leaving.isEmpty, wantsMotion, state == .here,
      let course = makeCourse(leaving, .going, waits: true)
    else {
      end()
      state = .away
      return afterwards()
    }
    self.afterwards = afterwards
    begin(course, in: .leaving)
    setReachable(false)
  }

  /// Plays a movement once, where the part stands.
  func play(_ movement: Movement) {
    guard state == .here, wantsMotion, let course = makeCourse(movement, .coming) else { return }
    begin(course, in: .here)
  }

  /// Shows or hides the part by its movements.
  ///
  /// - Parameter change: Has GTK show or hide it.
  func setVisible(_ isVisible: Bool, _ change: @escaping @MainActor () -> Void) {
    // What is being taken away is not kept by that.
    if isVisible, state == .leaving, !isHiding { return change() }
    isHiding = !isVisible
    guard isVisible else {
      return leave {
        self.isHiding = false
        change()
      }
    }
    comeAnew()
    change()
  }

  private func arrive() {
    state = .here
    let afterwards = afterwards
    self.afterwards = nil
    afterwards?()
  }

  /// What goes is neither pressed nor typed in.
  private func setReachable(_ isReachable: Bool) {
    guard let mover else { return }
    gtk_widget_set_can_target(mover, isReachable ? 1 : 0)
    gtk_widget_set_can_focus(mover, isReachable ? 1 : 0)
    setAccessible(mover, GTK_ACCESSIBLE_STATE_HIDDEN, !isReachable)
  }

  // MARK: Courses

  /// Nil for what is refused, which was told when it was set.
  ///
  /// - Parameter waits: Whether the part waits for those before it in its container.
  private func makeCourse(
    _ movement: Movement, _ way: MovementCourse.Way, waits: Bool = false
  ) -> Course? {
    guard let mover, let movement = course(of: movement, way) else { return nil }
    return Course(movement: movement, delay: waits ? delay(of: mover) : 0)
  }

  /// A movement of what has the size of the part.
  func course(of movement: Movement, _ way: MovementCourse.Way) -> MovementCourse? {
    guard let mover else { return nil }
    let isRightToLeft = gtk_widget_get_direction(mover) == GTK_TEXT_DIR_RTL
    return try? MovementCourse(movement, way, size: size, isRightToLeft: isRightToLeft)
  }

  /// How long it waits for those before it in its container.
  private func delay(of mover: NativeWidget) -> Double {
    guard let container = gtk_widget_get_parent(mover), let stack = Part.of(container) as? Stack,
      let step = stack.stagger, let clock
    else { return 0 }
    return step * Double(clock.turn(in: container))
  }

  private func begin(_ course: Course, in state: State) {
    // From where it is seen now it goes over to the new movement.
    remainder = self.course == nil ? nil : seen.map { ($0, nil, min(course.duration, 0.2)) }
    self.course = course
    self.state = state
    clock?.run(self)
  }

  /// Stands still at its place.
  private func end() {
    (course, glide, remainder, seen) = (nil, nil, nil, nil)
    clock?.stop(self)
    show(.rest)
  }

  private func show(_ pose: MovementPose?) {
    guard let mover else { return }
    // What is seen from its edge is not seen.
    let hidden = HKPose(transform: nil, opacity: 0, blur: 0)
    hk_mover_set_pose(mover, pose?.native ?? hidden)
  }

  private func showMoment(_ time: Double) {
    var pose: MovementPose? = course == nil ? .rest : course?.pose(at: time)
    if let remainder, var now = pose {
      let left = 1 - (time - (course?.start ?? time)) / remainder.duration
      let first = remainder.first ?? now
      self.remainder?.first = first
      if left > 0 { now.add(remainder.from, minus: first, times: left * left) }
      pose = now
    }
    seen = pose
    if let way = glide?.pose(at: time)?.transform {
      pose?.transform.tx += way.tx
      pose?.transform.ty += way.ty
    }
    show(pose)
  }
}

extension PartMotion: Moving {
  func advance(to time: Double) -> Bool {
    guard mover != nil else { return false }
    if course?.start == nil { course?.start = time }
    if glide?.start == nil { glide?.start = time }
    if glide?.isOver(at: time) ?? false { glide = nil }
    guard course?.isOver(at: time) ?? true else {
      showMoment(time)
      return true
    }
    let hasEnded = course != nil
    (course, remainder) = (nil, nil)
    if hasEnded, state == .leaving {
      finish()
    } else {
      showMoment(time)
      if hasEnded { arrive() }
    }
    // Who was told may have begun another one.
    return course != nil || glide != nil
  }

  func finish() {
    let state = state
    end()
    guard state == .leaving else { return arrive() }
    self.state = .away
    let afterwards = afterwards
    self.afterwards = nil
    // Not for a moment at its place again.
    show(nil)
    afterwards?()
  }
}

// MARK: - Places

extension PartMotion: Placed {
  func wasLaidOut(at time: Double, isResized: Bool) {
    if state == .coming { comeIn(at: time) }
    guard let gliding, let mover, let parent = gtk_widget_get_parent(mover), wantsMotion else {
      place = nil
      return
    }
    let before = place
    place = Self.place(of: mover, in: parent)
    // With its window it moves as the person moves the window's edge.
    guard let before, let now = place, before != now, !isResized, state == .here else { return }
    let seen = glide?.pose(at: time)?.transform
    let way = Vector(
      before.x - now.x + (seen?.tx ?? 0), before.y - now.y + (seen?.ty ?? 0))
    guard var course = makeCourse(gliding(way), .coming) else { return }
    course.start = time
    glide = course
    showMoment(time)
    clock?.run(self)
  }

  /// The part has its first size, and is not painted yet.
  private func comeIn(at time: Double) {
    guard let entering, wantsMotion, var course = makeCourse(entering, .coming, waits: true) else {
      return arrive()
    }
    course.start = time
    begin(course, in: .here)
    showMoment(time)
  }

  private static func place(of widget: NativeWidget, in parent: NativeWidget) -> Point? {
    var (x, y) = (0.0, 0.0)
    guard gtk_widget_translate_coordinates(widget, parent, 0, 0, &x, &y) != 0 else { return nil }
    return Point(x, y)
  }

  private func rootChanged() {
    clock?.stop(self)
    clock?.forget(self)
    place = nil
    clock = mover.flatMap { gtk_widget_get_root($0) }.map { MotionClock.of($0.widget) }
    watchPlace()
  }

  private func watchPlace() {
    if gliding != nil { clock?.watch(self) }
  }
}

extension MovementPose {
  /// For GTK, which takes its transform.
  var native: HKPose {
    HKPose(
      transform: transform == .identity ? nil : transform.native, opacity: max(0, min(opacity, 1)),
      blur: max(0, blur))
  }
}
