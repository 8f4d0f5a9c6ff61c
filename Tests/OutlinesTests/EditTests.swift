import Testing

@testable import HikidashiOutlines

@Suite struct EditTests {
  let nodes: [Node<String>] = [
    Node("A", id: 1, isOpen: true) {
      Node("a", id: 2)
      Node("b", id: 3, isOpen: true) { Node("c", id: 4) }
    },
    Node("B", id: 5),
  ]

  func ids(_ outline: Outline<String>) -> [NodeID] {
    (0..<outline.rowCount).map { outline.id(atRow: $0) }
  }

  @Test func aBatchIsOneChange() throws {
    var outline = try Outline(nodes)
    let change = try outline.edit { editor in
      try editor.insert([Node("x", id: 10), Node("y", id: 11)], under: 1, at: 1)
      try editor.remove(4)
      try editor.move(5, under: 3)
      try editor.setItem("A!", for: 1)
    }
    #expect(change == RowChange(position: 2, removed: 2, inserted: 3))
    #expect(ids(outline) == [1, 2, 10, 11, 3, 5])
    #expect(outline.path(of: 5) == [0, 3, 0])
    #expect(outline.item(of: 1) == "A!")
    #expect(outline.checkInvariants() == [])
  }

  @Test func changesSeeEachOther() throws {
    var outline = try Outline(nodes)
    try outline.edit { editor in
      try editor.insert([Node("x", id: 10) { Node("y", id: 11) }])
      #expect(editor.contains(11))
      #expect(editor.parent(of: 11) == 10)
      #expect(editor.parent(of: 10) == nil)
      #expect(editor.parent(of: 99) == nil)
      #expect(editor.childCount(of: nil) == 3)
      #expect(editor.childCount(of: 10) == 1)
      #expect(editor.childCount(of: 99) == nil)
      try editor.move(3, under: 11, at: 0)
      try editor.setItem("X", for: 10)
      try editor.setItem("C", for: 4)
      #expect(editor.item(of: 10) == "X")
      #expect(editor.item(of: 4) == "C")
      #expect(editor.item(of: 2) == "a")
      #expect(editor.item(of: 99) == nil)
      try editor.remove(1)
      #expect(!editor.contains(2))
      #expect(editor.contains(4))
      try editor.insert([Node("again", id: 2)], at: 0)
      try editor.remove(2)
      try editor.insert([Node("and again", id: 2)], at: 0)
    }
    #expect(outline.children(of: nil) == [2, 5, 10])
    #expect(outline.path(of: 4) == [2, 0, 0, 0])
    #expect(outline.item(of: 2) == "and again")
    #expect(outline.checkInvariants() == [])
  }

  @Test func whatStaysKeepsItsState() throws {
    var outline = try Outline(nodes)
    outline.setSelected(2, true)
    outline.setSelected(4, true)
    outline.close(3)
    try outline.edit { editor in
      try editor.move(3, under: nil, at: 0)
      try editor.remove(2)
      try editor.insert([Node("new", id: 9, isOpen: true) { Node("z", id: 8) }], under: 3)
    }
    #expect(ids(outline) == [3, 1, 5])
    #expect(outline.selectedIDs == [4])
    #expect(outline.anchor == 4)
    outline.open(3)
    #expect(ids(outline) == [3, 4, 9, 8, 1, 5])
  }

  @Test func anAnchorThatIsRemovedIsForgotten() throws {
    var outline = try Outline(nodes)
    outline.select(only: 4)
    try outline.edit { editor in try editor.remove(3) }
    #expect(outline.anchor == nil)
    #expect(outline.selectedCount == 0)
  }

