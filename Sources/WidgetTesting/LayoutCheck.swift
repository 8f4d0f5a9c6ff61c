internal import CHikidashiGTK
internal import HikidashiWidgets

/// Checks that nothing in a window is cut, covered, out of reach, too small or hard to read.
///
/// ```swift
/// for setting in LayoutSetting.all {
///   try await setting.during {
///     let stage = try await Stage.show(MainWindow().makeWindow(width: setting.width, height: setting.height))
///     try await checkLayout(stage, room: (setting.width, setting.height))
///     try await stage.close()
///   }
/// }
/// ```
///
/// It looks at positions, texts and the picture of the window, and goes through it by Tab:
///
/// - Texts are shown whole; a label that ends in “…” has a tooltip with the rest.
/// - No two texts or controls lie one over the other, and all lie in the window or where one can scroll to.
/// - Tab gets to every control, and each has a name and is seen while it has the keyboard.
/// - The contrast of a text to what is behind it is at least 4.5 : 1
///   (WCAG 2.2, 1.4.3: <https://www.w3.org/TR/WCAG22/#contrast-minimum>).
/// - Controls are at least 24 pixels wide and high (WCAG 2.2, 2.5.8).
///
/// GTK's own dialogs, links in running text, and what is disabled are left out.
///
/// - Parameters:
///   - stage: The window.
///   - room: How large the window and what opens over it may be; nil is as large as it is.
///   - leavingOut: Returns whether an element, and all in it, is left out.
/// - Throws: ``LayoutCheckError`` with every flaw; ``WidgetTestError`` where no key can be pressed.
@MainActor
public func checkLayout(
  _ stage: Stage, room: (width: Int, height: Int)? = nil,
  leavingOut: @escaping @MainActor (AccessibleElement) -> Bool = { _ in false }
) async throws {
  let flaws = try await layoutFlaws(stage, room: room, leavingOut: leavingOut)
  guard flaws.isEmpty else { throw LayoutCheckError(flaws: flaws) }
}

/// Returns what ``checkLayout(_:room:leavingOut:)`` finds.
///
/// - Parameters:
///   - stage: The window.
///   - room: How large the window and what opens over it may be; nil is as large as it is.
///   - isWalked: Whether Tab is pressed, which moves the keyboard and closes what it leaves.
///   - leavingOut: Returns whether an element, and all in it, is left out.
@MainActor
public func layoutFlaws(
  _ stage: Stage, room: (width: Int, height: Int)? = nil, isWalked: Bool = true,
  leavingOut: @escaping @MainActor (AccessibleElement) -> Bool = { _ in false }
) async throws -> [LayoutFlaw] {
  guard let window = stage.window.native else { return [] }
  let check = LayoutCheck(LayoutMarks(window, leavingOut: leavingOut), room: room)
  var flaws = check.flaws
  if isWalked { flaws += try await TabWalk(stage, leavingOut: leavingOut).flaws }
  // A row of a list may be wrong in each of its lines.
  var seen: Set<LayoutFlaw> = []
  return flaws.filter { seen.insert($0).inserted }
}

/// Looks at the places of texts and controls.
@MainActor
private struct LayoutCheck {
  private let marks: LayoutMarks
  private let room: (width: Int, height: Int)?

  /// What roundings and the overhang of letters may make.
  private static let tolerance = 2.0
  private static let leastTarget = 24.0
  private static let leastContrast = 4.5

  init(_ marks: LayoutMarks, room: (width: Int, height: Int)?) {
    (self.marks, self.room) = (marks, room)
  }

  var flaws: [LayoutFlaw] {
    marks.roots.compactMap(size) + marks.all.flatMap(reach) + overlaps + contrasts
  }

  // MARK: - Size

  private func size(_ root: NativeWidget) -> LayoutFlaw? {
    guard let room else { return nil }
    // Without what a theme draws around it.
    for (axis, needed, has) in [
      (GTK_ORIENTATION_HORIZONTAL, Int(gtk_widget_get_width(root)), room.width),
      (GTK_ORIENTATION_VERTICAL, Int(gtk_widget_get_height(root)), room.height),
    ] where needed > has {
      guard let widest = widest(in: root, axis) else { continue }
      let side = axis == GTK_ORIENTATION_HORIZONTAL ? "wide" : "high"
      return LayoutFlaw(
        kind: .tooLarge, place: LayoutMarks.name(of: root),
        details: "is \(needed) pixels \(side) where there are \(has), because of \(widest)")
    }
    return nil
  }

  /// What needs most room along an axis, as far down as one thing alone does; nil for what is GTK's own.
  private func widest(in widget: NativeWidget, _ axis: GtkOrientation) -> String? {
    func need(_ widget: NativeWidget) -> Int {
      var least: gint = 0
      gtk_widget_measure(widget, axis, -1, &least, nil, nil, nil)
      return Int(least)
    }
    var found = widget
    while let child = AccessibleElement(found).children.map(\.native)
      .filter({ !isWidget($0, gtk_popover_get_type()) }).max(by: { need($0) < need($1) }),
      need(child) * 3 > need(found) * 2
    {
      if LayoutMarks.isForeign(found) { return nil }
      found = child
    }
    if LayoutMarks.isForeign(found) { return nil }
    return "\(LayoutMarks.name(of: found)), which needs \(need(found))"
  }

