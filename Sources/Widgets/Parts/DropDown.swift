internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiRecords

/// A button that shows the selected value of a few, and opens a list to select another.
///
/// ```swift
/// DropDown("Size", Size.allCases, value: .medium) { size in print(size) }
/// DropDown("Owner", identified: people, title: \.name)
/// DropDown(["By name", "By date"], label: "Order") { index in sort(by: index) }
/// ```
///
/// The choices may be those of some data, which is followed:
///
/// ```swift
/// DropDown("Shelf", value: "A").offers { shop.shelves.map(\.name) }
/// DropDown("City", value: "Ōsaka").offers(city, in: addresses)
/// ```
///
/// A value that is not among the choices, such as one that was kept before they changed, is left as
/// it is: it is listed after them, marked “(not among the choices)”, until another is chosen.
public final class DropDown<Choice: Equatable>: Input<Choice?> {
  /// The choices, in the order of the list.
  public private(set) var choices: [Choice]
  private var titles: [String]
  private let title: @MainActor (Choice) -> String
  private var onChoose: (@MainActor (Int) -> Void)?
  /// GTK chooses something of a list that has become another.
  private var isTaking = false

  /// Releases what the part keeps for its widget.
  public override func nativeDied() {
    super.nativeDied()
    onChoose = nil
  }

  /// Creates a drop-down.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
  ///   - choices: What can be chosen; no two are equal.
  ///   - value: What is chosen at first; nil for nothing.
  ///   - rules: What the choice must fulfil.
  ///   - title: What people read for a choice; its description, if not given.
  ///   - onChange: Called with the choice at each change.
  public init(
    _ label: String, _ choices: [Choice] = [], value: Choice? = nil,
    rules: [InputRule<Choice?>] = [], title: KeyPath<Choice, String>? = nil,
    onChange: (@MainActor (Choice?) -> Void)? = nil
  ) {
    self.choices = choices
    let words: @MainActor (Choice) -> String = { choice in
      title.map { choice[keyPath: $0] } ?? "\(choice)"
    }
    self.title = words
    titles = choices.map(words)
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Creates a drop-down for things with an id; the value is the id of the selected thing.
  ///
  /// - Parameters:
  ///   - label: The label; `_` before a letter makes that the mnemonic.
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
    self.title = { "\($0)" }
    super.init(label, value: value, rules: rules)
    self.onChange = onChange
  }

  /// Creates a drop-down of texts, with the first one selected.
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
    title = { $0 }
    self.onChoose = onChoose
    super.init(label, value: choices.first)
    tooltip(label)
    onChange = { [weak self] _ in
      guard let self, let chosen else { return }
      self.onChoose?(chosen)
    }
  }

  /// Offers the choices that a closure returns. What it reads is followed; what is chosen stays, even where it is no
  /// longer among them.
  @discardableResult
  public func offers(_ choices: @escaping @MainActor () -> [Choice]) -> Self {
    keepUpToDate(.part, choices) { [weak self] choices in self?.take(choices) }
    return self
  }

  private func take(_ choices: [Choice]) {
    guard choices != self.choices else { return }
    isTaking = true
    offer(other: nil)
    let old = titles
    self.choices = choices
    titles = choices.map(title)
    if let madeControl, let list = gtk_drop_down_get_model(madeControl.opaque) {
      // What stays where it is keeps the keyboard.
      let same = zip(old, titles).prefix { $0 == $1 }.count
      withCStrings(Array(titles[same...])) {
        gtk_string_list_splice(list, guint(clamping: same), guint(clamping: old.count - same), $0)
      }
      show(value)
    }
    isTaking = false
  }

  /// Makes the widget that takes the keyboard.
  public override func makeControl() -> NativeWidget {
    let control: NativeWidget = withCStrings(titles) { gtk_drop_down_new_from_strings($0) }
    connect(control, "notify::selected") { [weak self] _ in
      guard let self else { return false }
      guard !isTaking else { return false }
      nameButton(control)
      choose(at: Int(gtk_drop_down_get_selected(control.opaque)))
      return false
    }
    nameButton(control)
    return control
  }

  private func choose(at position: Int) {
    // That behind the choices is the value itself.
    guard position != choices.count else { return }
    enter(choices.indices.contains(position) ? choices[position] : nil)
    offer(other: nil)
  }

  /// Offers a value behind the choices, in place of one before.
  private func offer(other value: Choice?) {
    guard let list = madeControl.flatMap({ gtk_drop_down_get_model($0.opaque) }) else { return }
    let offered = g_list_model_get_n_items(list) - guint(clamping: choices.count)
    guard value != nil || offered > 0 else { return }
    let texts = value.map { [titleOfOther($0)] } ?? []
    withCStrings(texts) {
      gtk_string_list_splice(list, guint(clamping: choices.count), offered, $0)
    }
  }

  private func titleOfOther(_ value: Choice) -> String {
    tr("{} (not among the choices)", "\(value)")
  }

  /// A screen reader reads the button in the control, of which the control's own name says nothing.
  private func nameButton(_ control: NativeWidget) {
    let position = Int(gtk_drop_down_get_selected(control.opaque))
    let chosen = titles.indices.contains(position) ? titles[position] : value.map(titleOfOther)
    let none = tr("(None)")
    setAccessibleButton(in: control, "\(label): \(chosen ?? none)")
  }

  /// Shows a value in the control.
  public override func show(_ value: Choice?) {
    guard let madeControl else { return }
    let position = value.flatMap(choices.firstIndex)
    offer(other: position == nil ? value : nil)
    let shown = position ?? (value == nil ? nil : choices.count)
    gtk_drop_down_set_selected(
      madeControl.opaque, shown.map { guint(clamping: $0) } ?? GTK_INVALID_LIST_POSITION)
    nameButton(madeControl)
  }

  /// The index of the selected value in ``choices``; nil when none is selected. A change calls
  /// ``Input/onChange``.
  public var chosen: Int? {
    get { value.flatMap(choices.firstIndex) }
    set { value = newValue.flatMap { choices.indices.contains($0) ? choices[$0] : nil } }
  }
}

extension DropDown where Choice: FieldValue & Hashable {
  /// Offers the different values of a field of records, in the order of the records; they are followed.
  ///
  /// - Complexity: O(*n*) at each change of the records. For more than some thousands of them use a ``TextEntry``
  ///   that suggests the values.
  @discardableResult
  public func offers(_ field: Field<Choice>, in records: any SharedRecords) -> Self {
    offers { records.table.differentValues(of: field) }
  }
}

extension RecordTable {
  /// The values of a field, each once.
  func differentValues<Value: FieldValue & Hashable>(of field: Field<Value>) -> [Value] {
    var seen: Set<Value> = []
    return values(of: field).filter { !$0.cell.isNull && seen.insert($0).inserted }
  }
}
