internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiOutlines

/// Animates the rows that come and go when a node is opened or closed.
@MainActor
final class RowAnimation<Item: Sendable> {
  private let rows: OutlineRows<Item>
  private let overlay: NativeWidget
  /// What is shown now in place of the list.
  private var picture: RowPicture?
  /// How often rows have begun to move.
  private(set) var runs = 0

  /// - Parameter overlay: The `GtkOverlay` around the list.
  init(_ rows: OutlineRows<Item>, over overlay: NativeWidget) {
    self.rows = rows
    self.overlay = overlay
  }

  /// How rows move now; nil before they were laid out, and while none do.
  var reveal: RowReveal? { picture?.reveal }

  var isRunning: Bool { picture != nil }

  /// Remembers how the rows look before those below `row` come or go.
  func prepare(_ row: OutlineRow<Item>, at position: Int) {
    end()
    let list = rows.list
    guard Toolkit.wantsMotion, gtk_widget_get_mapped(list.list) != 0,
      let cell = list.cell(at: position), cell.isOnScreen,
      let edge = list.bounds(of: cell)?.bottom
    else { return }
    let height = row.isOpen ? heightOfRows(below: position, edge) : 0
    guard edge < Double(gtk_widget_get_height(list.list)),
      let made = RowPicture(
        of: list.list, node: row.id, edge: edge, opens: !row.isOpen, heightBefore: height)
    else { return }
    picture = made
    runs += 1
    gtk_overlay_add_overlay(overlay.opaque, made.native)
    gtk_widget_set_opacity(list.scroller, 0)
    addTick(to: made.native) { [weak self, weak made] in
      guard let self, let made, picture === made else { return false }
      if made.advance() { return true }
      // The widget whose tick this is must not go in it.
      stop()
      return false
    }
  }

  /// How much of the rows below a node's is in view.
  private func heightOfRows(below position: Int, _ edge: Double) -> Double {
    let list = rows.list
    let viewHeight = Double(gtk_widget_get_height(list.list))
    let next = position + 1 + rows.outline.descendantCount(ofRow: position)
    let below = list.cell(at: next).flatMap { $0.isOnScreen ? list.bounds(of: $0)?.top : nil }
    return min(below ?? viewHeight, viewHeight) - edge
  }

  /// Learns from the layout how far the rows move; where the heading itself has moved, nothing does.
  func measure() {
    guard let picture, picture.reveal == nil else { return }
    let list = rows.list
    guard let row = rows.outline.row(of: picture.node), let cell = list.cell(at: row),
      cell.isOnScreen, let edge = list.bounds(of: cell)?.bottom, abs(edge - picture.edge) < 1
    else { return stop() }
    let height = picture.opens ? heightOfRows(below: row, edge) : picture.heightBefore
    guard height > 0 else { return stop() }
    picture.reveal = RowReveal(edge: edge, height: height, opens: picture.opens)
  }

  /// Shows the rows as they are in the next frame; widgets do not go during a layout.
  func stop() {
    guard let picture else { return }
    rows.list.afterNextFrame { [weak self] in
      if let self, self.picture === picture { end() }
    }
  }

  func end() {
    guard let picture else { return }
    self.picture = nil
    guard picture.isShown else { return }
    gtk_overlay_remove_overlay(overlay.opaque, picture.native)
    gtk_widget_set_opacity(rows.list.scroller, 1)
  }
}

/// A picture of how rows were, and the rows as they are, drawn one over the other while the list itself
/// is invisible.
@MainActor
private final class RowPicture {
  let native: NativeWidget
  private let list: NativeWidget
  /// A `GdkPaintable` of the rows as they were.
  private let before: OpaquePointer
  /// Unknown until the rows were laid out.
  var reveal: RowReveal?
  let node: NodeID
  let edge: Double
  let opens: Bool
  /// How much of the rows that go was in view.
  let heightBefore: Double
  private var start: gint64?
  private var time = 0.0

  init?(of list: NativeWidget, node: NodeID, edge: Double, opens: Bool, heightBefore: Double) {
    guard let live = gtk_widget_paintable_new(list) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(live)) }
    guard let picture = gdk_paintable_get_current_image(live) else { return nil }
    before = picture
    self.list = list
    self.node = node
    self.edge = edge
    self.opens = opens
    self.heightBefore = heightBefore
    native = hk_canvas_new { owner, snapshot, width, height in
      guard let owner, let snapshot else { return }
      MainActor.assumeIsolated {
        Unmanaged<RowPicture>.fromOpaque(owner).takeUnretainedValue()
          .paint(on: snapshot, width, height)
      }
    }
    // A window that is destroyed takes it along before the animation has heard of it.
    g_object_ref_sink(native)
    hk_canvas_set_owner(native, Unmanaged.passUnretained(self).toOpaque())
    gtk_widget_set_can_target(native, 0)
    setAccessible(native, GTK_ACCESSIBLE_STATE_HIDDEN, true)
  }

  isolated deinit {
    hk_canvas_set_owner(native, nil)
    g_object_unref(native)
    g_object_unref(UnsafeMutableRawPointer(before))
  }

  /// - Returns: False when all has been shown.
  func advance() -> Bool {
    guard let clock = gtk_widget_get_frame_clock(native) else { return false }
    let now = gdk_frame_clock_get_frame_time(clock)
    // The first frame shows how it was.
    let start = start ?? now
    self.start = start
    time = Double(now - start) / 1_000_000
    gtk_widget_queue_draw(native)
    return time < RowReveal.duration
  }

  private func paint(on snapshot: OpaquePointer, _ width: Double, _ height: Double) {
    guard let reveal else {
      gdk_paintable_snapshot(before, snapshot, width, height)
      return
    }
    for strip in reveal.strips(at: time, viewHeight: height) where strip.top < strip.bottom {
      var clip = graphene_rect_t()
      _ = graphene_rect_init(
        &clip, 0, Float(strip.top), Float(width), Float(strip.bottom - strip.top))
      gtk_snapshot_push_clip(snapshot, &clip)
      gtk_snapshot_save(snapshot)
      var shift = graphene_point_t(x: 0, y: Float(strip.shift))
      gtk_snapshot_translate(snapshot, &shift)
      switch strip.source {
      case .before: gdk_paintable_snapshot(before, snapshot, width, height)
      case .now: hk_widget_snapshot_content(list, snapshot)
      }
      gtk_snapshot_restore(snapshot)
      gtk_snapshot_pop(snapshot)
    }
  }

  /// Whether the rows are still hidden behind it.
  var isShown: Bool { gtk_widget_get_parent(native) != nil }
}
