import HikidashiBase
import HikidashiOutlines

extension ModelPair {
  /// One batch of random changes, which at times fails at its end and must then leave no trace.
  mutating func stepEdit(_ nodes: inout RandomNodes) throws -> String {
    struct Abandoned: Error {}
    let isAbandoned = nodes.chance(10)
    var names: [String] = []
    let before = slow.rows.map(\.node.id)
    let backup = slow.roots.map { Copy($0) }
    let anchor = slow.anchor
    var edited = outline
    do {
      let reported = try edited.edit { editor in
        for _ in 0..<Int.random(in: 0...6, using: &nodes.random) {
          names.append(try editOnce(&editor, &nodes))
        }
        if isAbandoned { throw Abandoned() }
      }
      outline = edited
      slow.settle()
      let expected = smallestChange(before, slow.rows.map(\.node.id))
      if reported != expected { note("edit: \(reported as Any), not \(expected as Any)") }
    } catch is Abandoned {
      outline = edited
      slow.roots = backup.map(\.node)
      slow.anchor = anchor
    }
    return "edit \(names)"
  }

  private mutating func editOnce(
    _ editor: inout Outline<String>.Editor, _ nodes: inout RandomNodes
  ) throws -> String {
    let id = slow.all.randomElement(using: &nodes.random)?.id ?? 7
    let parent = nodes.chance(30) ? nil : slow.all.randomElement(using: &nodes.random)?.id
    switch Int.random(in: 0..<5, using: &nodes.random) {
    case 0, 1:
      let new = nodes.forest(Int.random(in: 0...8, using: &nodes.random))
      let count = slow.siblings(under: parent).count
      let index = Int.random(in: 0...count, using: &nodes.random)
      try editor.insert(new, under: parent, at: index == count ? nil : index)
      slow.insert(new.map { SlowNode($0) }, under: parent, at: index)
      return "insert \(new.count) under \(parent as Any) at \(index)"
    case 2:
      guard slow.node(id) != nil else { return "nothing" }
      try editor.remove(id)
      slow.remove(id)
      if editor.contains(id) { note("\(id) is still there") }
      return "remove \(id)"
    case 3:
      guard let node = slow.node(id) else { return "nothing" }
      if let parent, node.subtree.contains(where: { $0.id == parent }) {
        do throws(OutlineError) {
          try editor.move(id, under: parent)
          note("moved into itself")
        } catch {
          if error != .movedIntoItself(id, under: parent) { note("\(error)") }
        }
        return "nothing"
      }
      slow.remove(id)
      let index = Int.random(in: 0...slow.siblings(under: parent).count, using: &nodes.random)
      try editor.move(id, under: parent, at: index)
      slow.insert([node], under: parent, at: index)
      if editor.parent(of: id) != parent { note("parent of \(id)") }
      return "move \(id) under \(parent as Any) at \(index)"
    default:
      guard let node = slow.node(id) else { return "nothing" }
      node.item = nodes.chance(50) ? "edited" : "edited!"
      try editor.setItem(node.item, for: id)
      if editor.item(of: id) != node.item { note("item of \(id)") }
      return "set item \(id)"
    }
  }

  /// All about a node of the model, so that it can be brought back.
  private struct Copy {
    let node: SlowNode

    init(_ original: SlowNode) {
      var definition = original.definition
      definition.children = []
      node = SlowNode(definition)
      node.isOpen = original.isOpen
      node.isOpenInFilter = original.isOpenInFilter
      node.isSelected = original.isSelected
      node.children = original.children.map { Copy($0).node }
    }
  }
}
