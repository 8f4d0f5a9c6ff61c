internal import CGTK

extension Canvas {
  /// A press of a pointer's button, or of Enter or the space bar.
  public struct Press: Sendable {
    /// Where; by the keyboard, the middle of the shape.
    public var point: Point
    /// The foremost shape there.
    public var hit: Drawing.Hit?
    /// The name of the shape, or of the nearest group around it that has one.
    public var name: String?
    /// 1 is the first button and the keyboard.
    public var button: Int
    /// 2 for the second press of a double click.
    public var count: Int
  }

  /// A pull with the first button held.
  public struct Drag: Sendable {
    /// Where it began.
    public var start: Point
    /// Where the pointer is.
    public var point: Point
    /// What lay under the pointer where it began.
    public var hit: Drawing.Hit?
    /// Whether the button was let go.
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
