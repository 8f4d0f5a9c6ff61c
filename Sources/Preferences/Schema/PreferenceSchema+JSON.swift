internal import HikidashiValues

extension PreferenceSchema {
  /// Makes a schema from settings that are defined in JSON.
  ///
  /// ```json
  /// {
  ///   "title": "Reader",
  ///   "preferences": [
  ///     { "key": "jobs", "type": "integer", "default": 4, "range": [1, 32],
  ///       "title": "Downloads at once", "enabled": { "key": "offline", "is": false } },
  ///     { "key": "offline", "type": "boolean", "default": false },
  ///     { "key": "page", "title": "Page", "preferences": [
  ///       { "key": "theme", "type": "text", "default": "light",
  ///         "choices": [["light", "Light"], ["dark", "Dark"]] } ] }
  ///   ]
  /// }
  /// ```
  ///
  /// A range is a list of the least and the greatest value, null for no bound. A pattern is a list of
  /// a regular expression and what a text must be. A condition names a key and one of `is`, `isOneOf`,
  /// `isAtLeast` and `isAtMost`, or is an object with `all`, `any` or `not`. Further keys are `help`,
  /// `unit`, `secret`, `visible` and `effect` (`at-once`, `after-restart`).
  ///
  /// - Throws: ``PreferenceSchemaError`` with the place, as in `preferences[2].default`.
  public convenience init(json: String) throws(PreferenceSchemaError) {
    let group: DefinedGroup
    do throws(JSONError) {
      group = try DefinedGroup(PlacedJSON(parsing: json), isRoot: true, depth: 0)
    } catch {
      throw .badJSON(place: error.place, reason: error.reason)
    }
    try self.init(group.items, title: group.title, help: group.help)
  }
}

/// A group as it stands in JSON.
private struct DefinedGroup {
  var key = ""
  var title = ""
  var help = ""
  var items: [PreferenceItem] = []

  init(_ node: PlacedJSON, isRoot: Bool, depth: Int) throws(JSONError) {
    guard depth <= 16 else { throw node.refused("there are more than 16 groups around it") }
    let known = ["title", "help", "preferences"]
    let members =
      try isRoot ? node.members(known: known, prefix: "") : node.members(known: known + ["key"])
    if !isRoot {
      guard let key = members["key"] else { throw node.refused("“key” is missing") }
      self.key = try key.string()
    }
    title = try members["title"]?.string() ?? ""
    help = try members["help"]?.string() ?? ""
    guard let list = members["preferences"] else {
      throw node.refused("“preferences” is missing; it is the list of settings and groups")
    }
    for child in try list.elements() {
      guard child.has("preferences") else {
        items.append(.preference(try PreferenceDefinition(child)))
        continue
      }
      let group = try DefinedGroup(child, isRoot: false, depth: depth + 1)
      let name = group.key
      let title = group.title.isEmpty ? name.capitalizedWords : group.title
      items.append(.group(key: name, title: title, help: group.help, group.items))
    }
  }
}

extension PreferenceDefinition {
  private static let keys = [
    "key", "type", "default", "title", "help", "unit", "secret", "range", "choices", "pattern",
    "effect", "visible", "enabled",
  ]

  fileprivate convenience init(_ node: PlacedJSON) throws(JSONError) {
    let members = try node.members(known: Self.keys)
    guard let key = members["key"] else { throw node.refused("“key” is missing") }
    let isSecret = try members["secret"]?.boolean() ?? false
    let type = try members["type"]?.preferenceType() ?? (isSecret ? .text : nil)
    guard let type else { throw node.refused("“type” is missing") }
    guard !isSecret || type == .text else { throw node.refused("what is secret is a text") }
    let value =
      try members["default"]?.content(of: type) ?? (isSecret ? PreferenceContent.text("") : nil)
    guard let value else { throw node.refused("“default” is missing") }
    var parts = Parts(
      key: try key.string(), type: type, defaultContent: value, title: nil,
      normalize: { $0.normalized(as: type) })
    parts.place = node.place
    parts.title = try members["title"]?.string()
    parts.help = try members["help"]?.string() ?? ""
    parts.unit = try members["unit"]?.string()
    parts.isSecret = isSecret
    if let range = members["range"] {
      (parts.low, parts.high) = try range.bounds(of: type)
    }
    parts.choices = try members["choices"]?.choices(of: type) ?? []
    parts.pattern = try members["pattern"]?.pattern(for: type)
    if let effect = members["effect"] { parts.effect = try effect.effect() }
    parts.visible = try members["visible"]?.condition(depth: 0)
    parts.enabled = try members["enabled"]?.condition(depth: 0)
    self.init(parts)
  }

}