  @Test func aFailureLeavesNoTrace() throws {
    var outline = try Outline(nodes)
    outline.select(only: 4)
    #expect(throws: OutlineError.unknownNode(99)) {
      try outline.edit { editor in
        try editor.remove(1)
        try editor.setItem("x", for: 5)
        try editor.remove(99)
      }
    }
    #expect(ids(outline) == [1, 2, 3, 4, 5])
    #expect(outline.item(of: 5) == "B")
    #expect(outline.selectedIDs == [4])
  }

  @Test func aRefusedChangeDoesNothingByItself() throws {
    var outline = try Outline(nodes)
    outline.edit { editor in
      func refused(_ error: OutlineError, _ body: () throws -> Void) {
        #expect(throws: error) { try body() }
      }
      refused(.unknownNode(99)) { try editor.insert([Node("x")], under: 99) }
      refused(.unknownNode(99)) { try editor.move(99, under: nil) }
      refused(.unknownNode(99)) { try editor.move(2, under: 99) }
      refused(.unknownNode(99)) { try editor.setItem("x", for: 99) }
      refused(.indexOutOfRange(3, childCount: 2, parent: 1)) {
        try editor.insert([Node("x")], under: 1, at: 3)
      }
      refused(.indexOutOfRange(-1, childCount: 2, parent: nil)) {
        try editor.insert([Node("x")], at: -1)
      }
      refused(.indexOutOfRange(2, childCount: 1, parent: 1)) {
        try editor.move(2, under: 1, at: 2)
      }
      refused(.movedIntoItself(1, under: 4)) { try editor.move(1, under: 4) }
      refused(.movedIntoItself(1, under: 1)) { try editor.move(1, under: 1) }
    }
    #expect(ids(outline) == [1, 2, 3, 4, 5])
  }

  @Test func aDuplicateIDNamesBothPlaces() throws {
    var outline = try Outline(nodes)
    func error(
      _ body: (inout Outline<String>.Editor) throws -> Void
    ) -> OutlineError? {
      do {
        try outline.edit(body)
        return nil
      } catch {
        return error as? OutlineError
      }
    }
    func place(_ path: Int...) -> OutlinePlace { OutlinePlace(path: path) }
    #expect(
      error { try $0.insert([Node("x") { Node("y", id: 4) }], under: 1, at: 1) }
        == .duplicateID(4, first: place(0, 1, 0), second: place(0, 1, 0)))
    #expect(
      error { try $0.insert([Node("x", id: 9), Node("y") { Node("z", id: 9) }]) }
        == .duplicateID(9, first: place(2), second: place(3, 0)))
    #expect(
      error { editor in
        try editor.insert([Node("x", id: 9)], under: 3)
        try editor.move(5, under: nil, at: 0)
        try editor.insert([Node("y", id: 9)], at: 0)
      } == .duplicateID(9, first: place(1, 1, 1), second: place(0)))
  }

  @Test func derivedIDsFitTheOutline() throws {
    var outline = Outline { Section("Fish", open: true) { "Tuna" } }
    let fish = NodeID(path: ["Fish"])
    try outline.edit { editor in
      try editor.insert([Node("Saury"), Node("Tuna"), Node("Tuna")], under: fish)
      try editor.insert([Node("Birds", children: [Node("Crane")])])
    }
    #expect(outline.contains(NodeID(path: ["Fish", "Saury"])))
    #expect(outline.contains(NodeID(path: ["Birds", "Crane"])))
    #expect(outline.nodeCount == 7)
    #expect(outline.checkInvariants() == [])
  }

  @Test func aNodeMovesBehindTheOneBeforeIt() throws {
    // 4 and 5 stand side by side before and after, but no longer on two levels.
    var outline = try Outline(nodes)
    #expect(try outline.edit { try $0.move(5, under: 3) } == nil)
    #expect(ids(outline) == [1, 2, 3, 4, 5])
    #expect(outline.path(of: 5) == [0, 1, 1])
    #expect(outline.checkInvariants() == [])
  }

  @Test func doingNothingIsNoChange() throws {
    var outline = try Outline(nodes)
    #expect(outline.edit { _ in } == nil)
    #expect(try outline.edit { try $0.insert([]) } == nil)
    #expect(try outline.edit { try $0.setItem("z", for: 2) } == nil)
    #expect(outline.item(of: 2) == "z")
    #expect(try outline.edit { try $0.move(2, under: 1, at: 0) } == nil)
  }

  @Test func manyBatchesReuseTheTable() throws {
    var outline = try Outline(nodes)
    for round in 0..<500 {
      let id = NodeID(rawValue: UInt64(1_000 + round))
      try outline.edit { try $0.insert([Node("n", id: id)], under: 1, at: 0) }
      if round > 5 {
        try outline.edit { try $0.remove(NodeID(rawValue: UInt64(1_000 + round - 5))) }
      }
    }
    #expect(outline.nodeCount == 11)
    #expect(outline.checkInvariants() == [])
  }

  @Test func anEmptyOutlineGrows() throws {
    var outline = Outline<String>()
    #expect(
      try outline.edit { try $0.insert([Node("a"), Node("b")]) }
        == RowChange(position: 0, removed: 0, inserted: 2))
  }
}
