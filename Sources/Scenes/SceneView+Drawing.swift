internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiMotion
internal import HikidashiWidgets

extension SceneView {
  static var callbacks: HKSceneCallbacks {
    HKSceneCallbacks(
      snapshot: { owner, snapshot, _, _ in
        guard let owner, let snapshot else { return }
        MainActor.assumeIsolated {
          Unmanaged<SceneView>.fromOpaque(owner).takeUnretainedValue().draw(on: snapshot)
        }
      },
      allocate: { owner, _, _ in
        guard let owner else { return }
        MainActor.assumeIsolated {
          Unmanaged<SceneView>.fromOpaque(owner).takeUnretainedValue().placeWidgets()
        }
      },
      pick: { owner, x, y in
        guard let owner else { return }
        MainActor.assumeIsolated {
          Unmanaged<SceneView>.fromOpaque(owner).takeUnretainedValue().prepareToPick(Point(x, y))
        }
      })
  }

  /// Whether what draws the window knows only the plane.
  private var isDrawnByCairo: Bool {
    guard let native, let root = gtk_widget_get_native(native),
      let renderer = gtk_native_get_renderer(root)
    else { return true }
    return g_type_check_instance_is_a(
      UnsafeMutablePointer<GTypeInstance>(renderer), gsk_cairo_renderer_get_type()) != 0
  }

  private func draw(on snapshot: OpaquePointer) {
    drawCount += 1
    var painter = painter
    painter.isPlane = isDrawnByCairo
    painter.drawWidget = { [self] number, snapshot in
      guard let native, let child = widgets[number]?.native else { return }
      // The child is drawn where it was placed, and what draws here stands there already.
      if let place = places[number], let back = gsk_transform_invert(place.native) {
        gtk_snapshot_transform(snapshot, back)
        gsk_transform_unref(back)
      }
      gtk_widget_snapshot_child(native, child, snapshot)
    }
    gtk_snapshot_save(snapshot)
    var origin = corner.native
    gtk_snapshot_translate(snapshot, &origin)
    if painter.isPlane {
      painter.paint(state, on: snapshot)
    } else if let own = gtk_snapshot_new() {
      painter.paint(state, on: own)
      if let node = gtk_snapshot_free_to_node(own) {
        gtk_snapshot_append_node(snapshot, node)
        keep(node)
      }
    }
    gtk_snapshot_restore(snapshot)
    if isPausedByPress { paintPause(on: snapshot) }
  }

  /// Keeps what was drawn for some frames more: the renderer of the graphics card knows pictures by the
  /// addresses of nodes, for a while after these are gone, and would take an old one for a new one.
  private func keep(_ node: OpaquePointer) {
    recentNodes.append(node)
    if recentNodes.count > 5 { gsk_render_node_unref(recentNodes.removeFirst()) }
  }

  /// What draws the parts, and tells what of them is seen.
  var painter: ScenePainter {
    let scale = native.map { Double(gtk_widget_get_scale_factor($0)) } ?? 1
    return ScenePainter(scene: player.scene, contents: contents, isPlane: true, scale: scale)
  }

  /// The sign that the scene stands still and goes on when it is pressed.
  private func paintPause(on snapshot: OpaquePointer) {
    guard let native else { return }
    let width = Double(gtk_widget_get_width(native))
    let height = Double(gtk_widget_get_height(native))
    let radius = min(32, min(width, height) / 4)
    let middle = Point(width / 2, height / 2)
    var bounds = Rect(0, 0, width, height).native
    guard radius > 0, let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.6)
    cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * .pi)
    cairo_fill(cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_move_to(cairo, middle.x - radius * 0.3, middle.y - radius * 0.5)
    cairo_line_to(cairo, middle.x - radius * 0.3, middle.y + radius * 0.5)
    cairo_line_to(cairo, middle.x + radius * 0.55, middle.y)
    cairo_fill(cairo)
  }

  func listen() {
    guard let click = gtk_gesture_click_new() else { return }
    addController(click)
    connect(UnsafeMutableRawPointer(click), "released") { [weak self] arguments in
      self?.press(Point(arguments.double(2), arguments.double(3)))
      return false
    }
    guard let keys = gtk_event_controller_key_new() else { return }
    addController(keys)
    connect(
      UnsafeMutableRawPointer(keys), "key-pressed",
      returning: { [weak self] arguments in
        guard let self, pausesOnPress, arguments.uint(1) == Int(GDK_KEY_space) else { return false }
        togglePause()
        return true
      })
  }

  private func press(_ point: Point) {
    onPress?(part(at: point))
    if pausesOnPress { togglePause() }
  }

  private func togglePause() {
    if player.state == .paused { return player.resume() }
    player.pause()
    isPausedByPress = player.state == .paused
  }
}
