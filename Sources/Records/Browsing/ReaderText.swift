internal import FoundationEssentials
internal import HikidashiBase

/// Converts a field's values to and from the text that people read and type, with numbers and dates
/// in the reader's language and the field's format.
///
/// ```swift
/// let rate = Field<Double>("rate", format: .decimals(1))
/// ReaderText(rate).text(4.5)                        // “4.5”, in German “4,5”
/// ReaderText(rate).cell("4.5")                      // .double(4.5)
/// ```
///
/// Dates without a time are those of UTC, as files have them; others are shown in the machine's time
/// zone.
///
/// - Complexity: Making the first of a kind takes some milliseconds; one text, a few microseconds. It
///   may be used from any thread.
public struct ReaderText: Sendable {
  fileprivate enum Form: Sendable {
    case number(NumberFormat)
    case percent(NumberFormat, plain: NumberFormat)
    case bytes(NumberFormat)
    case date(DateFormat)
    /// Seconds in words.
    case duration(DurationFormat)
    /// Seconds from midnight, in the language.
    case time(language: String?)
    case path
    case tags
    case plain
  }

  /// The type of the field's values.
  public let type: FieldType
  private let form: Form

  /// Makes a converter for the values of a field.
  ///
  /// - Parameters:
  ///   - field: The field whose values are written and read.
  ///   - language: The name of a language, as in BCP 47 or POSIX; the reader's, if not given.
  ///   - timeZone: The name of the time zone of dates with a time, such as `UTC`; the machine's, if
  ///     not given.
  public init(_ field: some FieldHandle, language: String? = nil, timeZone: String? = nil) {
    let definition = field.definition
    type = definition.type
    form = Form(definition, language: language, timeZone: timeZone)
  }

  /// The value as text on one line: line breaks become spaces, and null is empty.
  public func text(_ cell: CellValue) -> String {
    switch (cell, form) {
    case (.null, _): return ""
    case (.integer(let value), .number(let format)): return format.text(value)
    case (.integer(let value), .percent(let format, _)): return format.text(Double(value))
    case (.integer(let value), .bytes(let format)): return byteText(Double(value), format)
    case (.double(let value), .number(let format)), (.double(let value), .percent(let format, _)):
      return format.text(value)
    case (.double(let value), .bytes(let format)): return byteText(value, format)
    case (.boolean(let value), _): return value ? tr("Yes") : tr("No")
    case (.integer(let value), .duration(let format)): return format.text(.seconds(value))
    case (.double(let value), .duration(let format)) where value.magnitude < 1e15:
      return format.text(.seconds(value))
    case (.integer(let value), .time(let language)):
      return TimeOfDay(rawValue: value)?.text(language: language) ?? cell.description
    case (.string(let text), .path):
      return oneLine(text.split(separator: "/").last.map(String.init) ?? text)
    case (.json(let text), .tags):
      return TagText.tags(json: text).map(TagText.text) ?? oneLine(text)
    case (.string(let text), _), (.json(let text), _): return oneLine(text)
    case (.date(let date), .date(let format)): return format.text(date)
    case (.data(let bytes), _):
      return byteText(Double(bytes.count), NumberFormat(decimals: 0...1))
    default: return cell.description
    }
  }

  /// Reads a value from typed text, ignoring spaces around numbers and dates; nil where the text is
  /// no value of the field's type, and for fields of data, which cannot be typed.
  public func cell(_ text: String) -> CellValue? {
    switch (type, form) {
    case (.string, _): return .string(text)
    case (.json, .tags): return .json(TagText.json(TagText.tags(text)))
    case (.json, _): return .json(text)
    case (.integer, .duration(let format)):
      return format.duration(text).flatMap { Int(exactly: ($0 / .seconds(1)).rounded()) }
        .map { .integer($0) }
    case (.double, .duration(let format)):
      return format.duration(text).map { .double($0 / .seconds(1)) }
    case (.integer, .time(let language)):
      return TimeOfDay(text, language: language).map { .integer($0.rawValue) }
    case (.integer, .number(let format)), (.integer, .bytes(let format)):
      return format.integer(text).map { .integer($0) }
    case (.integer, .percent(_, let plain)):
      return hundredths(text, plain)?.integer.map { .integer($0) }
    case (.double, .number(let format)), (.double, .bytes(let format)):
      return format.double(text).map { .double($0) }
    case (.double, .percent(_, let plain)):
      return hundredths(text, plain)?.double.map { .double($0) }
    case (.date, .date(let format)): return format.date(text).map { .date($0) }
    case (.boolean, _):
      if text == tr("Yes") { return .boolean(true) }
      return text == tr("No") ? .boolean(false) : nil
    default: return nil
    }
  }

