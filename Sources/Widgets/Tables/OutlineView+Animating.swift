internal import CGTK
internal import CWidgetBridge
internal import Outlines

/// Rows that come or go before a person's eyes: a picture of how they were, and the rows as they are,
/// drawn one over the other while the list itself is invisible.
@MainActor
final class RowAnimation {
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
        Unmanaged<RowAnimation>.fromOpaque(owner).takeUnretainedValue()
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

extension OutlineView {
  /// Remembers how the rows look before those below `row` come or go.
  func prepareAnimation(_ row: OutlineRow<Item>, at position: Int) {
    endAnimation()
    guard Toolkit.wantsMotion, gtk_widget_get_mapped(rows.list) != 0,
      let cell = rows.cell(at: position),
      cell.isOnScreen, let edge = rows.bounds(of: cell)?.bottom
    else { return }
    let viewHeight = Double(gtk_widget_get_height(rows.list))
    var height = 0.0
    if row.isOpen {
      let next = position + 1 + outline.descendantCount(ofRow: position)
      let below = rows.cell(at: next).flatMap { $0.isOnScreen ? rows.bounds(of: $0)?.top : nil }
      height = min(below ?? viewHeight, viewHeight) - edge
    }
    guard edge < viewHeight,
      let made = RowAnimation(
        of: rows.list, node: row.id, edge: edge, opens: !row.isOpen, heightBefore: height)
    else { return }
    animation = made
    gtk_overlay_add_overlay(overlay.opaque, made.native)
    gtk_widget_set_opacity(rows.scroller, 0)
    addTick(to: made.native) { [weak self, weak made] in
      guard let self, let made, animation === made else { return false }
      if made.advance() { return true }
      // The widget whose tick this is must not go in it.
      afterNextFrame { if $0.animation === made { $0.endAnimation() } }
      return false
    }
  }

  /// Learns from the layout how far the rows move; where the heading itself has moved, nothing does.
  func measureAnimation() {
    guard let animation, animation.reveal == nil else { return }
    guard let row = outline.row(of: animation.node), let cell = rows.cell(at: row), cell.isOnScreen,
      let edge = rows.bounds(of: cell)?.bottom, abs(edge - animation.edge) < 1
    else { return stopAnimation() }
    var height = animation.heightBefore
    if animation.opens {
      let viewHeight = Double(gtk_widget_get_height(rows.list))
      let next = row + 1 + outline.descendantCount(ofRow: row)
      let below = rows.cell(at: next).flatMap { $0.isOnScreen ? rows.bounds(of: $0)?.top : nil }
      height = min(below ?? viewHeight, viewHeight) - edge
    }
    guard height > 0 else { return stopAnimation() }
    animation.reveal = RowReveal(edge: edge, height: height, opens: animation.opens)
  }

  /// Shows the rows as they are in the next frame; widgets do not go during a layout.
  func stopAnimation() {
    guard let animation else { return }
    afterNextFrame { if $0.animation === animation { $0.endAnimation() } }
  }

  func endAnimation() {
    guard let animation else { return }
    self.animation = nil
    guard animation.isShown else { return }
    gtk_overlay_remove_overlay(overlay.opaque, animation.native)
    gtk_widget_set_opacity(rows.scroller, 1)
  }
}
