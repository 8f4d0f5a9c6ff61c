internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiPresentation

/// A dialog in which the user chooses a colour from a palette, or mixes one.
///
/// ```swift
/// let color = try await window.present(ColorChooser("Colour of the shelf", value: .white))
/// ```
public struct ColorChooser: Presentable {
  /// The chosen colour.
  public typealias Answer = Color

  /// The title of the dialog.
  public var title: String
  /// The colour that is selected at first.
  public var value: Color
  /// Whether the colour may be transparent.
  public var hasOpacity: Bool
  /// Where and for how long it is shown, unless the request says otherwise.
  public var options = PresentationOptions()

  /// The name of the item in the log, in errors and in queries.
  public var name: String { title }

  /// Makes a chooser.
  ///
  /// - Parameters:
  ///   - title: What the colour is for.
  ///   - value: What is chosen at first.
  ///   - hasOpacity: Whether it may let something through.
  public init(_ title: String, value: Color = .black, hasOpacity: Bool = false) {
    self.title = title
    self.value = value
    self.hasOpacity = hasOpacity
  }
}

extension ColorChooser: WindowPresentable {
  @MainActor func makeView(over window: Window) -> ItemView<ColorChooser> {
    ColorChooserView(self, over: window)
  }
}

private final class ColorChooserView: MessageView<ColorChooser> {
  private lazy var palette = makePalette()

  private func makePalette() -> Part {
    let part = Part(native: gtk_color_chooser_widget_new())
    guard let chooser = part.native?.opaque else { return part }
    gtk_color_chooser_set_use_alpha(chooser, item.hasOpacity ? 1 : 0)
    var color = item.value.native
    gtk_color_chooser_set_rgba(chooser, &color)
    part.accessibleLabel(item.title)
    nameOwnColors(of: chooser.widget)
    part.on("color-activated") { [weak self] _ in self?.choose(.choose) }
    return part
  }

  override func message() -> Message {
    Message(
      heading: item.title, choices: [.cancel, .choose], content: palette.align(horizontal: .center))
  }

  override func prepareFocus() {
    if let native = palette.native { _ = gtk_widget_child_focus(native, GTK_DIR_TAB_FORWARD) }
  }

  override func chose(_ choice: Choice) {
    guard choice == .choose, let chooser = palette.native?.opaque else { return }
    var color = GdkRGBA()
    gtk_color_chooser_get_rgba(chooser, &color)
    answer(Color(color))
  }
}

/// Names what GTK leaves without a name in a `GtkColorChooserWidget`: the way to a colour of one's own,
/// and these colours.
@MainActor
func nameOwnColors(of chooser: NativeWidget) {
  let palette = gtk_widget_get_first_child(chooser)
  var name = tr("New Color")
  var child = palette.flatMap { gtk_widget_get_last_child($0) }
    .flatMap { gtk_widget_get_first_child($0) }
  while let widget = child {
    setAccessible(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    name = tr("Color of Your Own")
    child = gtk_widget_get_next_sibling(widget)
  }
}
