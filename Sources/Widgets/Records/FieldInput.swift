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
  /// Of more choices than these some are suggested, for what is typed.
  private static let mostChoices = 200

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
    if let choices = field.choices, field.format != .tags {
      // Nobody looks through a list of hundreds.
      return choices.count > mostChoices && field.type == .string
        ? text(field, title, cell, suggesting: choices) : choice(field, title, choices, cell)
    }
    switch (field.type, field.format) {
    case (.integer, .duration), (.double, .duration): return duration(field, title, cell)
    case (.integer, .time):
      let input = TimeEntry(title, value: TimeOfDay(cell: cell), rules: [.field(field)])
      return (input, { input.value.cell })
    case (.string, .tags), (.json, .tags): return tags(field, title, cell)
    default: return plain(field, title, cell)
    }
  }

  private static func plain(_ field: FieldDefinition, _ title: String, _ cell: CellValue) -> Made? {
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

  private static func duration(_ field: FieldDefinition, _ title: String, _ cell: CellValue) -> Made
  {
    let value: @Sendable (Duration?) -> CellValue = { duration in
      guard let seconds = duration.map({ $0 / .seconds(1) }) else { return .null }
      return field.type == .double
        ? .double(seconds) : Int(exactly: seconds.rounded()).map { .integer($0) } ?? .null
    }
    let rule = InputRule<Duration?> { FieldInput.complaint(field, value($0)) }
    let seconds = Double(cell: cell) ?? Int(cell: cell).map(Double.init)
    let first = seconds.flatMap { $0.magnitude < 1e12 ? Duration.seconds($0) : nil }
    let input = DurationEntry(title, value: first, rules: [rule])
    // A number may have more digits than a duration.
    return (input, { input.value == first ? cell : value(input.value) })
  }

  private static func tags(_ field: FieldDefinition, _ title: String, _ cell: CellValue) -> Made? {
    let isJSON = field.type == .json
    let value: @Sendable ([String]) -> CellValue = { tags in
      if tags.isEmpty, field.isOptional { return .null }
      return isJSON ? .json(TagText.json(tags)) : .string(TagText.text(tags))
    }
    let known = isJSON ? TagText.tags(json: json(cell)) : String(cell: cell).map(TagText.tags)
    // Other JSON than a list of texts is edited as it is.
    guard known != nil || cell.isNull else { return text(field, title, cell) }
    let first = known ?? []
    let rule = InputRule<[String]> { FieldInput.complaint(field, value($0)) }
    let input = TagEntry(title, value: first, rules: [rule])
    if let choices = field.choices { input.suggests(choices.compactMap(String.init(cell:))) }
    let shown = input.value
    return (input, { !cell.isNull && input.value == shown ? cell : value(input.value) })
  }

  private static func text(
    _ field: FieldDefinition, _ title: String, _ cell: CellValue, suggesting: [CellValue] = []
  ) -> Made {
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
    if field.format == .link {
      let input = LinkEntry(title, value: first, rules: [rule])
      return (input, { !cell.isNull && input.value == first ? cell : value(input.value) })
    }
    let input = TextEntry(title, value: first, rules: [rule])
    if !suggesting.isEmpty { input.suggests(suggesting.compactMap(String.init(cell:))) }
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
