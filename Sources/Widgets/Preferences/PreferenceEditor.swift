internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiPreferences
internal import HikidashiRecords
internal import HikidashiValues

/// The input for one setting, whatever its type.
@MainActor
struct PreferenceEditor {
  let input: AnyInput
  /// Shows a value.
  let show: @MainActor (PreferenceContent) -> Void

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
    case .list(let element): self = .list(definition, element, content, change)
    case .text, .duration, .json: self = .text(definition, content, change)
    }
  }

  private init(_ input: AnyInput, show: @escaping @MainActor (PreferenceContent) -> Void) {
    self.input = input
    self.show = show
  }

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
    return PreferenceEditor(input) { [weak input] content in
      if let value = value(content) { input?.value = value }
    }
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
