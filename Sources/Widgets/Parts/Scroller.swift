internal import CHikidashiGTK

/// A view that scrolls a part larger than the space it has.
public final class Scroller: Part {
  /// Creates a scrolling view of a part.
  ///
  /// - Parameter maximumHeight: The height in pixels up to which it is as high as the part, which is no wider than
  ///   it; nil takes the room that there is.
  public init(_ content: Part, maximumHeight: Int? = nil) {
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    if let maximumHeight {
      gtk_scrolled_window_set_policy(native.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_propagate_natural_height(native.opaque, 1)
      gtk_scrolled_window_set_max_content_height(native.opaque, gint(clamping: maximumHeight))
    }
    content.adopt { gtk_scrolled_window_set_child(native.opaque, $0) }
    expand()
  }

  /// Creates a view that scrolls a part sideways and is as high as it, such as for a row of pictures.
  ///
  /// ```swift
  /// Scroller(sideways: Stack(.horizontal, spacing: 12, pictures))
  /// ```
  public init(sideways content: Part) {
    super.init(native: gtk_scrolled_window_new())
    guard let native else { return }
    gtk_scrolled_window_set_policy(native.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
    content.adopt { gtk_scrolled_window_set_child(native.opaque, $0) }
    expand(.horizontal)
  }

  /// The part that scrolls; GTK puts a viewport around one that cannot scroll by itself.
  var content: NativeWidget? {
    guard let native, let child = gtk_scrolled_window_get_child(native.opaque) else { return nil }
    let isViewport =
      g_type_check_instance_is_a(child.cast(to: GTypeInstance.self), gtk_viewport_get_type()) != 0
    return isViewport ? gtk_viewport_get_child(child.opaque) : child
  }
}
