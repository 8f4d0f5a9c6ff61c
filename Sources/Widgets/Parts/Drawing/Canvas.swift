internal import CHikidashiGTK
internal import CHikidashiWidgetBridge

/// A part that draws shapes, which can be looked up, pressed and reached by the keyboard.
///
/// The shapes are made anew whenever the canvas has to be drawn, for the size that it then has;
/// ``redraw()`` asks for that after a change.
///
/// ```swift
/// let canvas = Canvas("Traffic light", width: 60, height: 60) { room in
///   Shape.circle(center: room.bounds.center, radius: 25)
///     .fill(isGreen ? .green : .red).named("light", label: isGreen ? "Go" : "Stop")
/// }
/// canvas.onPress = { press in
///   isGreen.toggle()
///   canvas.redraw()
/// }
/// ```
///
/// With ``onPress``, the arrow keys go from one named shape to the next, in the order in which they
/// are drawn, and Enter or the space bar presses it.
public final class Canvas: Part {
  /// The role of the canvas for a screen reader.
  public enum Role: Sendable {
    case picture, group, button, meter
  }

  /// The area to draw in, and its appearance.
  public struct Room: Sendable {
    /// The size of the canvas in pixels.
    public var size: Size
    /// Whether the window uses a dark colour scheme.
    public var isDark: Bool

    /// The whole area of the canvas, with the origin at the upper left.
    public var bounds: Rect { Rect(origin: .zero, size: size) }
  }

  /// Called when a shape, or the background of the canvas, is pressed with the pointer or the
  /// keyboard.
  public var onPress: (@MainActor (Press) -> Void)? {
    didSet { updateFocusable() }
  }
  /// Called when the pointer moves, with its position and the shape under it; both nil when it
  /// leaves.
  public var onHover: (@MainActor (Point?, Drawing.Hit?) -> Void)?
  /// Called when the pointer moves while the first button is held, and when the button is released.
  public var onDrag: (@MainActor (Drag) -> Void)?
  /// Called with each key in the notation of ``Action/shortcuts``, such as `<Control>Left`, before
  /// the canvas handles it. If it returns true, neither the canvas nor the window gets the key.
  public var onKey: (@MainActor (String) -> Bool)? {
    didSet { updateFocusable() }
  }
  /// Called with the name of the shape that gets the keyboard focus; nil when none has it any more.
  public var onFocus: (@MainActor (String?) -> Void)?

  /// The name of the shape that has the keyboard focus.
  public private(set) var focusedShape: String?
  /// Whether the arrow keys were used last; GTK's own mark of that knows only its own keys.
  var isFollowingKeys = false
  /// The shapes as they were drawn last.
  public private(set) var drawing = Drawing([])
  private let make: @MainActor (Room) -> Drawing
  private var cache: PaintCache?

  /// Creates a canvas that asks for its shapes each time it is drawn.
  ///
  /// - Parameters:
  ///   - label: What a screen reader calls it.
  ///   - width: The least width, in pixels.
  ///   - height: The least height, in pixels.
  ///   - role: What a screen reader takes it for.
  ///   - draw: The shapes for the size that the canvas has, the hindmost first.
  public init(
    _ label: String, width: Int, height: Int, role: Role = .picture,
    @DrawingBuilder draw: @escaping @MainActor (Room) -> [Shape]
  ) {
    make = { Drawing(draw($0)) }
    super.init(
      native: hk_canvas_new { owner, snapshot, width, height in
        guard let owner, let snapshot else { return }
        MainActor.assumeIsolated {
          Unmanaged<Canvas>.fromOpaque(owner).takeUnretainedValue()
            .paint(on: snapshot, Size(width, height))
        }
      })
    guard let native else { return }
    hk_canvas_set_owner(native, Unmanaged.passUnretained(self).toOpaque())
    hk_canvas_set_size(native, gint(clamping: width), gint(clamping: height))
    setProperty(native.object, "accessible-role", enumeration: role.native.rawValue)
    accessibleLabel(label)
    listen()
    followColors()
  }

  /// Creates a canvas that always shows the same drawing.
  public convenience init(
    _ label: String, width: Int, height: Int, role: Role = .picture, _ drawing: Drawing
  ) {
    self.init(label, width: width, height: height, role: role) { _ in drawing }
  }

