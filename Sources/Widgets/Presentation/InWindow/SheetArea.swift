internal import CHikidashiGTK

/// A part of a window that a ``Sheet`` can cover; each window as a whole is such an area.
///
/// ```swift
/// let reader = SheetArea { TextReader() }
/// window.show(Sheet("Find", in: reader) { _ in SearchField("Words") })
/// ```
public final class SheetArea: Part {
  let content: Stack

  /// Makes an area that contains these parts.
  public convenience init(@PartBuilder _ content: () -> [Part]) { self.init(content()) }

  init(_ parts: [Part]) {
    content = Stack(.vertical, spacing: 0, parts)
    super.init(native: gtk_overlay_new())
    guard let native else { return }
    content.adopt { gtk_overlay_set_child(native.opaque, $0) }
    expand()
  }

  /// Whether the keyboard and the pointer get to the content, which looks the same in both cases.
  var isContentReachable: Bool = true {
    didSet {
      guard let content = content.native else { return }
      gtk_widget_set_can_focus(content, isContentReachable ? 1 : 0)
      gtk_widget_set_can_target(content, isContentReachable ? 1 : 0)
    }
  }

  /// Puts a part over the content.
  func cover(_ part: Part) {
    guard let native else { return }
    // What slides in comes from behind its edge.
    gtk_widget_set_overflow(native, GTK_OVERFLOW_HIDDEN)
    part.adopt { gtk_overlay_add_overlay(native.opaque, $0) }
  }

  func uncover(_ part: Part) {
    guard let native else { return }
    part.orphan { gtk_overlay_remove_overlay(native.opaque, $0) }
  }
}
