internal import CHikidashiGTK
internal import CHikidashiWidgetBridge
internal import FoundationEssentials
internal import HikidashiBase
internal import HikidashiRecords

/// Words to look for, and conditions on single fields.
final class FilterBar: Part {
  /// Called when what is asked for may be another, by the user or the program.
  var onChange: (@MainActor (_ isByUser: Bool) -> Void)?
  /// Called when a person leaves the bar for the rows, or closes it.
  var onLeave: (@MainActor (_ closing: Bool) -> Void)?
  private let schema: Schema
  private let search = SearchField()
  private let lines = Stack(.vertical, spacing: 6, [])
  private let message = Label().wrapping().styleClass("error", "caption").visible(false)
  private var rows: [ConditionRow] = []
  /// The program changes the bar.
  private var isSetting = false

  init(_ schema: Schema) {
    self.schema = schema
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    styleClass("hk-records-filter").visible(false)
    guard let native else { return }
    search.placeholder = tr("Words, or “{}:…”", schema.names.first ?? "")
    let add = MenuButton(tr("Condition")) { self.fieldMenu() }
    let line = Stack(.horizontal, spacing: 6, [search.expand(.horizontal), add])
    for part in [line, message, lines] as [Part] {
      part.adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
    }
    search.onChange = { [weak self] _ in self?.changed() }
    search.onMoveDown = { [weak self] in self?.onLeave?(false) }
    search.onSubmit = { [weak self] _ in self?.onLeave?(false) }
    search.onCancel = { [weak self] in self?.onLeave?(true) }
  }

  override func nativeDied() {
    super.nativeDied()
    onChange = nil
    onLeave = nil
    rows = []
  }

  @discardableResult
  override func focus() -> Bool { search.focus() }

  private func fieldMenu() -> [Menu] {
    schema.fields.enumerated().compactMap { index, field in
      guard let test = FieldCondition.Test.tests(of: field).first else { return nil }
      return .item(
        Action("field\(index)", title: field.title) { [weak self] in
          self?.append(FieldCondition(field.name, test), focused: true)
          self?.changed()
        })
    }
  }

  /// The words in the search field.
  var words: String {
    get { search.text }
    set {
      guard search.text != newValue else { return }
      isSetting = true
      defer { isSetting = false }
      search.text = newValue
    }
  }

  var conditions: [FieldCondition] {
    get { rows.map(\.condition) }
    set {
      guard newValue != conditions else { return }
      isSetting = true
      for row in rows { lines.remove(row) }
      rows = []
      defer { isSetting = false }
      for condition in newValue { append(condition, focused: false) }
      changed()
    }
  }

  private func append(_ condition: FieldCondition, focused: Bool) {
    guard let field = schema[condition.field] else { return }
    let row = ConditionRow(condition, field)
    row.onChange = { [weak self] in self?.changed() }
    row.onRemove = { [weak self] row in
      guard let self else { return }
      rows.removeAll { $0 === row }
      lines.remove(row)
      search.focus()
      changed()
    }
    rows.append(row)
    lines.append(row)
    if focused { row.focus() }
  }

  private func changed() { onChange?(!isSetting) }

  /// What is asked for; nil for everything. What cannot be asked is said below the words.
  func query() -> Query? {
    var queries: [Query] = []
    var complaint: String?
    if !words.allSatisfy(\.isWhitespace) {
      do { queries.append(try Query(parsing: words, schema: schema)) } catch {
        complaint = "\(error)"
      }
    }
    for condition in conditions {
      do {
        if let query = try condition.query(for: schema) { queries.append(query) }
      } catch {
        complaint = complaint ?? "\(error)"
      }
    }
    message.text = complaint.map(sentence) ?? ""
    message.isVisible = complaint != nil
    return queries.isEmpty ? nil : .all(of: queries)
  }
}

/// One condition: the field, how it is looked at, and what it is compared with, in as many lines as the width needs.
private final class ConditionRow: Stack {
  var onChange: (@MainActor () -> Void)?
  var onRemove: (@MainActor (ConditionRow) -> Void)?
  private(set) var condition: FieldCondition
  private let input: ConditionInput
  private var remove: Button?

