import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiOutlines

@Suite struct SortingTests {
  private func text(_ outline: Outline<String>) -> String {
    (0..<outline.rowCount).map { row in
      let row = outline.row(at: row)
      return String(repeating: ".", count: row.level) + row.item
    }.joined(separator: " ")
  }

  @Test func eachLevelHasAnOrderOfItsOwn() throws {
    var list = try Outline([
      Node("b", id: 1, isOpen: true) {
        "z"
        Node("x", id: 9, isOpen: true) {
          "2"
          "1"
        }
      },
      Node("a", id: 2, isOpen: true) {
        "q"
        "r"
      },
    ])
    list.setSelected(9, true)
    #expect(list.sort(.by { $0 }) != nil)
    #expect(text(list) == "a .q .r b .x ..1 ..2 .z")
    #expect(list.selectedIDs == [9])
    #expect(list.sort(.by { $0 }) == nil)
    list.sort(.asGiven, .by(descending: true) { $0 })
    #expect(text(list) == "a .r .q b .z .x ..2 ..1")
    list.sort(.by(descending: true) { $0 }, .asGiven)
    #expect(text(list) == "b .z .x ..2 ..1 a .r .q")
    #expect(list.checkInvariants().isEmpty)
  }

  @Test func equalKeysStayInTheirOrderAndClosedNodesClosed() throws {
    var list = try Outline((0..<100).map { Node("\($0)", id: NodeID(rawValue: $0 + 1)) })
    list.sort(.by(descending: true) { $0.count })
    #expect(list.item(atRow: 0) == "10" && list.item(atRow: 90) == "0")
    #expect(list.item(atRow: 99) == "9")
    var sections = Outline {
      Section("b", open: true) { "x" }
      Section("a") { "y" }
    }
    sections.sort(.by { $0 })
    #expect(text(sections) == "a b .x")
  }

  /// Against definitions that are sorted before an outline is made of them.
  @Test func everyForestIsSortedAsItsDefinitions() throws {
    var random = RandomNodes(SeededGenerator(seed: testSeed()))
    func sorted(_ nodes: [Node<String>]) -> [Node<String>] {
      nodes.sorted { $0.item.reversed().lexicographicallyPrecedes($1.item.reversed()) }.map {
        node in
        var node = node
        node.children = sorted(node.children)
        return node
      }
    }
    for _ in 0..<30 {
      let nodes = random.forest(Int.random(in: 0...200, using: &random.random))
      var list = try Outline(nodes)
      let change = list.sort(.by { String($0.reversed()) })
      let wanted = try Outline(sorted(nodes))
      #expect(list.nodeIDs == wanted.nodeIDs)
      #expect((0..<list.rowCount).map(list.id) == (0..<wanted.rowCount).map(wanted.id))
      #expect(list.checkInvariants().isEmpty)
      #expect(change == nil || change.map { $0.removed == $0.inserted } == true)
    }
  }
}
