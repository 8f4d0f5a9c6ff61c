internal import FoundationEssentials

// MARK: - JSON

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

// MARK: - JSONFields

extension FieldDefinition {
  private static let keys = [
    "name", "title", "type", "optional", "default", "format", "collation", "reading", "rules",
  ]

  /// Reads one field of a schema.
  convenience init(_ node: SchemaNode) throws(SchemaError) {
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

/// Whether a cell that is to be JSON is JSON.
private func isJSON(_ cell: CellValue) -> Bool {
  guard case .json(var text) = cell else { return true }
  return text.withUTF8 { JSONScanner.complaint(about: $0) == nil }
}

extension SchemaNode {
  fileprivate func format() throws(SchemaError) -> FieldFormat {
    if case .string(let name) = node.kind {
      switch name {
      case "automatic": return .automatic
      case "bytes": return .bytes
      case "day": return .day
      case "paragraphs": return .paragraphs
      default:
        throw refused("“\(name)” is no format; there are automatic, bytes, day and paragraphs")
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

  fileprivate func collation() throws(SchemaError) -> Collation {
    do {
      return try JSONDecoder().decode(Collation.self, from: Data(node.text.utf8))
    } catch DecodingError.dataCorrupted(let context) {
      throw refused(context.debugDescription)
    } catch {
      throw refused("it is no collation: “binary”, “localized”, or an object of its options")
    }
  }

  fileprivate func rules(for type: FieldType) throws(SchemaError) -> [CellRule] {
    var rules: [CellRule] = []
    for (index, element) in try elements().enumerated() {
      let node = SchemaNode(element, at: "\(place)[\(index)]")
      let members = try node.members(known: ["range", "length", "oneOf"])
      guard members.count == 1, let (key, value) = members.first else {
        throw node.refused("one of “range”, “length” and “oneOf” is expected")
      }
      switch key {
      case "range": rules.append(try value.rangeRule(for: type))
      case "length": rules.append(try value.lengthRule(for: type))
      default:
        var cells: [CellValue] = []
        for (index, element) in try value.elements().enumerated() {
          let place = "\(value.place)[\(index)]"
          cells.append(try SchemaNode(element, at: place).cell(of: type))
        }
        rules.append(.oneOf(cells))
      }
    }
    return rules
  }

  /// The two elements of a list, each with its place.
  private func pair() throws(SchemaError) -> (SchemaNode, SchemaNode) {
    let elements = try elements()
    guard elements.count == 2 else { throw refused("a list of two is expected, null for no bound") }
    return (
      SchemaNode(elements[0], at: place + "[0]"), SchemaNode(elements[1], at: place + "[1]")
    )
  }

  private func rangeRule(for type: FieldType) throws(SchemaError) -> CellRule {
    guard type.isSortable else { throw refused("values of type \(type) have no order") }
    let (low, high) = try pair()
    return .range(try low.cell(of: type), try high.cell(of: type))
  }

  private func lengthRule(for type: FieldType) throws(SchemaError) -> CellRule {
    guard type == .string else { throw refused("only fields of type string have a length") }
    let (low, high) = try pair()
    if case .null = high.node.kind { return .length(try low.integer(), .max) }
    return .length(try low.integer(), try high.integer())
  }
}

// MARK: - JSONReading

extension Schema {
  /// Reads a schema from JSON, as ``json`` writes it.
  ///
  /// ```swift
  /// let schema = try Schema(json: text)
  /// let rate = try schema.field("rate", of: Double.self)
  /// ```
  ///
  /// - Throws: ``SchemaError/badJSON(place:reason:)`` with the place, as in `fields[2].default`, and
  ///   what ``init(fields:version:)`` throws. Keys that are not known are errors.
  public init(json: String) throws(SchemaError) {
    let root: JSONNode
    do throws(JSONScanner.Failure) {
      root = try JSONNode(parsing: json)
    } catch {
      throw .badJSON(place: place(of: error.offset, in: json), reason: error.reason)
    }
    var members = try SchemaNode(root, at: "the beginning")
      .members(known: ["version", "fields"], prefix: "")
    let version = try members["version"]?.integer() ?? 1
    guard let list = members.removeValue(forKey: "fields") else {
      throw .badJSON(
        place: "the beginning", reason: "“fields” is missing; it is the list of fields")
    }
    var fields: [FieldDefinition] = []
    for (index, node) in try list.elements().enumerated() {
      fields.append(try FieldDefinition(SchemaNode(node, at: "fields[\(index)]")))
    }
    try self.init(fields: fields, version: version)
  }
}

/// Where an error of the grammar lies, for a person.
package func place(of offset: Int, in text: String) -> String {
  let before = Array(text.utf8.prefix(offset))
  let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let ahead = String(decoding: line.last ?? [], as: UTF8.self)
  return "line \(line.count), character \(ahead.count + 1)"
}

/// A part of the JSON of a schema, and where it is.
package struct SchemaNode {
  package let node: JSONNode
  package let place: String

  package init(_ node: JSONNode, at place: String) {
    self.node = node
    self.place = place
  }

  package func refused(_ reason: String) -> SchemaError { .badJSON(place: place, reason: reason) }

  private func unexpected(_ wanted: String) -> SchemaError {
    refused("\(wanted) is expected, not \(node.kindName)")
  }

  package func string() throws(SchemaError) -> String {
    guard case .string(let value) = node.kind else { throw unexpected("a text") }
    return value
  }

  package func boolean() throws(SchemaError) -> Bool {
    guard case .boolean(let value) = node.kind else { throw unexpected("true or false") }
    return value
  }

  package func integer() throws(SchemaError) -> Int {
    guard case .number = node.kind, let value = Int(node.text) else {
      throw unexpected("a whole number")
    }
    return value
  }

  package func elements() throws(SchemaError) -> [JSONNode] {
    guard case .array(let elements) = node.kind else { throw unexpected("a list") }
    return elements
  }

  /// The members of an object; each key is known and given once.
  package func members(
    known: [String], prefix: String? = nil
  ) throws(SchemaError) -> [String: SchemaNode] {
    guard case .object(let list) = node.kind else { throw unexpected("an object") }
    let prefix = prefix ?? place + "."
    var members: [String: SchemaNode] = [:]
    for (key, value) in list {
      guard known.contains(key) else {
        throw .badJSON(
          place: prefix + key,
          reason: "the key is not known; there are \(known.joined(separator: ", "))")
      }
      guard members[key] == nil else {
        throw .badJSON(place: prefix + key, reason: "the key is given twice; remove one")
      }
      members[key] = SchemaNode(value, at: prefix + key)
    }
    return members
  }

  /// A value of a field's type.
  func cell(of type: FieldType) throws(SchemaError) -> CellValue {
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
