internal import Foundation

/// A JSON value that a test looks into and changes.
package indirect enum JSONTree: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// The way from a value to one in it.
  package enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// Parses a text.
  ///
  /// - Throws: `DecodingError` where it is no JSON.
  package init(parsing text: String) throws {
    self = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
  }

  /// The value as text, the same each time.
  package var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// The member of an object; nil for any other value.
  package subscript(key: String) -> JSONTree? { self[.key(key)] }

  private subscript(step: Step) -> JSONTree? {
    switch (self, step) {
    case (.object(let members), .key(let key)): members[key]
    case (.array(let elements), .index(let index)):
      elements.indices.contains(index) ? elements[index] : nil
    default: nil
    }
  }

  /// The value at the end of a way; nil where there is none.
  package subscript(path: [Step]) -> JSONTree? {
    path.reduce(self as JSONTree?) { $0?[$1] }
  }

  /// The keys of an object.
  package var keys: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }

  /// The elements of a list.
  package var elements: [JSONTree] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// Returns it with another value at the end of a way, where nil removes what is there. A key that an
  /// object does not have is added to it.
  package func replacing(_ path: [Step], with new: JSONTree?) -> JSONTree? {
    guard let step = path.first else { return new }
    let inner = self[step]
    let rest = Array(path.dropFirst())
    let replaced = rest.isEmpty ? new : inner?.replacing(rest, with: new)
    switch (self, step) {
    case (.object(var members), .key(let key)):
      members[key] = replaced
      return .object(members)
    case (.array(var elements), .index(let index)) where inner != nil:
      elements.replaceSubrange(index...index, with: replaced.map { [$0] } ?? [])
      return .array(elements)
    default: return self
    }
  }

  /// The ways to all values in it, beginning with its own; the same order each time.
  package var paths: [[Step]] {
    let inner: [(Step, JSONTree)] =
      switch self {
      case .object(let members): members.sorted { $0.key < $1.key }.map { (.key($0), $1) }
      case .array(let elements): elements.enumerated().map { (.index($0), $1) }
      case .null, .boolean, .number, .string: []
      }
    return [[]] + inner.flatMap { step, value in value.paths.map { [step] + $0 } }
  }
}

extension JSONTree: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let elements = try? value.decode([JSONTree].self) {
      self = .array(elements)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .boolean(let boolean): try value.encode(boolean)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let elements): try value.encode(elements)
    case .object(let members): try value.encode(members)
    }
  }
}

extension JSONTree: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(Dictionary(members) { $1 })
  }
}