  /// The length in seconds of the day or minute that a date's text stands for; nil for other
  /// values.
  var dateStep: Double? {
    guard case .date(let format) = form else { return nil }
    return format.style == .day ? 86_400 : 60
  }
}

extension ReaderText.Form {
  fileprivate init(_ field: FieldDefinition, language: String?, timeZone: String?) {
    func numbers(_ decimals: ClosedRange<Int>, isPercent: Bool = false) -> NumberFormat {
      NumberFormat(decimals: decimals, isPercent: isPercent, language: language)
    }
    switch (field.type, field.format) {
    case (.integer, .decimals(let count)), (.double, .decimals(let count)):
      self = .number(numbers(count...count))
    case (.integer, .percent(let count)), (.double, .percent(let count)):
      self = .percent(numbers(count...count, isPercent: true), plain: numbers(0...20))
    case (.integer, .bytes), (.double, .bytes): self = .bytes(numbers(0...1))
    case (.integer, .duration), (.double, .duration):
      self = .duration(DurationFormat(units: 3, isShort: true, language: language))
    case (.integer, .time): self = .time(language: language)
    case (.integer, _): self = .number(numbers(0...0))
    case (.double, _): self = .number(numbers(0...6))
    case (.date, .day): self = .date(DateFormat(.day, language: language, timeZone: "UTC"))
    case (.date, _): self = .date(DateFormat(.minute, language: language, timeZone: timeZone))
    case (.string, .file), (.string, .picture): self = .path
    case (.json, .tags): self = .tags
    default: self = .plain
    }
  }
}

/// A number of bytes in a fitting unit, with factors of 1,000 as in the International System of
/// Units.
private func byteText(_ count: Double, _ format: NumberFormat) -> String {
  var count = count
  var units = ["B", "kB", "MB", "GB", "TB", "PB"][...]
  // From 999.95 on a thousand would be shown.
  while count.magnitude >= 999.95, units.count > 1 {
    count /= 1_000
    units = units.dropFirst()
  }
  return "\(format.text(count)) \(units.first ?? "B")"
}

/// Reads a number of hundredths with all its digits, behind or in front of whose sign for per cent, which may be left
/// out, a space may stand.
private func hundredths(_ text: String, _ format: NumberFormat) -> DecimalText? {
  let isPercent: (Unicode.Scalar) -> Bool = { ["%", "％", "٪"].contains($0) }
  let isAround: (Unicode.Scalar) -> Bool = {
    $0.properties.isWhitespace || $0.properties.generalCategory == .format
  }
  var scalars = text.unicodeScalars[...]
  scalars = scalars.drop(while: isAround)
  while let last = scalars.last, isAround(last) { scalars.removeLast() }
  // Some languages have it between the sign and the digits.
  if let last = scalars.last, isPercent(last) {
    scalars.removeLast()
  } else if let place = scalars.firstIndex(where: {
    $0.properties.numericType != nil || isPercent($0)
  }),
    isPercent(scalars[place])
  {
    let rest = scalars[scalars.index(after: place)...].drop(while: isAround)
    scalars = Substring.UnicodeScalarView(scalars[..<place] + rest)
  }
  var number = format.decimal(String(scalars))
  number?.exponent -= 2
  return number
}

/// The text without its line breaks, which would make a row of a table higher.
private func oneLine(_ text: String) -> String {
  // Most texts have none.
  guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return text }
  return text.split(whereSeparator: \.isNewline).joined(separator: " ")
}
