internal import HikidashiBase
public import HikidashiRecords

/// The values of a record while a form asks for them: those that it has, or the defaults of a new one.
///
/// A form of one's own binds its inputs to the values, and takes the usual inputs for other fields:
///
/// ```swift
/// RecordsView(items).form { item in
///   Form {
///     item.input(name)
///     DropDown("_City", ["Paris", "Osaka"]).bind(item[city])
///     NumberEntry("_Price", value: 0.0).bind(item[price])
///   }
/// }
/// ```
///
/// What is entered is stored together, when the form is applied. A value that the field's rules refuse is
/// told below the input.
@MainActor
public final class RecordEntry {
  /// The record that is edited; nil for a new one.
  public let record: Record?
  /// The fields of the records.
  public let schema: Schema
  /// The values at first, and as they were written since.
  private let first: [String: CellValue]
  private var cells: [String: CellValue]
  private var made: [FieldInput] = []
  private let observed = ObservedState()

  init(_ schema: Schema, record: Record?) {
    self.schema = schema
    self.record = record
    let values = record?.cells ?? schema.fields.map(\.defaultValue)
    first = Dictionary(zip(schema.fields.map(\.name), values), uniquingKeysWith: { $1 })
    cells = first
  }

  // MARK: - Values

  /// The value of a field, for an input of such values. Where a new record has none, it is empty, false or
  /// 0, as far as the field knows such a value.
  public subscript<Value: FieldValue>(_ field: Field<Value>) -> Binding<Value> {
    Binding(
      reading: { [self] in
        Value(cell: cell(of: field)) ?? Value(cell: Self.blank(Value.fieldType))
      },
      write: { [self] in try set(field, to: $0.cell) })
  }

  /// The value of a field, for an input that may be empty: of numbers, dates and choices.
  @_disfavoredOverload
  public subscript<Value: FieldValue>(_ field: Field<Value>) -> Binding<Value?> {
    Binding(
      reading: { [self] in .some(Value(cell: cell(of: field))) },
      write: { [self] in try set(field, to: $0?.cell ?? .null) })
  }

  /// A text that a record may be without, for an input of texts: none is the empty text.
  @_disfavoredOverload
  public subscript(_ field: Field<String?>) -> Binding<String> {
    Binding(
      reading: { [self] in String(cell: cell(of: field)) ?? "" },
      write: { [self] in try set(field, to: $0.isEmpty ? .null : .string($0)) })
  }

  /// Returns the value of a field as it is entered by inputs that are bound to it, or as it was at first;
  /// nil for none. What reads it follows it.
  public func value<Value: FieldValue>(of field: Field<Value>) -> Value? {
    Value(cell: cell(of: field))
  }

  /// Fills in a value that nobody types, such as the name by which a new record is told from others.
  ///
  /// ```swift
  /// RecordsView(rules).form { item in
  ///   if item.record == nil { try? item.fill(id, with: UUID().uuidString) }
  ///   return Form { item.inputs(except: id) }
  /// }
  /// ```
  ///
  /// - Throws: `RecordError` for a value that the field's rules refuse, and for a field that is none of the
  ///   records.
  public func fill<Value: FieldValue>(
    _ field: Field<Value>, with value: Value
  ) throws(RecordError) {
    try set(field, to: value.cell)
  }

  private func cell(of field: some FieldHandle) -> CellValue {
    observed.willRead()
    return cells[field.definition.name] ?? .null
  }

  private func set(_ field: some FieldHandle, to cell: CellValue) throws(RecordError) {
    let field = field.definition
    guard schema[field.name] != nil else {
      throw .unknownField(name: field.name, known: schema.names)
    }
    if let complaint = field.complaint(about: cell) { throw complaint }
    guard cells[field.name] != cell else { return }
    cells[field.name] = cell
    observed.didChange()
  }

  /// The value that stands for nothing where there must be one.
  private static func blank(_ type: FieldType) -> CellValue {
    switch type {
    case .string: .string("")
    case .integer: .integer(0)
    case .double: .double(0)
    case .boolean: .boolean(false)
    case .date, .data, .json: .null
    }
  }

  // MARK: - Inputs

  /// Returns the usual input for a field, with its title, rules and choices.
  ///
  /// - Returns: Nil for a field that nobody types: bytes, texts of more than 100,000 bytes, computed
  ///   values, and what is no field of the records.
  public func input(_ field: some FieldHandle) -> AnyInput? {
    input(named: field.definition.name)?.input
  }

  /// Returns the usual inputs for all fields but some, in the order of the schema.
  public func inputs(except left: any FieldHandle...) -> [AnyInput] {
    let names = Set(left.map(\.definition.name))
    return schema.fields.filter { !names.contains($0.name) }.compactMap { input($0) }
  }

  /// The usual input for the field of a name, where the form has it.
  func madeInput(named name: String) -> FieldInput? { made.first { $0.field.name == name } }

  /// The usual input for the field of a name, made once.
  func input(named name: String) -> FieldInput? {
    if let known = madeInput(named: name) { return known }
    guard let field = schema[name], let cell = cells[name], let input = FieldInput(field, cell)
    else { return nil }
    made.append(input)
    return input
  }

  /// All values as they are entered.
  var now: [String: CellValue] {
    var now = cells
    for input in made { now[input.field.name] = input.cell }
    return now
  }

  /// What is to be stored: the values of a new record that were asked for, the changed ones of another.
  var values: [String: CellValue] {
    let isNew = record == nil
    return now.filter { name, cell in
      if isOther(cell, first[name] ?? .null) { return true }
      // What nobody was asked for gets its default, or is refused.
      return isNew && made.contains { $0.field.name == name }
    }
  }
}

extension Binding {
  /// - Parameter reading: Returns nil where there is no such value now.
  fileprivate init(
    reading: @escaping @MainActor () -> Value?, write: @escaping @MainActor (Value) throws -> Void
  ) {
    self.init(.always, read: reading, write: .now(write))
  }
}
