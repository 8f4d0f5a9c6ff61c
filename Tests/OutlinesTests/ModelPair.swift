import Foundation
import HikidashiBase
import HikidashiOutlines

/// The outline and its model, changed together.
struct ModelPair {
  var outline: Outline<String>
  var slow: SlowOutline
  private var problems: [String] = []
  /// An older copy and its rows: changing the outline must not change it.
  private var snapshot: (outline: Outline<String>, rows: [NodeID])?

  init(_ nodes: [Node<String>]) throws {
    outline = try Outline(nodes)
    slow = SlowOutline(nodes)
  }

  mutating func note(_ problem: String) { problems.append(problem) }

  mutating func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  func snapshotDifferences() -> [String] {
    guard let snapshot, ids(snapshot.outline) != snapshot.rows else { return [] }
    return ["a copy has changed"]
  }

  private func ids(_ outline: Outline<String>) -> [NodeID] {
    (0..<outline.rowCount).map { outline.id(atRow: $0) }
  }

  /// Takes one random step; returns its name.
  mutating func step(_ nodes: inout RandomNodes) throws -> String {
    if nodes.chance(5) { snapshot = (outline, ids(outline)) }
    switch Int.random(in: 0..<100, using: &nodes.random) {
    case 0..<35: return try stepOpening(&nodes)
    case 35..<70: return stepSelection(&nodes)
    case 70..<82: return stepFilter(&nodes)
    default: return try stepContent(&nodes)
    }
  }

  func someID(_ nodes: inout RandomNodes) -> NodeID {
    if nodes.chance(2) { return 999_999_999 }
    return slow.all.randomElement(using: &nodes.random)?.id ?? 7
  }

  /// Changes both, and compares the change reported with the one from list to list.
  mutating func change(
    _ name: String, _ body: (inout Outline<String>) throws -> RowChange?,
    model: (inout SlowOutline) -> Void
  ) rethrows -> String {
    let before = slow.rows.map(\.node.id)
    let reported = try body(&outline)
    model(&slow)
    let after = slow.rows.map(\.node.id)
    let expected = smallestChange(before, after)
    if reported != expected {
      problems.append("\(name): \(reported as Any), not \(expected as Any)")
    }
    return name
  }

  mutating func stepOpening(_ nodes: inout RandomNodes) throws -> String {
    let id = someID(&nodes)
    let value = nodes.chance(50)
    func set(_ slow: inout SlowOutline, _ node: SlowNode?, _ value: Bool) {
      if slow.filter == nil { node?.isOpen = value } else { node?.isOpenInFilter = value }
    }
    switch Int.random(in: 0..<8, using: &nodes.random) {
    case 0:
      return change("open \(id)") {
        $0.open(id)
      } model: {
        set(&$0, $0.node(id), true)
      }
    case 1:
      return change("close \(id)") {
        $0.close(id)
      } model: {
        set(&$0, $0.node(id), false)
      }
    case 2, 3, 4:
      return change("toggle \(id)") {
        $0.toggle(id)
      } model: { slow in
        if let node = slow.node(id) { set(&slow, node, !slow.isOpen(node)) }
      }
    case 5:
      return change("set below \(id)") {
        $0.setOpen(id, value, withDescendants: true)
      } model: { slow in
        for node in slow.node(id)?.subtree ?? [] where !node.children.isEmpty {
          set(&slow, node, value)
        }
      }
    case 6:
      return change("reveal \(id)") {
        $0.reveal(id)
      } model: { slow in
        for node in slow.ancestors(of: id) { set(&slow, node, true) }
      }
    default:
      return change("all") {
        value ? $0.openAll() : $0.closeAll()
      } model: { slow in
        for node in slow.all where !node.children.isEmpty { set(&slow, node, value) }
      }
    }
  }

  mutating func stepFilter(_ nodes: inout RandomNodes) -> String {
    guard nodes.chance(60) else {
      return change("no filter") {
        $0.setFilter(nil)
      } model: { slow in
        slow.filter = nil
        slow.scope = .ancestors
      }
    }
    let divisor = UInt64.random(in: 1...9, using: &nodes.random)
    let scope: FilterScope = nodes.chance(50) ? .ancestors : .ancestorsAndDescendants
    let predicate: @Sendable (NodeID, String) -> Bool = { id, item in
      id.rawValue % divisor == 0 || item.hasSuffix("!")
    }
    return change("filter \(divisor) \(scope)") {
      $0.setFilter(predicate, keeping: scope)
    } model: {
      slow in
      slow.filter = predicate
      slow.scope = scope
      for node in slow.all { node.isOpenInFilter = true }
    }
  }

  mutating func stepContent(_ nodes: inout RandomNodes) throws -> String {
    switch Int.random(in: 0..<10, using: &nodes.random) {
    case 0:
      let new = nodes.shuffled(slow.roots.map(\.definition))
      return try change("update") {
        try $0.update(new)
      } model: {
        $0.update(new)
      }
    case 1, 2, 3:
      let new = nodes.shuffled(slow.roots.map(\.definition))
      return try change("merge") {
        try $0.merge(new)
      } model: {
        $0.merge(new)
      }
    case 4:
      return try stepState(&nodes)
    case 5:
      let id = someID(&nodes)
      let isMatching = slow.node(id).map { slow.filter?(id, $0.item) == slow.filter?(id, "new") }
      guard isMatching != false else { return "nothing" }
      let row = outline.setItem("new", for: id)
      slow.node(id)?.item = "new"
      if row != slow.rows.firstIndex(where: { $0.node.id == id }) { problems.append("setItem") }
      return "set item \(id)"
    default: return try stepEdit(&nodes)
    }
  }

  mutating func stepState(_ nodes: inout RandomNodes) throws -> String {
    let saved = outline.state
    if saved != slow.state { problems.append("state \(saved), not \(slow.state)") }
    let coded = try JSONDecoder().decode(OutlineState.self, from: JSONEncoder().encode(saved))
    if coded != saved { problems.append("coded state") }
    var other = coded
    other.opened.append(someID(&nodes))
    other.closed.append(someID(&nodes))
    other.selected.append(someID(&nodes))
    other.anchor = someID(&nodes)
    return change("restore") {
      $0.restore(other)
    } model: {
      $0.restore(other)
    }
  }
}

/// The change from one list of different ids to another, by looking.
func smallestChange(_ before: [NodeID], _ after: [NodeID]) -> RowChange? {
  if before == after { return nil }
  let prefix = zip(before, after).prefix { $0 == $1 }.count
  let limit = min(before.count, after.count) - prefix
  let suffix = min(limit, zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count)
  return RowChange(
    position: prefix, removed: before.count - prefix - suffix,
    inserted: after.count - prefix - suffix)
}
