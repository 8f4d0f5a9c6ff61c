internal import CGTK
internal import Support

/// A button that shows the chosen one of a few things, and opens a list to choose another.
///
/// ```swift
/// DropDown("Size", Size.allCases, value: .medium) { size in print(size) }
/// DropDown("Owner", identified: people, title: \.name)
/// DropDown(["By name", "By date"], label: "Order") { index in sort(by: index) }
/// ```
public final class DropDown<Choice: Equatable>: Input<Choice?> {
  /// What can be chosen, in order.
  public let choices: [Choice]
  private let titles: [String]
  private var onChoose: (@MainActor (Int) -> Void)?

  public override func nativeDied() {
    super.nativeDied()
    onChoose = nil
  }

  /// - Parameters:
  ///   - label: What it is called; `_` before a letter makes that its mnemonic.
  ///   - choices: What can be chosen; no two are equal.
  ///   - value: What is chosen at first; nil for nothing.
  ///   - rules: What the choice must fulfil.
  ///   - title: What people read for a choice; its description, if not given.
  ///   - onChange: Called with the choice at each change.
  public init(
    _ label: String, _ choices: [Choice], value: Choice? = nil, rules: [InputRule<Choice?>] = [],
    title: KeyPath<Choice, String>? = nil, onChange: (@MainActor (Choice?) -> Void)? = nil
  ) {
    self.choices = choices
    titles = choices.map { choice in title.map { choice[keyPath: $0] } ?? "\(choice)" }
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// A drop-down for things that are known by their id, which is then the value.
  ///
  /// - Parameters:
  ///   - label: What it is called; `_` before a letter makes that its mnemonic.
  ///   - things: What can be chosen.
  ///   - value: The id of what is chosen at first; nil for nothing.
  ///   - rules: What the choice must fulfil.
  ///   - title: What people read for a thing.
  ///   - onChange: Called with the id of the choice at each change.
  public init<Thing: Identifiable>(
    _ label: String, identified things: [Thing], value: Choice? = nil,
    rules: [InputRule<Choice?>] = [], title: KeyPath<Thing, String>,
    onChange: (@MainActor (Choice?) -> Void)? = nil
  ) where Thing.ID == Choice {
    choices = things.map(\.id)
    titles = things.map { $0[keyPath: title] }
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// A drop-down of texts, of which the first is chosen.
  ///
  /// - Parameters:
  ///   - choices: The texts.
  ///   - label: What a screen reader calls it.
  ///   - onChoose: Called with the position of the text that was chosen.
  public init(
    _ choices: [String], label: String, onChoose: (@MainActor (Int) -> Void)? = nil
  ) where Choice == String {
    self.choices = choices
    titles = choices
    self.onChoose = onChoose
    super.init(label, value: choices.first)
    tooltip(label)
    onChange = { [weak self] _ in
      guard let self, let chosen else { return }
      self.onChoose?(chosen)
    }
  }

  public override func makeControl() -> NativeWidget {
    let control: NativeWidget = withCStrings(titles) { gtk_drop_down_new_from_strings($0) }
    connect(control, "notify::selected") { [weak self] _ in
      guard let self else { return false }
      nameButton(control)
      let position = Int(gtk_drop_down_get_selected(control.opaque))
      enter(choices.indices.contains(position) ? choices[position] : nil)
      return false
    }
    nameButton(control)
    return control
  }

  private func nameButton(_ control: NativeWidget) {
    let position = Int(gtk_drop_down_get_selected(control.opaque))
    let chosen = titles.indices.contains(position) ? titles[position] : tr("(None)")
    setAccessibleButton(in: control, "\(label): \(chosen)")
  }

  public override func show(_ value: Choice?) {
    guard let madeControl else { return }
    let position = value.flatMap(choices.firstIndex)
    gtk_drop_down_set_selected(
      madeControl.opaque, position.map { guint(clamping: $0) } ?? GTK_INVALID_LIST_POSITION)
  }

  /// The position of what is chosen; nil where nothing is. A change calls ``Input/onChange``.
  public var chosen: Int? {
    get { value.flatMap(choices.firstIndex) }
    set { value = newValue.flatMap { choices.indices.contains($0) ? choices[$0] : nil } }
  }
}
