internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import HikidashiOutlines

/// The widget of one row in a list: a disclosure icon, the content made by the table's ``Cells``,
/// and a check mark. Its sizes and colours come from ``TableStyle``.
///
/// About 200 of these exist however long the table is, each used for one row after another, so they
/// are a plain box, the content, and an image where one is needed.
@MainActor
public final class RowCell: Part, ListCell {
  /// The `GtkListItem` that the row stands in; nil for one that stands outside of the list.
  let listItem: OpaquePointer?
  weak var rowModel: RowModel?
  /// The part that shows a row. The table's ``Cells`` make it when it is first asked for: most cells never come near the
  /// view.
  public var content: Part { madeContent ?? makeContent() }
  private(set) var madeContent: Part?
  private let make: @MainActor () -> Part
  /// Made when a row first needs it: most rows never do, and it is as dear as the rest of the cell.
  private var icon: NativeWidget?
  /// Made in tables that mark what is selected.
  private var check: NativeWidget?
  /// Made in trees with check boxes.
  private var box: RowCheckBox?
  private var style: TableStyle
  /// Called when the user clicks the row, or its icon.
  var onClick: (@MainActor (RowCell, _ onIcon: Bool) -> Void)?
  /// Called when the user clicks its check box.
  var onCheck: (@MainActor (RowCell) -> Void)?
  /// Ends what was begun to show the content of a row.
  var onUnbind: (@MainActor (Part) -> Void)?
  private(set) var isBound = false
  /// Whether the row was selected when it was last shown.
  private(set) var isShownSelected = false
  /// What stands in place of the content while children are to come.
  var waiting: WaitingRow?
  private var marks = RowMarks()
  var isNew = true
  /// The change of the outline after which the row was last shown.
  var generation = 0
  var follower: Follower?

  init(listItem: OpaquePointer?, style: TableStyle, content: @escaping @MainActor () -> Part) {
    self.listItem = listItem
    make = content
    self.style = style
    super.init(native: hk_row_new(gint(RowCell.spacing), listItem == nil ? 0 : 1))
    guard let native else { return }
    styleClass("hk-row")
    listen(on: native, claims: false) { [weak self] in
      if let self { onClick?(self, false) }
    }
  }

  private func makeContent() -> Part {
    let content = make()
    madeContent = content
    guard let native else { return content }
    content.expand(.horizontal).adopt { gtk_widget_insert_before($0, native, nil) }
    hk_boxes_measure_by_width(native)
    return content
  }