  init(_ condition: FieldCondition, _ field: FieldDefinition) {
    self.condition = condition
    let tests = FieldCondition.Test.tests(of: field)
    input = ConditionInput(field, condition.value)
    let choices = tests.enumerated().map { index, test in
      Choice(index: index, title: test.title(for: field.type))
    }
    let test = DropDown(
      tr("Condition on {}", field.title), choices,
      value: tests.firstIndex(of: condition.test).map { choices[$0] }, title: \.title)
    super.init(.horizontal, spacing: 6, [])
    let remove = Button(icon: "list-remove-symbolic", label: tr("Remove the condition")) {
      [weak self] in
      if let self { onRemove?(self) }
    }.styleClass("flat").align(horizontal: .end, vertical: .start)
    let title = Label(field.title).wrapping().align(vertical: .start)
    // Below one another, where there are several.
    title.minimumSize(width: 100, height: 34)
    if let native = title.native { gtk_widget_set_margin_start(native, 8) }
    // The button stays with what is entered.
    let end = Stack(
      .horizontal, spacing: 6,
      [input.part.expand(.horizontal), remove])
    for part in [title, test, end] { append(part) }
    self.remove = remove
    if let native { hk_box_flow(native, 6) }
    test.onChange = { [weak self] choice in
      guard let self, let choice, tests.indices.contains(choice.index) else { return }
      self.condition.test = tests[choice.index]
      showInput()
      onChange?()
    }
    input.onChange = { [weak self] cell in
      guard let self, self.condition.value != cell else { return }
      self.condition.value = cell
      onChange?()
    }
    showInput()
  }

  private struct Choice: Equatable {
    var index: Int
    var title: String
  }

  override func nativeDied() {
    super.nativeDied()
    onChange = nil
    onRemove = nil
  }

  private func showInput() {
    input.part.isVisible = condition.test.hasValue
    remove?.native.map { gtk_widget_set_hexpand($0, condition.test.hasValue ? 0 : 1) }
  }

  @discardableResult
  override func focus() -> Bool {
    condition.test.hasValue ? input.part.focus() : super.focus()
  }
}

/// The input for what a field is compared with: it has no value while what stands in it is none.
@MainActor
private final class ConditionInput {
  let part: Part
  var onChange: (@MainActor (CellValue) -> Void)?

  init(_ field: FieldDefinition, _ value: CellValue) {
    let reader = ReaderText(field)
    let label = tr("Value of {}", field.title)
    if let choices = field.choices {
      let options = choices.map { CellChoice(cell: $0, title: reader.text($0)) }
      let input = DropDown(
        label, options, value: options.first { $0.cell == value }, title: \.title)
      part = input
      input.onChange = { [weak self] in self?.onChange?($0?.cell ?? .null) }
    } else if field.type == .date {
      var date: Date?
      if case .date(let given) = value { date = given }
      let isDay = field.format == .day
      let input = DateEntry(label, value: date, hasTime: !isDay, timeZone: isDay ? "UTC" : nil)
      part = input
      input.onChange = { [weak self] in self?.onChange?($0.map { .date($0) } ?? .null) }
    } else {
      let rule = InputRule<String> { text in
        guard !text.isEmpty, reader.cell(text) == nil else { return nil }
        let format = NumberFormat(decimals: 0...6)
        let meant = format.numbersElsewhere(text).map(format.text).first { reader.cell($0) != nil }
        return meant.map { tr("must be a number. Did you mean {}?", $0) } ?? tr("must be a number")
      }
      let input = TextEntry(label, value: reader.text(value), rules: [rule])
      part = input
      input.onChange = { [weak self] in
        self?.onChange?($0.isEmpty ? .null : reader.cell($0) ?? .null)
      }
    }
  }
}

/// One of the values among which a field's is chosen.
struct CellChoice: Equatable, CustomStringConvertible {
  var cell: CellValue
  var title: String

  var description: String { title }
}
