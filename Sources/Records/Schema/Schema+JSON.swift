internal import FoundationEssentials

extension Schema {
  /// The schema as JSON, which ``init(json:)`` reads.
  ///
  /// ```json
  /// {
  ///   "version": 2,
  ///   "fields": [
  ///     { "name": "name", "type": "string", "rules": [{ "length": [1, 80] }] },
  ///     { "name": "rate", "title": "Rate", "type": "double", "default": 0 }
  ///   ]
  /// }
  /// ```
  ///
  /// Keys stand in a fixed order, and what is as it would be anyway is left out: a title that is the
  /// name, no default, the automatic format, the localized collation. Rules of the program's own
  /// (``FieldRule/check(_:_:)``) are code and are not written, nor are the Swift types of
  /// enumerations and custom values, only how they are kept.
  public var json: String {
    let lines = fields.map { "    " + $0.json }.joined(separator: ",\n")
    return "{\n  \"version\": \(version),\n  \"fields\": [\n\(lines)\n  ]\n}\n"
  }
}

extension FieldDefinition {
  /// The field as a JSON object.
  fileprivate var json: String {
    var members = ["\"name\": " + JSONText.quoted(name)]
    if title != name { members.append("\"title\": " + JSONText.quoted(title)) }
    members.append("\"type\": \"\(type.rawValue)\"")
    if isOptional { members.append("\"optional\": true") }
    if !defaultValue.isNull { members.append("\"default\": " + defaultValue.jsonText) }
    if let text = format.jsonText { members.append("\"format\": " + text) }
    if type == .string, let text = collation.jsonText {
      members.append("\"collation\": " + text)
    }
    if let reading { members.append("\"reading\": " + JSONText.quoted(reading)) }
    let rules = rules.compactMap(\.jsonText)
    if !rules.isEmpty { members.append("\"rules\": [" + rules.joined(separator: ", ") + "]") }
    return "{ " + members.joined(separator: ", ") + " }"
  }
}

extension CellValue {
  /// The value as JSON.
  fileprivate var jsonText: String {
    switch self {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .double(let value):
      value.isNaN
        ? "\"NaN\""
        : value.isInfinite
          ? (value < 0 ? "\"-Infinity\"" : "\"Infinity\"")
          : "\(value)"
    case .boolean(let value): "\(value)"
    case .string(let value): JSONText.quoted(value)
    case .date(let value): JSONText.quoted(DateText.text(value.timeIntervalSinceReferenceDate))
    case .data(let value): JSONText.quoted(value.base64EncodedString())
    case .json(let value): value
    }
  }
}

extension DateText {
  /// The date as text.
  package static func text(_ seconds: Double) -> String {
    String(unsafeUninitializedCapacity: mostBytes) { buffer in
      buffer.baseAddress.map { write(seconds, to: $0) } ?? 0
    }
  }
}

extension FieldFormat {
  /// Nil for the automatic one.
  fileprivate var jsonText: String? {
    switch self {
    case .automatic: nil
    case .decimals(let count): "{ \"decimals\": \(count) }"
    case .percent(let count): "{ \"percent\": \(count) }"
    case .bytes: "\"bytes\""
    case .day: "\"day\""
    case .paragraphs: "\"paragraphs\""
    }
  }
}

extension Collation {
  /// Nil for the one that fields have anyway.
  fileprivate var jsonText: String? {
    guard self != .localized() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Cannot fail: it is made of texts.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension CellRule {
  /// Nil for rules that are code.
  fileprivate var jsonText: String? {
    switch self {
    case .range(let low, let high): "{ \"range\": [\(low.jsonText), \(high.jsonText)] }"
    case .length(let low, let high):
      "{ \"length\": [\(low), \(high == .max ? "null" : "\(high)")] }"
    case .oneOf(let cells):
      "{ \"oneOf\": [\(cells.map(\.jsonText).joined(separator: ", "))] }"
    case .check: nil
    }
  }
}
