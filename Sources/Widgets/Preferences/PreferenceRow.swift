internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiPreferences
internal import HikidashiRecords
internal import HikidashiValues

/// One setting in a window: its title and help, its input, and a button that resets it.
final class PreferenceRow: Part {
  let position: Int
  private let model: PreferencesModel
  private var editor: PreferenceEditor?
  /// The entry of a secret, where the row has one.
  private(set) var secret: SecretInput?
  /// What stands in the row: an input, or a part of the app's own.
  private var placed: Part?
  private var shown: PreferenceContent
  private let note = Label().wrapping().styleClass("caption", "dim-label")
  private let resetting: Button
  /// What the row is beside the setting's own condition: whether a search lets it be seen.
  var isFound = true {
    didSet { if isFound != oldValue { showState() } }
  }

  /// - Parameters:
  ///   - position: Where the setting stands in the schema.
  ///   - model: What it shows.
  ///   - custom: A part in place of the input, if the app has one.
  init(_ position: Int, _ model: PreferencesModel, custom: Part?) {
    self.position = position
    self.model = model
    shown = model.draft.values[position]
    let definition = model.schema.entries[position].definition
    resetting = Button(icon: "edit-undo-symbolic", label: tr("Reset {}", definition.title)) {}
    super.init(native: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    styleClass("preference")
    resetting.styleClass("flat").align(horizontal: .end, vertical: .center)
    resetting.on("clicked") { [weak self] _ in self?.reset() }
    let input = custom ?? makeInput(definition)
    place(definition, input)
    show()
  }

  override func nativeDied() {
    super.nativeDied()
    editor = nil
    secret = nil
    placed = nil
  }

  /// The input, where the row has one of the toolkit's own.
  var input: AnyInput? { editor?.input }

  private func makeInput(_ definition: PreferenceDefinition) -> Part {
    guard !definition.isSecret else {
      let made = SecretInput(model.store, definition, isLive: model.isLive) { [weak model] in
        guard let model else { return }
        model.onChange(PreferenceChange.of(model.schema, values: [], states: []))
      }
      secret = made
      return made
    }
    let made = PreferenceEditor(definition, shown) { [weak self] content in
      guard let self else { return }
      shown = content
      model.set(position, to: content)
    }
    made.input.onKeyboardLeave { [weak model] in model?.beginTyping() }
    editor = made
    return made.input
  }

  private func place(_ definition: PreferenceDefinition, _ input: Part) {
    guard let box = native?.cast(to: GtkBox.self) else { return }
    placed = input
    let title = Label(definition.unit.map { "\(definition.title) (\($0))" } ?? definition.title)
      .wrapping()
    if let own = title.native, let input = input as? AnyInput {
      gtk_label_set_mnemonic_widget(own.opaque, input.control)
    }
    let words = Stack(.vertical, spacing: 3) {
      title
      note
    }.align(vertical: .center).expand(.horizontal)
    let isNarrow = definition.choices.isEmpty && definition.type.isNarrow
    input.align(horizontal: isNarrow ? .end : .fill, vertical: .center)
    // Wide enough for an address where there is room for it.
    if definition.type.isFreeText, let control = (input as? AnyInput)?.control,
      isEditable(control)
    {
      gtk_editable_set_max_width_chars(control.opaque, 28)
    }
    if let native = input.native { gtk_widget_set_hexpand(native, 0) }
    for part in [words, resetting, input] { part.adopt { gtk_box_append(box, $0) } }
    // Structures have a row for each of their values.
    let width = definition.columns.isEmpty ? 400 : Int(gint.max)
    if let native { hk_box_stack_below(native, gint(width), 12) }
  }

  /// Shows the value, unless it is the one that is shown, and all else of the row.
  func show() {
    let content = model.draft.values[position]
    if content != shown {
      shown = content
      editor?.show(content)
    }
    showState()
  }

  /// Goes back to what there is, whatever stands in the input.
  func showAgain() {
    shown = model.draft.values[position]
    editor?.show(shown)
    input?.conceal()
    secret?.revert()
    showState()
  }

  private func showState() {
    let isLocked = model.isLocked(position)
    isVisible = isFound && model.draft.visible[position]
    let isEnabled = model.draft.enabled[position] && !isLocked
    placed?.isEnabled = isEnabled
    resetting.isVisible = isEnabled && model.isChanged(position)
    let definition = model.schema.entries[position].definition
    resetting.tooltip(tr("Reset to {}", definition.defaultWords))
    note.text = notes(definition).joined(separator: " ")
    note.isVisible = !note.text.isEmpty
  }

  private func notes(_ definition: PreferenceDefinition) -> [String] {
    var notes = definition.help.isEmpty ? [] : [definition.help]
    if definition.effect == .afterRestart { notes.append(tr("Takes effect after a restart.")) }
    let entry = model.schema.entries[position]
    switch model.draft.layer(position) {
    case .administrator:
      notes.append(tr("Set by the administrator in {}.", model.store.administratorPlace))
    case .environment: notes.append(tr("Set by a variable for this run."))
    case .commandLine: notes.append(tr("Set by {} for this run.", entry.flag))
    case .user, .standard: break
    }
    return notes
  }

  private func reset() {
    model.set(position, to: nil)
    showAgain()
    input?.focus()
  }
}

extension PreferenceDefinition {
  /// The default in words.
  fileprivate var defaultWords: String {
    if let choice = choices.first(where: { $0.content == defaultContent }) { return choice.title }
    switch defaultContent {
    case .boolean(let isOn): return isOn ? tr("on") : tr("off")
    case .text(let text): return text.isEmpty ? tr("nothing") : "“\(text)”"
    default: return defaultContent.text + (unit.map { " " + $0 } ?? "")
    }
  }
}

/// The input for one setting, whatever its type.
@MainActor
struct PreferenceEditor {
  let input: AnyInput
  /// Shows a value.
  let show: @MainActor (PreferenceContent) -> Void
  private let read: @MainActor () -> PreferenceContent?

