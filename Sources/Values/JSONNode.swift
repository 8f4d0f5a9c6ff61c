internal import HikidashiBase

/// A parsed JSON value, for small texts that people write or read, such as schemas and settings.
package struct JSONNode: Sendable {
  package indirect enum Kind: Sendable {
    case null
    case boolean(Bool)
    case number
    case string(String)
    case array([JSONNode])
    case object([(key: String, value: JSONNode)])
  }

  package let kind: Kind
  /// The source text of the value, unchanged.
  package let text: String

  /// Parses a text that is one JSON value.
  package init(parsing text: String) throws(JSONScanner.Failure) {
    let bytes = Array(text.utf8)
    let parsed = bytes.withUnsafeBufferPointer { bytes in
      if let failure = JSONScanner.complaint(about: bytes) {
        return Result<JSONNode, JSONScanner.Failure>.failure(failure)
      }
      var scanner = JSONScanner(bytes)
      scanner.skipSpace()
      return Result { () throws(JSONScanner.Failure) in try JSONNode(&scanner) }
    }
    self = try parsed.get()
  }

  /// Returns the members of a file that holds one JSON object, in its order.
  package static func members(
    ofFile bytes: [UInt8]
  ) throws(JSONFileDamage) -> [(key: String, value: JSONNode)] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONFileDamage(reason: tr("it is no UTF-8"))
    }
    let node: JSONNode
    do throws(JSONScanner.Failure) { node = try JSONNode(parsing: text) } catch {
      throw JSONFileDamage(reason: error.description)
    }
    guard case .object(let members) = node.kind else {
      throw JSONFileDamage(reason: tr("it is no JSON object"))
    }
    return members
  }

  /// Parses the value at the scanner's place, which must be valid and not nested too deeply.
  private init(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) {
    let start = scanner.place
    switch scanner.next {
    case UInt8(ascii: "\""): kind = .string(scanner.string(try scanner.skipString()))
    case UInt8(ascii: "["): kind = .array(try Self.elements(&scanner))
    case UInt8(ascii: "{"): kind = .object(try Self.members(&scanner))
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      kind = .boolean(scanner.next == UInt8(ascii: "t"))
      try scanner.skipValue()
    case UInt8(ascii: "n"):
      kind = .null
      try scanner.skipValue()
    default:
      kind = .number
      try scanner.skipNumber()
    }
    text = String(decoding: scanner.text[start..<scanner.place], as: UTF8.self)
  }

  private static func elements(
    _ scanner: inout JSONScanner
  ) throws(JSONScanner.Failure) -> [JSONNode] {
    var elements: [JSONNode] = []
    scanner.place += 1
    scanner.skipSpace()
    if scanner.skip(UInt8(ascii: "]")) { return elements }
    repeat {
      scanner.skipSpace()
      elements.append(try JSONNode(&scanner))
      scanner.skipSpace()
    } while scanner.skip(UInt8(ascii: ","))
    try scanner.expect(UInt8(ascii: "]"), "a closing bracket")
    return elements
  }

  private static func members(
    _ scanner: inout JSONScanner
  ) throws(JSONScanner.Failure) -> [(key: String, value: JSONNode)] {
    var members: [(key: String, value: JSONNode)] = []
    scanner.place += 1
    scanner.skipSpace()
    if scanner.skip(UInt8(ascii: "}")) { return members }
    repeat {
      scanner.skipSpace()
      let key = scanner.string(try scanner.skipString())
      scanner.skipSpace()
      try scanner.expect(UInt8(ascii: ":"), "a colon")
      scanner.skipSpace()
      members.append((key, try JSONNode(&scanner)))
      scanner.skipSpace()
    } while scanner.skip(UInt8(ascii: ","))
    try scanner.expect(UInt8(ascii: "}"), "a closing brace")
    return members
  }

  /// The kind of the value in words for messages, such as “a number”.
  package var kindName: String {
    switch kind {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// The reason why a file holds no JSON object.
package struct JSONFileDamage: Error {
  package var reason: String
}
