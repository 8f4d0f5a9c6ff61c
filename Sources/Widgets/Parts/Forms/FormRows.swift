internal import CHikidashiGTK

/// The rows of a form in their grid, some of which may come and go.
///
/// The first rows are made at once and the others frame by frame, so that a long form opens like a short
/// one.
@MainActor
final class FormRows {
  /// The native grid.
  let native: NativeWidget
  /// What stands in the rows, in order.
  private(set) var parts: [Part] = []
  /// How many of them are in the grid, from the first on.
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
    native = gtk_grid_new()
    self.message = message
  }

  private var grid: UnsafeMutablePointer<GtkGrid> { native.cast(to: GtkGrid.self) }
  private var isComplete: Bool { hasBegun && madeCount == parts.count }

  /// Begins to make the rows.
  func start() {
    hasBegun = true
    gtk_grid_set_row_spacing(grid, 9)
    gtk_grid_set_column_spacing(grid, 12)
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
      attach(parts[madeCount], at: madeCount)
      madeCount += 1
    }
    if isComplete, message.isFree {
      message.adopt { gtk_grid_attach(grid, $0, 0, Int32(parts.count), 2, 1) }
    }
  }

  private func attach(_ part: Part, at row: Int) {
    let row = Int32(clamping: row)
    guard let input = part as? AnyInput else {
      return part.adopt { gtk_grid_attach(grid, $0, 0, row, 2, 1) }
    }
    if !input.showsOwnLabel, let label = Self.label(of: input) {
      labels[ObjectIdentifier(input)] = label
      gtk_grid_attach(grid, label, 0, row, 1, 1)
    }
    input.adopt { gtk_grid_attach(grid, $0, 1, row, 1, 1) }
  }

  private static func label(of input: AnyInput) -> NativeWidget? {
    guard let label: NativeWidget = gtk_label_new_with_mnemonic(input.mnemonic) else { return nil }
    gtk_label_set_mnemonic_widget(label.opaque, input.control)
    gtk_label_set_xalign(label.opaque, 1)
    // The label of a high control, or of one with a message below, stands beside its first line.
    gtk_widget_set_valign(label, GTK_ALIGN_START)
    gtk_widget_set_margin_top(label, 8)
    gtk_widget_add_css_class(label, "dim-label")
    return label
  }

  /// Takes the message out, which is to stand elsewhere.
  func releaseMessage() {
    if !message.isFree { message.orphan { gtk_grid_remove(grid, $0) } }
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
    attach(part, at: row)
    madeCount += 1
    renumber(from: row + 1)
  }

  func remove(_ part: Part) {
    guard let row = row(of: part) else { return }
    parts.remove(at: row)
    guard row < madeCount else { return }
    madeCount -= 1
    if let label = labels.removeValue(forKey: ObjectIdentifier(part)) {
      gtk_grid_remove(grid, label)
    }
    part.orphan { gtk_grid_remove(grid, $0) }
    renumber(from: row)
  }

  /// Moves a part behind another; nil moves it before all.
  func move(_ part: Part, after previous: Part?) {
    while !isComplete { makeMore() }
    guard let old = row(of: part) else { return }
    parts.remove(at: old)
    let new = row(after: previous)
    parts.insert(part, at: new)
    renumber(from: min(old, new))
  }

  private func row(of part: Part) -> Int? { parts.lastIndex { $0 === part } }

  private func row(after previous: Part?) -> Int {
    guard let previous else { return 0 }
    return row(of: previous).map { $0 + 1 } ?? parts.count
  }

  /// Has the rows in the grid from one on stand where they are in the list.
  private func renumber(from start: Int) {
    for row in start..<max(start, madeCount) {
      let part = parts[row]
      place(part.native, at: row)
      place(labels[ObjectIdentifier(part)], at: row)
    }
    if message.native.flatMap({ gtk_widget_get_parent($0) }) == native {
      place(message.native, at: parts.count)
    }
  }

  private func place(_ child: NativeWidget?, at row: Int) {
    guard let child, let layout = gtk_widget_get_layout_manager(native),
      let place = gtk_layout_manager_get_layout_child(layout, child)
    else { return }
    gtk_grid_layout_child_set_row(OpaquePointer(place), Int32(clamping: row))
  }
}
