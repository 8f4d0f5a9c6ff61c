internal import FoundationEssentials

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
