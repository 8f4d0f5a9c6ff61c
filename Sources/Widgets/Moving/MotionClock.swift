internal import CHikidashiGTK

/// Something in a window that changes with each frame for a while.
@MainActor
protocol Moving: AnyObject {
  /// Shows what is to be seen at a time, in seconds of the window's frames.
  ///
  /// - Returns: False when it stands still from now on.
  func advance(to time: Double) -> Bool

  /// Shows the end at once.
  func finish()
}

/// Something that is placed by a layout, and looks at each layout where.
@MainActor
protocol Placed: AnyObject {
  /// GTK has laid the window out and has not painted it yet.
  ///
  /// - Parameter isResized: Whether the window itself has another size now.
  func wasLaidOut(at time: Double, isResized: Bool)
}

/// Moves all that moves in a window, by one tick for each frame.
///
/// It asks for frames only while something moves. What looks at layouts costs a look at each, and none by
/// itself.
@MainActor
final class MotionClock {
  private let window: NativeWidget
  private var moving: [any Moving] = []
  private var movingOnes: Set<ObjectIdentifier> = []
  private var placed: [ObjectIdentifier: any Placed] = [:]
  /// What comes is laid out first, in the order of the layout.
  private var coming: [any Placed] = []
  private var layoutWatch: SignalConnection?
  private var size = (width: gint(0), height: gint(0))
  private var turns: (frame: gint64, counts: [NativeWidget: Int]) = (-1, [:])
  /// Whether it asks for frames.
  private(set) var isTicking = false
  /// How many frames it has asked for since the window was made.
  private(set) var ticks = 0
  private static let key = "hikidashi-motion-clock"

  /// The clock of a window, which is kept by the window.
  static func of(_ window: NativeWidget) -> MotionClock {
    if let data = g_object_get_data(window.object, key) {
      return Unmanaged<MotionClock>.fromOpaque(data).takeUnretainedValue()
    }
    let clock = MotionClock(window)
    g_object_set_data_full(
      window.object, key, Unmanaged.passRetained(clock).toOpaque(),
      { data in if let data { Unmanaged<MotionClock>.fromOpaque(data).release() } })
    return clock
  }

  private init(_ window: NativeWidget) {
    self.window = window
    connect(window, "realize", after: true) { [weak self] _ in
      self?.watchLayouts()
      return false
    }
    connect(window, "unrealize") { [weak self] _ in
      // It has another clock when it is realized again.
      self?.layoutWatch?.disconnect()
      self?.layoutWatch = nil
      return false
    }
  }

  /// The time of the present frame, in seconds.
  private var time: Double {
    gtk_widget_get_frame_clock(window).map { Double(gdk_frame_clock_get_frame_time($0)) / 1e6 } ?? 0
  }

  // MARK: Moving

  /// Moves something in each frame from the next one on, until it stands still.
  func run(_ thing: any Moving) {
    guard movingOnes.insert(ObjectIdentifier(thing)).inserted else { return }
    moving.append(thing)
    guard !isTicking else { return }
    isTicking = true
    addTick(to: window) { [weak self] in self?.tick() ?? false }
  }

  /// Moves it no more.
  func stop(_ thing: any Moving) {
    guard movingOnes.remove(ObjectIdentifier(thing)) != nil else { return }
    moving.removeAll { $0 === thing }
  }

  private func tick() -> Bool {
    ticks += 1
    let (time, current) = (time, moving)
    let wantsMotion = adw_get_enable_animations(window) != 0
    // What ends may begin another movement, or end another one.
    moving = []
    var left: [any Moving] = []
    for thing in current where movingOnes.contains(ObjectIdentifier(thing)) {
      if !wantsMotion { thing.finish() }
      let goesOn = wantsMotion && thing.advance(to: time)
      if moving.contains(where: { $0 === thing }) { continue }
      if goesOn { left.append(thing) } else { movingOnes.remove(ObjectIdentifier(thing)) }
    }
    moving = left.filter { movingOnes.contains(ObjectIdentifier($0)) } + moving
    isTicking = !moving.isEmpty
    return isTicking
  }

  // MARK: Layouts

  /// Has it told of each layout.
  func watch(_ thing: any Placed) {
    placed[ObjectIdentifier(thing)] = thing
    watchLayouts()
  }

  /// Has it told of the next layout alone.
  func watchOnce(_ thing: any Placed) {
    coming.append(thing)
    watchLayouts()
  }

  func forget(_ thing: any Placed) {
    placed[ObjectIdentifier(thing)] = nil
    coming.removeAll { $0 === thing }
  }

  private func watchLayouts() {
    guard layoutWatch == nil, !(placed.isEmpty && coming.isEmpty),
      let clock = gtk_widget_get_frame_clock(window)
    else { return }
    layoutWatch = connect(UnsafeMutableRawPointer(clock), "layout", after: true) { [weak self] _ in
      self?.wasLaidOut()
      return false
    }
  }

  private func wasLaidOut() {
    let now = (width: gtk_widget_get_width(window), height: gtk_widget_get_height(window))
    let isResized = now != size
    size = now
    let (time, coming) = (time, coming)
    self.coming = []
    for thing in coming { thing.wasLaidOut(at: time, isResized: isResized) }
    for thing in placed.values { thing.wasLaidOut(at: time, isResized: isResized) }
    guard placed.isEmpty, self.coming.isEmpty else { return }
    layoutWatch?.disconnect()
    layoutWatch = nil
  }

  /// How many of the parts in a container have begun a movement in this frame before.
  func turn(in container: NativeWidget) -> Int {
    guard let clock = gtk_widget_get_frame_clock(window) else { return 0 }
    let frame = gdk_frame_clock_get_frame_counter(clock)
    if turns.frame != frame { turns = (frame, [:]) }
    let turn = turns.counts[container, default: 0]
    turns.counts[container] = turn + 1
    return turn
  }
}