  isolated deinit {
    if let native { hk_canvas_set_owner(native, nil) }
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onPress = nil
    onHover = nil
    onDrag = nil
    onKey = nil
    onFocus = nil
    cache = nil
  }

  /// Redraws the canvas in the next frame, with its shapes made anew.
  public func redraw() {
    if let native { gtk_widget_queue_draw(native) }
  }

  /// Returns the shape under a point of the canvas, as it was drawn last.
  public func hit(at point: Point) -> Drawing.Hit? {
    let cache = cache ?? PaintCache(widget: native)
    return drawing.hit(at: point, textSize: cache.size)
  }

  /// The named shapes that were drawn last, in the order of the keyboard.
  var places: [Drawing.Place] {
    let cache = cache ?? PaintCache(widget: native)
    return drawing.places(textSize: cache.size)
  }

  /// Moves the keyboard focus to the shape of this name; with nil or an unknown name, to none.
  public func focus(shape name: String?) {
    let place = places.first { $0.name == name }
    focusedShape = place?.name
    if let native {
      setAccessible(native, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, place?.label ?? place?.name ?? "")
    }
    redraw()
    onFocus?(focusedShape)
  }

  private func paint(on snapshot: OpaquePointer, _ size: Size) {
    guard let native else { return }
    let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
    drawing = make(Room(size: size, isDark: isDark))
    let cache = cache ?? PaintCache(widget: native)
    self.cache = cache
    cache.beginFrame()
    let painter = SnapshotPainter(
      snapshot: snapshot, palette: Palette(of: native), cache: cache)
    painter.paint(drawing.shapes)
    let isMarked = isFollowingKeys || gtk_widget_has_visible_focus(native) != 0
    guard isMarked, gtk_widget_has_focus(native) != 0 else { return }
    painter.paint([focusRing(in: Rect(origin: .zero, size: size))])
  }

  /// Around the shape that the keyboard is at, or else the whole canvas.
  private func focusRing(in bounds: Rect) -> Shape {
    let place = places.first { $0.name == focusedShape }
    let ring = place.map { $0.bounds.inset(by: -3).intersection(bounds) } ?? bounds
    return Shape.rectangle(ring.inset(by: 1), corner: 6).stroke(.accent, width: 2).opacity(0.8)
  }

  /// A canvas takes the keyboard when it does something with it.
  private func updateFocusable() {
    guard let native else { return }
    gtk_widget_set_focusable(native, onPress != nil || onKey != nil ? 1 : 0)
  }

  private func followColors() {
    guard let manager = adw_style_manager_get_default() else { return }
    let connection = connect(UnsafeMutableRawPointer(manager), "notify::dark") { [weak self] _ in
      self?.redraw()
      return false
    }
    on("destroy") { _ in connection.disconnect() }
  }
}

extension Canvas.Role {
  fileprivate var native: GtkAccessibleRole {
    switch self {
    case .picture: GTK_ACCESSIBLE_ROLE_IMG
    case .group: GTK_ACCESSIBLE_ROLE_GROUP
    case .button: GTK_ACCESSIBLE_ROLE_BUTTON
    case .meter: GTK_ACCESSIBLE_ROLE_METER
    }
  }
}

// MARK: - Input

extension Canvas {
  /// A press of a pointer's button, or of Enter or the space bar.
  public struct Press: Sendable {
    /// The position of the pointer; for the keyboard, the middle of the shape.
    public var point: Point
    /// The foremost shape at the point.
    public var hit: Drawing.Hit?
    /// The name of the shape, or of the nearest group around it that has one.
    public var name: String?
    /// The number of the button; 1 for the first button and for the keyboard.
    public var button: Int
    /// The number of the press in a series: 2 for the second press of a double click.
    public var count: Int
  }

  /// A movement of the pointer while the first button is held.
  public struct Drag: Sendable {
    /// The point where the drag began.
    public var start: Point
    /// The point where the pointer is now.
    public var point: Point
    /// The foremost shape at the point where the drag began.
    public var hit: Drawing.Hit?
    /// Whether the button was released.
    public var isOver: Bool
  }

  func listen() {
    listenToClicks()
    listenToMotion()
    listenToDrags()
    listenToKeys()
    on("notify::has-focus") { [weak self] _ in self?.redraw() }
  }

