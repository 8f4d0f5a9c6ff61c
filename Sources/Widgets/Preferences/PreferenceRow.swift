internal import CHikidashiGTK
internal import HikidashiBase
internal import HikidashiPreferences

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
    // Wide enough for an address, and all alike, so that they stand in a column.
    let isNarrow =
      definition.choices.isEmpty && [.boolean, .integer, .double, .color].contains(definition.type)
    input.align(horizontal: isNarrow ? .end : .fill, vertical: .center)
    if !isNarrow { input.minimumSize(width: 280) }
    if let native = input.native { gtk_widget_set_hexpand(native, 0) }
    for part in [words, resetting, input] { part.adopt { gtk_box_append(box, $0) } }
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
