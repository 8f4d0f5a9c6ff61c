import HikidashiOutlines
import Testing

@Suite struct FilterTests {
  let library = Outline {
    Section("Protocols", id: 1) {
      Section("Transport", id: 2) {
        Node("TCP", id: 3) { Node("TCP options", id: 4) }
        Node("UDP", id: 5)
      }
      Node("HTTP", id: 6)
    }
    Section("People", id: 7, open: true) { Node("Jon", id: 8) }
  }

  func ids(_ outline: Outline<String>) -> [NodeID] {
    (0..<outline.rowCount).map { outline.id(atRow: $0) }
  }

  @Test func matchesShowWithAllAboveThem() {
    var library = library
    #expect(
      library.setFilter { _, name in name == "UDP" }
        == RowChange(position: 1, removed: 2, inserted: 2))
    #expect(library.isFiltered)
    #expect(ids(library) == [1, 2, 5])
    #expect(library.row(at: 0).isOpen && library.row(at: 1).hasChildren)
  }

  @Test func whatLiesBelowAMatchShowsIfAsked() {
    var library = library
    library.setFilter({ _, name in name == "Transport" }, keeping: .ancestorsAndDescendants)
    #expect(ids(library) == [1, 2, 3, 4, 5])
    library.setFilter({ _, name in name == "Transport" }, keeping: .ancestors)
    #expect(ids(library) == [1, 2])
    #expect(!library.row(at: 1).hasChildren)
  }

  @Test func clearingBringsBackWhatWasOpen() {
    var library = library
    let before = ids(library)
    library.setFilter { _, name in name.contains("TCP") }
    #expect(ids(library) == [1, 2, 3, 4])
    #expect(library.close(2) == RowChange(position: 2, removed: 2, inserted: 0))
    #expect(!library.isOpen(2))
    // A new filter opens all again.
    library.setFilter { _, name in name.contains("P") }
    #expect(ids(library) == [1, 2, 3, 4, 5, 6, 7])
    library.closeAll()
    #expect(library.setFilter(nil) != nil)
    #expect(ids(library) == before)
    #expect(library.setFilter(nil) == nil)
    #expect(!library.isFiltered)
  }

  @Test func nothingMatches() {
    var library = library
    #expect(
      library.setFilter { _, _ in false } == RowChange(position: 0, removed: 3, inserted: 0))
    #expect(library.rowCount == 0)
    #expect(library.nodeCount == 8)
    #expect(library.reveal(4) == nil)
    var empty = Outline<String>()
    #expect(empty.setFilter { _, _ in true } == nil)
    #expect(empty.isFiltered)
  }

  @Test func selectionOfHiddenNodesIsKept() {
    var library = library
    library.select(only: 8)
    library.setFilter { _, name in name == "UDP" }
    #expect(library.selectedIDs == [8])
    library.setFilter(nil)
    #expect(library.isSelected(8))
  }

  @Test func newContentIsFilteredToo() throws {
    var library = library
    library.setFilter { _, name in name.hasPrefix("T") }
    library.close(1)
    try library.merge([
      Node("Protocols", id: 1) { Node("TLS", id: 9) }, Node("Tea", id: 10), Node("Milk", id: 11),
    ])
    #expect(ids(library) == [1, 10])
    library.open(1)
    #expect(ids(library) == [1, 9, 10])
    try library.update([Node("Toast", id: 12), Node("Ham", id: 13)])
    #expect(ids(library) == [12])
    try library.edit { editor in try editor.setItem("Tofu", for: 13) }
    #expect(ids(library) == [12, 13])
    library.setFilter(nil)
    #expect(library.rowCount == 2)
  }

  @Test func anItemSetAloneIsNotFilteredAnew() {
    var library = library
    library.setFilter { _, name in name == "UDP" }
    #expect(library.setItem("QUIC", for: 5) == 2)
    #expect(library.rowCount == 3)
  }
}
