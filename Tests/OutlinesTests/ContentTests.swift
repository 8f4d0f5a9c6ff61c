import HikidashiOutlines
import Testing

@Suite struct ContentTests {
  let nodes: [Node<String>] = [
    Node("A", id: 1, isOpen: true) {
      Node("a", id: 2)
      Node("b", id: 3)
    },
    Node("B", id: 4) { Node("c", id: 5) },
  ]

  func ids(_ outline: Outline<String>) -> [NodeID] {
    (0..<outline.rowCount).map { outline.id(atRow: $0) }
  }

  @Test func updateStartsAfresh() throws {
    var outline = try Outline(nodes)
    outline.select(only: 3)
    outline.toggle(1)
    outline.open(4)
    #expect(try outline.update(nodes) == RowChange(position: 1, removed: 2, inserted: 3))
    #expect(ids(outline) == [1, 2, 3, 4])
    #expect(outline.selectedCount == 0)
    #expect(outline.anchor == nil)
  }

  @Test func mergeKeepsWhatAPersonDid() throws {
    var outline = try Outline(nodes)
    outline.select(only: 3)
    outline.close(1)
    outline.open(4)
    let change = try outline.merge([
      Node("B!", id: 4) {
        Node("new", id: 6)
        Node("c", id: 5)
      },
      Node("A!", id: 1, isOpen: true) { Node("b", id: 3) },
    ])
    #expect(change == RowChange(position: 0, removed: 3, inserted: 4))
    #expect(ids(outline) == [4, 6, 5, 1])
    #expect(outline.item(of: 1) == "A!")
    #expect(outline.selectedIDs == [3])
    #expect(outline.anchor == 3)
  }

  @Test func mergeForgetsWhatIsGone() throws {
    var outline = try Outline(nodes)
    outline.selectAll()
    outline.anchor = 2
    try outline.merge([Node("b", id: 3), Node("B", id: 4, isSelectable: false)])
    #expect(outline.selectedIDs == [3])
    #expect(outline.anchor == nil)
  }

  @Test func derivedIDsMergeByText() throws {
    var outline = Outline { Section("Fish") { "Tuna" } }
    outline.open(NodeID(path: ["Fish"]))
    outline.select(only: NodeID(path: ["Fish", "Tuna"]))
    let new = Outline {
      Section("Birds") { "Crane" }
      Section("Fish") {
        "Saury"
        "Tuna"
      }
    }
    #expect(outline.merge(new) == RowChange(position: 0, removed: 1, inserted: 3))
    #expect(outline.rowCount == 4)
    #expect(outline.selectedIDs == [NodeID(path: ["Fish", "Tuna"])])
  }

  @Test func updateTakesAnOutlineAsItStands() throws {
    var outline = try Outline(nodes)
    var other = try Outline(nodes)
    other.open(4)
    other.selectAll()
    other.setFilter { id, _ in id == 5 }
    outline.selectionMode = .single
    #expect(outline.update(other) == RowChange(position: 4, removed: 0, inserted: 1))
    #expect(outline.selectedCount == 0)
    #expect(outline.selectionMode == .single)
    #expect(!outline.isFiltered)
  }

  @Test func theSameRowsAreNoChange() throws {
    var outline = try Outline(nodes)
    #expect(try outline.merge(nodes) == nil)
    #expect(try outline.update(nodes) == nil)
  }

  @Test func refusedContentChangesNothing() throws {
    var outline = try Outline(nodes)
    outline.select(only: 2)
    let wrong = [Node("x", id: 9), Node("y", id: 9)]
    #expect(throws: OutlineError.self) { try outline.update(wrong) }
    #expect(throws: OutlineError.self) { try outline.merge(wrong) }
    #expect(ids(outline) == [1, 2, 3, 4])
    #expect(outline.selectedIDs == [2])
  }
}
