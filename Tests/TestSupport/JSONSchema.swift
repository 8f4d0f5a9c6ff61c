internal import Foundation

/// As much of JSON Schema as the published schemas need.
///
/// - Source: <https://json-schema.org/draft/2020-12>
package struct JSONSchema {
  package let root: JSONTree

  /// Where a part of the schema holds of a part of a document.
  package struct Place: Hashable {
    /// The way to the part of the schema, as in `#/$defs/field/properties/name`.
    package let schema: String
    package let path: [JSONTree.Step]
  }

  /// - Parameter file: The path of a schema in the checkout.
  package init(_ file: String) throws {
    let url = Checkout.root.appendingPathComponent(file)
    root = try JSONTree(parsing: String(contentsOf: url, encoding: .utf8))
  }

  package func definition(_ name: String) -> JSONTree { root["$defs"]?[name] ?? .null }

  package func accepts(_ json: String) throws -> Bool {
    places(in: try JSONTree(parsing: json)) != nil
  }

  /// Which parts of the schema hold of which parts of a document; nil where the document is refused.
  package func places(in document: JSONTree) -> Set<Place>? {
    check(document, root, Place(schema: "#", path: [])).map { Set($0) }
  }

  /// All parts of the schema that say what a document has, by the ways to them: those that only ask for
  /// another part are left out.
  package var parts: [String: JSONTree] {
    var parts: [String: JSONTree] = [:]
    gather(root, "#", into: &parts)
    return parts
  }

  private func gather(_ schema: JSONTree, _ pointer: String, into parts: inout [String: JSONTree]) {
    guard case .object(let words) = schema else { return }
    parts[pointer] = schema
    for (word, argument) in words {
      let inner = "\(pointer)/\(word)"
      switch (word, argument) {
      case ("items", _), ("additionalProperties", _), ("then", _), ("else", _):
        gather(argument, inner, into: &parts)
      case ("properties", .object(let schemas)), ("$defs", .object(let schemas)):
        for (key, schema) in schemas { gather(schema, "\(inner)/\(key)", into: &parts) }
      case ("prefixItems", .array(let schemas)), ("allOf", .array(let schemas)),
        ("anyOf", .array(let schemas)), ("oneOf", .array(let schemas)):
        for (index, schema) in schemas.enumerated() {
          gather(schema, "\(inner)/\(index)", into: &parts)
        }
      default: break
      }
    }
  }
}

// MARK: - Checking

extension JSONSchema {
  private func check(_ value: JSONTree, _ schema: JSONTree, _ place: Place) -> [Place]? {
    guard case .object(let words) = schema else { return schema == true ? [] : nil }
    var places = [place]
    for (word, argument) in words {
      guard let found = check(value, word, argument, of: schema, place) else { return nil }
      places += found
    }
    return places
  }

  /// What a word of a schema asks for.
  private func check(
    _ value: JSONTree, _ word: String, _ argument: JSONTree, of schema: JSONTree, _ place: Place
  ) -> [Place]? {
    switch word {
    case "$ref": return reference(value, argument, place)
    case "allOf", "anyOf", "oneOf":
      let found = argument.elements.enumerated().map { index, schema in
        check(value, schema, place.inner("\(word)/\(index)"))
      }
      let accepted = found.compactMap { $0 }
      let isMet =
        switch word {
        case "allOf": accepted.count == found.count
        case "anyOf": !accepted.isEmpty
        default: accepted.count == 1
        }
      return isMet ? Array(accepted.joined()) : nil
    case "not": return check(value, argument, place) == nil ? [] : nil
    case "if":
      let branch = check(value, argument, place) == nil ? "else" : "then"
      return schema[branch].map { check(value, $0, place.inner(branch)) } ?? []
    case "then", "else", "$schema", "$defs", "title", "description", "examples": return []
    default: break
    }
    switch value {
    case .object(let members): return object(members, word, argument, of: schema, place)
    case .array(let elements): return array(elements, word, argument, of: schema, place)
    case .null, .boolean, .number, .string: return accepts(value, word, argument) ? [] : nil
    }
  }

  private func reference(_ value: JSONTree, _ argument: JSONTree, _ place: Place) -> [Place]? {
    guard case .string(let pointer) = argument else { return nil }
    let steps = pointer.split(separator: "/").dropFirst().map { JSONTree.Step.key(String($0)) }
    return root[steps].flatMap { check(value, $0, Place(schema: pointer, path: place.path)) }
  }