  private func makeIcon(in native: NativeWidget) -> NativeWidget {
    let icon: NativeWidget = gtk_image_new()
    gtk_image_set_pixel_size(icon.opaque, Int32(clamping: style.iconSize))
    // Its meaning is told by the row's state.
    setAccessible(icon, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    gtk_widget_insert_after(icon, native, nil)
    listen(on: icon, claims: true) { [weak self] in
      if let self { onClick?(self, true) }
    }
    return icon
  }

  func unbind() {
    guard isBound else { return }
    isBound = false
    if let madeContent { onUnbind?(madeContent) }
  }

  /// Shows level, state and kind of a row, for the eye and for a screen reader.
  func decorate<Item>(
    _ row: OutlineRow<Item>, selection: SelectionStyle, style: TableStyle,
    _ pictures: DisclosurePictures
  ) {
    guard let native else { return }
    isBound = true
    isShownSelected = row.isSelected
    if self.style.iconSize != style.iconSize, let icon {
      gtk_image_set_pixel_size(icon.opaque, Int32(clamping: style.iconSize))
    }
    self.style = style
    setClass("hk-section", row.isSection, native)
    setClass("hk-cell", !row.isSection, native)
    // Where one row is selected, an open section need not say that it is one of its own.
    let isNews = (selection != .single || !row.isOpen) && !style.hasCheckBoxes
    setClass("hk-some-selected", row.selection == .some && isNews, native)
    let opens = row.hasChildren || row.isSection
    if opens {
      let icon = self.icon ?? makeIcon(in: native)
      self.icon = icon
      pictures.show(row.isOpen ? style.openPicture : style.closedPicture, in: icon)
    }
    if let icon { gtk_widget_set_visible(icon, opens ? 1 : 0) }
    let hasBox = style.hasCheckBoxes && (row.isSelectable || row.hasChildren)
    showBox(hasBox, row.selection, in: native)
    indent(row.level, opens: opens)
    mark(row.isSelectable && row.isSelected, in: native)
    // Rows stay "selectable" for GTK, which gives no others the focus; the model refuses instead.
    // A double click activates, and takes the second click away: not where each click counts.
    if let listItem {
      gtk_list_item_set_activatable(
        listItem, row.isSection || selection == .toggle ? 0 : 1)
    }
    guard let parent = gtk_widget_get_parent(native) else { return }
    setAccessible(parent, GTK_ACCESSIBLE_PROPERTY_LEVEL, row.level + 1)
    setAccessible(parent, GTK_ACCESSIBLE_STATE_EXPANDED, opens ? row.isOpen : nil)
    setAccessible(
      parent, GTK_ACCESSIBLE_STATE_SELECTED, row.isSelectable ? row.isSelected : nil)
  }

  /// Shows in a check box how much of the row and of what is below it is selected.
  private func showBox(_ isShown: Bool, _ state: SelectionState, in native: NativeWidget) {
    guard isShown || box != nil else { return }
    let box = box ?? makeBox(in: native)
    box.show(isShown ? state : nil, of: gtk_widget_get_parent(native))
  }

  private func makeBox(in native: NativeWidget) -> RowCheckBox {
    let made = RowCheckBox()
    box = made
    gtk_widget_insert_after(made.native, native, icon)
    listen(on: made.native, claims: true) { [weak self] in
      if let self { onCheck?(self) }
    }
    return made
  }

  /// Moves the keyboard into what takes it in the row.
  ///
  /// - Returns: False when nothing does.
  func enter() -> Bool {
    guard let native else { return false }
    (content as? SlotCell)?.letKeysIn(true)
    let isIn = gtk_widget_child_focus(native, GTK_DIR_TAB_FORWARD) != 0
    if !isIn { (content as? SlotCell)?.letKeysIn(false) }
    return isIn
  }

  /// Adds a style class until the cell shows another row.
  ///
  /// ```swift
  /// table.configureCell = { cell, row in
  ///   if row.item.isLate { cell.mark("error") }
  /// }
  /// ```
  public func mark(_ styleClass: String) {
    if let native { marks.add(styleClass, to: native) }
  }

  /// Takes away what belongs to the row that was shown.
  func unmark() {
    if let native { marks.removeAll(from: native) }
  }

  /// Shows or hides the check mark, in tables that have them in place of a tint.
  private func mark(_ isOn: Bool, in native: NativeWidget) {
    if let row = gtk_widget_get_parent(native) {
      setClass("hk-marks", style.marksSelection || style.hasCheckBoxes, row)
    }
    guard style.marksSelection else {
      if let check { gtk_widget_set_visible(check, 0) }
      return
    }
    let check = self.check ?? makeCheck(in: native)
    self.check = check
    gtk_widget_set_visible(check, 1)
    // Its room stays, so that texts do not move.
    gtk_widget_set_opacity(check, isOn ? 1 : 0)
  }

  private func makeCheck(in native: NativeWidget) -> NativeWidget {
    let check: NativeWidget = gtk_image_new_from_icon_name("object-select-symbolic")
    gtk_widget_add_css_class(check, "hk-check")
    setAccessible(check, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    gtk_widget_insert_before(check, native, nil)
    return check
  }

  /// Has GTK look at the style classes again: it misses those that change while a list is hidden.
  func restyle() {
    guard let native else { return }
    setClass("hk-restyled", true, native)
    setClass("hk-restyled", false, native)
  }

  private func indent(_ level: Int, opens: Bool) {
    guard let content = madeContent?.native else { return }
    let margin = level * style.indentation
    let room = style.alignsText ? style.iconSize + RowCell.spacing : 0
    if let icon { gtk_widget_set_margin_start(icon, Int32(clamping: margin)) }
    let inset = Int32(clamping: opens ? 0 : margin + room)
    let hasBox = box?.isVisible ?? false
    if hasBox, let box { gtk_widget_set_margin_start(box.native, inset) }
    gtk_widget_set_margin_start(content, hasBox ? 0 : inset)
  }

  private static let spacing = 6

  /// Moves the keyboard focus to the row.
  @discardableResult
  public override func focus() -> Bool { focusRow() }

  private func setClass(_ name: String, _ isOn: Bool, _ widget: NativeWidget) {
    if isOn {
      gtk_widget_add_css_class(widget, name)
    } else {
      gtk_widget_remove_css_class(widget, name)
    }
  }

  /// - Parameter claims: Nothing else acts on the click.
  private func listen(
    on widget: NativeWidget, claims: Bool, click: @escaping @MainActor () -> Void
  ) {
    guard let gesture = gtk_gesture_click_new() else { return }
    gtk_widget_add_controller(widget, gesture)
    if claims {
      connect(UnsafeMutableRawPointer(gesture), "pressed") { _ in
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        return false
      }
    }
    connect(UnsafeMutableRawPointer(gesture), "released") { arguments in
      // Who drags away from the row before letting go has thought better of it.
      if gtk_widget_contains(widget, arguments.double(2), arguments.double(3)) != 0 { click() }
      return false
    }
  }
}
