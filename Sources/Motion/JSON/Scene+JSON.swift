internal import Records

extension Scene {
  /// Reads a scene from JSON. Its form is told in the documentation and in `scene-schema.json`.
  ///
  /// ```json
  /// {
  ///   "size": [400, 200],
  ///   "items": [
  ///     { "text": "こんにちは", "id": "greeting", "font": { "size": 24 },
  ///       "tracks": [
  ///         { "property": "position", "from": [0, 0], "to": [200, 80], "duration": 1.5,
  ///           "delay": 0.3, "curve": "ease-in-out" } ] },
  ///     { "image": "leaf.png", "start": { "after": "greeting", "by": 0.2 }, "onStart": "chime" }
  ///   ]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - registry: What its names mean.
  /// - Throws: ``SceneError`` with the place, as in `items[2].tracks[0].curve`, or line and character
  ///   where it is no JSON at all. Keys that are not known are errors.
  public init(json: String, registry: SceneRegistry = SceneRegistry()) throws(SceneError) {
    let root: JSONNode
    do throws(JSONScanner.Failure) {
      root = try JSONNode(parsing: json)
    } catch {
      throw .badJSON(place: Records.place(of: error.offset, in: json), reason: error.reason)
    }
    let node = SceneNode(inner: SchemaNode(root, at: "the beginning"), registry: registry)
    let members = try node.members(known: SceneNode.sceneKeys, prefix: "")
    guard let list = members["items"] else {
      throw node.refused("“items” is missing; it is the list of elements, groups and labels")
    }
    var size = Size(800, 600)
    if let node = members["size"] {
      let sides = try node.numbers(2, "width and height")
      size = Size(sides[0], sides[1])
    }
    try self.init(
      size: size, repeats: try members["repeats"]?.repeats() ?? 1, try list.items(depth: 0))
  }
}

extension SceneNode {
  static let sceneKeys = ["size", "repeats", "items"]
  static let timingKeys = [
    "duration", "delay", "repeats", "repeatDelay", "direction", "speed",
  ]
  static let contentKeys = ["text", "image", "widget", "part"]
  static let elementKeys =
    contentKeys + timingKeys + [
      "font", "color", "id", "start", "hidden", "layer", "showsBack", "wipeEdge", "set", "tracks",
      "onMake", "onStart", "onRepeat", "onEnd",
    ]
  static let groupKeys = ["group", "step", "id", "start", "items"] + timingKeys
  static let labelKeys = ["label", "start"]

  /// A number of passes.
  func repeats() throws(SceneError) -> Double {
    guard isString else { return try number() }
    guard try string() == "endless" else { throw refused("a number or “endless” is expected") }
    return .infinity
  }

  func items(depth: Int) throws(SceneError) -> [SceneItem] {
    guard depth < SceneOutline.deepest else {
      throw refused("there are more than \(SceneOutline.deepest) groups around it")
    }
    var items: [SceneItem] = []
    for node in try elements() {
      if node.has("group") {
        items.append(.group(try node.group(depth: depth)))
      } else if node.has("label") {
        let members = try node.members(known: Self.labelKeys)
        items.append(
          .label(
            SceneLabel(
              try members["label"]?.string() ?? "", try members["start"]?.start() ?? .automatic)))
      } else {
        items.append(.element(try node.element()))
      }
    }
    return items
  }

  private func group(depth: Int) throws(SceneError) -> SceneGroup {
    let members = try members(known: Self.groupKeys)
    let name = try members["group"]?.string() ?? ""
    let order: SceneGroup.Order
    switch (name, members["step"]) {
    case ("together", nil): order = .together
    case ("sequence", nil): order = .sequence
    case ("stagger", let step?): order = .stagger(try step.number())
    case ("stagger", nil): throw refused("“step” is missing; it is a number of seconds")
    case ("together", let step?), ("sequence", let step?):
      throw step.refused("only a group that is staggered has one")
    default: throw refused("“\(name)” is none of together, sequence, stagger")
    }
    guard let list = members["items"] else { throw refused("“items” is missing") }
    var group = SceneGroup(
      order, id: try members["id"]?.string(), try list.items(depth: depth + 1))
    group.timing = try Self.timing(members)
    if let start = members["start"] { group.start = try start.start() }
    return group
  }

  static func timing(_ members: [String: SceneNode]) throws(SceneError) -> Timing {
    var timing = Timing(try members["duration"]?.number())
    timing.delay = try members["delay"]?.number() ?? 0
    timing.repeats = try members["repeats"]?.repeats() ?? 1
    timing.repeatDelay = try members["repeatDelay"]?.number() ?? 0
    timing.direction = try members["direction"]?.choice() ?? .forward
    timing.speed = try members["speed"]?.number() ?? 1
    return timing
  }

  func start() throws(SceneError) -> SceneStart {
    if isNumber { return .at(try number()) }
    let members = try members(known: ["at", "after", "with", "by"])
    let by = try members["by"]?.number() ?? 0
    let main = ["at", "after", "with"].filter { members[$0] != nil }
    guard main.count == 1, members["at"] == nil || members["by"] == nil else {
      throw refused("one of “at”, “after” and “with” is expected, the last two with “by” or not")
    }
    if let at = members["at"] { return .at(try at.number()) }
    if let after = members["after"] { return .after(try after.string(), by: by) }
    return .with(try members["with"]?.string() ?? "", by: by)
  }
}
