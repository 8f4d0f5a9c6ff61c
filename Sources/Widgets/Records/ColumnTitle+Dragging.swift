internal import CGTK
internal import Records

extension ColumnTitle {
  /// A title that is dragged takes its column with it.
  func listenToDrags() {
    guard let native, let drag = gtk_gesture_drag_new() else { return }
    self.drag = drag
    addController(drag)
    let sender = UnsafeMutableRawPointer(drag)
    connect(sender, "drag-update") { [weak self] arguments in
      let distance = arguments.double(1)
      guard let self else { return false }
      if !isDragged {
        guard gtk_drag_check_threshold(native, 0, 0, gint(clamping: Int(distance)), 0) != 0 else {
          return false
        }
        // It is no click any more.
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
        isDragged = true
        styleClass("hk-dragged")
      }
      header?.drag(self, to: place(of: drag, distance))
      return false
    }
    connect(sender, "drag-end") { [weak self] arguments in
      guard let self else { return false }
      endDrag(at: place(of: drag, arguments.double(1)))
      return false
    }
    connect(sender, "cancel") { [weak self] _ in
      self?.endDrag(at: nil)
      return false
    }
  }

  /// Where in the line of titles a drag is.
  private func place(of drag: OpaquePointer, _ distance: Double) -> Double {
    var (x, y) = (0.0, 0.0)
    gtk_gesture_drag_get_start_point(drag, &x, &y)
    return native.map { linePlace($0, x + distance) } ?? 0
  }

  func endDrag(at x: Double?) {
    guard isDragged, let native else { return }
    isDragged = false
    gtk_widget_remove_css_class(native, "hk-dragged")
    header?.drop(self, at: x)
  }

  enum DropEdge { case before, after }

  /// Shows that a column would come to stand before or behind this one.
  func markDrop(_ edge: DropEdge?) {
    guard let native else { return }
    for name in ["hk-drop-left", "hk-drop-right"] { gtk_widget_remove_css_class(native, name) }
    guard let edge else { return }
    let isMirrored = gtk_widget_get_direction(native) == GTK_TEXT_DIR_RTL
    styleClass((edge == .before) != isMirrored ? "hk-drop-left" : "hk-drop-right")
  }

  /// What stands behind the title: dragging it changes the width, two clicks bring the usual one back.
  func makeHandle() -> Part {
    let handle = Part(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)).styleClass("hk-handle")
    guard let native = handle.native, let drag = gtk_gesture_drag_new(),
      let click = gtk_gesture_click_new()
    else { return handle }
    gtk_widget_set_size_request(native, gint(RecordsLayout.spacing), -1)
    let separator: NativeWidget = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
    gtk_widget_set_hexpand(separator, 1)
    gtk_widget_set_halign(separator, GTK_ALIGN_CENTER)
    // What expands in it would make it expand, too.
    gtk_widget_set_hexpand(native, 0)
    gtk_box_append(native.cast(to: GtkBox.self), separator)
    gtk_widget_set_cursor_from_name(native, "col-resize")
    setAccessible(native, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    handle.addController(drag)
    handle.addController(click)
    var startX = 0.0
    connect(UnsafeMutableRawPointer(drag), "drag-begin") { [weak self] arguments in
      guard let self else { return false }
      widthAtStart = width
      startX = linePlace(native, arguments.double(1))
      return false
    }
    connect(UnsafeMutableRawPointer(drag), "drag-update") { [weak self] arguments in
      guard let self else { return false }
      var (x, y) = (0.0, 0.0)
      gtk_gesture_drag_get_start_point(drag, &x, &y)
      // The handle moves with the width, and the distance is told from the handle.
      let moved = linePlace(native, x + arguments.double(1)) - startX
      header?.owner?.resizedColumn(column.field.name, to: widthAtStart + Int(moved))
      return false
    }
    connect(UnsafeMutableRawPointer(click), "pressed") { [weak self] arguments in
      guard let self, arguments.int(1) == 2 else { return false }
      header?.owner?.resizedColumn(column.field.name, to: nil)
      return false
    }
    return handle
  }
}

/// A place in a title or a handle as one in the line that it stands in.
@MainActor
private func linePlace(_ widget: NativeWidget, _ x: Double) -> Double {
  guard let line = gtk_widget_get_parent(widget) else { return x }
  var (lineX, lineY) = (0.0, 0.0)
  guard gtk_widget_translate_coordinates(widget, line, x, 0, &lineX, &lineY) != 0 else { return x }
  return lineX
}
