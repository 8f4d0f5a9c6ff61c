internal import CGTK
internal import Support

/// What fills one row of a form.
enum FormRow {
  case heading(String)
  case input(AnyInput)
  case part(Part)
}

extension Form {
  /// So many rows are higher than most screens; more are made at each frame.
  private static let rowsAtOnce = 28

  static func rows(_ groups: [FormGroup]) -> ArraySlice<FormRow> {
    groups.flatMap { group in
      (group.title.map { [FormRow.heading($0)] } ?? [])
        + group.parts.map { ($0 as? AnyInput).map(FormRow.input) ?? .part($0) }
    }[...]
  }

  /// Puts the first rows into the grid now and the others frame by frame, so that a long form opens
  /// like a short one.
  func startLayout() {
    guard let native else { return }
    let grid = native.cast(to: GtkGrid.self)
    gtk_grid_set_row_spacing(grid, 9)
    gtk_grid_set_column_spacing(grid, 12)
    layOutMore()
    guard !rows.isEmpty else { return }
    var frames = 0
    addTick(to: native) { [weak self] in
      guard let self else { return false }
      frames += 1
      // The first frame is to be on the screen before anything else is made.
      if frames > 1 { layOutMore() }
      return !rows.isEmpty
    }
  }

  /// Makes all rows up to an input, which is to be seen now.
  func layOut(to input: AnyInput) {
    while input.isFree, !rows.isEmpty { layOutMore() }
  }

  private func layOutMore() {
    guard let grid = native?.cast(to: GtkGrid.self) else { return }
    for row in rows.prefix(Form.rowsAtOnce) {
      switch row {
      case .heading(let title):
        let heading = Label(title).styleClass("heading")
        if rowCount > 0, let native = heading.native { gtk_widget_set_margin_top(native, 12) }
        heading.adopt { gtk_grid_attach(grid, $0, 0, rowCount, 2, 1) }
      case .part(let part): part.adopt { gtk_grid_attach(grid, $0, 0, rowCount, 2, 1) }
      case .input(let input):
        if !input.showsOwnLabel { gtk_grid_attach(grid, label(of: input), 0, rowCount, 1, 1) }
        input.adopt { gtk_grid_attach(grid, $0, 1, rowCount, 1, 1) }
      }
      rowCount += 1
    }
    rows = rows.dropFirst(Form.rowsAtOnce)
    if rows.isEmpty, message.isFree {
      message.adopt { gtk_grid_attach(grid, $0, 0, rowCount, 2, 1) }
    }
  }

  private func label(of input: AnyInput) -> NativeWidget? {
    guard let label: NativeWidget = gtk_label_new_with_mnemonic(input.mnemonic) else { return nil }
    gtk_label_set_mnemonic_widget(label.opaque, input.control)
    gtk_label_set_xalign(label.opaque, 1)
    // The label of a high control, or of one with a message below, stands beside its first line.
    gtk_widget_set_valign(label, GTK_ALIGN_START)
    gtk_widget_set_margin_top(label, 8)
    gtk_widget_add_css_class(label, "dim-label")
    return label
  }

  /// Two buttons that apply the form and take its changes back, each dim while there is nothing to do
  /// for it. What is wrong with the form as a whole then stands beside them.
  ///
  /// - Parameters:
  ///   - apply: What the first is called, such as “Save”; “Apply”, if not given.
  ///   - revert: What the second is called; “Revert”, if not given.
  public func buttons(apply: String? = nil, revert: String? = nil) -> Part {
    let back = Button(revert ?? tr("_Revert")) { [weak self] in self?.revert() }
    let forth = Button(apply ?? tr("_Apply")) { [weak self] in self?.apply() }
      .styleClass("suggested-action")
    watch { [weak self, weak back, weak forth] in
      guard let self else { return }
      back?.isEnabled = isDirty
      forth?.isEnabled = isDirty
    }
    let room = Stack(.horizontal, spacing: 6) {
      back
      forth
    }.align(horizontal: .end, vertical: .center).expand(.horizontal)
    if !message.isFree, let grid = native?.cast(to: GtkGrid.self) {
      message.orphan { gtk_grid_remove(grid, $0) }
    }
    return Stack(.horizontal, spacing: 12) {
      message
      room
    }
  }
}
