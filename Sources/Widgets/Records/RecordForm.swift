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
  private let entry: RecordEntry

  /// Makes a form for a new record or an existing one.
  ///
  /// - Parameters:
  ///   - schema: Whose fields are asked for.
  ///   - record: Whose values stand there at first; the defaults, if not given.
  ///   - keys: The keys of the records among which it is to be, so that a value that another record has
  ///     is refused; asked for at each change.
  ///   - content: Makes the form; if not given, it has the usual input for each field.
  public init(
    _ schema: Schema, record: Record? = nil, keys: (@MainActor () -> RecordKeys)? = nil,
    content: (@MainActor (RecordEntry) -> Form)? = nil
  ) {
    let entry = RecordEntry(schema, record: record)
    self.entry = entry
    form = content?(entry) ?? Form { entry.inputs() }
    super.init(native: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    guard let native else { return }
    if let keys { checkKeys(of: record?.number, keys) }
    form.expand(.horizontal).adopt { gtk_box_append(native.cast(to: GtkBox.self), $0) }
  }

  /// Has each key checked when one of its fields is changed; what is wrong is said at the last of them.
  private func checkKeys(of number: RecordNumber?, _ keys: @escaping @MainActor () -> RecordKeys) {
    for (index, fields) in keys().fields.enumerated() {
      let inputs = fields.compactMap { entry.madeInput(named: $0.name) }
      let order = form.inputs
      let last = inputs.max { one, other in
        (order.firstIndex { $0 === one.input } ?? -1)
          < (order.firstIndex { $0 === other.input } ?? -1)
      }
      guard let last else { continue }
      let others = fields.filter { $0 != last.field }.map(\.title)
      let complaint =
        others.isEmpty
        ? RuleText.unique
        : tr(
          "must be unique together with {}, and another record has the same",
          others.joined(separator: ", "))
      form.check(complaint, at: last.input, reading: inputs.map(\.input)) { [weak entry] in
        guard let entry else { return true }
        guard case .duplicateKey? = keys().complaint(about: entry.now, of: number, key: index)
        else {
          return true
        }
        return false
      }
    }
  }

  /// Returns the input for the field of this name, or nil if there is none.
  public func input(_ name: String) -> AnyInput? { entry.madeInput(named: name)?.input }

  /// The entered values by field name: all values for a new record, only the changed ones
  /// otherwise.
  public var values: [String: CellValue] { entry.values }

  /// Writes the entered values to the draft of a record.
  ///
  /// - Throws: `RecordError` when a value is refused.
  public func write(to draft: inout RecordDraft) throws(RecordError) {
    for (name, cell) in values { try draft.set(name, to: cell) }
  }

  /// Moves the keyboard focus to the part.
  @discardableResult
  public override func focus() -> Bool { form.inputs.first?.focus() ?? false }
}
