internal import CHikidashiGTK
internal import HikidashiWidgets

/// The texts and controls of a window and of the popovers that are open over it, with their places.
@MainActor
struct LayoutMarks {
  /// A text or a control.
  struct Mark {
    enum Kind { case text, target }

    let widget: NativeWidget
    /// The window or the popover that it stands in.
    let root: NativeWidget
    let kind: Kind
    /// Of a text, the letters; of a control, all of it.
    let box: LayoutBox
    /// Where it is seen, now or after scrolling.
    let reach: LayoutBox
    let seen: LayoutBox
  }

  private(set) var all: [Mark] = []
  /// The window, and the popovers that are open.
  private(set) var roots: [NativeWidget] = []
  private let leavingOut: @MainActor (AccessibleElement) -> Bool

  init(_ window: NativeWidget, leavingOut: @escaping @MainActor (AccessibleElement) -> Bool) {
    self.leavingOut = leavingOut
    add(root: window)
  }

  private mutating func add(root: NativeWidget) {
    guard let box = LayoutBox(of: root, in: root) else { return }
    roots.append(root)
    walk(root, in: root, reach: box, seen: box)
  }

  private mutating func walk(
    _ widget: NativeWidget, in root: NativeWidget, reach: LayoutBox, seen: LayoutBox
  ) {
    guard !LayoutMarks.isForeign(widget), !leavingOut(AccessibleElement(widget)) else { return }
    if let (kind, box) = LayoutMarks.mark(widget, in: root) {
      all.append(
        Mark(widget: widget, root: root, kind: kind, box: box, reach: reach, seen: seen))
    }
    // What is written in an entry scrolls, and what is drawn in a control is all of one piece.
    guard !LayoutMarks.isWhole(widget) else { return }
    let inner = reach.narrowed(by: widget, in: root, scrolls: true)
    let innerSeen = seen.narrowed(by: widget, in: root, scrolls: false)
    for child in AccessibleElement(widget).children.map(\.native) {
      if isWidget(child, gtk_popover_get_type()) {
        add(root: child)
      } else {
        walk(child, in: root, reach: inner, seen: innerSeen)
      }
    }
  }

  // MARK: - What is looked at

  private static func mark(
    _ widget: NativeWidget, in root: NativeWidget
  ) -> (Mark.Kind, LayoutBox)? {
    if isWidget(widget, gtk_label_get_type()) {
      return letters(of: widget, in: root).map { (.text, $0) }
    }
    let isTarget = isTarget(widget)
    // What GTK has no room for, as the arrows of tabs that need none.
    if isTarget, gtk_widget_get_width(widget) == 0 || gtk_widget_get_height(widget) == 0 {
      return nil
    }
    guard isTarget || isText(widget), let box = LayoutBox(of: widget, in: root) else { return nil }
    return (isTarget ? .target : .text, box)
  }

  private static func isText(_ widget: NativeWidget) -> Bool {
    if isWidget(widget, gtk_text_view_get_type()) { return true }
    guard isWidget(widget, gtk_text_get_type()) else { return false }
    // Without a text, its placeholder is read, a label of its own.
    return gtk_editable_get_text(widget.opaque).pointee != 0
  }

  /// Where the letters of a label are; nil where there are none.
  private static func letters(of label: NativeWidget, in root: NativeWidget) -> LayoutBox? {
    let text = String(cString: gtk_label_get_text(label.opaque))
    guard !text.allSatisfy(\.isWhitespace), let layout = gtk_label_get_layout(label.opaque) else {
      return nil
    }
    var (x, y): (gint, gint) = (0, 0)
    gtk_label_get_layout_offsets(label.opaque, &x, &y)
    var ink = PangoRectangle()
    pango_layout_get_pixel_extents(layout, &ink, nil)
    var matrix = graphene_matrix_t()
    guard gtk_widget_compute_transform(label, root, &matrix) != 0 else { return nil }
    var (rect, result) = (graphene_rect_t(), graphene_rect_t())
    graphene_rect_init(
      &rect, Float(x + ink.x), Float(y + ink.y), Float(ink.width), Float(ink.height))
    graphene_matrix_transform_bounds(&matrix, &rect, &result)
    return LayoutBox(result)
  }