  // MARK: - Cut, outside, small

  private func reach(_ mark: LayoutMarks.Mark) -> [LayoutFlaw] {
    var flaws: [LayoutFlaw] = []
    func add(_ kind: LayoutFlaw.Kind, _ details: String) {
      flaws.append(LayoutFlaw(kind: kind, place: mark.name, details: details))
    }
    if !mark.box.lies(in: mark.reach, within: Self.tolerance) {
      add(
        mark.kind == .text ? .cut : .outside,
        "is \(mark.box), and is seen in \(mark.reach) only")
    }
    switch mark.kind {
    case .text:
      if let reason = cut(mark.widget) { add(.cut, reason) }
    case .target:
      let isSmall =
        mark.box.width < Self.leastTarget - 0.5 || mark.box.height < Self.leastTarget - 0.5
      if isSmall, mark.isSensitive { add(.smallTarget, "is \(mark.box)") }
    }
    return flaws
  }

  /// Why a text is not read whole; nil where it is.
  private func cut(_ widget: NativeWidget) -> String? {
    guard isWidget(widget, gtk_label_get_type()) else { return cutNumber(widget) }
    guard let layout = gtk_label_get_layout(widget.opaque) else { return nil }
    if pango_layout_is_ellipsized(layout) != 0 {
      return hasTooltip(widget) ? nil : "ends in … without a tooltip"
    }
    var logical = PangoRectangle()
    pango_layout_get_pixel_extents(layout, nil, &logical)
    let room = gtk_widget_get_width(widget)
    return logical.width > room + 1 ? "needs \(logical.width) pixels and has \(room)" : nil
  }

  /// The number of a spin button, which nobody scrolls.
  private func cutNumber(_ widget: NativeWidget) -> String? {
    guard let parent = gtk_widget_get_parent(widget),
      isWidget(parent, gtk_spin_button_get_type()),
      let layout = gtk_widget_create_pango_layout(widget, gtk_editable_get_text(widget.opaque))
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var logical = PangoRectangle()
    pango_layout_get_pixel_extents(layout, nil, &logical)
    let room = gtk_widget_get_width(widget)
    return logical.width > room + 1 ? "needs \(logical.width) pixels and has \(room)" : nil
  }

  /// Whether the whole of a text is told by a tooltip, of its own or of what it stands in.
  private func hasTooltip(_ widget: NativeWidget) -> Bool {
    var around: NativeWidget? = widget
    while let outer = around {
      if gtk_widget_get_has_tooltip(outer) != 0 { return true }
      around = gtk_widget_get_parent(outer)
    }
    return false
  }

  // MARK: - Overlapping

  private var overlaps: [LayoutFlaw] {
    var flaws: [LayoutFlaw] = []
    let sorted = marks.all.map { (mark: $0, shown: $0.box.intersection($0.seen)) }
      .filter { !$0.shown.isEmpty }.sorted { $0.shown.top < $1.shown.top }
    for (index, one) in sorted.enumerated() {
      for other in sorted[(index + 1)...] {
        guard other.shown.top < one.shown.bottom - Self.tolerance else { break }
        let common = one.shown.intersection(other.shown)
        guard common.width > Self.tolerance, common.height > Self.tolerance,
          lieBesides(one.mark, other.mark)
        else { continue }
        flaws.append(
          LayoutFlaw(
            kind: .overlapping, place: one.mark.name,
            details: "and \(other.mark.name) share \(common)"))
      }
    }
    return flaws
  }

  /// Whether two things are laid out side by side, and neither in nor above the other on purpose.
  private func lieBesides(_ one: LayoutMarks.Mark, _ other: LayoutMarks.Mark) -> Bool {
    guard one.root == other.root, gtk_widget_is_ancestor(one.widget, other.widget) == 0,
      gtk_widget_is_ancestor(other.widget, one.widget) == 0,
      var common = gtk_widget_get_parent(one.widget)
    else { return false }
    while gtk_widget_is_ancestor(other.widget, common) == 0,
      let outer = gtk_widget_get_parent(common)
    {
      common = outer
    }
    let layered = [
      gtk_overlay_get_type(), adw_toast_overlay_get_type(), adw_flap_get_type(),
      gtk_stack_get_type(), gtk_text_get_type(),
    ]
    return !layered.contains { isWidget(common, $0) } && !typeName(of: common).hasPrefix("HK")
  }

  // MARK: - Contrast

  private var contrasts: [LayoutFlaw] {
    marks.roots.flatMap { root -> [LayoutFlaw] in
      let texts = marks.all.filter { $0.root == root && $0.kind == .text && $0.isSensitive }
      guard !texts.isEmpty, let meter = ContrastMeter(root) else { return [] }
      return texts.compactMap { text in
        guard !text.isCovered, let contrast = meter.contrast(in: text.box.intersection(text.seen)),
          contrast < Self.leastContrast
        else { return nil }
        let rounded = (contrast * 100).rounded(.down) / 100
        return LayoutFlaw(
          kind: .lowContrast, place: text.name,
          details: "has a contrast of \(rounded) : 1 to what is behind it")
      }
    }
  }
}
