import Glibc
import HikidashiBase
import HikidashiOutlines

/// Makes random definitions whose ids are all explicit and all different.
struct RandomNodes {
  var random: SeededGenerator
  private var nextID: UInt64 = 1

  init(_ random: SeededGenerator) { self.random = random }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func freshID() -> NodeID {
    nextID += 1
    return NodeID(rawValue: nextID)
  }

  /// `count` nodes on up to `depth` levels; nil: flat, bushy or deep.
  mutating func forest(_ count: Int, depth: Int? = nil) -> [Node<String>] {
    var roots: [Node<String>] = []
    var left = count
    let depth = depth ?? [2, 5, 40].randomElement(using: &random) ?? 2
    while left > 0 { roots.append(node(&left, depth)) }
    return roots
  }

  private mutating func node(_ left: inout Int, _ depth: Int) -> Node<String> {
    left -= 1
    let id = freshID()
    var node = Node(
      "item \(id)", id: id, isSection: chance(30), isOpen: chance(60), isSelectable: chance(80))
    guard depth > 1 else { return node }
    let width =
      depth > 10 ? Int.random(in: 0...2, using: &random) : Int.random(in: 0...9, using: &random)
    for _ in 0..<width where left > 0 { node.children.append(self.node(&left, depth - 1)) }
    return node
  }

  /// `nodes` with some removed, some moved, some new and some items changed.
  mutating func shuffled(_ nodes: [Node<String>]) -> [Node<String>] {
    var result: [Node<String>] = []
    for var node in nodes where !chance(10) {
      node.children = shuffled(node.children)
      if chance(10) { node.item += "!" }
      if chance(10) { node.isSelectable.toggle() }
      if chance(10) { node.isOpen.toggle() }
      result.append(node)
      if chance(10) {
        var left = 3
        result.append(self.node(&left, 2))
      }
    }
    if chance(20) { result.shuffle(using: &random) }
    return result
  }
}
