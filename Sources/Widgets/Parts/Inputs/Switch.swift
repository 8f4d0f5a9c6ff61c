internal import CHikidashiGTK

/// A switch for a setting that takes effect at once.
///
/// ```swift
/// Switch("_Notify me", value: true) { isOn in notify(isOn) }
/// ```
public final class Switch: Input<Bool> {
  /// Creates a switch.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - value: Whether it is on at first.
  ///   - rules: What the value must fulfil.
  ///   - onChange: Called with each change.
  public init(
    _ label: String, value: Bool = false, rules: [InputRule<Bool>] = [],
    onChange: (@MainActor (Bool) -> Void)? = nil
  ) {
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let control: NativeWidget = gtk_switch_new()
    gtk_widget_set_halign(control, GTK_ALIGN_START)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    connect(control, "notify::active") { [weak self] _ in
      self?.enter(gtk_switch_get_active(control.opaque) != 0)
      return false
    }
    return control
  }

  /// Shows a value in the control.
  public override func show(_ value: Bool) {
    madeControl.map { gtk_switch_set_active($0.opaque, value ? 1 : 0) }
  }
}
