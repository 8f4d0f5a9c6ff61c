import HikidashiOutlines
import Testing

@Suite struct LookupTests {
  let outline = Outline {
    Node("a", id: 1, isOpen: true) {
      Node("b", id: 2, isSelectable: false) { Node("c", id: 3) }
      Node("d", id: 4)
    }
    Section("e", id: 5) {}
  }

  @Test func nodesAreFoundByID() {
    #expect(outline.contains(3))
    #expect(!outline.contains(9))
    #expect(outline.item(of: 3) == "c")
    #expect(outline.parent(of: 3) == 2)
    #expect(outline.parent(of: 1) == nil)
    #expect(outline.children(of: 1) == [2, 4])
    #expect(outline.children(of: nil) == [1, 5])
    #expect(outline.childCount(of: 1) == 2)
    #expect(outline.childCount(of: nil) == 2)
    #expect(outline.child(1, of: 1) == 4)
    #expect(outline.child(1, of: nil) == 5)
    #expect(outline.descendantCount(of: 1) == 3)
    #expect(outline.level(of: 3) == 2)
    #expect(outline.isSection(5) == true)
    #expect(outline.isSelectable(2) == false)
    #expect(outline.path(of: 3) == [0, 0, 0])
  }

  @Test func whatIsNotThereIsNil() {
    #expect(outline.item(of: 9) == nil)
    #expect(outline.parent(of: 9) == nil)
    #expect(outline.children(of: 9) == nil)
    #expect(outline.childCount(of: 9) == nil)
    #expect(outline.child(0, of: 9) == nil)
    #expect(outline.child(2, of: 1) == nil)
    #expect(outline.child(-1, of: nil) == nil)
    #expect(outline.descendantCount(of: 9) == nil)
    #expect(outline.level(of: 9) == nil)
    #expect(outline.isSection(9) == nil)
    #expect(outline.isSelectable(9) == nil)
    #expect(outline.path(of: 9) == nil)
    #expect(outline.row(of: 9) == nil)
    #expect(outline.nearestRow(to: 9) == nil)
    #expect(!outline.isSelected(9))
    #expect(outline.selectionState(of: 9) == .off)
  }

  @Test func rowsAndPathsLeadToEachOther() {
    #expect(outline.row(of: 4) == 2)
    #expect(outline.row(of: 3) == nil)
    #expect(outline.path(ofRow: 2) == [0, 1])
    #expect(outline.row(atPath: [0, 1]) == 2)
    #expect(outline.row(atPath: [0, 0, 0]) == nil)
    #expect(outline.id(atPath: [0, 0, 0]) == 3)
    for wrong in [[], [2], [-1], [0, 2], [0, 1, 0], [Int.max], [Int.min]] {
      #expect(outline.row(atPath: wrong) == nil)
      #expect(outline.id(atPath: wrong) == nil)
    }
    var path = [7]
    outline.appendPath(ofRow: 1, to: &path)
    #expect(path == [7, 0, 0])
  }

  @Test func rowsKnowTheirNeighbourhood() {
    #expect(outline.parentRow(ofRow: 2) == 0)
    #expect(outline.parentRow(ofRow: 0) == nil)
    #expect(outline.descendantCount(ofRow: 0) == 2)
    #expect(outline.descendantCount(ofRow: 1) == 0)
    #expect(outline.nearestRow(to: 4) == 2)
    #expect(outline.nearestRow(to: 3) == 2)
    #expect(Outline<Int>().nearestRow(to: 1) == nil)
  }

  @Test func everyNodeIsVisitedInOrder() {
    var seen: [String] = []
    outline.forEachNode { id, item in seen.append("\(id)\(item)") }
    #expect(seen == ["1a", "2b", "3c", "4d", "5e"])
  }

  @Test func anItemIsReplacedInPlace() {
    var changed = outline
    #expect(changed.setItem("D", for: 4) == 2)
    #expect(changed.setItem("C", for: 3) == nil)
    #expect(changed.setItem("X", for: 9) == nil)
    #expect(changed.row(at: 2).item == "D")
    #expect(changed.item(of: 3) == "C")
    #expect(outline.item(of: 4) == "d")
  }

  @Test func aRowOutOfRangeStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = Outline { "a" }.row(at: 1) }
    await #expect(processExitsWith: .failure) { _ = Outline { "a" }.id(atRow: -1) }
  }
}
