internal import HikidashiValues

/// A part of the JSON of a scene, where it is, and what its names may mean.
struct SceneNode {
  private let inner: PlacedJSON
  let registry: SceneRegistry

  init(inner: PlacedJSON, registry: SceneRegistry) {
    self.inner = inner
    self.registry = registry
  }

  /// Takes a whole text apart.
  init(parsing json: String, registry: SceneRegistry) throws(SceneError) {
    do throws(JSONError) {
      self.init(inner: try PlacedJSON(parsing: json), registry: registry)
    } catch {
      throw .badJSON(place: error.place, reason: error.reason)
    }
  }

  var place: String { inner.place }

  func refused(_ reason: String) -> SceneError { .badJSON(place: place, reason: reason) }

  private func lifted<Value>(
    _ read: () throws(JSONError) -> Value
  ) throws(SceneError) -> Value {
    do throws(JSONError) {
      return try read()
    } catch {
      throw .badJSON(place: error.place, reason: error.reason)
    }
  }

  func string() throws(SceneError) -> String {
    try lifted { () throws(JSONError) in try inner.string() }
  }

  func boolean() throws(SceneError) -> Bool {
    try lifted { () throws(JSONError) in try inner.boolean() }
  }

  func integer() throws(SceneError) -> Int {
    try lifted { () throws(JSONError) in try inner.integer() }
  }

  func number() throws(SceneError) -> Double {
    guard case .number = inner.node.kind, let value = Double(inner.node.text), value.isFinite else {
      throw refused("a number is expected, not \(inner.node.kindName)")
    }
    return value
  }

  /// The elements of a list, each with its place.
  func elements() throws(SceneError) -> [SceneNode] {
    try lifted { () throws(JSONError) in try inner.elements() }
      .map { SceneNode(inner: $0, registry: registry) }
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
    let members = try lifted { () throws(JSONError) in
      try inner.members(known: known, prefix: prefix)
    }
    return members.mapValues { SceneNode(inner: $0, registry: registry) }
  }

  /// Whether it is an object with this key.
  func has(_ key: String) -> Bool { inner.has(key) }

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

// MARK: - Elements

extension SceneNode {
  func element() throws(SceneError) -> Element {
    let members = try members(known: Self.elementKeys)
    var element = try plainElement(members)
    element.timing = try Self.timing(members)
    if let start = members["start"] { element.start = try start.start() }
    element.layer = try members["layer"]?.integer() ?? 0
    element.showsBack = try members["showsBack"]?.boolean() ?? true
    if let edge = members["wipeEdge"] { element.wipeEdge = try edge.choice() }
    if let hidden = members["hidden"] {
      switch try hidden.string() {
      case "both": element = element.hidden()
      case "before": element = element.hidden(after: false)
      case "after": element = element.hidden(before: false)
      case let name: throw hidden.refused("“\(name)” is none of both, before, after")
      }
    }
    if let set = members["set"] {
      for (name, value) in try set.members(known: SceneProperty.allCases.map(\.rawValue)) {
        guard let property = SceneProperty(rawValue: name) else { continue }
        element.base[property] = try value.components(of: property)
      }
    }
    for node in try members["tracks"]?.elements() ?? [] {
      element.tracks.append(try node.track())
    }
    let hooks: KeyValuePairs<String, SceneHookKind> = [
      "onMake": .make, "onStart": .start, "onRepeat": .repeat, "onEnd": .end,
    ]
    for (key, kind) in hooks {
      guard let node = members[key] else { continue }
      let name = try node.string()
      guard let hook = registry.hooks[name] else {
        throw .unknownName(place: node.place, kind: "hook", name: name)
      }
      element.hooks[kind] = hook
    }
    return element
  }

  private func plainElement(_ members: [String: SceneNode]) throws(SceneError) -> Element {
    let main = Self.contentKeys.filter { members[$0] != nil }
    guard main.count == 1, let key = main.first, let node = members[key] else {
      throw refused("one of text, image, widget, part, group and label is expected")
    }
    if key != "text", let other = members["font"] ?? members["color"] {
      throw other.refused("only a text has one")
    }
    if key == "part", let other = members["layer"] ?? members["showsBack"] ?? members["wipeEdge"] {
      throw other.refused("it is of the part; say it of the element that has the part")
    }
    let id = try members["id"]?.string()
    let name = try node.string()
    switch key {
    case "text":
      return Element(
        .text(
          name, font: try members["font"]?.font() ?? .body,
          color: try members["color"]?.color()), id: id)
    case "image":
      if let images = registry.images, !images.contains(name) {
        throw .unknownName(place: node.place, kind: "image", name: name)
      }
      return Element(.image(name), id: id)
    case "widget":
      guard registry.widgets.contains(name) else {
        throw .unknownName(place: node.place, kind: "widget", name: name)
      }
      return Element(.widget(name), id: id)
    default: return Element(sharing: name, id: id)
    }
  }

  private func font() throws(SceneError) -> Font {
    let members = try members(known: ["family", "size", "bold", "italic"])
    return Font(
      try members["family"]?.string(), size: try members["size"]?.number() ?? 14,
      isBold: try members["bold"]?.boolean() ?? false,
      isItalic: try members["italic"]?.boolean() ?? false)
  }

  private func color() throws(SceneError) -> Color {
    let text = try string()
    guard let color = Color(text) else {
      throw refused("“\(text)” is no colour; one is written #rgb, #rrggbb or #rrggbbaa")
    }
    return color
  }

