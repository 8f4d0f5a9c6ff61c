import HikidashiBase
import HikidashiOutlines
import TestSupport
import Testing

@Suite struct ListDifferenceTests {
  private typealias Move = ListDifference.Move

  private func difference(_ old: String, _ new: String) -> ListDifference {
    ListDifference(from: Array(old), to: Array(new)) { $0 }
  }

  @Test func equalListsDoNotDiffer() {
    for text in ["", "a", "aa", "abcabc"] {
      let same = difference(text, text)
      #expect(same.isEmpty)
      #expect(same.rowChange == nil)
      #expect(same.stages(from: Array(text), to: Array(text)).isEmpty)
    }
  }

  @Test func rowsGoComeAndMove() {
    let changed = difference("abc", "cad")
    #expect(changed.removals == [1])
    #expect(changed.insertions == [2])
    #expect(changed.moves == [Move(from: 2, to: 0)])
    #expect(changed.rowChange == RowChange(position: 0, removed: 3, inserted: 3))
    #expect(changed.source(of: 1) == 0)
    #expect(changed.source(of: 2) == nil)
    #expect(changed.source(of: 3) == nil)
  }

  @Test func asManyDuplicatesStayAsBothListsHave() {
    let fewer = difference("aabaa", "aba")
    #expect(fewer.removals.count == 2)
    #expect(fewer.insertions.isEmpty)
    #expect(fewer.moves.isEmpty)
    let more = difference("xx", "xyxx")
    #expect(more.removals.isEmpty)
    #expect(more.insertions.count == 2)
    #expect(more.moves.isEmpty)
  }

  @Test func oneRowThatGoesToTheOtherEndIsOneMove() {
    let rows = Array(0..<1_000)
    let down = ListDifference(from: rows, to: Array(rows.dropFirst()) + [0]) { $0 }
    #expect(down.moves == [Move(from: 0, to: 999)])
    let up = ListDifference(from: rows, to: [999] + Array(rows.dropLast())) { $0 }
    #expect(up.moves == [Move(from: 999, to: 0)])
  }

  @Test func aContentThatDiffersIsAnUpdate() {
    struct Note: Identifiable {
      var id: Int
      var title: String
    }
    let old = [Note(id: 1, title: "one"), Note(id: 2, title: "two")]
    let new = [Note(id: 2, title: "TWO"), Note(id: 1, title: "one")]
    let changed = ListDifference(from: old, to: new) { $0.title == $1.title }
    #expect(changed.updates == [Move(from: 1, to: 0)])
    #expect(changed.moves.count == 1)
    #expect(ListDifference(from: old, to: new).updates.isEmpty)
  }

  @Test func stagesTakeAwayBeforeTheyBring() {
    let (old, new) = (Array("abcdef"), Array("fabxyd"))
    let stages = difference("abcdef", "fabxyd").stages(from: old, to: new)
    #expect(stages.map { String($0.rows) } == ["abd", "fabxyd"])
    #expect(
      stages.map(\.changes) == [
        [
          RowChange(position: 4, removed: 2, inserted: 0),
          RowChange(position: 2, removed: 1, inserted: 0),
        ],
        [
          RowChange(position: 0, removed: 0, inserted: 1),
          RowChange(position: 3, removed: 0, inserted: 2),
        ],
      ])
  }

  /// Every pair of lists of up to four rows with three identities.
  @Test func allSmallListsAgreeWithTheModel() {
    var lists: [[Int]] = [[]]
    var longest: [[Int]] = [[]]
    for _ in 0..<4 {
      longest = longest.flatMap { list in (0..<3).map { list + [$0] } }
      lists += longest
    }
    for old in lists {
      for new in lists {
        let failures = SlowDifference(old, new).failures
        #expect(failures.isEmpty, "\(old) → \(new): \(failures)")
      }
    }
  }

  @Test func randomListsAgreeWithTheModel() {
    let seed = testSeed()
    print("randomListsAgreeWithTheModel: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for step in 0..<testSteps(600) {
      let identities = [3, 20, 1_000].randomElement(using: &random) ?? 3
      let count = Int.random(in: 0...60, using: &random)
      let old = (0..<count).map { _ in Int.random(in: 0..<identities, using: &random) }
      var new = old
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        SlowDifference.edit(&new, identities, &random)
      }
      let failures = SlowDifference(old, new).failures
      #expect(failures.isEmpty, "seed \(seed), step \(step): \(old) → \(new): \(failures)")
    }
  }

  /// One list after another, the changes of which a view follows without ever looking at the model.
  @Test func noSequenceOfBatchesMakesModelAndViewDisagree() {
    let seed = testSeed()
    print("noSequenceOfBatchesMakesModelAndViewDisagree: HIKIDASHI_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    var model: [Int] = []
    var staged: [Int] = []
    var whole: [Int] = []
    for step in 0..<testSteps(400) {
      var new = model
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        SlowDifference.edit(&new, 40, &random)
      }
      // A long run would end with lists that take long.
      if new.count > 300 { new.removeFirst(250) }
      let change = ListDifference(from: model, to: new) { $0 }
      for stage in change.stages(from: model, to: new) {
        for part in stage.changes { SlowDifference.follow(part, &staged, stage.rows) }
        #expect(staged == stage.rows, "seed \(seed), step \(step)")
      }
      if let one = change.rowChange { SlowDifference.follow(one, &whole, new) }
      model = new
      #expect(staged == model, "seed \(seed), step \(step)")
      #expect(whole == model, "seed \(seed), step \(step)")
    }
  }
}
