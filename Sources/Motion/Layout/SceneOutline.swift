/// The items of a scene one after another, each with what is around it.
struct SceneOutline {
  enum Kind {
    case group(SceneGroup.Order)
    case element(Element)
    case label
  }

  struct Node {
    var kind: Kind
    var parent: Int
    /// The one before it in the same group.
    var previous: Int?
    /// How many stand before it in the same group, labels left out.
    var position: Int
    var id: String?
    var place: String
    var start: SceneStart
    var timing: Timing
    /// The node whose time its start is told in: the scene, or a group with a time of its own.
    var frame: Int
    var children: [Int] = []

    /// Whether what is in it has a time of its own.
    var isFrame: Bool {
      if case .label = kind { return false }
      return !timing.isPlain
    }
  }

  /// Deeper groups would be of no use to anybody, and exhaust the stack.
  static let deepest = 64

  /// The first stands for the scene.
  private(set) var nodes: [Node]
  private(set) var numbers: [String: Int] = [:]

  init(_ items: [SceneItem]) throws(SceneError) {
    nodes = [
      Node(
        kind: .group(.together), parent: 0, previous: nil, position: 0, id: nil,
        place: "the scene", start: .automatic, timing: Timing(), frame: 0)
    ]
    try add(items, to: 0, frame: 0, at: "items", depth: 0)
  }

  private mutating func add(
    _ items: [SceneItem], to parent: Int, frame: Int, at list: String, depth: Int
  ) throws(SceneError) {
    guard depth < Self.deepest else {
      throw .badValue(place: list, reason: "there are more than \(Self.deepest) groups around it")
    }
    var previous: Int?
    var position = 0
    for (index, item) in items.enumerated() {
      var node = Self.node(of: item, at: "\(list)[\(index)]")
      node.parent = parent
      node.frame = frame
      node.previous = previous
      node.position = position
      try check(node)
      let number = nodes.count
      nodes.append(node)
      nodes[parent].children.append(number)
      if let id = node.id { numbers[id] = number }
      // A label with a time of its own stands beside the others.
      if case .label = node.kind, node.start != .automatic { continue }
      previous = number
      guard case .label = node.kind else {
        position += 1
        if case .group(let group) = item {
          try add(
            group.items, to: number, frame: node.isFrame ? number : frame,
            at: node.place + ".items", depth: depth + 1)
        }
        continue
      }
    }
  }

  private static func node(of item: SceneItem, at place: String) -> Node {
    var node = Node(
      kind: .label, parent: 0, previous: nil, position: 0, id: nil, place: place,
      start: .automatic, timing: Timing(), frame: 0)
    switch item {
    case .label(let label):
      node.id = label.name
      node.start = label.start
    case .element(let element):
      node.kind = .element(element)
      node.id = element.id
      node.start = element.start
      node.timing = element.timing
    case .group(let group):
      node.kind = .group(group.order)
      node.id = group.id
      node.start = group.start
      node.timing = group.timing
    }
    return node
  }

  private func check(_ node: Node) throws(SceneError) {
    if let id = node.id, let first = numbers[id] {
      throw .duplicateID(place: node.place, id: id, first: nodes[first].place)
    }
    if let (key, reason) = node.timing.complaint() {
      throw .badValue(place: "\(node.place).\(key)", reason: reason)
    }
    if case .group(.stagger(let step)) = node.kind, !step.isFinite {
      throw .badValue(place: node.place + ".step", reason: "it is a finite number of seconds")
    }
    switch node.start {
    case .at(let seconds), .after(_, by: let seconds), .with(_, by: let seconds):
      guard seconds.isFinite else {
        throw .badValue(place: node.place + ".start", reason: "it is a finite number of seconds")
      }
    case .automatic: break
    }
  }
}
