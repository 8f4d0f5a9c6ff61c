internal import CHikidashiGTK

/// The arrangement of the slots in a cell: in rows and columns, or read from a `.ui` file.
///
/// ```swift
/// let layout = CellLayout.row(
///   .icon("icon", size: 32),
///   .column(.text("name", style: "heading"), .text("words", lines: 0)),
///   .text("date", style: "dim-label"))
/// ```
public struct CellLayout: Sendable {
  indirect enum Source: Sendable {
    case slot(CellSlot)
    case box(Axis, spacing: Int, [CellLayout])
    case interface(CellInterface)
  }

  let source: Source
  /// The slots, starting at the top left; those of a file sorted by name.
  public let slots: [CellSlot]
  /// The file that it was read from, for errors.
  var origin: String?

  init(_ source: Source, slots: [CellSlot], origin: String? = nil) {
    self.source = source
    self.slots = slots
    self.origin = origin
  }

  /// Creates a layout of one slot.
  public init(_ slot: CellSlot) { self.init(.slot(slot), slots: [slot]) }

  init(_ axis: Axis, spacing: Int, _ parts: [CellLayout]) {
    self.init(.box(axis, spacing: spacing, parts), slots: parts.flatMap(\.slots))
  }

  /// Returns a row of layouts. If none of them expands, the first column takes the free space, or
  /// else the first text.
  public static func row(spacing: Int = 10, _ parts: CellLayout...) -> CellLayout {
    CellLayout(.horizontal, spacing: spacing, parts)
  }

  /// Returns a column of layouts.
  public static func column(spacing: Int = 2, _ parts: CellLayout...) -> CellLayout {
    CellLayout(.vertical, spacing: spacing, parts)
  }

  /// Returns a slot for text. It wraps to at most `lines` lines before it is shortened; 0 means no
  /// limit.
  public static func text(
    _ name: String, style: String..., lines: Int = 1, alignment: Placement = .start,
    width: Int? = nil, expands: Bool? = nil
  ) -> CellLayout {
    CellLayout(
      CellSlot(
        name, .text, styles: style, lines: lines, alignment: alignment, width: width,
        expands: expands))
  }

  /// Returns a slot for an icon of the desktop's theme; `size` is in pixels.
  public static func icon(_ name: String, size: Int = 16, style: String...) -> CellLayout {
    CellLayout(CellSlot(name, .icon, styles: style, size: size))
  }

  /// Returns a slot for a picture file, shown in a square of `size` pixels.
  public static func picture(_ name: String, size: Int = 48, style: String...) -> CellLayout {
    CellLayout(CellSlot(name, .picture, styles: style, size: size))
  }

  /// Returns a slot for a text with styles and links. It wraps to at most `lines` lines before it is
  /// shortened; 0 means no limit.
  public static func rich(
    _ name: String, style: String..., lines: Int = 0, alignment: Placement = .start,
    width: Int? = nil, expands: Bool? = nil
  ) -> CellLayout {
    CellLayout(
      CellSlot(
        name, .rich, styles: style, lines: lines, alignment: alignment, width: width,
        expands: expands))
  }

  /// Returns a slot for a button; the style `flat` takes its frame away.
  public static func button(_ name: String, style: String..., width: Int? = nil) -> CellLayout {
    CellLayout(CellSlot(name, .button, styles: style, width: width))
  }

  /// Returns a slot for several pictures beside one another, each in a square of `size` pixels.
  ///
  /// - Parameters:
  ///   - name: The name of the slot.
  ///   - size: The side of each picture in pixels.
  ///   - most: How many are shown; a number says how many more there are.
  ///   - style: Style classes of the whole.
  public static func pictures(
    _ name: String, size: Int = 48, most: Int = 4, style: String...
  ) -> CellLayout {
    CellLayout(CellSlot(name, .pictures, styles: style, size: size, most: most))
  }

  /// Returns a slot for a progress bar.
  public static func progress(_ name: String, width: Int = 120) -> CellLayout {
    CellLayout(CellSlot(name, .progress, width: width))
  }
}

// MARK: - Making

extension CellLayout {
  var isInterface: Bool {
    switch source {
    case .slot: false
    case .box(_, _, let parts): parts.contains(where: \.isInterface)
    case .interface: true
    }
  }

  /// Makes the widgets of a cell, and adds those of its slots to `slots` in their order.
  @MainActor
  func make(_ slots: inout [NativeWidget?]) -> NativeWidget {
    switch source {
    case .slot(let slot):
      let widget = slot.make()
      slots.append(widget)
      return widget
    case .box(let axis, let spacing, let parts):
      let box: NativeWidget = gtk_box_new(axis.native, Int32(clamping: spacing))
      if axis == .vertical { gtk_widget_set_valign(box, GTK_ALIGN_CENTER) }
      let expanding = axis == .horizontal ? CellLayout.expanding(parts) : nil
      for (index, part) in parts.enumerated() {
        let widget = part.make(&slots)
        if axis == .vertical || index == expanding { gtk_widget_set_hexpand(widget, 1) }
        gtk_box_append(box.cast(to: GtkBox.self), widget)
      }
      return box
    case .interface(let interface):
      let (root, widgets) = interface.make()
      slots.append(contentsOf: widgets)
      return root
    }
  }

  /// The part of a row that takes what the others leave, where none asks for it itself.
  private static func expanding(_ parts: [CellLayout]) -> Int? {
    func slot(_ part: CellLayout) -> CellSlot? {
      if case .slot(let slot) = part.source { slot } else { nil }
    }
    if parts.contains(where: { slot($0)?.expands == true }) { return nil }
    return parts.firstIndex { slot($0) == nil }
      ?? parts.firstIndex { part in
        slot(part).map { $0.kind.isText && $0.width == nil && $0.expands == nil } ?? false
      }
  }
}

extension CellSlot {
  @MainActor
  fileprivate func make() -> NativeWidget {
    let widget: NativeWidget
    switch kind {
    case .text, .rich: widget = makeLabel()
    case .button:
      widget = gtk_button_new()
      gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    case .pictures:
      widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)
      gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    case .icon:
      widget = gtk_image_new()
      gtk_image_set_pixel_size(widget.opaque, Int32(clamping: size))
      // What it means is said by the text beside it.
      setAccessible(widget, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    case .picture:
      widget = gtk_picture_new()
      gtk_picture_set_can_shrink(widget.opaque, 1)
      gtk_widget_set_size_request(widget, Int32(clamping: size), Int32(clamping: size))
      setAccessible(widget, GTK_ACCESSIBLE_STATE_HIDDEN, true)
    case .progress:
      widget = gtk_progress_bar_new()
      gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    }
    for style in styles { gtk_widget_add_css_class(widget, style) }
    if let width {
      let height = kind == .picture ? size : -1
      gtk_widget_set_size_request(widget, Int32(clamping: width), Int32(clamping: height))
    }
    if expands == true { gtk_widget_set_hexpand(widget, 1) }
    return widget
  }

  @MainActor
  private func makeLabel() -> NativeWidget {
    let label: NativeWidget = gtk_label_new(nil)
    gtk_label_set_xalign(label.opaque, alignment == .end ? 1 : alignment == .center ? 0.5 : 0)
    if lines != 1 {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    }
    if lines != 0 {
      shorten(label)
      if lines > 1 { gtk_label_set_lines(label.opaque, gint(clamping: lines)) }
    }
    // Columns are as wide as they are told to be, whatever stands in them.
    if width != nil || expands == true { gtk_label_set_max_width_chars(label.opaque, 1) }
    return label
  }
}
