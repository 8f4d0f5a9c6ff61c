internal import CGTK

/// Two parts with a divider between them that the user moves.
///
/// ```swift
/// SplitPane(position: 320) { list } end: { reader }
/// ```
public final class SplitPane: Part {
  /// - Parameters:
  ///   - axis: Whether the parts stand beside or above one another.
  ///   - position: Where the divider stands at first, in pixels from the start.
  ///   - start: The parts on the left or above.
  ///   - end: The parts on the right or below.
  public init(
    _ axis: Axis = .horizontal, position: Int, @PartBuilder start: () -> [Part],
    @PartBuilder end: () -> [Part]
  ) {
    super.init(native: gtk_paned_new(axis.native))
    guard let native else { return }
    let pane = native.opaque
    side(start()).adopt { gtk_paned_set_start_child(pane, $0) }
    side(end()).adopt { gtk_paned_set_end_child(pane, $0) }
    gtk_paned_set_resize_start_child(pane, 0)
    gtk_paned_set_shrink_start_child(pane, 0)
    gtk_paned_set_shrink_end_child(pane, 0)
    gtk_paned_set_position(pane, Int32(clamping: position))
    expand()
  }

  /// A side scrolls where it is too low for its parts. It also keeps heights that depend on widths,
  /// as those of wrapped text, from the pane, which cannot measure them and complains in the log.
  private func side(_ parts: [Part]) -> Part {
    let scroller = Scroller(Stack(.vertical, spacing: 0, parts))
    if let native = scroller.native {
      gtk_scrolled_window_set_policy(native.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    }
    return scroller
  }

  /// Where the divider stands, in pixels from the start.
  public var position: Int {
    get { native.map { Int(gtk_paned_get_position($0.opaque)) } ?? 0 }
    set { native.map { gtk_paned_set_position($0.opaque, Int32(clamping: newValue)) } }
  }
}
