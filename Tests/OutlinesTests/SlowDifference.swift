import HikidashiBase
import HikidashiOutlines

/// What a difference must be, found the obvious way.
struct SlowDifference {
  let old: [Int]
  let new: [Int]

  init(_ old: [Int], _ new: [Int]) {
    self.old = old
    self.new = new
  }

  /// What is wrong with the difference that was found.
  var failures: [String] {
    let found = ListDifference(from: old, to: new, isSame: { _, _ in false }, id: { $0 })
    var failures: [String] = []
    func expect(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let sources = new.indices.map { found.source(of: $0) }
    let stays = sources.compactMap { $0 }
    expect(Set(stays).count == stays.count, "a row has two places")
    for (row, source) in sources.enumerated() {
      if let source { expect(old[source] == new[row], "row \(row) is another row") }
    }
    for id in Set(old + new) {
      let count = min(old.count { $0 == id }, new.count { $0 == id })
      expect(stays.count { old[$0] == id } == count, "\(count) rows of \(id) should stay")
    }
    expect(found.removals == old.indices.filter { !stays.contains($0) }, "removals")
    expect(found.insertions == new.indices.filter { sources[$0] == nil }, "insertions")
    expect(found.updates.map(\.to) == new.indices.filter { sources[$0] != nil }, "updates")
    expect(found.updates.map(\.from) == stays, "updates from where")
    expect(found.moves.count == stays.count - longestAscent(stays), "not the fewest moves")
    expect(found.moves.allSatisfy { sources[$0.to] == $0.from }, "moves")
    let moved = Set(found.moves.map(\.from))
    let others = stays.filter { !moved.contains($0) }
    expect(others == others.sorted(), "rows that do not move are out of order")
    return failures + stageFailures(found)
  }

  private func stageFailures(_ found: ListDifference) -> [String] {
    var failures: [String] = []
    var view = old
    for stage in found.stages(from: old, to: new) {
      for change in stage.changes { Self.follow(change, &view, stage.rows) }
      if view != stage.rows { failures.append("a stage leaves \(view), not \(stage.rows)") }
    }
    if view != new { failures.append("the stages end with \(view)") }
    guard let change = found.rowChange else { return failures }
    view = old
    Self.follow(change, &view, new)
    if view != new { failures.append("the one change makes \(view)") }
    return failures
  }

  /// The length of the longest ascending run, in quadratic time.
  private func longestAscent(_ places: [Int]) -> Int {
    var lengths: [Int] = []
    for place in places {
      let before = lengths.indices.filter { places[$0] < place }.map { lengths[$0] }
      lengths.append(1 + (before.max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  /// Makes one change on the copy that a view has: new rows are looked up where they stand then.
  static func follow(_ change: RowChange, _ view: inout [Int], _ rows: [Int]) {
    let (start, count) = (change.position, change.inserted)
    guard start + change.removed <= view.count, count == 0 || start + count <= rows.count else {
      view = [-1]
      return
    }
    let new = count == 0 ? [] : rows[start..<start + count]
    view.replaceSubrange(start..<start + change.removed, with: new)
  }

  static func edit(_ list: inout [Int], _ identities: Int, _ random: inout SeededGenerator) {
    let id = Int.random(in: 0..<identities, using: &random)
    let place = Int.random(in: 0...list.count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: list.insert(id, at: place)
    case 2 where place < list.count: list.remove(at: place)
    case 3 where place < list.count: list[place] = id
    case 4 where place < list.count:
      let moved = list.remove(at: place)
      list.insert(moved, at: Int.random(in: 0...list.count, using: &random))
    case 5 where Int.random(in: 0..<20, using: &random) == 0: list.shuffle(using: &random)
    case 6 where place < list.count:
      let end = Int.random(in: place...list.count, using: &random)
      let block = list[place..<end]
      list.removeSubrange(place..<end)
      list.insert(contentsOf: block, at: Int.random(in: 0...list.count, using: &random))
    default: break
    }
  }
}
