internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// Is told what a person does with the titles of columns.
@MainActor
protocol RecordsHeaderOwner: AnyObject {
  func clickedHeader(_ field: FieldDefinition, keepingOthers: Bool)
  func resizedColumn(_ name: String, to width: Int?)
  /// - Parameter place: Where the column is to stand among those that are shown.
  func movedColumn(_ name: String, to place: Int)
  func headerMenu(for column: FieldColumn) -> [Menu]
}

/// The titles above the rows: each sorts by its column, and has a handle that makes it wider.
///
/// It scrolls sideways with the rows.
final class RecordsHeader: ColumnStrip {
  weak var owner: (any RecordsHeaderOwner)?
  private let line = Stack(.horizontal, spacing: 0, [])
  private var titles: [ColumnTitle] = []
  private var filler: NativeWidget?
  private var version = 0

  init() {
    super.init(line.styleClass("hk-column-header", "hk-record-header"))
    RecordsHeader.style.install()
  }

  override func nativeDied() {
    super.nativeDied()
    titles = []
    filler = nil
  }

  /// Shows the columns and by which of them the records are sorted.
  func show(_ layout: RecordsLayout, _ keys: [SortKey]) {
    if version != layout.version { makeTitles(layout) }
    for (index, title) in titles.enumerated() {
      let place = keys.firstIndex { $0.definition == title.column.field }
      let order = place.map { ColumnTitle.Order(isDescending: keys[$0].isDescending, place: $0) }
      title.show(order, of: keys.count)
      title.setWidth(layout.width(ofShown: index), expands: layout.expanding == index)
    }
    if let filler { gtk_widget_set_hexpand(filler, layout.expanding == nil ? 1 : 0) }
  }

  private func makeTitles(_ layout: RecordsLayout) {
    version = layout.version
    guard let box = line.native else { return }
    let focused = titles.first { $0.hasFocus }?.column.field
    while let child = gtk_widget_get_first_child(box) {
      gtk_box_remove(box.cast(to: GtkBox.self), child)
    }
    titles = layout.shown.map { column in
      let title = ColumnTitle(column)
      title.header = self
      line.append(title)
      line.append(title.makeHandle())
      return title
    }
    filler = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_box_append(box.cast(to: GtkBox.self), filler)
    if let focused { titles.first { $0.column.field == focused }?.focus() }
  }

  /// Shows where a title falls that is dragged to a place in the line, in pixels from its left edge.
  func drag(_ title: ColumnTitle, to x: Double) {
    let place = place(at: x)
    let isMoved = place.map { isMove(title, to: $0) } ?? false
    for (index, other) in titles.enumerated() {
      // Behind the last one there is no other to show it.
      let isBefore = isMoved && place == index
      let isAfter = isMoved && place == titles.count && index == titles.count - 1
      other.markDrop(isBefore ? .before : isAfter ? .after : nil)
    }
  }

  /// Ends a drag; without a place nothing is moved.
  func drop(_ title: ColumnTitle, at x: Double?) {
    for other in titles { other.markDrop(nil) }
    guard let index = titles.firstIndex(where: { $0 === title }),
      let place = x.flatMap({ self.place(at: $0) }), isMove(title, to: place)
    else { return }
    owner?.movedColumn(title.column.field.name, to: place > index ? place - 1 : place)
  }

  /// Moves a column by so many places, backwards if negative.
  func move(_ title: ColumnTitle, by distance: Int) {
    guard let index = titles.firstIndex(where: { $0 === title }),
      titles.indices.contains(index + distance)
    else { return }
    owner?.movedColumn(title.column.field.name, to: index + distance)
  }

  private func isMove(_ title: ColumnTitle, to place: Int) -> Bool {
    titles.firstIndex { $0 === title }.map { place != $0 && place != $0 + 1 } ?? false
  }

  /// Before which of the titles a place lies; their number behind the last one.
  private func place(at x: Double) -> Int? {
    guard let line = line.native else { return nil }
    let isMirrored = gtk_widget_get_direction(line) == GTK_TEXT_DIR_RTL
    return titles.count { title in
      var bounds = graphene_rect_t()
      guard let native = title.native, gtk_widget_compute_bounds(native, line, &bounds) != 0 else {
        return false
      }
      let middle = Double(bounds.origin.x + bounds.size.width / 2)
      return isMirrored ? middle > x : middle < x
    }
  }

  /// The title of a field's column, if that is shown.
  func title(of name: String) -> Part? { titles.first { $0.column.field.name == name } }

