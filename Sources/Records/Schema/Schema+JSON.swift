internal import FoundationEssentials
internal import HikidashiValues

// MARK: - JSON

extension Schema {
  /// The schema as JSON, in the form that ``init(json:)`` reads.
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
  /// Writes a date, given as seconds since 2001-01-01 UTC, as ISO 8601.
  package static func text(_ seconds: Double) -> String {
    String(unsafeUninitializedCapacity: mostBytes) { buffer in
      buffer.baseAddress.map { write(seconds, to: $0) } ?? 0
    }
  }
}

extension FieldFormat {
  /// The format as JSON; nil for the automatic format.
  fileprivate var jsonText: String? {
    switch self {
    case .automatic: nil
    case .decimals(let count): "{ \"decimals\": \(count) }"
    case .percent(let count): "{ \"percent\": \(count) }"
    case .bytes: "\"bytes\""
    case .day: "\"day\""
    case .paragraphs: "\"paragraphs\""
    case .file: "\"file\""
    case .picture: "\"picture\""
    case .duration: "\"duration\""
    case .time: "\"time\""
    case .link: "\"link\""
    case .tags: "\"tags\""
    }
  }
}

extension Collation {
  /// The collation as JSON; nil for the default collation.
  fileprivate var jsonText: String? {
    guard self != .localized() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Cannot fail: it is made of texts.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension CellRule {
  /// The rule as JSON; nil for a rule that is a closure.
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

// MARK: - JSONFields

extension FieldDefinition {
  private static let keys = [
    "name", "title", "type", "optional", "default", "format", "collation", "reading", "rules",
  ]

  /// Reads one field of a schema.
  convenience init(_ node: PlacedJSON) throws(JSONError) {
    let members = try node.members(known: Self.keys)
    guard let name = members["name"], let typeNode = members["type"] else {
      let missing = members["name"] == nil ? "name" : "type"
      throw node.refused("“\(missing)” is missing")
    }
    let typeName = try typeNode.string()
    guard let type = FieldType(rawValue: typeName) else {
      let known = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
      throw typeNode.refused("“\(typeName)” is no type; there are \(known)")
    }
    if let collation = members["collation"] ?? members["reading"], type != .string {
      throw collation.refused("only fields of type string have one")
    }
    self.init(
      name: try name.string(), title: try members["title"]?.string(), type: type,
      isOptional: try members["optional"]?.boolean() ?? false,
      defaultValue: try members["default"]?.cell(of: type) ?? .null,
      format: try members["format"]?.format() ?? .automatic,
      collation: try members["collation"]?.collation() ?? .localized(),
      reading: try members["reading"]?.string(),
      rules: try members["rules"]?.rules(for: type) ?? [],
      isKnown: type == .json ? isJSON : nil)
  }
}

/// Whether a cell of JSON contains valid JSON.
private func isJSON(_ cell: CellValue) -> Bool {
  guard case .json(var text) = cell else { return true }
  return text.withUTF8 { JSONScanner.complaint(about: $0) == nil }
}

/// The keys of rules in JSON.
private enum RuleKey: String, CaseIterable {
  case range, length, oneOf
}

extension PlacedJSON {
  fileprivate func format() throws(JSONError) -> FieldFormat {
    if case .string(let name) = node.kind {
      switch name {
      case "automatic": return .automatic
      case "bytes": return .bytes
      case "day": return .day
      case "paragraphs": return .paragraphs
      case "file": return .file
      case "picture": return .picture
      case "duration": return .duration
      case "time": return .time
      case "link": return .link
      case "tags": return .tags
      default:
        throw refused(
          """
          “\(name)” is no format; there are automatic, bytes, day, duration, file, link, paragraphs, picture, \
          tags and time
          """)
      }
    }
    let members = try members(known: ["decimals", "percent"])
    guard members.count == 1, let (key, value) = members.first else {
      throw refused("one of “decimals” and “percent” is expected")
    }
    let count = try value.integer()
    guard (0...FieldFormat.mostDecimals).contains(count) else {
      throw value.refused("there are 0 to \(FieldFormat.mostDecimals) decimals")
    }
    return key == "decimals" ? .decimals(count) : .percent(decimals: count)
  }

  fileprivate func collation() throws(JSONError) -> Collation {
    do {
      return try JSONDecoder().decode(Collation.self, from: Data(node.text.utf8))
    } catch DecodingError.dataCorrupted(let context) {
      throw refused(context.debugDescription)
    } catch {
      throw refused("it is no collation: “binary”, “localized”, or an object of its options")
    }
  }

  fileprivate func rules(for type: FieldType) throws(JSONError) -> [CellRule] {
    var rules: [CellRule] = []
    for node in try elements() {
      let members = try node.members(known: RuleKey.allCases.map(\.rawValue))
      guard members.count == 1, let (name, value) = members.first, let key = RuleKey(rawValue: name)
      else {
        throw node.refused("one of “range”, “length” and “oneOf” is expected")
      }
      switch key {
      case .range: rules.append(try value.rangeRule(for: type))
      case .length: rules.append(try value.lengthRule(for: type))
      case .oneOf:
        rules.append(.oneOf(try value.map { (node) throws(JSONError) in try node.cell(of: type) }))
      }
    }
    return rules
  }

  private func rangeRule(for type: FieldType) throws(JSONError) -> CellRule {
    guard type.isSortable else { throw refused("values of type \(type) have no order") }
    let (low, high) = try pair("null for no bound")
    return .range(try low.cell(of: type), try high.cell(of: type))
  }

  private func lengthRule(for type: FieldType) throws(JSONError) -> CellRule {
    guard type == .string else { throw refused("only fields of type string have a length") }
    let (low, high) = try pair("null for no bound")
    if case .null = high.node.kind { return .length(try low.integer(), .max) }
    return .length(try low.integer(), try high.integer())
  }
}

// MARK: - JSONReading

extension Schema {
  /// Makes a schema from JSON in the form that ``json`` writes.
  ///
  /// ```swift
  /// let schema = try Schema(json: text)
  /// let rate = try schema.field("rate", of: Double.self)
  /// ```
  ///
  /// - Throws: ``SchemaError/badJSON(place:reason:)`` with the place, as in `fields[2].default`, and
  ///   what ``init(fields:version:)`` throws. Keys that are not known are errors.
  public init(json: String) throws(SchemaError) {
    let (version, fields): (Int, [FieldDefinition])
    do throws(JSONError) {
      let root = try PlacedJSON(parsing: json)
      let members = try root.members(known: ["version", "fields"], prefix: "")
      version = try members["version"]?.integer() ?? 1
      guard let list = members["fields"] else {
        throw root.refused("“fields” is missing; it is the list of fields")
      }
      fields = try list.map { (node) throws(JSONError) in try FieldDefinition(node) }
    } catch {
      throw .badJSON(place: error.place, reason: error.reason)
    }
    try self.init(fields: fields, version: version)
  }
}

extension PlacedJSON {
  /// A value of a field's type.
  func cell(of type: FieldType) throws(JSONError) -> CellValue {
    if case .null = node.kind { return .null }
    var text = node.text
    switch (type, node.kind) {
    case (.json, _): return .json(node.text)
    case (.string, .string(let value)): return .string(value)
    case (.boolean, .boolean(let value)): return .boolean(value)
    case (.integer, .number): break
    case (.double, .number): break
    case (.double, .string(let value)) where ["NaN", "Infinity", "-Infinity"].contains(value),
      (.date, .string(let value)), (.data, .string(let value)):
      text = value
    default: throw unexpected("a value of type \(type)")
    }
    let result = text.withUTF8 { FieldText.cell(of: type, $0) }
    switch result {
    case .success(let cell): return cell
    case .failure(let problem): throw refused(problem.description)
    }
  }
}
