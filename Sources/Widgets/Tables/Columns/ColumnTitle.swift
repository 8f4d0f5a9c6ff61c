internal import CHikidashiGTK
internal import HikidashiBase

/// Is told what a person does with the title of a column.
@MainActor
protocol ColumnTitleOwner: AnyObject {
  func clicked(_ title: ColumnTitle, keepingOthers: Bool)
  /// - Parameter width: In pixels; nil for the usual one.
  func resized(_ title: ColumnTitle, to width: Int?)
  /// It is to go by so many places, backwards if negative.
  func moved(_ title: ColumnTitle, by distance: Int)
  /// It is over a place in the line of titles, in pixels from its left edge.
  func dragged(_ title: ColumnTitle, to x: Double)
  /// A drag has ended; without a place nothing is moved.
  func dropped(_ title: ColumnTitle, at x: Double?)
  func menu(of title: ColumnTitle) -> [Menu]
}

/// The title of one column.
final class ColumnTitle: Part {
  struct Order: Equatable {
    var isDescending: Bool
    var place: Int
  }

  let text: String
  weak var owner: (any ColumnTitleOwner)?
  private let arrow: NativeWidget = gtk_image_new()
  private let place: NativeWidget = gtk_label_new(nil)
  private let isMovable: Bool
  private var widthAtStart = 0
  private var drag: OpaquePointer?
  private var isDragged = false

  /// - Parameter isMovable: Whether it can be dragged to another place.
  init(_ text: String, alignment: Placement, isMovable: Bool) {
    self.text = text
    self.isMovable = isMovable
    super.init(native: gtk_button_new())
    guard let native else { return }
    titleSheet.install()
    styleClass("flat", "hk-title").accessibleLabel(text)
    setProperty(
      native.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_COLUMN_HEADER.rawValue)
    let label: NativeWidget = gtk_label_new(text)
    shorten(label)
    gtk_widget_set_tooltip_text(label, text)
    gtk_widget_add_css_class(place, "hk-sort-place")
    gtk_image_set_pixel_size(arrow.opaque, 12)
    let box: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2)
    for part in [label, arrow, place] { gtk_box_append(box.cast(to: GtkBox.self), part) }
    for part in [arrow, place] { gtk_widget_set_visible(part, 0) }
    gtk_widget_set_halign(
      box,
      alignment == .end
        ? GTK_ALIGN_END : alignment == .center ? GTK_ALIGN_CENTER : GTK_ALIGN_START)
    gtk_button_set_child(native.cast(to: GtkButton.self), box)
    on("clicked") { [weak self] _ in self?.clicked() }
    contextMenu { [weak self] in
      guard let self else { return [] }
      return owner?.menu(of: self) ?? []
    }
    listenToKeys()
    if isMovable { listenToDrags() }
  }

  private func clicked() {
    guard let native else { return }
    // The signal comes from the pointer and from the keyboard, and says nothing of other keys.
    let seat = gdk_display_get_default_seat(gtk_widget_get_display(native))
    let held =
      seat.flatMap { gdk_seat_get_keyboard($0) }
      .map { gdk_device_get_modifier_state($0).rawValue } ?? 0
    owner?.clicked(self, keepingOthers: held & GDK_SHIFT_MASK.rawValue != 0)
  }

  /// Ctrl with Left and Right makes the column less wide and wider, with Shift it moves the column.
  /// Shift with the keys that press a button, which GTK leaves alone, sorts as Shift+click does.
  private func listenToKeys() {
    guard let keys = gtk_event_controller_key_new() else { return }
    addController(keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      let held = arguments.flags(3) & gtk_accelerator_get_default_mod_mask().rawValue
      return self?.pressed(Int32(arguments.uint(1)), held) ?? false
    }
  }

  private func pressed(_ key: Int32, _ held: UInt32) -> Bool {
    let (control, shift) = (GDK_CONTROL_MASK.rawValue, GDK_SHIFT_MASK.rawValue)
    let isMirrored = native.map { gtk_widget_get_direction($0) == GTK_TEXT_DIR_RTL } ?? false
    switch (key, held) {
    case (GDK_KEY_Left, control), (GDK_KEY_KP_Left, control): resize(by: -10)
    case (GDK_KEY_Right, control), (GDK_KEY_KP_Right, control): resize(by: 10)
    case (GDK_KEY_Left, control | shift) where isMovable,
      (GDK_KEY_KP_Left, control | shift) where isMovable:
      owner?.moved(self, by: isMirrored ? 1 : -1)
    case (GDK_KEY_Right, control | shift) where isMovable,
      (GDK_KEY_KP_Right, control | shift) where isMovable:
      owner?.moved(self, by: isMirrored ? -1 : 1)
    case (GDK_KEY_Return, shift), (GDK_KEY_KP_Enter, shift), (GDK_KEY_ISO_Enter, shift),
      (GDK_KEY_space, shift), (GDK_KEY_KP_Space, shift):
      owner?.clicked(self, keepingOthers: true)
    case (GDK_KEY_Escape, 0):
      guard isDragged, let drag else { return false }
      endDrag(at: nil)
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    default: return false
    }
    return true
  }

  private func resize(by distance: Int) {
    owner?.resized(self, to: width + distance)
  }

  /// How wide its words and its arrow are, in pixels.
  var wholeWidth: Int {
    guard let native, let box = gtk_button_get_child(native.cast(to: GtkButton.self)),
      let label = gtk_widget_get_first_child(box)
    else { return 0 }
    var width: gint = 0
    let most = gtk_label_get_max_width_chars(label.opaque)
    gtk_label_set_max_width_chars(label.opaque, -1)
    gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    gtk_label_set_max_width_chars(label.opaque, most)
    return Int(width) + 16
  }

  /// Its width on the screen, its margins included.
  var width: Int {
    guard let native, let parent = gtk_widget_get_parent(native) else { return 0 }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(native, parent, &bounds) != 0 else { return 0 }
    // It stands out into the room between columns by its padding.
    return Int(bounds.size.width.rounded()) - 8
  }

  func show(_ order: Order?, of count: Int) {
    guard let native else { return }
    let icon = order?.isDescending == true ? "pan-down-symbolic" : "pan-up-symbolic"
    gtk_image_set_from_icon_name(arrow.opaque, icon)
    gtk_widget_set_visible(arrow, order == nil ? 0 : 1)
    gtk_label_set_text(place.opaque, order.map { "\($0.place + 1)" } ?? "")
    gtk_widget_set_visible(place, order != nil && count > 1 ? 1 : 0)
    if order == nil {
      gtk_widget_remove_css_class(native, "sorted")
    } else {
      gtk_widget_add_css_class(native, "sorted")
    }
    let sort =
      order.map { $0.isDescending ? GTK_ACCESSIBLE_SORT_DESCENDING : GTK_ACCESSIBLE_SORT_ASCENDING }
      ?? GTK_ACCESSIBLE_SORT_NONE
    setAccessible(native, GTK_ACCESSIBLE_PROPERTY_SORT, enumeration: sort.rawValue)
    let isLater = (order?.place ?? 0) > 0
    setAccessible(
      native, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      isLater ? tr("sorts records that are equal in other columns") : "")
  }

  /// - Parameter isWhole: Whether the title asks for the width of its words, and for no less.
  func setWidth(_ width: Int, expands: Bool, isWhole: Bool = false) {
    guard let native else { return }
    gtk_widget_set_size_request(native, gint(clamping: width), -1)
    gtk_widget_set_hexpand(native, expands ? 1 : 0)
    var child = gtk_button_get_child(native.cast(to: GtkButton.self))
    child = child.flatMap { gtk_widget_get_first_child($0) }
    // The title asks for no width of its own.
    if let child {
      gtk_label_set_max_width_chars(child.opaque, isWhole ? -1 : gint(clamping: max(1, width / 12)))
    }
  }
}

