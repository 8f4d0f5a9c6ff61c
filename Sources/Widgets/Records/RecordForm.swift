internal import CGTK
public import Records
internal import Support

/// A form for a record, made of its schema: an input for each field, with the field's rules.
///
/// ```swift
/// let form = RecordForm(cards.schema, record: cards[number])
/// form.form.onApply = { try cards.update(number) { try form.write(to: &$0) } }
/// ```
///
/// What is wrong is said beside the field, in the words of its rules. Bytes, and texts of more than
/// 100,000 bytes, have no input and stay as they are.
public final class RecordForm: Part {
  /// The inputs; ``Form/apply()`` checks them.
  public let form: Form
  private let inputs: [FieldInput]
  private let isNew: Bool

  /// - Parameters:
  ///   - schema: Whose fields are asked for.
  ///   - record: Whose values stand there at first; the defaults, if not given.
  public init(_ schema: Schema, record: Record? = nil) {
    let cells = record?.cells ?? schema.fields.map(\.defaultValue)
    let made = zip(schema.fields, cells).compactMap { FieldInput($0, $1) }
    inputs = made
    isNew = record == nil
    form = Form { FormGroup(nil) { made.map(\.input) } }
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    guard let native else { return }
    form.expand(.horizontal).adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
  }

  /// The input for a field of this name; nil where there is none.
  public func input(_ name: String) -> AnyInput? { inputs.first { $0.field.name == name }?.input }

  /// What was entered, by the names of the fields: of a new record all values, of another those that
  /// are not as they were.
  public var values: [String: CellValue] {
    var values: [String: CellValue] = [:]
    for input in inputs {
      let cell = input.cell
      if isNew || isOther(cell, input.first) { values[input.field.name] = cell }
    }
    return values
  }

  /// Writes what was entered to a record.
  ///
  /// - Throws: `RecordError` when a value is refused.
  public func write(to draft: inout RecordDraft) throws(RecordError) {
    for (name, cell) in values { try draft.set(name, to: cell) }
  }

  @discardableResult
  public override func focus() -> Bool { inputs.first?.input.focus() ?? false }
}
