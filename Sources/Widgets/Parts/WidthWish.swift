internal import CHikidashiGTK

/// A box around one part, which would like to be so wide, and may be less wide than that.
@MainActor
final class WidthWish {
  let native: NativeWidget
  private let part: Part
  private static let key = "hikidashi-width-wish"

  init(_ part: Part, width: Int) {
    self.part = part
    native = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    self.width = width
    tell()
    part.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    let layout = gtk_custom_layout_new(
      { widget in
        widget.flatMap { gtk_widget_get_first_child($0) }.map { gtk_widget_get_request_mode($0) }
          ?? GTK_SIZE_REQUEST_CONSTANT_SIZE
      },
      { widget, orientation, size, minimum, natural, _, _ in
        guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
        gtk_widget_measure(child, orientation, size, minimum, natural, nil, nil)
        guard orientation == GTK_ORIENTATION_HORIZONTAL, let minimum, let natural else { return }
        let wish = Int(bitPattern: g_object_get_data(widget.object, WidthWish.key))
        natural.pointee = max(minimum.pointee, gint(clamping: wish))
      },
      { widget, width, height, baseline in
        guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
        gtk_widget_allocate(child, width, height, baseline, nil)
      })
    gtk_widget_set_layout_manager(native, layout)
  }

  /// In pixels.
  var width: Int {
    didSet { if width != oldValue { tell() } }
  }

  private func tell() {
    g_object_set_data(native.object, WidthWish.key, UnsafeMutableRawPointer(bitPattern: width))
    gtk_widget_queue_resize(native)
  }
}