  /// Makes the right input for the type of a setting.
  ///
  /// - Parameters:
  ///   - definition: The setting.
  ///   - content: What it shows at first.
  ///   - change: Called with each value that a person enters, and that is one.
  init(
    _ definition: PreferenceDefinition, _ content: PreferenceContent,
    change: @escaping @MainActor (PreferenceContent) -> Void
  ) {
    if !definition.choices.isEmpty {
      self = .choice(definition, content, change)
      return
    }
    let title = definition.title.literal
    switch definition.type {
    case .boolean:
      let value = Bool(content: content) ?? false
      self = .make(Switch(title, value: value), change, \.content, Bool.init(content:))
    case .integer: self = .number(definition, Int(content: content) ?? 0, change)
    case .double: self = .number(definition, Double(content: content) ?? 0, change)
    case .date:
      let rule = required(definition) { PreferenceContent.date($0) }
      let input = DateEntry(
        title, value: Date(content: content), hasTime: true, rules: [rule])
      self = .make(
        input, change, { $0.map { .date($0) } }, { Date(content: $0).map(Optional.some) })
    case .color:
      let input = ColorEntry(title, value: Color(content: content) ?? .black)
      self = .make(input, change, \.content, Color.init(content:))
    case .file, .folder:
      let path: @MainActor (PreferenceContent) -> String?? = { content in
        String(content: content).map { $0.isEmpty ? nil : $0 }
      }
      let input = FileEntry(
        title, value: path(content) ?? nil, folders: definition.type == .folder)
      self = .make(input, change, { .text($0 ?? "") }, path)
    case .list where !definition.columns.isEmpty:
      let list: @MainActor (PreferenceContent) -> [PreferenceContent]? = { content in
        if case .list(let elements) = content { elements } else { nil }
      }
      let rule = InputRule<[PreferenceContent]> { definition.complaint(about: .list($0)) }
      let input = StructureEditor(definition, value: list(content) ?? [], rules: [rule])
      self = .make(input, change, { .list($0) }, list)
    case .list(let element): self = .list(definition, element, content, change)
    case .duration:
      let rule = required(definition) { PreferenceContent.duration($0) }
      let input = DurationEntry(title, value: Duration(content: content), rules: [rule])
      self = .make(
        input, change, { $0.map(\.content) }, { Duration(content: $0).map(Optional.some) })
    case .time:
      let input = TimeEntry(
        title, value: TimeOfDay(content: content), rules: [required(definition, \.content)])
      self = .make(
        input, change, { $0.map(\.content) }, { TimeOfDay(content: $0).map(Optional.some) })
    case .link:
      let rule = InputRule<String> { definition.complaint(about: .text($0)) }
      let input = LinkEntry(title, value: content.text, rules: [rule])
      self = .make(input, change, { .text($0) }, \.text)
    case .font:
      let font: @MainActor (PreferenceContent) -> Font?? = { content in
        String(content: content).map { $0.isEmpty ? nil : Font($0) }
      }
      let input = FontEntry(title, value: font(content) ?? nil, familyAlone: true)
      self = .make(input, change, { .text($0?.family ?? "") }, font)
    case .text, .json: self = .text(definition, content, change)
    }
  }

