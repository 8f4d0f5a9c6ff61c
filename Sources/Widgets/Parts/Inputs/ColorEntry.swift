internal import CHikidashiGTK
internal import HikidashiBase

/// A button that shows a colour and lets the user pick one from a palette or mix one.
///
/// ```swift
/// ColorEntry("Marker", value: Color(1, 0.9, 0)) { colour in draw(in: colour) }
/// ```
public final class ColorEntry: Input<Color> {
  private let hasOpacity: Bool
  private var swatch: NativeWidget?

  /// Creates a colour entry.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: The colour at first.
  ///   - hasOpacity: Whether it may let something through.
  ///   - rules: What the colour must fulfil.
  ///   - onChange: Called with the colour at each change.
  public init(
    _ label: String, value: Color = .black, hasOpacity: Bool = false,
    rules: [InputRule<Color>] = [], onChange: (@MainActor (Color) -> Void)? = nil
  ) {
    self.hasOpacity = hasOpacity
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let button: NativeWidget = gtk_menu_button_new()
    let picture: NativeWidget = gtk_picture_new()
    gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_FILL)
    gtk_widget_set_size_request(picture, 48, 20)
    gtk_menu_button_set_child(button.opaque, picture)
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    swatch = picture
    // Made when it is opened: a chooser has some sixty widgets.
    setPopover(of: button) { [weak self] in self?.makeChooser() }
    return button
  }

  /// Shows a value in the control.
  public override func show(_ value: Color) {
    guard let madeControl, let swatch else { return }
    var pixel = [value.red, value.green, value.blue, value.alpha].map {
      UInt8((min(max($0.isFinite ? $0 : 0, 0), 1) * 255).rounded())
    }
    guard let bytes = g_bytes_new(&pixel, gsize(pixel.count)),
      let texture = gdk_memory_texture_new(1, 1, GDK_MEMORY_R8G8B8A8, bytes, 4)
    else { return }
    gtk_picture_set_paintable(swatch.opaque, texture)
    g_object_unref(UnsafeMutableRawPointer(texture))
    g_bytes_unref(bytes)
    let name = label + ": " + value.hexadecimal
    setAccessible(madeControl, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
    setAccessibleButton(in: madeControl, name)
  }

  private func makeChooser() -> NativeWidget {
    let chooser: NativeWidget = gtk_color_chooser_widget_new()
    gtk_color_chooser_set_use_alpha(chooser.opaque, hasOpacity ? 1 : 0)
    var colour = GdkRGBA(
      red: Float(value.red), green: Float(value.green), blue: Float(value.blue),
      alpha: hasOpacity ? Float(value.alpha) : 1)
    gtk_color_chooser_set_rgba(chooser.opaque, &colour)
    nameOwnColors(of: chooser)
    connect(chooser, "notify::rgba") { [weak self] _ in
      var picked = GdkRGBA()
      gtk_color_chooser_get_rgba(chooser.opaque, &picked)
      self?.pick(
        Color(
          Double(picked.red), Double(picked.green), Double(picked.blue), Double(picked.alpha)))
      return false
    }
    connect(chooser, "color-activated") { [weak self] _ in
      self?.madeControl.map { gtk_menu_button_popdown($0.opaque) }
      return false
    }
    return chooser
  }

  private func pick(_ colour: Color) {
    // GTK tells of each colour twice and more.
    guard colour != value else { return }
    choose(colour)
  }
}