extension PlacedJSON {
  fileprivate func preferenceType() throws(JSONError) -> PreferenceType {
    let name = try string()
    guard let type = PreferenceType(name: name) else {
      throw refused(
        "“\(name)” is no type; there are "
          + PreferenceType.simple.map(\.description).joined(separator: ", ")
          + ", and a type in brackets for a list")
    }
    return type
  }

  fileprivate func content(of type: PreferenceType) throws(JSONError) -> PreferenceContent {
    guard let content = PreferenceContent(node, as: type) else {
      throw refused("\(type.example) is expected, not \(node.kindName)")
    }
    return content
  }

  fileprivate func bounds(
    of type: PreferenceType
  ) throws(JSONError) -> (PreferenceContent?, PreferenceContent?) {
    guard type.isOrdered else {
      throw refused("values of type \(type) have no order")
    }
    let (low, high) = try pair("the least and the greatest value, null for none")
    func bound(_ node: PlacedJSON) throws(JSONError) -> PreferenceContent? {
      if case .null = node.node.kind { return nil }
      return try node.content(of: type)
    }
    return (try bound(low), try bound(high))
  }

  fileprivate func choices(
    of type: PreferenceType
  ) throws(JSONError) -> [PreferenceDefinition.Choice] {
    var choices: [PreferenceDefinition.Choice] = []
    for node in try elements() {
      guard case .array = node.node.kind else {
        let content = try node.content(of: type)
        choices.append(PreferenceDefinition.Choice(content: content, title: content.text))
        continue
      }
      let (value, title) = try node.pair("the value and its title")
      choices.append(
        PreferenceDefinition.Choice(
          content: try value.content(of: type), title: try title.string()))
    }
    guard !choices.isEmpty else { throw refused("there is no choice in the list") }
    return choices
  }

  fileprivate func pattern(
    for type: PreferenceType
  ) throws(JSONError) -> PreferenceDefinition.Pattern {
    guard type.isFreeText else {
      throw refused("only a text has a pattern")
    }
    let (regex, message) = try pair("a regular expression and what a text must be")
    return PreferenceDefinition.Pattern(regex: try regex.string(), message: try message.string())
  }

  fileprivate func effect() throws(JSONError) -> PreferenceDefinition.Effect {
    let name = try string()
    guard let effect = PreferenceDefinition.Effect(rawValue: name) else {
      throw refused("“\(name)” is not known; there are at-once and after-restart")
    }
    return effect
  }

  fileprivate func condition(depth: Int) throws(JSONError) -> PreferenceCondition {
    guard depth < 64 else { throw refused("there are more than 64 levels of conditions") }
    let members = try members(
      known: ["key", "is", "isOneOf", "isAtLeast", "isAtMost", "all", "any", "not"])
    if let inner = members["not"], members.count == 1 {
      return .not(try inner.condition(depth: depth + 1))
    }
    for name in ["all", "any"] where members.count == 1 {
      guard let list = members[name] else { continue }
      let conditions = try list.map { (node) throws(JSONError) in
        try node.condition(depth: depth + 1)
      }
      return name == "all" ? .all(conditions) : .any(conditions)
    }
    guard members.count == 2, let key = try members["key"]?.string(),
      let (name, value) = members.first(where: { $0.key != "key" })
    else { throw refused("a key and one of is, isOneOf, isAtLeast and isAtMost are expected") }
    switch name {
    case "is": return .equals(key, try value.literal())
    case "isAtLeast": return .isAtLeast(key, try value.literal())
    case "isAtMost": return .isAtMost(key, try value.literal())
    case "isOneOf":
      return .isOneOf(key, try value.map { (node) throws(JSONError) in try node.literal() })
    default: throw refused("a key and one of is, isOneOf, isAtLeast and isAtMost are expected")
    }
  }

  /// A value of a setting whose type is not known yet.
  private func literal() throws(JSONError) -> PreferenceContent {
    switch node.kind {
    case .boolean(let value): return .boolean(value)
    case .string(let value): return .text(value)
    case .number: return .json(node.text)
    case .null, .array, .object:
      throw refused("a truth value, a number or a text is expected, not \(node.kindName)")
    }
  }
}
