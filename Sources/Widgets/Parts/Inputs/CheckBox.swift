internal import CHikidashiGTK

/// A check box with its label beside it.
///
/// ```swift
/// CheckBox("I have read it", rules: [.check("must be checked") { $0 }])
/// ```
public final class CheckBox: Input<Bool> {
  /// Creates a check box.
  ///
  /// - Parameters:
  ///   - label: What stands beside the box; `_` before a letter makes that its mnemonic.
  ///   - value: Whether it is checked at first.
  ///   - rules: What the value must fulfil.
  ///   - onChange: Called with each change.
  public init(
    _ label: String, value: Bool = false, rules: [InputRule<Bool>] = [],
    onChange: (@MainActor (Bool) -> Void)? = nil
  ) {
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// True, as the label is beside the box.
  public override var showsOwnLabel: Bool { true }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let control: NativeWidget = gtk_check_button_new_with_mnemonic(mnemonic)
    connect(control, "toggled") { [weak self] _ in
      self?.enter(gtk_check_button_get_active(control.cast(to: GtkCheckButton.self)) != 0)
      return false
    }
    return control
  }

  /// Shows a value in the control.
  public override func show(_ value: Bool) {
    guard let madeControl else { return }
    gtk_check_button_set_active(madeControl.cast(to: GtkCheckButton.self), value ? 1 : 0)
  }
}