  private init(
    _ input: AnyInput, show: @escaping @MainActor (PreferenceContent) -> Void,
    read: @escaping @MainActor () -> PreferenceContent?
  ) {
    self.input = input
    self.show = show
    self.read = read
  }

  /// The value that stands in the input; nil while that is none.
  var content: PreferenceContent? { read() }

  /// An input whose values are contents and back.
  private static func make<Value>(
    _ input: Input<Value>, _ change: @escaping @MainActor (PreferenceContent) -> Void,
    _ content: @escaping @MainActor (Value) -> PreferenceContent?,
    _ value: @escaping @MainActor (PreferenceContent) -> Value?
  ) -> PreferenceEditor {
    input.onChange = { [weak input] new in
      guard let input, input.isValid, let content = content(new) else { return }
      change(content)
    }
    return PreferenceEditor(
      input,
      show: { [weak input] new in
        if let value = value(new) { input?.value = value }
      },
      read: { [weak input] in input.flatMap { content($0.value) } })
  }

  private static func number<Number: EnteredNumber & PreferenceValue>(
    _ definition: PreferenceDefinition, _ value: Number,
    _ change: @escaping @MainActor (PreferenceContent) -> Void
  ) -> PreferenceEditor {
    let low = definition.low.flatMap(Number.init(content:))
    let high = definition.high.flatMap(Number.init(content:))
    let range = low.flatMap { low in high.map { low...$0 } }
    // A hundred steps from end to end of a short range of broken numbers.
    let span = range.map { $0.upperBound.asDouble - $0.lowerBound.asDouble } ?? 100
    let step = Number.usualDecimals.upperBound > 0 && span <= 2 ? span / 100 : 1
    let entry = NumberEntry<Number>(
      definition.title.literal, value: value, in: range, step: Number(nearest: step),
      rules: [required(definition, \.content)])
    return make(entry, change, { $0?.content }, { Number(content: $0).map(Optional.some) })
  }

  private static func choice(
    _ definition: PreferenceDefinition, _ content: PreferenceContent,
    _ change: @escaping @MainActor (PreferenceContent) -> Void
  ) -> PreferenceEditor {
    struct Thing: Identifiable {
      let id: PreferenceContent
      let title: String
    }
    let things = definition.choices.map { Thing(id: $0.content, title: $0.title) }
    let input = DropDown(
      definition.title.literal, identified: things, value: content, title: \.title)
    return make(input, change, { $0 }, { PreferenceContent??.some($0) })
  }

  private static func text(
    _ definition: PreferenceDefinition, _ content: PreferenceContent,
    _ change: @escaping @MainActor (PreferenceContent) -> Void
  ) -> PreferenceEditor {
    let rule = InputRule<String> { text in
      switch definition.read(text) {
      case .success: nil
      case .failure(let refusal): refusal.reason
      }
    }
    let input = TextEntry(definition.title.literal, value: content.text, rules: [rule])
    return make(input, change, { try? definition.read($0).get() }, \.text)
  }

  private static func list(
    _ definition: PreferenceDefinition, _ element: PreferenceType, _ content: PreferenceContent,
    _ change: @escaping @MainActor (PreferenceContent) -> Void
  ) -> PreferenceEditor {
    let contents: @MainActor @Sendable ([String]) -> PreferenceContent? = { texts in
      var contents: [PreferenceContent] = []
      for text in texts {
        guard let content = PreferenceContent(text: text, as: element) else { return nil }
        contents.append(content)
      }
      return .list(contents)
    }
    let rule = InputRule<[String]> { texts in
      guard let list = contents(texts) else {
        return tr("each must be {}", element.example)
      }
      return definition.complaint(about: list)
    }
    let texts: @MainActor (PreferenceContent) -> [String]? = { content in
      if case .list(let values) = content { values.map(\.text) } else { nil }
    }
    let input = ListEditor(definition.title.literal, value: texts(content) ?? [], rules: [rule])
    return make(input, change, contents, texts)
  }
}

@MainActor
private func isEditable(_ widget: NativeWidget) -> Bool {
  g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), gtk_editable_get_type()) != 0
}

/// A value must be there, and be one of the setting.
@MainActor
private func required<Value>(
  _ definition: PreferenceDefinition, _ content: @escaping @MainActor (Value) -> PreferenceContent
) -> InputRule<Value?> {
  InputRule { value in
    guard let value else { return RuleText.required }
    return definition.complaint(about: content(value))
  }
}

extension String {
  /// The text as a label in which no letter is a mnemonic.
  var literal: String { replacing("_", with: "__") }
}