  private func object(
    _ members: [String: JSONTree], _ word: String, _ argument: JSONTree, of schema: JSONTree,
    _ place: Place
  ) -> [Place]? {
    var places: [Place] = []
    for (key, value) in members {
      let found: [Place]?
      switch word {
      case "properties":
        found =
          argument[key].map { check(value, $0, place.inner("properties/\(key)", .key(key))) } ?? []
      case "additionalProperties" where schema["properties"]?[key] == nil:
        found = check(value, argument, place.inner(word, .key(key)))
      case "propertyNames": found = check(.string(key), argument, place).map { _ in [] }
      case "dependentRequired":
        let needed = argument[key]?.elements ?? []
        found = needed.allSatisfy { members.keys.map { .string($0) }.contains($0) } ? [] : nil
      default: found = []
      }
      guard let found else { return nil }
      places += found
    }
    let keys = Set(members.keys.map { JSONTree.string($0) })
    if word == "required", !keys.isSuperset(of: argument.elements) { return nil }
    return accepts(.object(members), word, argument) ? places : nil
  }

  private func array(
    _ elements: [JSONTree], _ word: String, _ argument: JSONTree, of schema: JSONTree,
    _ place: Place
  ) -> [Place]? {
    var places: [Place] = []
    let ahead = schema["prefixItems"]?.elements.count ?? 0
    for (index, value) in elements.enumerated() {
      let found: [Place]?
      switch word {
      case "prefixItems" where index < ahead:
        let inner = place.inner("\(word)/\(index)", .index(index))
        found = check(value, argument.elements[index], inner)
      case "items" where index >= ahead:
        found = check(value, argument, place.inner(word, .index(index)))
      default: found = []
      }
      guard let found else { return nil }
      places += found
    }
    return accepts(.array(elements), word, argument) ? places : nil
  }

  /// What is asked of a value alone. Words for other kinds of values ask for nothing.
  private func accepts(_ value: JSONTree, _ word: String, _ argument: JSONTree) -> Bool {
    switch (word, argument) {
    case ("type", .string(let type)): return value.isOf(type)
    case ("type", .array(let types)):
      return types.contains { if case .string(let type) = $0 { value.isOf(type) } else { false } }
    case ("enum", .array(let values)): return values.contains(value)
    case ("const", _): return value == argument
    case ("pattern", .string(let pattern)):
      guard case .string(let text) = value else { return true }
      return text.range(of: pattern, options: .regularExpression) != nil
    case ("minimum", .number(let bound)): return value.number.map { $0 >= bound } ?? true
    case ("maximum", .number(let bound)): return value.number.map { $0 <= bound } ?? true
    case ("exclusiveMinimum", .number(let bound)): return value.number.map { $0 > bound } ?? true
    case ("minLength", .number(let bound)): return value.length.map { $0 >= bound } ?? true
    case ("maxLength", .number(let bound)): return value.length.map { $0 <= bound } ?? true
    case ("minItems", .number(let bound)): return value.count.map { $0 >= bound } ?? true
    case ("maxItems", .number(let bound)): return value.count.map { $0 <= bound } ?? true
    case ("properties", .object), ("additionalProperties", _), ("propertyNames", .object),
      ("required", .array), ("dependentRequired", .object), ("items", _), ("prefixItems", .array):
      return true
    default: preconditionFailure("“\(word)” is not known, or has no such argument")
    }
  }
}

extension JSONSchema.Place {
  fileprivate func inner(_ way: String, _ step: JSONTree.Step? = nil) -> Self {
    Self(schema: "\(schema)/\(way)", path: step.map { path + [$0] } ?? path)
  }
}

extension JSONTree {
  fileprivate func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .boolean: type == "boolean"
    case .number(let value): type == "number" || type == "integer" && value == value.rounded()
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  fileprivate var number: Double? { if case .number(let value) = self { value } else { nil } }

  fileprivate var length: Double? {
    if case .string(let text) = self { Double(text.unicodeScalars.count) } else { nil }
  }

  fileprivate var count: Double? {
    if case .array(let elements) = self { Double(elements.count) } else { nil }
  }
}
