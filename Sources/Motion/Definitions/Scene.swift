/// An animation: moving elements and their times, checked when the scene is made.
///
/// ```swift
/// let scene = try Scene(repeats: 2) {
///   Element(.text("こんにちは", font: Font(size: 24)))
///     .move(from: Point(0, 0), to: Point(200, 80), over: 1.5, delay: 0.3, curve: .easeInOut)
///     .fade(from: 1, to: 0, over: 1.5)
/// }
/// scene.state(at: 0.8).first?.opacity
/// ```
///
/// A scene knows nothing of what shows it, and can be asked for its state at any time in any order.
public struct Scene: Sendable {
  /// A part that elements move.
  public struct Part: Sendable {
    /// The id of the element that it was defined with.
    public let id: String
    public let content: Element.Content
    public let layer: Int
    /// Whether the part can be seen from behind.
    public let showsBack: Bool
    public let wipeEdge: Element.WipeEdge
  }

  /// An element and the part that it moves.
  public struct Span: Sendable {
    /// The element's own id, or its place in the definition.
    public let id: String
    /// The position of its part among the scene's.
    public let part: Int
    /// The element as it was defined.
    public let element: Element
    let life: CompiledLife
    /// Its clock, where it has a time of its own.
    let clock: Int?
  }

  /// The size of the picture, in pixels.
  public let size: Size
  /// The number of rounds; infinite for a scene that never ends.
  public let repeats: Double
  /// The length of one round, in seconds; infinite where something in it never ends.
  public let length: Double
  /// The parts that the scene shows, in the order of the definition.
  public let parts: [Part]
  /// The elements, in the order of the definition.
  public let elements: [Span]
  /// The labels' names, with their times in a round, in seconds, the earliest first.
  public let labels: [(name: String, time: Double)]
  let program: Program

  /// The length of all rounds, in seconds.
  public var duration: Double { length == 0 ? 0 : length * repeats }

  /// Checks a scene.
  ///
  /// - Parameters:
  ///   - size: Of the picture, in pixels; more than 0.
  ///   - repeats: How often all of it is done, more than 0.
  ///   - items: What it is made of, the hindmost first.
  /// - Throws: ``SceneError``
  /// - Complexity: O(*n* log *n*) in the elements, motions and keyframes.
  public init(
    size: Size = Size(800, 600), repeats: Double = 1, @SceneBuilder _ items: () -> [SceneItem]
  ) throws(SceneError) {
    try self.init(size: size, repeats: repeats, items())
  }

  public init(
    size: Size = Size(800, 600), repeats: Double = 1, _ items: [SceneItem]
  ) throws(SceneError) {
    guard size.width > 0, size.height > 0, size.width <= 16_384, size.height <= 16_384 else {
      throw .badValue(place: "size", reason: "each side is more than 0 and at most 16384 pixels")
    }
    guard repeats > 0 else {
      throw .badValue(place: "repeats", reason: "\(repeats) is given, but it is more than 0")
    }
    let outline = try SceneOutline(items)
    let times = try SceneTimes(outline)
    var compiler = SceneCompiler(outline, times, repeats: repeats)
    try compiler.compile()
    length = times.length
    guard length.isFinite || repeats == 1 else { throw .endless(place: "repeats") }
    self.size = size
    self.repeats = repeats
    parts = compiler.parts
    elements = compiler.spans
    labels = try times.labels(outline)
    program = compiler.program()
  }
}

// MARK: - JSON

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
    let node = try SceneNode(parsing: json, registry: registry)
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

/// The argument of a hook: what has happened, and to which element.
public struct SceneHookCall {
  /// The event that happened.
  public let event: SceneHookEvent
  /// The element's id.
  public let element: String
  /// The id of the part that the element moves.
  public let part: String
  /// The object that shows the part, such as a widget; nil when the scene is not shown.
  public let view: AnyObject?
}

/// An event for which hooks are called.
public enum SceneHookEvent: Sendable, Hashable {
  /// The element's part has been made, once.
  case made
  /// The element begins.
  case started
  /// A new pass of the element begins; numbers from 1, as the first has started.
  case repeated(Int)
  /// The element has ended.
  case ended
}

/// Code that is called when something happens to an element.
public typealias SceneHook = @MainActor @Sendable (SceneHookCall) -> Void

/// The time at which an element, a group or a label begins.
///
/// ```swift
/// Element(.text("by")).starts(.after("title", by: 0.2))
/// ```
public enum SceneStart: Sendable, Hashable {
  /// The time that the enclosing group sets: at its beginning, after the one before, or staggered.
  case automatic
  /// A number of seconds after the beginning of the enclosing group.
  case at(Double)
  /// When an element or group has ended; `by` more seconds later, or earlier where it is less than 0.
  case after(String, by: Double = 0)
  /// When an element or group begins, or at a label.
  case with(String, by: Double = 0)
}
