internal import CGTK

/// A window onto a part that is larger than its room.
public final class Scroller: Part {
  public init(_ content: Part) {
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    content.adopt { gtk_scrolled_window_set_child(native.opaque, $0) }
    expand()
  }
}