  private func listenToClicks() {
    guard let click = gtk_gesture_click_new() else { return }
    gtk_gesture_single_set_button(click, 0)
    addController(click)
    // The gesture belongs to the widget and calls nobody after it.
    connect(UnsafeMutableRawPointer(click), "released") { [weak self] arguments in
      guard let self, let onPress else { return false }
      let point = Point(arguments.double(2), arguments.double(3))
      let hit = hit(at: point)
      isFollowingKeys = false
      if let native { gtk_widget_grab_focus(native) }
      if let name = hit?.name { focus(shape: name) }
      onPress(
        Press(
          point: point, hit: hit, name: hit?.name,
          button: Int(gtk_gesture_single_get_current_button(click)), count: arguments.int(1)))
      return false
    }
  }

  private func listenToMotion() {
    guard let motion = gtk_event_controller_motion_new() else { return }
    addController(motion)
    connect(UnsafeMutableRawPointer(motion), "motion") { [weak self] arguments in
      guard let self, onHover != nil || onPress != nil else { return false }
      let point = Point(arguments.double(1), arguments.double(2))
      let hit = hit(at: point)
      let canPress = onPress != nil && hit?.name != nil
      if let native { gtk_widget_set_cursor_from_name(native, canPress ? "pointer" : nil) }
      onHover?(point, hit)
      return false
    }
    connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] _ in
      self?.onHover?(nil, nil)
      return false
    }
  }

  private func listenToDrags() {
    guard let drag = gtk_gesture_drag_new() else { return }
    addController(drag)
    func report(_ signal: String, isOver: Bool) {
      connect(UnsafeMutableRawPointer(drag), signal) { [weak self] arguments in
        guard let self, let onDrag else { return false }
        var x = 0.0
        var y = 0.0
        guard gtk_gesture_drag_get_start_point(drag, &x, &y) != 0 else { return false }
        let offset = Point(arguments.double(1), arguments.double(2))
        // A hand that shakes a little still clicks.
        let isMoved = offset.length >= 4
        if isMoved { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
        let start = Point(x, y)
        onDrag(Drag(start: start, point: start + offset, hit: hit(at: start), isOver: isOver))
        return false
      }
    }
    report("drag-update", isOver: false)
    report("drag-end", isOver: true)
  }

  private func listenToKeys() {
    guard let keys = gtk_event_controller_key_new() else { return }
    addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      guard let self else { return false }
      let key = guint(clamping: arguments.uint(1))
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      if let onKey, let name = gtk_accelerator_name(key, GdkModifierType(held)) {
        defer { g_free(name) }
        if onKey(String(cString: name)) { return true }
      }
      return held == 0 && pressed(Int32(clamping: arguments.uint(1)))
    }
  }

  private func pressed(_ key: Int32) -> Bool {
    guard let onPress else { return false }
    switch key {
    case GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_KP_Right, GDK_KEY_KP_Down: return goOn(by: 1)
    case GDK_KEY_Left, GDK_KEY_Up, GDK_KEY_KP_Left, GDK_KEY_KP_Up: return goOn(by: -1)
    case GDK_KEY_Home, GDK_KEY_KP_Home: return go(to: places.first)
    case GDK_KEY_End, GDK_KEY_KP_End: return go(to: places.last)
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space, GDK_KEY_KP_Space:
      let place = places.first { $0.name == focusedShape }
      let point = place?.bounds.center ?? .zero
      let hit = hit(at: point)
      onPress(
        Press(
          point: point, hit: hit?.name == place?.name ? hit : nil, name: place?.name, button: 1,
          count: 1))
      return true
    default: return false
    }
  }

  /// False behind the last shape, which lets the focus move on.
  private func goOn(by step: Int) -> Bool {
    let places = places
    guard !places.isEmpty else { return false }
    guard let index = places.firstIndex(where: { $0.name == focusedShape }) else {
      return go(to: step > 0 ? places.first : places.last)
    }
    let next = index + step
    return places.indices.contains(next) && go(to: places[next])
  }

  private func go(to place: Drawing.Place?) -> Bool {
    guard let place else { return false }
    isFollowingKeys = true
    focus(shape: place.name)
    return true
  }
}
