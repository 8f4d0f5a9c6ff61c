internal import CHikidashiGTK
internal import HikidashiRecords

/// What a table of records draws for one row: a label for each column that is shown.
///
/// Some two hundred exist however many records there are, each used for one after another.
final class RecordRow: Part, ListCell {
  let listItem: OpaquePointer?
  private var labels: [NativeWidget] = []
  private var filler: NativeWidget?
  /// The layout that the labels were made for.
  private var layout = 0
  private(set) var isBound = false
  /// The change of the rows after which it was last bound.
  var generation = 0
  var follower: Follower?
  /// Called when the user clicks the row.
  var onClick: (@MainActor (RecordRow) -> Void)?

  init(listItem: OpaquePointer) {
    self.listItem = listItem
    super.init(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, gint(RecordsLayout.spacing)))
    styleClass("hk-row", "hk-cell", "hk-record")
    guard let native, let gesture = gtk_gesture_click_new() else { return }
    gtk_widget_add_controller(native, gesture)
    connect(UnsafeMutableRawPointer(gesture), "released") { [weak self] arguments in
      if let self, gtk_widget_contains(native, arguments.double(2), arguments.double(3)) != 0 {
        onClick?(self)
      }
      return false
    }
  }

  override func nativeDied() {
    super.nativeDied()
    onClick = nil
    labels = []
  }

  func unbind() { isBound = false }

  /// Shows a record, by its texts in the order of the columns that are shown.
  func show(_ texts: [String], in layout: RecordsLayout) {
    isBound = true
    // GTK 4.8 binds rows anew whose selection may have changed.
    if self.layout == layout.version, texts == self.texts { return }
    if self.layout != layout.version { layOut(layout) }
    self.texts = texts
    for (label, text) in zip(labels, texts) { gtk_label_set_text(label.opaque, text) }
    setName(texts.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// Makes the labels anew: other columns are shown.
  func layOut(_ layout: RecordsLayout) {
    guard let box = native?.cast(to: GtkBox.self) else { return }
    self.layout = layout.version
    let columns = layout.shown
    for label in labels.dropFirst(columns.count) { gtk_box_remove(box, label) }
    labels = Array(labels.prefix(columns.count))
    while labels.count < columns.count {
      let label: NativeWidget = gtk_label_new(nil)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_label_set_single_line_mode(label.opaque, 1)
      // As wide as it is told to be, whatever stands in it.
      gtk_label_set_max_width_chars(label.opaque, 1)
      gtk_box_insert_child_after(box, label, labels.last)
      labels.append(label)
    }
    for (label, column) in zip(labels, columns) {
      let alignment = column.alignment
      gtk_label_set_xalign(label.opaque, alignment == .end ? 1 : alignment == .center ? 0.5 : 0)
      gtk_widget_add_css_class(label, "numeric")
    }
    setWidths(layout)
    if filler == nil {
      filler = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
      gtk_box_append(box, filler)
    }
    if let filler { gtk_widget_set_hexpand(filler, layout.expanding == nil ? 1 : 0) }
  }

  /// Gives the columns their widths.
  func setWidths(_ layout: RecordsLayout) {
    for (index, label) in labels.enumerated() where index < layout.shown.count {
      gtk_widget_set_size_request(label, gint(clamping: layout.width(ofShown: index)), -1)
      gtk_widget_set_hexpand(label, layout.expanding == index ? 1 : 0)
    }
    if let filler { gtk_widget_set_hexpand(filler, layout.expanding == nil ? 1 : 0) }
  }

  /// The texts that it shows.
  private(set) var texts: [String] = []

  /// Moves the keyboard focus to the row.
  @discardableResult
  override func focus() -> Bool { focusRow() }
}
