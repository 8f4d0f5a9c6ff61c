/// A query as a tree in a normal form, without needless nesting.
///
/// Made through ``conjunction(_:)``, ``disjunction(_:)`` and ``complement(_:)``, which keep it flat:
/// no `all` within an `all`, no `any` within an `any`, no list of one, no double `not`, and the
/// values that one field may equal gathered in one test.
indirect enum QueryNode: Hashable, Sendable {
  case test(QueryTest, FieldDefinition)
  case all([QueryNode])
  case any([QueryNode])
  case not(QueryNode)

  static let everything = QueryNode.all([])
  static let nothing = QueryNode.any([])

  static func conjunction(_ nodes: [QueryNode]) -> QueryNode {
    var flat: [QueryNode] = []
    flat.reserveCapacity(nodes.count)
    for node in nodes {
      if node == .nothing { return .nothing }
      if case .all(let inner) = node { flat += inner } else { flat.append(node) }
    }
    return flat.count == 1 ? flat[0] : .all(flat)
  }

  static func disjunction(_ nodes: [QueryNode]) -> QueryNode {
    var flat: [QueryNode] = []
    flat.reserveCapacity(nodes.count)
    for node in nodes {
      if node == .everything { return .everything }
      if case .any(let inner) = node { flat += inner } else { flat.append(node) }
    }
    flat = gatheringEqualities(flat)
    return flat.count == 1 ? flat[0] : .any(flat)
  }

  static func complement(_ node: QueryNode) -> QueryNode {
    switch node {
    case .everything: .nothing
    case .nothing: .everything
    case .not(let inner): inner
    default: .not(node)
    }
  }

  /// Puts the values that a field may equal into the first test that names one.
  private static func gatheringEqualities(_ nodes: [QueryNode]) -> [QueryNode] {
    var gathered: [QueryNode] = []
    gathered.reserveCapacity(nodes.count)
    var found: [FieldDefinition: (place: Int, values: [CellValue], seen: Set<ExactCell>)] = [:]
    for node in nodes {
      guard case .test(.oneOf(let values), let field) = node else {
        gathered.append(node)
        continue
      }
      if found[field] == nil {
        found[field] = (gathered.count, [], [])
        gathered.append(node)
      }
      for value in values where found[field]?.seen.insert(ExactCell(value)).inserted == true {
        found[field]?.values.append(value)
      }
    }
    for (field, entry) in found { gathered[entry.place] = .test(.oneOf(entry.values), field) }
    return gathered
  }

  func forEachTest(_ body: (QueryTest, FieldDefinition) -> Void) {
    switch self {
    case .test(let test, let field): body(test, field)
    case .all(let nodes), .any(let nodes): for node in nodes { node.forEachTest(body) }
    case .not(let node): node.forEachTest(body)
    }
  }
}

/// A value that is compared exactly, with texts byte by byte.
private struct ExactCell: Hashable {
  private let cell: CellValue

  init(_ cell: CellValue) { self.cell = cell }

  static func == (left: Self, right: Self) -> Bool { left.cell.isSameQuestion(as: right.cell) }
}