  private static let style = StyleSheet(
    "records-header",
    css: """
      .hk-record-header > button.hk-title {
        margin: -3px -4px; padding: 2px 4px; min-width: 0; min-height: 22px; border-radius: 6px;
        font-weight: bold;
      }
      .hk-record-header > button.hk-title:not(:hover):not(:focus-visible):not(.sorted) label {
        opacity: 0.55;
      }
      .hk-handle > separator { opacity: 0; }
      .hk-record-header:hover .hk-handle > separator { opacity: 1; }
      .hk-sort-place { font-size: 0.8em; opacity: 0.7; }
      .hk-title.hk-drop-left { box-shadow: inset 2px 0 @accent_bg_color; }
      .hk-title.hk-drop-right { box-shadow: inset -2px 0 @accent_bg_color; }
      .hk-title.hk-dragged { opacity: 0.5; }
      """)
}

/// The title of one column.
final class ColumnTitle: Part {
  struct Order: Equatable {
    var isDescending: Bool
    var place: Int
  }

  let column: FieldColumn
  weak var header: RecordsHeader?
  private let arrow: NativeWidget = gtk_image_new()
  private let place: NativeWidget = gtk_label_new(nil)
  var widthAtStart = 0
  var drag: OpaquePointer?
  var isDragged = false

  init(_ column: FieldColumn) {
    self.column = column
    super.init(native: gtk_button_new())
    guard let native else { return }
    styleClass("flat", "hk-title").accessibleLabel(column.title)
    setProperty(
      native.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_COLUMN_HEADER.rawValue)
    let label: NativeWidget = gtk_label_new(column.title)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_tooltip_text(label, column.title)
    gtk_widget_add_css_class(place, "hk-sort-place")
    gtk_image_set_pixel_size(arrow.opaque, 12)
    let box: NativeWidget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2)
    for part in [label, arrow, place] { gtk_box_append(box.cast(to: GtkBox.self), part) }
    for part in [arrow, place] { gtk_widget_set_visible(part, 0) }
    gtk_widget_set_halign(
      box,
      column.alignment == .end
        ? GTK_ALIGN_END : column.alignment == .center ? GTK_ALIGN_CENTER : GTK_ALIGN_START)
    gtk_button_set_child(native.cast(to: GtkButton.self), box)
    on("clicked") { [weak self] _ in self?.clicked() }
    contextMenu { [weak self] in
      guard let self else { return [] }
      return header?.owner?.headerMenu(for: self.column) ?? []
    }
    listenToKeys()
    listenToDrags()
  }

  private func clicked() {
    guard let native else { return }
    // The signal comes from the pointer and from the keyboard, and says nothing of other keys.
    let seat = gdk_display_get_default_seat(gtk_widget_get_display(native))
    let held =
      seat.flatMap { gdk_seat_get_keyboard($0) }
      .map { gdk_device_get_modifier_state($0).rawValue } ?? 0
    header?.owner?.clickedHeader(
      column.field, keepingOthers: held & GDK_SHIFT_MASK.rawValue != 0)
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
    case (GDK_KEY_Left, control | shift), (GDK_KEY_KP_Left, control | shift):
      header?.move(self, by: isMirrored ? 1 : -1)
    case (GDK_KEY_Right, control | shift), (GDK_KEY_KP_Right, control | shift):
      header?.move(self, by: isMirrored ? -1 : 1)
    case (GDK_KEY_Return, shift), (GDK_KEY_KP_Enter, shift), (GDK_KEY_ISO_Enter, shift),
      (GDK_KEY_space, shift), (GDK_KEY_KP_Space, shift):
      header?.owner?.clickedHeader(column.field, keepingOthers: true)
    case (GDK_KEY_Escape, 0):
      guard isDragged, let drag else { return false }
      endDrag(at: nil)
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    default: return false
    }
    return true
  }

  private func resize(by distance: Int) {
    header?.owner?.resizedColumn(column.field.name, to: width + distance)
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

  func setWidth(_ width: Int, expands: Bool) {
    guard let native else { return }
    gtk_widget_set_size_request(native, gint(clamping: width), -1)
    gtk_widget_set_hexpand(native, expands ? 1 : 0)
    var child = gtk_button_get_child(native.cast(to: GtkButton.self))
    child = child.flatMap { gtk_widget_get_first_child($0) }
    // The title asks for no width of its own.
    if let child { gtk_label_set_max_width_chars(child.opaque, gint(clamping: max(1, width / 12))) }
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
