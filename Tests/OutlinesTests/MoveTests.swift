import HikidashiBase
import TestSupport
import Testing

@testable import HikidashiOutlines

@Suite struct MoveTests {
  private func letters() throws -> Outline<String> {
    try Outline([
      Node("a", id: 1, isOpen: true, children: [Node("b", id: 2), Node("c", id: 3)]),
      Node("d", id: 4, isOpen: true, children: [Node("e", id: 5)]),
      Node("f", id: 6),
    ])
  }

  private func text(_ outline: Outline<String>) -> String {
    (0..<outline.rowCount).map { row in
      let row = outline.row(at: row)
      return String(repeating: ".", count: row.level) + row.item
    }.joined(separator: " ")
  }

  @Test(arguments: [
    (3 as UInt64, MoveStep.up, "a .c .b d .e f"), (2, .down, "a .c .b d .e f"),
    (2, .outward, "a .c b d .e f"), (4, .up, "d .e a .b .c f"),
    (3, .inward, "a .b d .e f"), (6, .inward, "a .b .c d .e .f"),
  ])
  func aStepMovesANode(id: UInt64, step: MoveStep, expected: String) throws {
    var outline = try letters()
    let move = try #require(outline.move(NodeID(rawValue: id), step))
    let made = try outline.make(move)
    #expect(text(outline) == expected)
    #expect(outline.checkInvariants().isEmpty)
    _ = try outline.undo(made.undo)
    #expect(text(outline) == "a .b .c d .e f")
  }

  @Test(arguments: [
    (1 as UInt64, MoveStep.up), (6, .down), (1, .outward), (2, .inward), (99, .up),
  ])
  func aStepThatLeadsNowhereIsNone(id: UInt64, step: MoveStep) throws {
    #expect(try letters().move(NodeID(rawValue: id), step) == nil)
  }

  @Test func severalNodesMoveTogetherAndKeepWhatTheyWere() throws {
    var outline = try letters()
    outline.setSelected(3, true)
    outline.close(4)
    let made = try outline.make(OutlineMove([3, 4], under: nil, at: 0))
    #expect(text(outline) == "c d a .b f")
    #expect(outline.selectedIDs == [3])
    #expect(!outline.isOpen(4))
    let back = try outline.undo(made.undo)
    #expect(text(outline) == "a .b .c d f")
    _ = try outline.undo(back.redo)
    #expect(text(outline) == "c d a .b f")
  }

  @Test func whatCannotMoveIsRefused() throws {
    let outline = try letters()
    #expect(!outline.allows(OutlineMove([1], under: 2, at: 0)))
    #expect(!outline.allows(OutlineMove([1], under: 1, at: 0)))
    #expect(!outline.allows(OutlineMove([1, 2], under: 4, at: 0)))
    #expect(!outline.allows(OutlineMove([2], under: 4, at: 2)))
    #expect(!outline.allows(OutlineMove([], under: nil, at: 0)))
    #expect(outline.allows(OutlineMove([2, 6], under: 4, at: 1)))
    #expect(outline.movable([5, 3, 1, 4, 77]) == [1, 4])
    var copy = outline
    #expect(throws: OutlineError.unknownNode(77)) {
      try copy.make(OutlineMove([77], under: nil, at: 0))
    }
    #expect(throws: OutlineError.movedIntoItself(1, under: 2)) {
      try copy.make(OutlineMove([1], under: 2, at: 0))
    }
    #expect(text(copy) == text(outline))
  }

  @Test func randomMovesAgreeWithTheModelAndCanBeTakenBack() throws {
    let seed = testSeed()
    print("randomMovesAgreeWithTheModelAndCanBeTakenBack: HIKIDASHI_SEED=\(seed)")
    var nodes = RandomNodes(SeededGenerator(seed: seed))
    for step in 0..<testSteps(150) {
      let definition = nodes.forest(Int.random(in: 1...30, using: &nodes.random))
      var outline = try Outline(definition)
      let model = SlowOutline(definition)
      let all = model.all.map(\.id)
      let chosen = (0..<Int.random(in: 1...4, using: &nodes.random))
        .compactMap { _ in all.randomElement(using: &nodes.random) }
      let moved = outline.movable(chosen)
      let parent = nodes.chance(30) ? nil : all.randomElement(using: &nodes.random)
      let count = model.siblings(under: parent).count
      let index = Int.random(in: 0...count, using: &nodes.random)
      let move = OutlineMove(moved, under: parent, at: index)
      let isBelow = parent.map { parent in
        moved.contains { id in model.node(id)?.subtree.contains { $0.id == parent } ?? false }
      }
      #expect(outline.allows(move) == !(isBelow ?? false), "seed \(seed), step \(step)")
      guard outline.allows(move) else { continue }
      let before = outline.state
      let ids = rows(outline)
      let made = try outline.make(move)
      let expected = slowly(model, move)
      #expect(lines(of: outline) == expected, "seed \(seed), step \(step): \(move)")
      #expect(outline.checkInvariants().isEmpty)
      _ = try outline.undo(made.undo)
      #expect(rows(outline) == ids, "seed \(seed), step \(step): \(move)")
      #expect(outline.state == before)
    }
  }

  /// The nodes in order with their levels, after the move was made one node after the other.
  private func slowly(_ model: SlowOutline, _ move: OutlineMove) -> [String] {
    var model = model
    let siblings = model.siblings(under: move.parent)
    // The first of those that stay, at the place or behind it.
    let next = siblings[move.index...].first { !move.nodes.contains($0.id) }?.id
    let moved = move.nodes.compactMap { model.node($0) }
    for node in moved { model.remove(node.id) }
    let left = model.siblings(under: move.parent)
    let index = left.firstIndex { $0.id == next } ?? left.count
    model.insert(moved, under: move.parent, at: index)
    func lines(_ nodes: [SlowNode], _ level: Int) -> [String] {
      nodes.flatMap { ["\(level) \($0.id)"] + lines($0.children, level + 1) }
    }
    return lines(model.roots, 0)
  }

  private func lines(of outline: Outline<String>) -> [String] {
    var lines: [String] = []
    outline.forEachNode { id, _ in lines.append("\(outline.level(of: id) ?? -1) \(id)") }
    return lines
  }

  private func rows(_ outline: Outline<String>) -> [NodeID] {
    (0..<outline.rowCount).map { outline.id(atRow: $0) }
  }
}
