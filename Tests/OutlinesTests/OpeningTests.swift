import HikidashiOutlines
import Testing

@Suite struct OpeningTests {
  /// 1 ( 2 ( 3 4 ) 5 ) 6 ( 7 )
  let nodes: [Node<String>] = [
    Node("1", id: 1) {
      Node("2", id: 2) {
        Node("3", id: 3)
        Node("4", id: 4)
      }
      Node("5", id: 5)
    },
    Node("6", id: 6) { Node("7", id: 7) },
  ]

  func ids(_ outline: Outline<String>) -> [NodeID] {
    (0..<outline.rowCount).map { outline.id(atRow: $0) }
  }

  @Test func openingShowsChildrenAndClosingHidesThem() throws {
    var outline = try Outline(nodes)
    #expect(outline.open(1) == RowChange(position: 1, removed: 0, inserted: 2))
    #expect(ids(outline) == [1, 2, 5, 6])
    #expect(outline.close(1) == RowChange(position: 1, removed: 2, inserted: 0))
    #expect(ids(outline) == [1, 6])
  }

  @Test func whatIsOpenInsideStaysOpen() throws {
    var outline = try Outline(nodes)
    #expect(outline.open(2) == nil)
    #expect(outline.open(1) == RowChange(position: 1, removed: 0, inserted: 4))
    #expect(outline.close(1) == RowChange(position: 1, removed: 4, inserted: 0))
    #expect(outline.isOpen(2))
    #expect(outline.toggle(1) == RowChange(position: 1, removed: 0, inserted: 4))
    #expect(ids(outline) == [1, 2, 3, 4, 5, 6])
  }

  @Test func whatIsDoneTwiceChangesNothing() throws {
    var outline = try Outline(nodes)
    #expect(outline.close(1) == nil)
    outline.open(1)
    #expect(outline.open(1) == nil)
    #expect(outline.open(5) == nil)
    #expect(outline.isOpen(5))
  }

  @Test func withDescendantsIsOneChange() throws {
    var outline = try Outline(nodes)
    #expect(
      outline.setOpen(1, true, withDescendants: true)
        == RowChange(position: 1, removed: 0, inserted: 4))
    #expect(
      outline.setOpen(1, false, withDescendants: true)
        == RowChange(position: 1, removed: 4, inserted: 0))
    #expect(!outline.isOpen(2))
  }

  @Test func allIsTheSmallestChange() throws {
    var outline = try Outline(nodes)
    outline.open(1)
    #expect(outline.openAll() == RowChange(position: 2, removed: 2, inserted: 5))
    #expect(ids(outline) == [1, 2, 3, 4, 5, 6, 7])
    #expect(!outline.isOpen(7))
    #expect(outline.openAll() == nil)
    #expect(outline.closeAll() == RowChange(position: 1, removed: 6, inserted: 1))
  }

  @Test func revealOpensAllAbove() throws {
    var outline = try Outline(nodes)
    #expect(outline.reveal(4) == RowChange(position: 1, removed: 0, inserted: 4))
    #expect(outline.row(of: 4) == 3)
    #expect(outline.reveal(4) == nil)
    #expect(outline.reveal(6) == nil)
  }

  @Test func unknownNodesChangeNothing() throws {
    var outline = try Outline(nodes)
    #expect(outline.open(99) == nil)
    #expect(outline.toggle(99) == nil)
    #expect(outline.setOpen(99, true, withDescendants: true) == nil)
    #expect(outline.reveal(99) == nil)
    #expect(!outline.isOpen(99))
  }

  @Test func aCopyKeepsItsRows() throws {
    var outline = try Outline(nodes)
    let copy = outline
    outline.openAll()
    #expect(copy.rowCount == 2)
    #expect(outline.rowCount == 7)
  }
}
