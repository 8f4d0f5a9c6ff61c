import HikidashiOutlines
import Testing

@Suite struct DefinitionTests {
  static let animals = Outline {
    Section("ほ乳類", open: true) {
      "犬"
      "ネコ"
      "ジャンクロードバンダム"
    }
    Section("魚類", open: true) {
      "さんま"
      "マグロ"
      "白星姫"
    }
  }

  @Test func sectionsAndItemsBecomeRows() {
    let rows = (0..<Self.animals.rowCount).map { Self.animals.row(at: $0) }
    #expect(rows.map(\.item) == ["ほ乳類", "犬", "ネコ", "ジャンクロードバンダム", "魚類", "さんま", "マグロ", "白星姫"])
    #expect(rows.map(\.level) == [0, 1, 1, 1, 0, 1, 1, 1])
    #expect(rows.map(\.isSection) == [true, false, false, false, true, false, false, false])
    #expect(rows.map(\.isSelectable) == [false, true, true, true, false, true, true, true])
    #expect(rows.map(\.hasChildren) == rows.map(\.isSection))
    #expect(rows.map(\.isOpen) == rows.map(\.isSection))
  }

  @Test func theBuilderTakesNodesListsLoopsAndBranches() {
    func outline(_ isLong: Bool) -> Outline<String> {
      Outline {
        Node("files", isOpen: true) {
          for name in ["a", "b"] { Section(name, children: [Node("in \(name)")]) }
          [Node("c"), Node("d")]
          if isLong { "long" } else { "short" }
          if isLong { "more" }
          switch isLong {
          case true: "yes"
          case false: "no"
          }
        }
      }
    }
    func items(_ outline: Outline<String>) -> [String] {
      (0..<outline.rowCount).map { outline.item(atRow: $0) }
    }
    #expect(items(outline(true)) == ["files", "a", "b", "c", "d", "long", "more", "yes"])
    #expect(items(outline(false)) == ["files", "a", "b", "c", "d", "short", "no"])
  }

  @Test func itemsAreOfAnyType() {
    struct City: Sendable, Equatable { var name: String }
    let outline = Outline {
      Section(City(name: "Japan"), open: true) {
        City(name: "Nara")
        City(name: "Kobe")
      }
    }
    #expect(outline.item(atRow: 2) == City(name: "Kobe"))
    let numbers = Outline {
      1
      2
    }
    #expect(numbers.rowCount == 2)
    #expect(Outline<Int>().isEmpty)
    #expect(Outline<Int> {}.rowCount == 0)
  }

  @Test func idsAreDerivedFromTheTextsOnTheWay() {
    #expect(Self.animals.row(of: NodeID(path: ["ほ乳類", "犬"])) == 1)
    #expect(Self.animals.row(of: NodeID(path: ["魚類", "白星姫"])) == 7)
    #expect(Self.animals.row(of: NodeID(path: ["魚類", "犬"])) == nil)
    let numbers = Outline { Section(1, open: true) { 2 } }
    #expect(numbers.row(of: NodeID(path: ["1", "2"])) == 1)
    let mixed = Outline { Section("a", id: 5, open: true) { Section("b", open: true) { "c" } } }
    #expect(mixed.row(of: NodeID(path: ["a", "b", "c"])) == nil)
    #expect(mixed.children(of: 5) != Self.animals.children(of: nil))
  }

  @Test func equalTextsGetDifferentIDsTheSameEachTime() throws {
    let nodes = (0..<2_000).map { _ in Node("same") }
    let outline = try Outline(nodes)
    let ids = outline.children(of: nil) ?? []
    #expect(Set(ids).count == 2_000)
    #expect(ids.first == NodeID(path: ["same"]))
    #expect(try Outline(nodes).children(of: nil) == ids)
  }

  @Test func aDerivedIDGivesWayToAnExplicitOne() throws {
    let taken = NodeID(path: ["Dog"])
    let outline = try Outline([Node("Dog"), Node("Cat", id: taken)])
    #expect(outline.item(of: taken) == "Cat")
    #expect(outline.id(atRow: 0) != taken)
  }

  @Test func aDuplicateIDIsRefusedWithBothPlaces() {
    let error = #expect(throws: OutlineError.self) {
      try Outline([
        Node("a", id: 1, children: [Node("b"), Node("c", id: 7)]),
        Node("d", id: 2, children: [Node("e", children: [Node("f", id: 7)])]),
      ])
    }
    #expect(
      error
        == .duplicateID(
          7, first: OutlinePlace(path: [0, 1]), second: OutlinePlace(path: [1, 0, 0])))
    #expect(
      error?.description
        == "node id 7 is given twice, at [0, 1] and at [1, 0, 0]; give one of them another id")
  }

  @Test func theBuilderStopsAtADuplicateID() async {
    await #expect(processExitsWith: .failure) {
      _ = Outline {
        Node("a", id: 1)
        Node("b", id: 1)
      }
    }
  }

  @Test func errorsSayHowToMend() {
    let errors: [(OutlineError, String)] = [
      (
        .unknownNode(3), "no node has the id 3; it may have been removed, so ask contains(_:) first"
      ),
      (
        .indexOutOfRange(4, childCount: 2, parent: nil),
        "there is no position 4 among the 2 children of the root; use 0 to 2"
      ),
      (
        .indexOutOfRange(-1, childCount: 0, parent: 8),
        "there is no position -1 among the 0 children of node 8; use 0 to 0"
      ),
      (
        .movedIntoItself(1, under: 2),
        "node 1 cannot move under 2, which is itself or lies below it; move 2 out first"
      ),
      (
        .closedWithoutOpen(nodesBefore: 5),
        "close() was called after node number 5 with no node open; call open(_:) before it"
      ),
      (.tooManyNodes(limit: 9), "an outline holds at most 9 nodes; split the data"),
    ]
    for (error, text) in errors { #expect(error.description == text) }
    let deep = OutlinePlace(path: Array(0..<40))
    #expect(deep.description == "[0, 1, 2, 3, 4, 5, 6, 7, …, 33, 34, 35, 36, 37, 38, 39]")
  }

  @Test func anArrayOfItemsIsRows() {
    let outline = Outline { Section("S", open: true) { ["a", "b"] } }
    #expect((0..<outline.rowCount).map { outline.row(at: $0).item } == ["S", "a", "b"])
  }
}
