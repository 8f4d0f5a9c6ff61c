internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiRecords

/// A button that shows the name of a font and lets the user choose another.
///
/// ```swift
/// FontEntry("_Font", value: Font("Noto Serif", size: 16)) { font in text.font = font ?? .body }
/// ```
public final class FontEntry: Input<Font?> {
  private let familyAlone: Bool
  private var name: NativeWidget?
  private var clear: NativeWidget?
  private var isChoosing = false

  /// Creates a font entry.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The font at first; nil for the desktop's own.
  ///   - familyAlone: Whether the family alone is chosen, without size and weight.
  ///   - rules: What the font must fulfil; with `required` it cannot be the desktop's own.
  ///   - onChange: Called with the font at each change.
  public init(
    _ label: String, value: Font? = nil, familyAlone: Bool = false,
    rules: [InputRule<Font?>] = [], onChange: (@MainActor (Font?) -> Void)? = nil
  ) {
    self.familyAlone = familyAlone
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    name = nil
    clear = nil
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let button: NativeWidget = gtk_button_new()
    let name: NativeWidget = gtk_label_new(nil)
    shorten(name)
    gtk_button_set_child(button.cast(to: GtkButton.self), name)
    connect(button, "clicked") { [weak self] _ in
      self?.open()
      return false
    }
    self.name = name
    return button
  }

  /// Puts the control into a larger widget.
  public override func makeRow(_ control: NativeWidget) -> NativeWidget {
    guard !isRequired else { return control }
    let (row, clear) = makeClearable(control)
    self.clear = clear
    return row
  }

  /// Shows a value in the control.
  public override func show(_ value: Font?) {
    guard let madeControl, let name else { return }
    let text = value.map(text(of:)) ?? tr("Standard")
    gtk_label_set_text(name.opaque, text)
    setAccessible(madeControl, GTK_ACCESSIBLE_PROPERTY_LABEL, "\(label): \(text)")
    clear.map { gtk_widget_set_visible($0, value == nil ? 0 : 1) }
  }

  private func text(of font: Font) -> String {
    let family = font.family ?? tr("Standard")
    guard !familyAlone else { return family }
    var words = [family]
    if font.isBold { words.append(tr("bold")) }
    if font.isItalic { words.append(tr("italic")) }
    return words.joined(separator: " ") + ", " + NumberFormat(decimals: 0...1).text(font.points)
  }

  private func open() {
    guard !isChoosing, let window else { return }
    isChoosing = true
    let chooser = FontChooser(label, value: value ?? .body, familyAlone: familyAlone)
    Task { [weak self] in
      defer { self?.isChoosing = false }
      // Closed without an answer, it stays as it is.
      guard let font = try? await window.present(chooser) else { return }
      self?.choose(self?.familyAlone == true ? Font(font.family) : font)
    }
  }
}
