import HikidashiOutlines
import Testing

/// What the documentation shows is what happens.
@Suite struct DocumentationTests {
  @Test func theArticle() {
    var animals = Outline {
      Section("Mammals", open: true) {
        "Dog"
        "Cat"
      }
      Section("Fish") { "Tuna" }
    }
    let fish = NodeID(path: ["Fish"])
    #expect(animals.rowCount == 4)
    #expect(animals.open(fish) == RowChange(position: 4, removed: 0, inserted: 1))
    #expect(animals.row(at: 4).item == "Tuna")
    #expect(animals.select(only: NodeID(path: ["Mammals", "Cat"])) == 0..<3)
    #expect(animals.row(at: 0).selection == .some)
    #expect(
      animals.setFilter { _, name in name.contains("a") }
        == RowChange(position: 1, removed: 1, inserted: 0))
    let saved = animals.state
    #expect(saved.selected == [NodeID(path: ["Mammals", "Cat"])])
  }

  @Test func editing() throws {
    var list = Outline {
      Section("Fish", open: true) {
        "Tuna"
        "Saury"
      }
    }
    let fish = NodeID(path: ["Fish"])
    let change = try list.edit { editor in
      try editor.insert([Node("Salmon", id: 9)], under: fish, at: 0)
      try editor.remove(NodeID(path: ["Saury"], under: fish))
    }
    #expect(change == RowChange(position: 1, removed: 2, inserted: 2))
    #expect((0..<list.rowCount).map { list.item(atRow: $0) } == ["Fish", "Salmon", "Tuna"])
  }
}