  private static func isTarget(_ widget: NativeWidget) -> Bool {
    // A picture of a state, around which stands what is pressed.
    if gtk_widget_get_can_target(widget) == 0, gtk_widget_get_can_focus(widget) == 0 {
      return false
    }
    let types = [
      gtk_button_get_type(), gtk_check_button_get_type(), gtk_switch_get_type(),
      gtk_scale_get_type(), gtk_entry_get_type(), gtk_search_entry_get_type(),
      gtk_password_entry_get_type(), gtk_spin_button_get_type(), gtk_list_box_row_get_type(),
      gtk_flow_box_child_get_type(),
    ]
    if types.contains(where: { isWidget(widget, $0) }) { return true }
    return ["GtkModelButton", "GtkListItemWidget"].contains(typeName(of: widget))
  }

  /// What nobody but GTK can change, and what is no control of the window's content.
  static func isForeign(_ widget: NativeWidget) -> Bool {
    let types = [
      gtk_window_controls_get_type(), gtk_scrollbar_get_type(), gtk_color_chooser_widget_get_type(),
      gtk_font_chooser_widget_get_type(), gtk_file_chooser_widget_get_type(),
      gtk_shortcuts_window_get_type(), adw_about_window_get_type(),
    ]
    return types.contains { isWidget(widget, $0) }
      || typeName(of: widget).hasPrefix("GtkTextHandle")
  }

  private static func isWhole(_ widget: NativeWidget) -> Bool {
    isWidget(widget, gtk_text_view_get_type()) || isWidget(widget, gtk_switch_get_type())
      || isWidget(widget, gtk_range_get_type())
  }
}

@MainActor
extension LayoutMarks.Mark {
  /// How it is called in a flaw.
  var name: String { LayoutMarks.name(of: widget) }

  /// Whether it can be used, and is to be read.
  var isSensitive: Bool { gtk_widget_is_sensitive(widget) != 0 }

  /// Whether something that lies over the window covers it, as a sheet or a pane.
  var isCovered: Bool {
    let shown = box.intersection(seen)
    guard !shown.isEmpty, let bounds = LayoutBox(of: root, in: root) else { return true }
    // A point of the picked widget is counted from its content.
    let point = ((shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2)
    guard point.0 >= bounds.left, point.1 >= bounds.top,
      let picked = gtk_widget_pick(
        root, point.0, point.1,
        GtkPickFlags(GTK_PICK_INSENSITIVE.rawValue | GTK_PICK_NON_TARGETABLE.rawValue))
    else { return false }
    return
      !(picked == widget || gtk_widget_is_ancestor(picked, widget) != 0
      || gtk_widget_is_ancestor(widget, picked) != 0)
  }
}

extension LayoutMarks {
  /// A widget as a screen reader presents it, or else its type and style classes.
  static func name(of widget: NativeWidget) -> String {
    let element = AccessibleElement(widget)
    if !element.name.isEmpty { return "\(element.role) “\(element.name)”" }
    var name = typeName(of: widget)
    if let classes = gtk_widget_get_css_classes(widget) {
      defer { g_strfreev(classes) }
      var place = 0
      while let next = classes[place] {
        name += "." + String(cString: next)
        place += 1
      }
    }
    // What has no name is found by what it stands in.
    var around = gtk_widget_get_parent(widget)
    while let outer = around {
      let element = AccessibleElement(outer)
      if !element.name.isEmpty { return name + " in \(element.role) “\(element.name)”" }
      around = gtk_widget_get_parent(outer)
    }
    return name
  }
}
