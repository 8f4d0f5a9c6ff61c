internal import CHikidashiGTK
public import HikidashiRecords

/// One of a few choices, all of which are seen: round buttons below one another, or one button of as many segments.
///
/// ```swift
/// RadioGroup("_Size", Size.allCases, value: .medium)
/// RadioGroup("_View", ["List", "Cards"], value: "List", isSegmented: true) { view in show(view) }
/// ```
///
/// The choices may be those of some data, which is followed, by ``offers(_:)``. The arrow keys go from one to the next. Where there are more than some seven choices, a ``DropDown`` takes less
/// room.
public final class RadioGroup<Choice: Equatable>: Input<Choice?> {
  /// The choices, in their order.
  public private(set) var choices: [Choice]
  /// Whether they stand side by side, as segments of one button.
  public let isSegmented: Bool
  private let title: @MainActor (Choice) -> String
  private var buttons: [NativeWidget] = []

  /// Creates a group of choices.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - choices: What can be chosen; no two are equal.
  ///   - value: What is chosen at first; nil for nothing.
  ///   - isSegmented: Whether the choices stand side by side, as segments of one button.
  ///   - rules: What the choice must fulfil.
  ///   - title: What people read for a choice; its description, if not given.
  ///   - onChange: Called with the choice at each change.
  public init(
    _ label: String, _ choices: [Choice] = [], value: Choice? = nil, isSegmented: Bool = false,
    rules: [InputRule<Choice?>] = [], title: KeyPath<Choice, String>? = nil,
    onChange: (@MainActor (Choice?) -> Void)? = nil
  ) {
    self.choices = choices
    self.isSegmented = isSegmented
    self.title = { choice in title.map { choice[keyPath: $0] } ?? "\(choice)" }
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    buttons = []
  }

  /// Offers the choices that a closure returns. What it reads is followed. A value that is no longer among them
  /// stays, and none of them is chosen.
  @discardableResult
  public func offers(_ choices: @escaping @MainActor () -> [Choice]) -> Self {
    keepUpToDate(.part, choices) { [weak self] choices in self?.take(choices) }
    return self
  }

  private func take(_ choices: [Choice]) {
    guard choices != self.choices else { return }
    self.choices = choices
    guard let box = madeControl else { return }
    let hadKeyboard = buttons.contains { gtk_widget_has_focus($0) != 0 }
    for button in buttons { gtk_box_remove(box.cast(to: GtkBox.self), button) }
    buttons = []
    addButtons(to: box)
    showFirst()
    if hadKeyboard { focus() }
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let box: NativeWidget = gtk_box_new(
      isSegmented ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, isSegmented ? 0 : 6)
    gtk_widget_set_halign(box, GTK_ALIGN_START)
    if isSegmented { gtk_widget_add_css_class(box, "linked") }
    setProperty(
      box.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_RADIO_GROUP.rawValue)
    addButtons(to: box)
    return box
  }

  private func addButtons(to box: NativeWidget) {
    for (index, title) in choices.map(title).enumerated() {
      let button = isSegmented ? makeSegment(title) : makeButton(title)
      setProperty(
        button.object, "accessible-role", enumeration: GTK_ACCESSIBLE_ROLE_RADIO.rawValue)
      setAccessibleChecked(button, false)
      gtk_box_append(box.cast(to: GtkBox.self), button)
      connect(button, "toggled") { [weak self] _ in
        self?.toggled(index)
        return false
      }
      buttons.append(button)
    }
  }

  private func makeButton(_ title: String) -> NativeWidget {
    let button: NativeWidget = gtk_check_button_new_with_label(title)
    if let first = buttons.first {
      gtk_check_button_set_group(
        button.cast(to: GtkCheckButton.self), first.cast(to: GtkCheckButton.self))
    }
    return button
  }

  private func makeSegment(_ title: String) -> NativeWidget {
    let button: NativeWidget = gtk_toggle_button_new_with_label(title)
    if let first = buttons.first {
      gtk_toggle_button_set_group(
        button.cast(to: GtkToggleButton.self), first.cast(to: GtkToggleButton.self))
    }
    return button
  }

  /// Moves the keyboard focus to what is chosen.
  @discardableResult
  public override func focus() -> Bool {
    guard control != nil, !buttons.isEmpty else { return false }
    return giveFocus(to: buttons[value.flatMap(choices.firstIndex) ?? 0])
  }

  /// Shows a value in the control.
  public override func show(_ value: Choice?) {
    let chosen = value.flatMap(choices.firstIndex)
    for (index, button) in buttons.enumerated() { set(button, index == chosen) }
  }

  private func toggled(_ index: Int) {
    guard buttons.indices.contains(index) else { return }
    // The one before is told, too, that it is chosen no more.
    let isOn = isOn(buttons[index])
    setAccessibleChecked(buttons[index], isOn)
    if isOn { enter(choices[index]) }
  }

  private func isOn(_ button: NativeWidget) -> Bool {
    isSegmented
      ? gtk_toggle_button_get_active(button.cast(to: GtkToggleButton.self)) != 0
      : gtk_check_button_get_active(button.cast(to: GtkCheckButton.self)) != 0
  }

  private func set(_ button: NativeWidget, _ isOn: Bool) {
    if isSegmented {
      gtk_toggle_button_set_active(button.cast(to: GtkToggleButton.self), isOn ? 1 : 0)
    } else {
      gtk_check_button_set_active(button.cast(to: GtkCheckButton.self), isOn ? 1 : 0)
    }
  }
}

extension RadioGroup where Choice: FieldValue & Hashable {
  /// Offers the different values of a field of records, in the order of the records; they are followed.
  ///
  /// - Complexity: O(*n*) at each change of the records.
  @discardableResult
  public func offers(_ field: Field<Choice>, in records: any SharedRecords) -> Self {
    offers { records.table.differentValues(of: field) }
  }
}
