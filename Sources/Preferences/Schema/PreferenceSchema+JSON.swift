internal import Records

extension PreferenceSchema {
  /// Reads settings that are defined in JSON.
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
    do throws(SchemaError) {
      let root: JSONNode
      do throws(JSONScanner.Failure) {
        root = try JSONNode(parsing: json)
      } catch {
        throw .badJSON(place: place(of: error.offset, in: json), reason: error.reason)
      }
      group = try DefinedGroup(SchemaNode(root, at: "the beginning"), isRoot: true, depth: 0)
    } catch {
      if case .badJSON(let place, let reason) = error {
        throw .badJSON(place: place, reason: reason)
      }
      throw .badJSON(place: "the beginning", reason: "\(error)")
    }
    try self.init(group.items, title: group.title, help: group.help)
  }
}

/// A group as it stands in JSON.
private struct DefinedGroup {
  var title = ""
  var help = ""
  var items: [PreferenceItem] = []

  init(_ node: SchemaNode, isRoot: Bool, depth: Int) throws(SchemaError) {
    guard depth <= 16 else { throw node.refused("there are more than 16 groups around it") }
    let known = ["title", "help", "preferences"]
    let members =
      try isRoot ? node.members(known: known, prefix: "") : node.members(known: known + ["key"])
    title = try members["title"]?.string() ?? ""
    help = try members["help"]?.string() ?? ""
    guard let list = members["preferences"] else {
      throw node.refused("“preferences” is missing; it is the list of settings and groups")
    }
    for (index, element) in try list.elements().enumerated() {
      let child = SchemaNode(element, at: "\(list.place)[\(index)]")
      guard case .object(let keys) = element.kind, keys.contains(where: { $0.key == "preferences" })
      else {
        items.append(.preference(try PreferenceDefinition(child)))
        continue
      }
      let group = try DefinedGroup(child, isRoot: false, depth: depth + 1)
      guard let key = keys.last(where: { $0.key == "key" }) else {
        throw child.refused("“key” is missing")
      }
      let name = try SchemaNode(key.value, at: child.place + ".key").string()
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

  fileprivate convenience init(_ node: SchemaNode) throws(SchemaError) {
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
      normalize: { Self.normalized($0, type) })
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

  /// The one form of a value that has no type in Swift.
  private static func normalized(
    _ content: PreferenceContent, _ type: PreferenceType
  ) -> PreferenceContent? {
    switch content {
    case .json(let text): PreferenceContent(text: text, as: .json)
    case .text(let text) where type == .color: PreferenceContent(text: text, as: .color)
    default: content
    }
  }
}

extension SchemaNode {
  fileprivate func preferenceType() throws(SchemaError) -> PreferenceType {
    let name = try string()
    guard let type = PreferenceType(name: name) else {
      throw refused(
        "“\(name)” is no type; there are boolean, integer, double, text, date, duration, color, "
          + "file, folder, json, and a type in brackets for a list")
    }
    return type
  }

  fileprivate func content(of type: PreferenceType) throws(SchemaError) -> PreferenceContent {
    guard let content = PreferenceContent(node, as: type) else {
      throw refused("\(type.example) is expected, not \(node.kindName)")
    }
    return content
  }

  /// The elements of a list of two, each with its place.
  private func pair(_ what: String) throws(SchemaError) -> (SchemaNode, SchemaNode) {
    let elements = try elements()
    guard elements.count == 2 else { throw refused("a list of two is expected: \(what)") }
    return (SchemaNode(elements[0], at: place + "[0]"), SchemaNode(elements[1], at: place + "[1]"))
  }

  fileprivate func bounds(
    of type: PreferenceType
  ) throws(SchemaError) -> (PreferenceContent?, PreferenceContent?) {
    guard [.integer, .double, .date, .duration].contains(type) else {
      throw refused("values of type \(type) have no order")
    }
    let (low, high) = try pair("the least and the greatest value, null for none")
    func bound(_ node: SchemaNode) throws(SchemaError) -> PreferenceContent? {
      if case .null = node.node.kind { return nil }
      return try node.content(of: type)
    }
    return (try bound(low), try bound(high))
  }

  fileprivate func choices(
    of type: PreferenceType
  ) throws(SchemaError) -> [PreferenceDefinition.Choice] {
    var choices: [PreferenceDefinition.Choice] = []
    for (index, element) in try elements().enumerated() {
      let node = SchemaNode(element, at: "\(place)[\(index)]")
      guard case .array = element.kind else {
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
  ) throws(SchemaError) -> PreferenceDefinition.Pattern {
    guard [.text, .file, .folder].contains(type) else {
      throw refused("only a text has a pattern")
    }
    let (regex, message) = try pair("a regular expression and what a text must be")
    return PreferenceDefinition.Pattern(regex: try regex.string(), message: try message.string())
  }

  fileprivate func effect() throws(SchemaError) -> PreferenceDefinition.Effect {
    let name = try string()
    guard let effect = PreferenceDefinition.Effect(rawValue: name) else {
      throw refused("“\(name)” is not known; there are at-once and after-restart")
    }
    return effect
  }

  fileprivate func condition(depth: Int) throws(SchemaError) -> PreferenceCondition {
    guard depth < 64 else { throw refused("there are more than 64 levels of conditions") }
    let members = try members(
      known: ["key", "is", "isOneOf", "isAtLeast", "isAtMost", "all", "any", "not"])
    if let inner = members["not"], members.count == 1 {
      return .not(try inner.condition(depth: depth + 1))
    }
    for name in ["all", "any"] where members.count == 1 {
      guard let list = members[name] else { continue }
      var conditions: [PreferenceCondition] = []
      for (index, element) in try list.elements().enumerated() {
        let node = SchemaNode(element, at: "\(list.place)[\(index)]")
        conditions.append(try node.condition(depth: depth + 1))
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
      var contents: [PreferenceContent] = []
      for (index, element) in try value.elements().enumerated() {
        contents.append(try SchemaNode(element, at: "\(value.place)[\(index)]").literal())
      }
      return .isOneOf(key, contents)
    default: throw refused("a key and one of is, isOneOf, isAtLeast and isAtMost are expected")
    }
  }

  /// A value of a setting whose type is not known yet.
  private func literal() throws(SchemaError) -> PreferenceContent {
    switch node.kind {
    case .boolean(let value): return .boolean(value)
    case .string(let value): return .text(value)
    case .number: return .json(node.text)
    case .null, .array, .object:
      throw refused("a truth value, a number or a text is expected, not \(node.kindName)")
    }
  }
}
