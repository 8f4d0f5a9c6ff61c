internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiOutlines

/// A wheel over an end of the rows of a table, while something is done there.
@MainActor
private final class EdgeWheel {
  private let wheel: Spinner

  /// - Parameters:
  ///   - label: What goes on, for a screen reader.
  ///   - edge: The end of the table.
  ///   - overlay: The `GtkOverlay` around the list.
  init(_ label: String, at edge: ListEdge, over overlay: NativeWidget) {
    wheelSheet.install()
    wheel = Spinner(label, size: 24).styleClass("hk-edge-wheel")
      .align(horizontal: .center, vertical: edge == .top ? .start : .end).margin(8).visible(false)
    wheel.isSpinning = false
    wheel.adopt { gtk_overlay_add_overlay(overlay.opaque, $0) }
    // What is under it can be clicked.
    if let native = wheel.native { gtk_widget_set_can_target(native, 0) }
  }

  func show(_ isTurning: Bool) {
    wheel.isSpinning = isTurning
    wheel.visible(isTurning)
  }
}

private let wheelSheet = StyleSheet(
  "table-wheels",
  css: """
    .hk-edge-wheel {
      padding: 6px; border-radius: 50%; background-color: @popover_bg_color; color: @popover_fg_color;
      box-shadow: 0 1px 4px rgba(0, 0, 0, 0.3);
    }
    """)

/// Brings what a table shows up to date when a person pulls it down past its upper end, or presses F5 or
/// Ctrl+R.
@MainActor
final class Refreshing {
  private let work: Work
  private weak var part: Part?

  /// - Parameters:
  ///   - part: The table.
  ///   - overlay: The `GtkOverlay` around its list.
  ///   - scroller: The `GtkScrolledWindow` in it.
  ///   - body: Brings it up to date.
  init(
    _ part: ContentTable, over overlay: NativeWidget, _ scroller: NativeWidget,
    _ body: @escaping @MainActor () async throws -> Void
  ) {
    let wheel = EdgeWheel(tr("Refreshing …"), at: .top, over: overlay)
    work = Work(title: { tr("Refresh") }, body)
    self.part = part
    work.didChange = { [weak self, weak part] in
      guard let self, let part else { return }
      wheel.show(work.isRunning)
      part.showWaiting(work.isRunning)
    }
    connect(UnsafeMutableRawPointer(scroller), "edge-overshot") { [weak self] arguments in
      if arguments.enumeration(1) == Int(GTK_POS_TOP.rawValue) { self?.start() }
      return false
    }
    guard let root = part.root, let keys = gtk_event_controller_key_new() else { return }
    gtk_widget_add_controller(root, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      guard let self, RowKey(arguments.uint(1), held: held) == .refresh else { return false }
      start()
      return true
    }
  }

  var isRunning: Bool { work.isRunning }

  /// Begins, unless it is running.
  func start() { work.start(in: part) }
}

/// Asks for more rows when the last of those that are there come near.
@MainActor
final class NearEnd<Item: Sendable> {
  private let rows: OutlineRows<Item>
  private let distance: Int
  private let work: Work
  private weak var part: Part?
  /// How many rows there were when it last asked: as long as there are as many, that was the end.
  private var asked: Int?
  private var isDue = false

  /// - Parameters:
  ///   - distance: How many rows before the last one.
  ///   - overlay: The `GtkOverlay` around the list.
  init(
    _ rows: OutlineRows<Item>, within distance: Int, _ part: Part, over overlay: NativeWidget,
    _ body: @escaping @MainActor () async throws -> Void
  ) {
    self.rows = rows
    self.distance = distance
    self.part = part
    let wheel = EdgeWheel(tr("Loading …"), at: .bottom, over: overlay)
    work = Work(title: { tr("Load More") }, body)
    work.didChange = { [weak self] in
      guard let self else { return }
      wheel.show(work.isRunning)
      // What has come may not reach as far as the view does.
      rows.list.queueLayout()
    }
  }

  var isRunning: Bool { work.isRunning }

  /// Looks at what is in view after the rows were laid out.
  func update() {
    let count = rows.outline.rowCount
    guard !isDue, !work.isRunning, count != asked, rows.list.isAllAnnounced,
      let last = rows.list.anchor.seen.last, let row = rows.outline.row(of: last.id),
      count - 1 - row <= distance
    else { return }
    asked = count
    isDue = true
    // Widgets must not come while others are laid out.
    rows.list.afterNextFrame { [weak self] in
      guard let self else { return }
      isDue = false
      work.start(in: part)
    }
  }
}
