internal import CHikidashiGTK
internal import CHikidashiWidgetBridge

/// The rows of a form, some of which may come and go. Labels stand beside the inputs, or above them where there is
/// no room beside.
///
/// The first rows are made at once and the others frame by frame, so that a long form opens like a short
/// one.
@MainActor
final class FormRows {
  /// The native box.
  let native: NativeWidget
  /// What stands in the rows, in order.
  private(set) var parts: [Part] = []
  /// How many of them are in the box, from the first on.
  private var madeCount = 0
  private var hasBegun = false
  /// The labels beside inputs.
  private var labels: [ObjectIdentifier: NativeWidget] = [:]
  /// Stands below all others, once they are made.
  private let message: Part

  /// So many rows are higher than most screens; more are made at each frame.
  private static let rowsAtOnce = 28

  init(message: Part) {
    Toolkit.start()
    native = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    hk_box_form(native, 9, 12)
    self.message = message
  }

  private var box: UnsafeMutablePointer<GtkBox> { native.cast(to: GtkBox.self) }
  private var isComplete: Bool { hasBegun && madeCount == parts.count }

  /// Begins to make the rows.
  func start() {
    hasBegun = true
    makeMore()
    guard !isComplete else { return }
    var frames = 0
    addTick(to: native) { [weak self] in
      guard let self else { return false }
      frames += 1
      // The first frame is to be on the screen before anything else is made.
      if frames > 1 { makeMore() }
      return !isComplete
    }
  }

  /// Makes all rows up to that of a part, which is to be seen now.
  func make(upTo part: Part) {
    while part.isFree, !isComplete { makeMore() }
  }

  private func makeMore() {
    let end = min(madeCount + Self.rowsAtOnce, parts.count)
    while madeCount < end {
      attach(at: madeCount)
      madeCount += 1
    }
    if isComplete, message.isFree {
      message.adopt { gtk_box_append(box, $0) }
    }
  }

  /// Puts what stands in a row behind what is in the row before.
  private func attach(at row: Int) {
    let part = parts[row]
    var before = lastWidget(before: row)
    if let input = part as? AnyInput, !input.showsOwnLabel, let label = Self.label(of: input) {
      labels[ObjectIdentifier(input)] = label
      gtk_box_insert_child_after(box, label, before)
      before = label
    }
    part.adopt { gtk_box_insert_child_after(box, $0, before) }
  }

  /// What stands in the nearest row above that is made.
  private func lastWidget(before row: Int) -> NativeWidget? {
    // What stood somewhere else already is not here.
    parts[..<row].lazy.reversed().compactMap(\.native).first { gtk_widget_get_parent($0) == native }
  }

  private static func label(of input: AnyInput) -> NativeWidget? {
    guard let label: NativeWidget = gtk_label_new_with_mnemonic(input.mnemonic) else { return nil }
    gtk_label_set_mnemonic_widget(label.opaque, input.control)
    hk_box_form_label(label)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 1)
    // A row that is hidden has no label.
    if let native = input.native {
      g_object_bind_property(
        native.object, "visible", label.object, "visible", G_BINDING_SYNC_CREATE)
    }
    // The label of a high control, or of one with a message below, stands beside its first line.
    gtk_widget_set_valign(label, GTK_ALIGN_START)
    gtk_widget_set_margin_top(label, 8)
    gtk_widget_add_css_class(label, "dim-label")
    return label
  }

  /// Takes the message out, which is to stand elsewhere.
  func releaseMessage() {
    if !message.isFree { message.orphan { gtk_box_remove(box, $0) } }
  }
}

// MARK: - Coming and going

extension FormRows {
  /// Puts a part behind another; nil puts it before all.
  func insert(_ part: Part, after previous: Part?) {
    let row = row(after: previous)
    let isMade = row < madeCount || isComplete
    parts.insert(part, at: row)
    guard isMade else { return }
    attach(at: row)
    madeCount += 1
  }

  func remove(_ part: Part) {
    guard let row = row(of: part) else { return }
    parts.remove(at: row)
    guard row < madeCount else { return }
    madeCount -= 1
    if let label = labels.removeValue(forKey: ObjectIdentifier(part)) {
      gtk_box_remove(box, label)
    }
    part.orphan { gtk_box_remove(box, $0) }
  }

  /// Moves a part behind another; nil moves it before all.
  func move(_ part: Part, after previous: Part?) {
    while !isComplete { makeMore() }
    guard let old = row(of: part) else { return }
    parts.remove(at: old)
    let new = row(after: previous)
    parts.insert(part, at: new)
    var before = lastWidget(before: new)
    for widget in [labels[ObjectIdentifier(part)], part.native].compactMap({ $0 }) {
      gtk_box_reorder_child_after(box, widget, before)
      before = widget
    }
  }

  private func row(of part: Part) -> Int? { parts.lastIndex { $0 === part } }

  private func row(after previous: Part?) -> Int {
    guard let previous else { return 0 }
    return row(of: previous).map { $0 + 1 } ?? parts.count
  }
}
