import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiOutlines

/// Check boxes of trees: a node follows from what lies below it.
@Suite struct CheckingTests {
  private func folders() throws -> Outline<String> {
    try Outline([
      Node("a", id: 1, isOpen: true) {
        Node("b", id: 2) {
          Node("c", id: 3)
          Node("d", id: 4)
        }
        Node("e", id: 5)
      },
      Node("f", id: 6),
    ])
  }

  private func states(_ outline: Outline<String>) -> [SelectionState] {
    outline.nodeIDs.map { outline.selectionState(of: $0) }
  }

  @Test func aParentSetsAllBelowItAndIsThenMixed() throws {
    var list = try folders()
    #expect(list.toggleChecked(1) != nil)
    #expect(states(list) == [.on, .on, .on, .on, .on, .off])
    list.toggleChecked(3)
    #expect(states(list) == [.some, .some, .off, .on, .on, .off])
    // The last one that was missing makes what is above it whole, themselves included.
    list.toggleChecked(3)
    #expect(states(list) == [.on, .on, .on, .on, .on, .off])
    list.toggleChecked(3)
    list.toggleChecked(1)
    #expect(states(list) == [.on, .on, .on, .on, .on, .off])
    list.toggleChecked(1)
    #expect(list.selectedCount == 0)
  }

  @Test func whatAFilterHidesStays() throws {
    var list = try folders()
    list.setFilter { id, _ in id == 3 || id == 5 }
    list.toggleChecked(1)
    #expect(list.selectedIDs == [3, 5])
    list.setFilter(nil)
    #expect(states(list) == [.some, .some, .on, .off, .on, .off])
    list.setFilter { id, _ in id == 3 || id == 5 }
    // All that is shown is checked, so that it goes.
    list.toggleChecked(1)
    #expect(list.selectedCount == 0)
  }

  @Test func onlyInMultipleModeAndOfKnownNodes() throws {
    var list = try folders()
    #expect(list.toggleChecked(99) == nil)
    list.selectionMode = .single
    #expect(list.setChecked(1, true) == nil)
    #expect(list.selectedCount == 0)
  }

  /// Against a slow model: leaves are kept one by one, and a node is on when all leaves below it are.
  @Test func everyClickAgreesWithASlowModel() throws {
    var random = RandomNodes(SeededGenerator(seed: testSeed()))
    for _ in 0..<20 {
      var list = try Outline(random.forest(Int.random(in: 1...150, using: &random.random)))
      let ids = list.nodeIDs
      func leaves(_ id: NodeID) -> [NodeID] {
        let children = list.children(of: id) ?? []
        guard !children.isEmpty else { return list.isSelectable(id) == true ? [id] : [] }
        return children.flatMap(leaves)
      }
      var on: Set<NodeID> = []
      for _ in 0..<testSteps(30) {
        let id = try #require(ids.randomElement(using: &random.random))
        let below = leaves(id)
        guard !below.isEmpty else { continue }
        if below.allSatisfy(on.contains) { on.subtract(below) } else { on.formUnion(below) }
        list.toggleChecked(id)
        #expect(list.checkInvariants().isEmpty)
        for node in ids where list.children(of: node)?.isEmpty == true {
          #expect(list.isSelected(node) == on.contains(node))
        }
        for node in ids where list.isSelectable(node) == true && !leaves(node).isEmpty {
          #expect(list.isSelected(node) == allBelow(node, list).allSatisfy(list.isSelected))
        }
      }
    }
  }

  /// All nodes below one that can be selected.
  private func allBelow(_ id: NodeID, _ list: Outline<String>) -> [NodeID] {
    let children = list.children(of: id) ?? []
    guard !children.isEmpty else { return list.isSelectable(id) == true ? [id] : [] }
    return children.flatMap { child in
      (list.isSelectable(child) == true ? [child] : []) + allBelow(child, list)
    }
  }
}
