internal import CHikidashiGTK
internal import HikidashiBase
public import HikidashiRecords
internal import HikidashiValues

/// A form for a record, made from its schema: an input for each field, with the field's rules.
///
/// ```swift
/// let form = RecordForm(cards.schema, record: cards[number])
/// form.form.onApply = { try cards.update(number) { try form.write(to: &$0) } }
/// ```
///
/// What is wrong is said beside the field, in the words of its rules. Bytes, and texts of more than
/// 100,000 bytes, have no input and stay as they are.
public final class RecordForm: Part {
  /// The form with the inputs; ``Form/apply()`` checks them.
  public let form: Form
  private let inputs: [FieldInput]
  private let isNew: Bool

  /// Makes a form for a new record or an existing one.
  ///
  /// - Parameters:
  ///   - schema: Whose fields are asked for.
  ///   - record: Whose values stand there at first; the defaults, if not given.
  ///   - keys: The keys of the records among which it is to be, so that a value that another record has
  ///     is refused; asked for at each change.
  public init(
    _ schema: Schema, record: Record? = nil, keys: (@MainActor () -> RecordKeys)? = nil
  ) {
    let cells = record?.cells ?? schema.fields.map(\.defaultValue)
    let made = zip(schema.fields, cells).compactMap { FieldInput($0, $1) }
    inputs = made
    isNew = record == nil
    form = Form { FormGroup(nil) { made.map(\.input) } }
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    guard let native else { return }
    if let keys { checkKeys(of: record?.number, keys) }
    form.expand(.horizontal).adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
  }

  /// Has each key checked when one of its fields is changed; what is wrong is said at the last of them.
  private func checkKeys(of number: RecordNumber?, _ keys: @escaping @MainActor () -> RecordKeys) {
    for (index, fields) in keys().fields.enumerated() {
      let places = fields.compactMap { field in inputs.firstIndex { $0.field == field } }
      guard let last = places.max() else { continue }
      let others = fields.filter { $0 != inputs[last].field }.map(\.title)
      let complaint =
        others.isEmpty
        ? RuleText.unique
        : tr(
          "must be unique together with {}, and another record has the same",
          others.joined(separator: ", "))
      form.check(complaint, at: inputs[last].input, reading: places.map { inputs[$0].input }) {
        [weak self] in
        guard let self else { return true }
        let cells = inputs.map { ($0.field.name, $0.cell) }
        let values = Dictionary(cells, uniquingKeysWith: { first, _ in first })
        guard case .duplicateKey? = keys().complaint(about: values, of: number, key: index) else {
          return true
        }
        return false
      }
    }
  }

  /// Returns the input for the field of this name, or nil if there is none.
  public func input(_ name: String) -> AnyInput? { inputs.first { $0.field.name == name }?.input }

  /// The entered values by field name: all values for a new record, only the changed ones
  /// otherwise.
  public var values: [String: CellValue] {
    var values: [String: CellValue] = [:]
    for input in inputs {
      let cell = input.cell
      if isNew || isOther(cell, input.first) { values[input.field.name] = cell }
    }
    return values
  }

  /// Writes the entered values to the draft of a record.
  ///
  /// - Throws: `RecordError` when a value is refused.
  public func write(to draft: inout RecordDraft) throws(RecordError) {
    for (name, cell) in values { try draft.set(name, to: cell) }
  }

  /// Moves the keyboard focus to the part.
  @discardableResult
  public override func focus() -> Bool { inputs.first?.input.focus() ?? false }
}
