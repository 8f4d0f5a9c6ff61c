internal import Records

/// A part of the JSON of a scene, where it is, and what its names may mean.
struct SceneNode {
  let inner: SchemaNode
  let registry: SceneRegistry

  var place: String { inner.place }

  func refused(_ reason: String) -> SceneError { .badJSON(place: place, reason: reason) }

  private func lifted<Value>(
    _ read: () throws(SchemaError) -> Value
  ) throws(SceneError) -> Value {
    do throws(SchemaError) {
      return try read()
    } catch {
      guard case .badJSON(let place, let reason) = error else { throw refused("\(error)") }
      throw .badJSON(place: place, reason: reason)
    }
  }

  func string() throws(SceneError) -> String {
    try lifted { () throws(SchemaError) in try inner.string() }
  }

  func boolean() throws(SceneError) -> Bool {
    try lifted { () throws(SchemaError) in try inner.boolean() }
  }

  func integer() throws(SceneError) -> Int {
    try lifted { () throws(SchemaError) in try inner.integer() }
  }

  func number() throws(SceneError) -> Double {
    guard case .number = inner.node.kind, let value = Double(inner.node.text), value.isFinite else {
      throw refused("a number is expected, not \(inner.node.kindName)")
    }
    return value
  }

  /// The elements of a list, each with its place.
  func elements() throws(SceneError) -> [SceneNode] {
    let list = try lifted { () throws(SchemaError) in try inner.elements() }
    return list.enumerated().map { index, node in
      SceneNode(inner: SchemaNode(node, at: "\(place)[\(index)]"), registry: registry)
    }
  }

  func numbers(_ count: Int, _ what: String) throws(SceneError) -> [Double] {
    let elements = try elements()
    guard elements.count == count else {
      throw refused("a list of \(count) is expected: \(what)")
    }
    var numbers: [Double] = []
    for element in elements { numbers.append(try element.number()) }
    return numbers
  }

  /// The members of an object; each key is known and given once.
  func members(
    known: [String], prefix: String? = nil
  ) throws(SceneError) -> [String: SceneNode] {
    let members = try lifted { () throws(SchemaError) in
      try inner.members(known: known, prefix: prefix)
    }
    return members.mapValues { SceneNode(inner: $0, registry: registry) }
  }

  /// Whether it is an object with this key.
  func has(_ key: String) -> Bool {
    guard case .object(let members) = inner.node.kind else { return false }
    return members.contains { $0.key == key }
  }

  var isString: Bool {
    if case .string = inner.node.kind { return true }
    return false
  }

  var isObject: Bool {
    if case .object = inner.node.kind { return true }
    return false
  }

  var isNumber: Bool {
    if case .number = inner.node.kind { return true }
    return false
  }

  func choice<Value: RawRepresentable & CaseIterable>(
    of type: Value.Type = Value.self
  ) throws(SceneError) -> Value where Value.RawValue == String {
    let name = try string()
    if let value = Value(rawValue: name) { return value }
    throw refused("“\(name)” is none of \(type.allCases.map(\.rawValue).joined(separator: ", "))")
  }
}
