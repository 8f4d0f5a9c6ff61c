import Foundation
import TestSupport

/// As much of JSON Schema as the published schema needs.
struct SchemaCheck {
  let root: [String: Any]

  init(_ file: String) throws {
    let url = Checkout.root.appendingPathComponent(file)
    root =
      try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
  }

  func definition(_ name: String) -> [String: Any] {
    (root["$defs"] as? [String: Any])?[name] as? [String: Any] ?? [:]
  }

  func accepts(_ json: String) throws -> Bool {
    accepts(try JSONSerialization.jsonObject(with: Data(json.utf8)), root)
  }

  private func accepts(_ value: Any, _ schema: Any?) -> Bool {
    guard let schema = schema as? [String: Any] else { return false }
    if let reference = schema["$ref"] as? String {
      return accepts(value, definition(reference.replacingOccurrences(of: "#/$defs/", with: "")))
    }
    if let choices = schema["anyOf"] as? [Any], !choices.contains(where: { accepts(value, $0) }) {
      return false
    }
    if let choices = schema["oneOf"] as? [Any],
      choices.filter({ accepts(value, $0) }).count != 1
    {
      return false
    }
    if let constant = schema["const"] as? String, constant != value as? String { return false }
    if let names = schema["enum"] as? [String],
      !names.contains(where: { $0 == value as? String })
    {
      return false
    }
    if let required = schema["required"] as? [String] {
      guard let object = value as? [String: Any], required.allSatisfy({ object[$0] != nil })
      else { return false }
    }
    guard let type = schema["type"] as? String else { return true }
    return accepts(value, type, schema)
  }

  private func accepts(_ value: Any, _ type: String, _ schema: [String: Any]) -> Bool {
    switch type {
    case "string":
      guard let text = value as? String else { return false }
      guard let pattern = schema["pattern"] as? String else { return true }
      return text.range(of: pattern, options: .regularExpression) != nil
    case "boolean": return value is Bool
    case "number", "integer":
      guard let number = value as? Double, !(value is String) else { return false }
      if let low = schema["minimum"] as? Double, number < low { return false }
      if let high = schema["maximum"] as? Double, number > high { return false }
      if let low = schema["exclusiveMinimum"] as? Double, number <= low { return false }
      return type == "number" || number == number.rounded()
    case "array":
      guard let list = value as? [Any] else { return false }
      if let least = schema["minItems"] as? Int, list.count < least { return false }
      if let most = schema["maxItems"] as? Int, list.count > most { return false }
      guard let items = schema["items"] else { return true }
      return list.allSatisfy { accepts($0, items) }
    case "object":
      guard let object = value as? [String: Any] else { return false }
      let properties = schema["properties"] as? [String: Any] ?? [:]
      return object.allSatisfy { key, value in
        guard let property = properties[key] else {
          return schema["additionalProperties"] as? Bool ?? true
        }
        return accepts(value, property)
      }
    default: return false
    }
  }
}
