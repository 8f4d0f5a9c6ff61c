import Testing

@testable import HikidashiOutlines

@Suite struct AssemblerTests {
  @Test func itMakesWhatNestedNodesMake() throws {
    var assembler = Outline<String>.Assembler(capacity: 6)
    assembler.open("a", id: 1, isOpen: true)
    assembler.add("b", id: 2, isSelectable: false)
    assembler.open("c", isSection: false, isSelectable: true)
    assembler.add("d")
    assembler.close()
    assembler.close()
    assembler.add("e")
    #expect(assembler.nodeCount == 5)
    let outline = try assembler.finish()
    let nested = try Outline([
      Node("a", id: 1, isSection: true, isOpen: true, isSelectable: false) {
        Node("b", id: 2, isSelectable: false)
        Node("c") { "d" }
      }, Node("e"),
    ])
    #expect(
      (0..<outline.rowCount).map { outline.row(at: $0) }
        == (0..<nested.rowCount).map { nested.row(at: $0) })
    #expect(outline.children(of: nil) == nested.children(of: nil))
    #expect(outline.checkInvariants() == [])
  }

  @Test func nodesLeftOpenEndWithTheOutline() throws {
    var assembler = Outline<Int>.Assembler()
    assembler.open(1, isOpen: true)
    assembler.open(2, isOpen: true)
    assembler.add(3)
    let outline = try assembler.finish()
    #expect(outline.rowCount == 3)
    #expect(outline.path(ofRow: 2) == [0, 0, 0])
  }

  @Test func aCloseWithoutAnOpenIsReportedOnce() {
    var assembler = Outline<Int>.Assembler()
    assembler.add(1)
    assembler.close()
    assembler.add(2)
    assembler.close()
    let finished = assembler
    #expect(throws: OutlineError.closedWithoutOpen(nodesBefore: 1)) { try finished.finish() }
  }

  @Test func aDuplicateIDIsRefused() {
    var assembler = Outline<Int>.Assembler()
    assembler.add(1, id: 5)
    assembler.open(2, id: 6)
    assembler.add(3, id: 5)
    let finished = assembler
    #expect(
      throws: OutlineError.duplicateID(
        5, first: OutlinePlace(path: [0]), second: OutlinePlace(path: [1, 0]))
    ) { try finished.finish() }
  }

  @Test func aVeryLongChainIsAnOutlineLikeAnyOther() throws {
    let depth = 50_000
    var assembler = Outline<Int>.Assembler(capacity: depth)
    for level in 0..<depth { assembler.open(level, id: NodeID(rawValue: UInt64(level))) }
    var chain = try assembler.finish()
    let last = NodeID(rawValue: UInt64(depth - 1))
    #expect(chain.rowCount == 1)
    #expect(chain.reveal(last) == RowChange(position: 1, removed: 0, inserted: depth - 1))
    #expect(chain.row(of: last) == depth - 1)
    #expect(chain.path(of: last)?.count == depth)
    #expect(chain.row(atPath: Array(repeating: 0, count: depth)) == depth - 1)
    #expect(chain.close(100) == RowChange(position: 101, removed: depth - 101, inserted: 0))
    #expect(chain.toggle(99) == RowChange(position: 100, removed: 1, inserted: 0))
    #expect(chain.reveal(101) == RowChange(position: 100, removed: 0, inserted: depth - 100))
    chain.closeAll()
    for level in (0..<200).reversed() { chain.open(NodeID(rawValue: UInt64(level))) }
    #expect(chain.rowCount == 201)
    #expect(chain.checkInvariants() == [])
  }

  @Test func selectionInALongChainReachesTheRootRow() throws {
    var assembler = Outline<Int>.Assembler()
    for level in 0..<300 {
      assembler.open(level, id: NodeID(rawValue: UInt64(level)), isOpen: true)
    }
    assembler.add(300, id: 300)
    var chain = try assembler.finish()
    #expect(chain.setSelected(300, true) == 0..<301)
    #expect(chain.row(at: 0).selection == .on)
    #expect(chain.setSelected(300, false) == 0..<301)
  }
}
