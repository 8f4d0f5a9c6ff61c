internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiRecords
internal import HikidashiValues

/// The input for the values of a field.
@MainActor
struct FieldInput {
  let field: FieldDefinition
  let input: AnyInput
  /// The value that was there at first.
  let first: CellValue
  private let read: @MainActor () -> CellValue

  /// Texts with more bytes than these make an entry slow, those of megabytes for minutes.
  private static let mostBytes = 100_000

  /// - Returns: nil for a field that nobody types, or a text that nobody has typed.
  init?(_ field: FieldDefinition, _ cell: CellValue) {
    if case .string(let text) = cell, text.utf8.count > Self.mostBytes { return nil }
    if case .json(let text) = cell, text.utf8.count > Self.mostBytes { return nil }
    guard let made = FieldInput.make(field, cell) else { return nil }
    self.field = field
    first = cell
    (input, read) = made
  }

  /// What stands in the input, as a value of the field.
  var cell: CellValue { read() }

  private typealias Made = (AnyInput, @MainActor () -> CellValue)

  private static func make(_ field: FieldDefinition, _ cell: CellValue) -> Made? {
    let title = field.title.replacing("_", with: "__")
    if let choices = field.choices { return choice(field, title, choices, cell) }
    switch field.type {
    case .integer: return number(field, title, Int(cell: cell))
    case .double: return number(field, title, Double(cell: cell))
    case .boolean where field.isOptional: return choice(field, title, [true, false], cell)
    case .boolean:
      let input = CheckBox(title, value: Bool(cell: cell) ?? false, rules: [rule(field)])
      return (input, { input.value.cell })
    case .string, .json: return text(field, title, cell)
    case .date:
      let isDay = field.format == .day
      let input = DateEntry(
        title, value: Date(cell: cell), hasTime: !isDay, timeZone: isDay ? "UTC" : nil,
        rules: [.field(field)])
      return (input, { input.value.cell })
    case .data: return nil
    }
  }

  private static func number<Number: EnteredNumber>(
    _ field: FieldDefinition, _ title: String, _ value: Number?
  ) -> Made {
    let input = NumberEntry<Number>(title, value: value, rules: [.field(field)])
    return (input, { input.value.cell })
  }

  private static func choice(
    _ field: FieldDefinition, _ title: String, _ choices: [CellValue], _ cell: CellValue
  ) -> Made {
    let reader = ReaderText(field)
    var options = choices.map { CellChoice(cell: $0, title: reader.text($0)) }
    if field.isOptional { options.insert(CellChoice(cell: .null, title: tr("(none)")), at: 0) }
    let rule = InputRule<CellChoice?> { FieldInput.complaint(field, $0?.cell ?? .null) }
    // What is no longer offered is still the record's value.
    let own = cell.isNull ? nil : CellChoice(cell: cell, title: reader.text(cell))
    let input = DropDown(
      title, options, value: options.first { $0.cell == cell } ?? own, rules: [rule],
      title: \.title)
    return (input, { input.value?.cell ?? .null })
  }

  private static func text(_ field: FieldDefinition, _ title: String, _ cell: CellValue) -> Made {
    let isJSON = field.type == .json
    let value: @Sendable (String) -> CellValue = { text in
      if text.isEmpty, field.isOptional || isJSON { return .null }
      return isJSON ? .json(text) : .string(text)
    }
    let rule = InputRule<String> { FieldInput.complaint(field, value($0)) }
    let first = cell.isNull ? "" : String(cell: cell) ?? FieldInput.json(cell)
    if field.format == .file || field.format == .picture, !isJSON {
      return file(field, title, cell)
    }
    if isJSON || field.format == .paragraphs {
      let input = TextArea(title, value: first, rules: [rule])
      return (input, { value(input.value) })
    }
    let input = TextEntry(title, value: first, rules: [rule])
    // A text may be that of several values: where it is as it was first shown, so is the value.
    return (input, { !cell.isNull && input.value == first ? cell : value(input.value) })
  }

  private static func file(_ field: FieldDefinition, _ title: String, _ cell: CellValue) -> Made {
    let isPicture = field.format == .picture
    let value: @Sendable (String?) -> CellValue = { path in
      path.map { .string($0) } ?? (field.isOptional ? .null : .string(""))
    }
    let rule = InputRule<String?> { FieldInput.complaint(field, value($0)) }
    let first = String(cell: cell)
    let filters = isPicture ? [FileFilter(tr("Pictures"), types: ["image/*"])] : []
    let input = FileEntry(
      title, value: first?.isEmpty == true ? nil : first, filters: filters, rules: [rule])
    if isPicture { input.showsPicture() }
    return (input, { input.value == nil && (first ?? "").isEmpty ? cell : value(input.value) })
  }

  private static func json(_ cell: CellValue) -> String {
    if case .json(let text) = cell { text } else { "" }
  }

  private static func rule<Value: FieldValue>(_ field: FieldDefinition) -> InputRule<Value> {
    InputRule { complaint(field, $0.cell) }
  }

  /// What keeps a value from being the field's, as it stands beside an input.
  private static func complaint(_ field: FieldDefinition, _ cell: CellValue) -> String? {
    if case .json(let text) = cell {
      do { _ = try JSONNode(parsing: text) } catch { return tr("must be JSON: {}", error.reason) }
    }
    return field.inputComplaint(about: cell)
  }
}

extension FieldDefinition {
  /// What keeps a value from being this field's, as it stands beside an input; nil if nothing does.
  func inputComplaint(about cell: CellValue) -> String? {
    switch complaint(about: cell) {
    case nil: nil
    case .missingValue: RuleText.required
    case .invalidValue(_, _, let reason): reason
    case .some(let error): error.description
    }
  }
}