/// Sets a property whose values are named: GTK takes the number alone.
@MainActor
private func setAccessible(
  _ widget: NativeWidget, _ property: GtkAccessibleProperty, enumeration: UInt32
) {
  var value = GValue()
  g_value_init(&value, .int)
  g_value_set_int(&value, gint(clamping: enumeration))
  var property = property
  gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
  g_value_unset(&value)
}

// MARK: - Dragging

extension ColumnTitle {
  /// A title that is dragged takes its column with it.
  private func listenToDrags() {
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
      owner?.dragged(self, to: place(of: drag, distance))
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

  private func endDrag(at x: Double?) {
    guard isDragged, let native else { return }
    isDragged = false
    gtk_widget_remove_css_class(native, "hk-dragged")
    owner?.dropped(self, at: x)
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
    gtk_widget_set_size_request(native, gint(TableColumn.spacing), -1)
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
      owner?.resized(self, to: widthAtStart + Int(moved))
      return false
    }
    connect(UnsafeMutableRawPointer(click), "pressed") { [weak self] arguments in
      guard let self, arguments.int(1) == 2 else { return false }
      owner?.resized(self, to: nil)
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

private let titleSheet = StyleSheet(
  "column-titles",
  css: """
    .hk-column-header button.hk-title {
      margin: -3px -4px; padding: 2px 4px; min-width: 0; min-height: 22px; border-radius: 6px;
      font-weight: bold;
    }
    .hk-column-header button.hk-title:not(:hover):not(:focus-visible):not(.sorted) label {
      opacity: 0.75;
    }
    /* Titles stand out from their line, which must not cut them. */
    .hk-title-line { padding: 3px 4px; }
    .hk-title-strip { margin: -3px -4px; min-width: 8px; }
    .hk-handle > separator { opacity: 0; }
    .hk-column-header:hover .hk-handle > separator { opacity: 1; }
    .hk-sort-place { font-size: 0.8em; opacity: 0.7; }
    .hk-title.hk-drop-left { box-shadow: inset 2px 0 @accent_bg_color; }
    .hk-title.hk-drop-right { box-shadow: inset -2px 0 @accent_bg_color; }
    .hk-title.hk-dragged { opacity: 0.5; }
    """)