  private func track() throws(SceneError) -> Track {
    let members = try members(
      known: Self.timingKeys + [
        "property", "from", "to", "keyframes", "path", "turns", "curve", "fill",
      ])
    var timing = try Self.timing(members)
    if let fill = members["fill"] { timing.fill = try fill.choice() }
    let curve = try members["curve"]?.curve() ?? .linear
    if let path = members["path"] {
      if let other = ["property", "from", "to", "keyframes"].compactMap({ members[$0] }).first {
        throw other.refused("a motion along a path has none")
      }
      return Track(
        along: try path.path(), turns: try members["turns"]?.boolean() ?? false, timing,
        curve: curve)
    }
    if let turns = members["turns"] { throw turns.refused("only a motion along a path has it") }
    guard let name = members["property"] else {
      throw refused("“property” or “path” is missing")
    }
    let property: SceneProperty = try name.choice()
    var keys: [Track.Key] = []
    switch (members["from"], members["to"], members["keyframes"]) {
    case (let from?, let to?, nil):
      for node in [from, to] {
        keys.append(
          Track.Key(components: try node.components(of: property), offset: nil, curve: .linear))
      }
    case (nil, nil, let list?):
      for node in try list.elements() { keys.append(try node.key(of: property)) }
    default: throw refused("either “from” and “to” or “keyframes” are expected")
    }
    return Track(property, keys, timing, curve)
  }

  private func key(of property: SceneProperty) throws(SceneError) -> Track.Key {
    let members = try members(known: ["value", "at", "curve"])
    guard let value = members["value"] else { throw refused("“value” is missing") }
    return Track.Key(
      components: try value.components(of: property), offset: try members["at"]?.number(),
      curve: try members["curve"]?.curve() ?? .linear)
  }

  private func path() throws(SceneError) -> Path {
    var path = Path()
    for step in try elements() {
      let parts = try step.elements()
      var numbers: [Double] = []
      for part in parts.dropFirst() { numbers.append(try part.number()) }
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        Point(numbers[$0], numbers[$0 + 1])
      }
      switch (try parts.first?.string(), numbers.count) {
      case ("move", 2): path.move(to: points[0])
      case ("line", 2): path.line(to: points[0])
      case ("curve", 6): path.curve(to: points[2], points[0], points[1])
      case ("close", 0): path.close()
      default:
        throw step.refused(
          "a step is [\"move\", x, y], [\"line\", x, y], [\"curve\", x1, y1, x2, y2, x, y] "
            + "or [\"close\"]")
      }
    }
    return path
  }

  /// The numbers of a property's value.
  private func components(of property: SceneProperty) throws(SceneError) -> [Double] {
    switch property {
    case .color, .tint: return try color().sceneComponents
    case .position, .anchor: return try numbers(2, "x and y")
    case .size: return try numbers(2, "width and height")
    case .translation: return try numbers(3, "x, y and z")
    case .zoom, .scale:
      let count = property.neutral.count
      return try isNumber
        ? Array(repeating: number(), count: count)
        : numbers(count, count == 2 ? "x and y" : "x, y and z")
    case .turn:
      let members = try members(known: ["axis", "degrees"])
      guard let axis = members["axis"], let degrees = members["degrees"] else {
        throw refused("“axis” and “degrees” are expected")
      }
      let numbers = try axis.numbers(3, "x, y and z")
      return Turn(try degrees.number(), about: Vector(numbers[0], numbers[1], numbers[2]))
        .sceneComponents
    case .shadow:
      let members = try members(known: ["color", "radius", "offset"])
      let offset = try members["offset"]?.numbers(2, "x and y") ?? [0, 0]
      return Shadow(
        try members["color"]?.color() ?? .black, radius: try members["radius"]?.number() ?? 0,
        offset: Point(offset[0], offset[1])
      ).sceneComponents
    case .clip:
      let members = try members(known: ["top", "left", "bottom", "right"])
      return Clip(
        top: try members["top"]?.number() ?? 0, left: try members["left"]?.number() ?? 0,
        bottom: try members["bottom"]?.number() ?? 0, right: try members["right"]?.number() ?? 0
      ).sceneComponents
    case .perspective where isString:
      guard try string() == "none" else { throw refused("a number or “none” is expected") }
      return [.infinity]
    default: return [try number()]
    }
  }

  private func curve() throws(SceneError) -> Curve { try Curve(self) }
}

/// The names that a scene in JSON may refer to: code, and what only the app can show.
///
/// ```swift
/// var registry = SceneRegistry(widgets: ["clock"])
/// registry.hooks["chime"] = { call in print(call.element, call.event) }
/// let scene = try Scene(json: text, registry: registry)
/// ```
public struct SceneRegistry: Sendable {
  public var hooks: [String: SceneHook]
  /// Functions of the progress, for curves.
  public var functions: [String: @Sendable (Double) -> Double]
  /// The widgets that a scene may show.
  public var widgets: Set<String>
  /// The pictures that a scene may show; nil for any, as when they are files.
  public var images: Set<String>?

  public init(
    hooks: [String: SceneHook] = [:], functions: [String: @Sendable (Double) -> Double] = [:],
    widgets: Set<String> = [], images: Set<String>? = nil
  ) {
    self.hooks = hooks
    self.functions = functions
    self.widgets = widgets
    self.images = images
  }
}
