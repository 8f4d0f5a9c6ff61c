/// The definition of one field of a schema: its name, type, default and rules, without the Swift
/// type that a ``Field`` has.
///
/// A definition is an object because handles are compared by its identity: two fields of the same
/// name are still two fields.
public final class FieldDefinition: Sendable {
  /// The name, unique in its schema, as files and databases write it.
  public let name: String
  /// The name that people read in column headers and form labels.
  public let title: String
  /// The type of the field's values.
  public let type: FieldType
  /// Whether a record may be without a value.
  public let isOptional: Bool
  /// The value of records that were given none; null means that a value must be given, unless the
  /// field is optional.
  public let defaultValue: CellValue
  /// How tables and forms show the field's values.
  public let format: FieldFormat
  /// How text is compared; ignored for other types.
  public let collation: Collation
  /// The name of the field by whose text records are sorted in place of this one's (yomi), if any.
  public let reading: String?
  let rules: [CellRule]
  /// Whether a cell of the right type is a value of the field's Swift type: an enumeration knows
  /// only some. Nil for types that know all, so that loading a column need not ask for each value.
  private let isKnown: (@Sendable (CellValue) -> Bool)?
  /// The Swift type of the field's values; nil for a field that was read from JSON.
  let valueType: ObjectIdentifier?
  /// Computes the value from the other fields of a record; nil for a field that is stored.
  let computation: (@Sendable (Record) -> CellValue)?
  /// Returns the values that a form offers; nil for a field whose values are typed.
  private let choiceSource: (@Sendable () -> [CellValue])?

  init(
    name: String, title: String?, type: FieldType, isOptional: Bool,
    defaultValue: CellValue = .null, format: FieldFormat = .automatic,
    collation: Collation = .localized(), reading: String? = nil, rules: [CellRule] = [],
    isKnown: (@Sendable (CellValue) -> Bool)? = nil, valueType: ObjectIdentifier? = nil,
    computation: (@Sendable (Record) -> CellValue)? = nil,
    choiceSource: (@Sendable () -> [CellValue])? = nil
  ) {
    self.name = name
    self.title = title ?? name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = defaultValue
    self.format = format
    self.collation = collation
    self.reading = reading
    self.rules = rules
    self.isKnown = isKnown
    self.valueType = valueType
    self.computation = computation
    self.choiceSource = choiceSource
  }

  /// The same field, with values to choose from.
  func offering(_ choices: @escaping @Sendable () -> [CellValue]) -> FieldDefinition {
    FieldDefinition(
      name: name, title: title, type: type, isOptional: isOptional, defaultValue: defaultValue,
      format: format, collation: collation, reading: reading, rules: rules, isKnown: isKnown,
      valueType: valueType, computation: computation, choiceSource: choices)
  }

  /// The values that a form offers: those that a rule lists, or that the app has named; nil where values
  /// are typed.
  package var choices: [CellValue]? {
    if let choiceSource { return choiceSource() }
    for case .oneOf(let cells) in rules { return cells }
    return nil
  }

  /// Whether the field is computed from others, and no schema stores it.
  public var isComputed: Bool { computation != nil }

  /// Whether the field can refuse a value of the right type.
  var isSelective: Bool { isKnown != nil || !rules.isEmpty }

  /// Whether the field can refuse a value that was read from text. Whoever reads JSON has checked that it
  /// is JSON, which is all that a field without a Swift type asks for.
  var isSelectiveAboutText: Bool {
    isSelective && !(type == .json && valueType == nil && rules.isEmpty)
  }

  /// The error that explains why the field does not accept the value; nil if it does.
  public func complaint(about cell: CellValue) -> RecordError? {
    guard let found = cell.type else { return isOptional ? nil : .missingValue(field: name) }
    guard found == type else { return .wrongType(field: name, expected: type, found: found) }
    if let isKnown, !isKnown(cell) {
      return .invalidValue(field: name, value: cell, reason: "is not a value of this field")
    }
    for rule in rules {
      guard let complaint = rule.complaint(about: cell) else { continue }
      return .invalidValue(field: name, value: cell, reason: complaint)
    }
    return nil
  }

  /// Throws the error of ``complaint(about:)``, if there is one.
  func check(_ cell: CellValue) throws(RecordError) {
    if let error = complaint(about: cell) { throw error }
  }
}

/// A handle for a field: a typed ``Field``, or a ``FieldDefinition`` found by name.
public protocol FieldHandle: Sendable {
  /// The definition of the field.
  var definition: FieldDefinition { get }
}

extension FieldDefinition: FieldHandle {
  /// The definition itself.
  public var definition: FieldDefinition { self }
}

extension FieldDefinition: Hashable {
  /// Whether both are the same object, not only definitions with the same content.
  public static func == (left: FieldDefinition, right: FieldDefinition) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How tables and forms show a field's values.
public enum FieldFormat: Hashable, Sendable, Codable {
  /// The usual format of the type: numbers in the reader's language, dates with the time.
  case automatic
  /// A number with this many digits after the decimal point, 0 to 20.
  case decimals(Int)
  /// A fraction as a percentage (0.5 is 50 %), with this many digits after the decimal point.
  case percent(decimals: Int)
  /// A number of bytes, in a fitting unit such as kB or MB.
  case bytes
  /// A date without the time.
  case day
  /// Text of several lines.
  case paragraphs
  /// Text that is the path of a file: its name is shown, and a form has a button to choose another.
  case file
  /// Text that is the path of a picture: as ``file``, and a form shows the picture.
  case picture
  /// A number of seconds, shown in words as “1 hr, 30 min”.
  case duration
  /// A whole number of seconds from midnight, shown as a time of day.
  case time
  /// Text that is the address of a page or a mail: a form has a button that opens it.
  case link
  /// Several short texts: text with commas between them, or JSON that is a list of texts.
  case tags

  /// The greatest number of digits after the decimal point.
  static var mostDecimals: Int { 20 }
}
