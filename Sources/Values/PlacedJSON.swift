/// A part of a JSON text and its place, for reading definitions that a person wrote.
package struct PlacedJSON {
  package let node: JSONNode
  /// The place of the part in the text, such as `fields[2].default`.
  package let place: String

  private init(_ node: JSONNode, at place: String) {
    self.node = node
    self.place = place
  }

  /// Parses a whole text.
  ///
  /// - Throws: ``JSONError`` with line and character where the text is not valid JSON.
  package init(parsing text: String) throws(JSONError) {
    do throws(JSONScanner.Failure) {
      self.init(try JSONNode(parsing: text), at: "the beginning")
    } catch {
      throw JSONError(place: Self.position(of: error.offset, in: text), reason: error.reason)
    }
  }

  /// The line and the character at a byte offset, in words.
  private static func position(of offset: Int, in text: String) -> String {
    let before = Array(text.utf8.prefix(offset))
    let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let ahead = String(decoding: line.last ?? [], as: UTF8.self)
    return "line \(line.count), character \(ahead.count + 1)"
  }

  package func refused(_ reason: String) -> JSONError { JSONError(place: place, reason: reason) }

  package func unexpected(_ wanted: String) -> JSONError {
    refused("\(wanted) is expected, not \(node.kindName)")
  }

  package func string() throws(JSONError) -> String {
    guard case .string(let value) = node.kind else { throw unexpected("a text") }
    return value
  }

  package func boolean() throws(JSONError) -> Bool {
    guard case .boolean(let value) = node.kind else { throw unexpected("true or false") }
    return value
  }

  package func integer() throws(JSONError) -> Int {
    guard case .number = node.kind, let value = Int(node.text) else {
      throw unexpected("a whole number")
    }
    return value
  }

  /// Returns the elements of a list.
  package func elements() throws(JSONError) -> [PlacedJSON] {
    guard case .array(let elements) = node.kind else { throw unexpected("a list") }
    return elements.enumerated().map { PlacedJSON($1, at: "\(place)[\($0)]") }
  }

  /// Returns the results of reading each element of a list.
  package func map<Value>(
    _ read: (PlacedJSON) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value] {
    var values: [Value] = []
    for element in try elements() { values.append(try read(element)) }
    return values
  }

  /// Returns the elements of a list that must have two.
  ///
  /// - Parameter what: A description of the two, for the message where the number differs.
  package func pair(_ what: String) throws(JSONError) -> (PlacedJSON, PlacedJSON) {
    let elements = try elements()
    guard elements.count == 2 else { throw refused("a list of two is expected: \(what)") }
    return (elements[0], elements[1])
  }

  /// Whether the part is an object with this key.
  package func has(_ key: String) -> Bool {
    guard case .object(let members) = node.kind else { return false }
    return members.contains { $0.key == key }
  }

  /// Returns the members of an object by key; throws for a key that is unknown or given twice.
  package func members(
    known: [String], prefix: String? = nil
  ) throws(JSONError) -> [String: PlacedJSON] {
    guard case .object(let list) = node.kind else { throw unexpected("an object") }
    let prefix = prefix ?? place + "."
    var members: [String: PlacedJSON] = [:]
    for (key, value) in list {
      guard known.contains(key) else {
        throw JSONError(
          place: prefix + key,
          reason: "the key is not known; there are \(known.joined(separator: ", "))")
      }
      guard members[key] == nil else {
        throw JSONError(place: prefix + key, reason: "the key is given twice; remove one")
      }
      members[key] = PlacedJSON(value, at: prefix + key)
    }
    return members
  }
}

/// A fault in a JSON text, with its place.
package struct JSONError: Error, Equatable {
  package let place: String
  package let reason: String
}
