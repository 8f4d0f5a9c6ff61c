internal import CHikidashiGTK
internal import HikidashiRecords

/// What a table of records draws for one row: a label for each column that is shown, or the heading of a
/// group.
///
/// Some two hundred exist however many records there are, each used for one after another.
public final class RecordRow: Part, ListCell {
  let listItem: OpaquePointer?
  weak var rowModel: RowModel?
  private var labels: [NativeWidget] = []
  private var filler: NativeWidget?
  /// Says whether a group is open; made when a row first shows one.
  private var icon: NativeWidget?
  /// The layout that the labels were made for.
  private var layout = 0
  private var content = RecordRowContent.record([])
  /// What the labels show: what a row out of view has to show, it draws when it comes into view.
  private var drawn = RecordRowContent.record([])
  /// How the columns are laid out in which it will be drawn; nil when that is done.
  private var awaited: RecordsLayout?
  private(set) var isBound = false
  var isNew = true
  /// The change of the rows after which it was last bound.
  var generation = 0
  var follower: Follower?
  private var marks = RowMarks()
  /// Called when the user clicks the row.
  var onClick: (@MainActor (RecordRow) -> Void)?

  init(listItem: OpaquePointer?) {
    self.listItem = listItem
    super.init(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, gint(RecordsLayout.spacing)))
    styleClass("hk-row", "hk-record")
    guard let native, let gesture = gtk_gesture_click_new() else { return }
    gtk_widget_add_css_class(native, "hk-cell")
    gtk_widget_add_controller(native, gesture)
    connect(UnsafeMutableRawPointer(gesture), "released") { [weak self] arguments in
      if let self, gtk_widget_contains(native, arguments.double(2), arguments.double(3)) != 0 {
        onClick?(self)
      }
      return false
    }
  }

  public override func nativeDied() {
    super.nativeDied()
    onClick = nil
    labels = []
  }

  func unbind() { isBound = false }

  /// Adds a style class until the row shows another record.
  ///
  /// ```swift
  /// RecordsView(cards).configureRow { row, record in
  ///   if record[due] < .now { row.mark("error") }
  /// }
  /// ```
  public func mark(_ styleClass: String) {
    if let native { marks.add(styleClass, to: native) }
  }

  /// Takes away what belongs to the record that was shown.
  func unmark() {
    if let native { marks.removeAll(from: native) }
  }

  /// Shows a record or the heading of a group.
  func show(_ content: RecordRowContent, in layout: RecordsLayout) {
    isBound = true
    self.content = content
    awaited = layout
    // Records are all as high as one label; headings are higher, and few.
    let isRecord = content.heading == nil && drawn.heading == nil
    guard isRecord, listItem != nil, !isOnScreen else { return comeIntoView() }
    if labels.isEmpty, let box = native?.cast(to: GtkBox.self) { appendLabel(to: box) }
  }

  /// Draws what is to be shown.
  func comeIntoView() {
    guard let layout = awaited else { return }
    awaited = nil
    // GTK 4.8 binds rows anew whose selection may have changed.
    if self.layout == layout.version, content == drawn { return }
    let before = drawn.heading
    drawn = content
    if self.layout != layout.version {
      layOut(layout)
    } else if before?.shape != content.heading?.shape {
      setShape(layout)
    }
    if let heading = content.heading { showIcon(heading) }
    for (index, label) in labels.enumerated() where index < content.texts.count {
      gtk_label_set_text(label.opaque, content.texts[index])
    }
    setName(content.name)
    if before?.group != content.heading?.group { showState(content.heading?.group) }
  }

  /// Tells a screen reader what kind of row it is.
  private func showState(_ group: RecordHeading.Group?) {
    guard let native, let parent = gtk_widget_get_parent(native) else { return }
    setAccessible(parent, GTK_ACCESSIBLE_STATE_EXPANDED, group?.isOpen)
    if let group { setAccessible(parent, GTK_ACCESSIBLE_PROPERTY_LEVEL, group.level + 1) }
  }

  private func showIcon(_ heading: RecordHeading) {
    guard let group = heading.group, let icon else { return }
    gtk_image_set_from_icon_name(
      icon.opaque, group.isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
  }

  /// Makes the labels anew: other columns are shown.
  private func layOut(_ layout: RecordsLayout) {
    guard let box = native?.cast(to: GtkBox.self) else { return }
    self.layout = layout.version
    let columns = layout.shown
    for label in labels.dropFirst(columns.count) { gtk_box_remove(box, label) }
    labels = Array(labels.prefix(columns.count))
    while labels.count < columns.count { appendLabel(to: box) }
    if filler == nil {
      filler = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
      gtk_box_append(box, filler)
    }
    setShape(layout)
  }

  private func appendLabel(to box: UnsafeMutablePointer<GtkBox>) {
    let label: NativeWidget = gtk_label_new(nil)
    shorten(label)
    // As high as letters of its font, whatever stands in it.
    gtk_label_set_single_line_mode(label.opaque, 1)
    // As wide as it is told to be, too.
    gtk_label_set_max_width_chars(label.opaque, 1)
    gtk_widget_add_css_class(label, "numeric")
    gtk_box_insert_child_after(box, label, labels.last ?? icon)
    labels.append(label)
  }

  /// Makes of the labels a record, or a heading whose title reaches over several columns.
  private func setShape(_ layout: RecordsLayout) {
    guard let native else { return }
    let heading = content.heading
    if let heading, heading.group != nil, icon == nil { icon = makeIcon(in: native) }
    if let icon {
      gtk_widget_set_visible(icon, heading?.group == nil ? 0 : 1)
      gtk_widget_set_margin_start(icon, gint(RecordsLayout.indentation * (heading?.level ?? 0)))
    }
    for (name, isOn) in [("hk-section", heading?.group != nil), ("hk-cell", heading == nil)] {
      if isOn {
        gtk_widget_add_css_class(native, name)
      } else {
        gtk_widget_remove_css_class(native, name)
      }
    }
    for (index, (label, column)) in zip(labels, layout.shown).enumerated() {
      let isCovered = heading.map { index > 0 && index < $0.span } ?? false
      gtk_widget_set_visible(label, isCovered ? 0 : 1)
      let alignment = heading != nil && index == 0 ? Placement.start : column.alignment
      gtk_label_set_xalign(label.opaque, alignment == .end ? 1 : alignment == .center ? 0.5 : 0)
    }
    if let first = labels.first {
      gtk_widget_set_margin_start(first, gint(heading == nil ? layout.recordIndentation : 0))
    }
    setWidths(layout)
  }

  private func makeIcon(in native: NativeWidget) -> NativeWidget {
    let icon: NativeWidget = gtk_image_new()
    gtk_image_set_pixel_size(icon.opaque, gint(RecordsLayout.indentation))
    // Its meaning is told by the row's state.
    setAccessible(icon, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    gtk_box_prepend(native.cast(to: GtkBox.self), icon)
    return icon
  }

  /// Gives the columns their widths.
  func setWidths(_ layout: RecordsLayout) {
    if awaited != nil { awaited = layout }
    let heading = drawn.heading
    for (index, label) in labels.enumerated() where index < layout.shown.count {
      let covered = 0..<(index == 0 ? heading?.span ?? 1 : 1)
      var width = covered.reduce(0) { $0 + layout.width(ofShown: index + $1) }
      width += (covered.count - 1) * RecordsLayout.spacing
      if index == 0, let heading, heading.group != nil {
        width -= RecordsLayout.indentation * (heading.level + 1) + RecordsLayout.spacing
      } else if index == 0, heading == nil {
        width -= layout.recordIndentation
      }
      gtk_widget_set_size_request(label, gint(clamping: max(width, 1)), -1)
      let expands = layout.expanding.map { covered.contains($0 - index) } ?? false
      gtk_widget_set_hexpand(label, expands ? 1 : 0)
    }
    if let filler { gtk_widget_set_hexpand(filler, layout.expanding == nil ? 1 : 0) }
  }

  /// The texts that it shows.
  var texts: [String] { content.texts }

  /// Moves the keyboard focus to the row.
  @discardableResult
  public override func focus() -> Bool { focusRow() }
}
