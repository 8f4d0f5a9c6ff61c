internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// A dialog in which the user chooses a font and its size.
///
/// ```swift
/// let font = try await window.present(FontChooser("Font of the text", value: .monospaced))
/// ```
public struct FontChooser: Presentable {
  /// The chosen font.
  public typealias Answer = Font

  /// The title of the dialog.
  public var title: String
  /// The font that is selected at first.
  public var value: Font
  /// Whether the family alone is chosen, without size and weight.
  public var familyAlone: Bool
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a chooser.
  ///
  /// - Parameters:
  ///   - title: What the font is for.
  ///   - value: What is chosen at first.
  ///   - familyAlone: Whether the family alone is chosen, without size and weight.
  public init(_ title: String, value: Font = .body, familyAlone: Bool = false) {
    self.title = title
    self.value = value
    self.familyAlone = familyAlone
  }
}

extension FontChooser: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<FontChooser> {
    FontChooserView(self, over: window)
  }
}

private final class FontChooserView: MessageView<FontChooser> {
  private lazy var fonts = makeFonts()
  private var search: NativeWidget?
  private var preview: NativeWidget?
  /// Whether the font that is chosen at first is not selected yet.
  private var isSelecting = true

  private func makeFonts() -> Part {
    let part = Part(native: gtk_font_chooser_widget_new()).minimumSize(width: 380, height: 380)
    guard let chooser = part.native?.opaque else { return part }
    if item.familyAlone { gtk_font_chooser_set_level(chooser, GTK_FONT_CHOOSER_LEVEL_FAMILY) }
    // GTK fills its list bit by bit, and selects only what is in it.
    var tries = 120
    addTick(to: chooser.widget) { [weak self, value = item.value] in
      tries -= 1
      guard let self, isShown else { return false }
      isSelecting = tries > 0 && !FontChooserView.select(value, in: chooser)
      return isSelecting
    }
    part.accessibleLabel(item.title)
    nameParts(of: chooser.widget)
    part.on("font-activated") { [weak self] _ in self?.choose(.choose) }
    return part
  }

  /// GTK gives names to none of them.
  private func nameParts(of chooser: NativeWidget) {
    let names: [(GType, String)] = [
      (gtk_search_entry_get_type(), tr("Search")), (gtk_menu_button_get_type(), tr("Filters")),
      (gtk_list_view_get_type(), tr("Fonts")), (gtk_spin_button_get_type(), tr("Size")),
      (gtk_scale_get_type(), tr("Size")), (gtk_entry_get_type(), tr("Preview")),
    ]
    var open = [chooser]
    while let widget = open.popLast() {
      let instance = widget.cast(to: GTypeInstance.self)
      if let found = names.first(where: { g_type_check_instance_is_a(instance, $0.0) != 0 }) {
        setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, found.1)
        if found.0 == gtk_search_entry_get_type() { search = widget }
        if found.0 == gtk_entry_get_type() { preview = widget }
        if found.0 == gtk_list_view_get_type() { leaveByTab(widget) }
        continue
      }
      var child = gtk_widget_get_first_child(widget)
      while let next = child {
        open.append(next)
        child = gtk_widget_get_next_sibling(next)
      }
    }
  }

  /// In GTK 4.8 Tab goes from font to font, of which there are hundreds; the arrow keys do that.
  private func leaveByTab(_ list: NativeWidget) {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    gtk_widget_add_controller(list, keys)
    connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
      switch arguments.uint(1) {
      case Int(GDK_KEY_Tab): self?.preview.map { gtk_widget_grab_focus($0) != 0 } ?? false
      case Int(GDK_KEY_ISO_Left_Tab): self?.search.map { gtk_widget_grab_focus($0) != 0 } ?? false
      default: false
      }
    }
  }

  /// - Returns: Whether it is selected.
  private static func select(_ font: Font, in chooser: OpaquePointer) -> Bool {
    let wanted = font.native
    defer { pango_font_description_free(wanted) }
    gtk_font_chooser_set_font_desc(chooser, wanted)
    guard let selected = gtk_font_chooser_get_font_desc(chooser) else { return false }
    defer { pango_font_description_free(selected) }
    let names = [wanted, selected].map { description in
      pango_font_description_get_family(description).map { String(cString: $0) }
    }
    return names[0] == names[1]
  }

  override func message() -> Message {
    Message(heading: item.title, choices: [.cancel, .choose], content: fonts)
  }

  override func prepareFocus() {
    guard let native = fonts.native else { return }
    if search.map({ gtk_widget_grab_focus($0) != 0 }) != true {
      _ = gtk_widget_child_focus(native, GTK_DIR_TAB_FORWARD)
    }
  }

  override func chose(_ choice: Choice) {
    guard choice == .choose, let chooser = fonts.native?.opaque else { return }
    // While the list is filled nothing is selected, or another font.
    guard !isSelecting, let description = gtk_font_chooser_get_font_desc(chooser) else {
      return answer(item.value)
    }
    defer { pango_font_description_free(description) }
    answer(Font(description))
  }
}

extension Font {
  /// Pixels of a point, as Pango counts them.
  private static let pixelsPerPoint = 96.0 / 72

  /// The size as people choose it.
  var points: Double { (size / Font.pixelsPerPoint * 10).rounded() / 10 }

  /// The font as Pango knows it; the caller releases it.
  fileprivate var native: OpaquePointer? {
    guard let description = pango_font_description_new() else { return nil }
    pango_font_description_set_family(description, family ?? "Sans")
    // Whole points, as people choose them, where the size comes to that.
    pango_font_description_set_size(
      description, gint(clamping: Int((min(max(points, 1), 1000) * Double(PANGO_SCALE)).rounded())))
    if isBold { pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD) }
    if isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    return description
  }

  fileprivate init(_ description: OpaquePointer) {
    let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
    let isAbsolute = pango_font_description_get_size_is_absolute(description) != 0
    self.init(
      pango_font_description_get_family(description).map { String(cString: $0) },
      size: isAbsolute ? size : size * Font.pixelsPerPoint,
      isBold: pango_font_description_get_weight(description).rawValue
        >= PANGO_WEIGHT_SEMIBOLD.rawValue,
      isItalic: pango_font_description_get_style(description) != PANGO_STYLE_NORMAL)
  }
}
