import HikidashiBase
import RFCKit
import Testing

@Suite struct LineageTests {
  private func entry(
    _ number: Int, obsoletes: [Int] = [], obsoletedBy: [Int] = [], updates: [Int] = []
  ) -> RFCEntry {
    func documents(_ numbers: [Int]) -> [DocumentReference] {
      numbers.map { DocumentReference(number: $0) }
    }
    return RFCEntry(
      number: number, title: "T\(number)", obsoletes: documents(obsoletes),
      obsoletedBy: documents(obsoletedBy), updates: documents(updates))
  }

  /// `5(obsoletes 3(…),updates 2)`
  private func text(_ tree: RFCLineage.Tree) -> String {
    let branches = tree.branches.map { "\($0.relation) " + text($0.tree) }.joined(separator: ",")
    return "\(tree.number)" + (tree.isRepeated ? "!" : "")
      + (branches.isEmpty ? "" : "(\(branches))")
  }

  @Test func isATree() {
    let index = RFCIndex(entries: [
      entry(1, obsoletedBy: [3]), entry(2), entry(3, obsoletes: [1, 1], obsoletedBy: [5]),
      entry(5, obsoletes: [3], updates: [2, 1]),
    ])
    let lineage = index.lineage(of: 5)
    #expect(text(lineage.earlier) == "5(obsoletes 3(obsoletes 1!),updates 1,updates 2)")
    #expect(text(lineage.later) == "5")
    #expect(text(index.lineage(of: 1).later) == "1(obsoletedBy 3(obsoletedBy 5))")
    #expect(text(index.lineage(of: 99).earlier) == "99")
  }

  @Test func circlesHaveAnEnd() {
    let index = RFCIndex(entries: [
      entry(1, obsoletes: [2]), entry(2, obsoletes: [3]), entry(3, obsoletes: [1, 3]),
    ])
    #expect(
      text(index.lineage(of: 1).earlier) == "1(obsoletes 2(obsoletes 3(obsoletes 1!,obsoletes 3!)))"
    )
  }

  /// Every number that can be reached is unfolded once, whatever the index is.
  @Test func reachesWhatCanBeReached() {
    var random = seededGenerator()
    let seed = random.seed
    for _ in 0..<100 {
      let numbers = Array(1...Int.random(in: 1...12, using: &random))
      let index = RFCIndex(
        entries: numbers.map { number in
          entry(
            number, obsoletes: numbers.filter { _ in Int.random(in: 0..<5, using: &random) == 0 },
            updates: numbers.filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
        })
      var reached: Set<Int> = [1]
      while true {
        let more = reached.flatMap { number in
          (index[number]?.obsoletes ?? []) + (index[number]?.updates ?? [])
        }.map(\.number)
        if reached.isSuperset(of: more) { break }
        reached.formUnion(more)
      }
      var unfolded: [Int] = []
      func walk(_ tree: RFCLineage.Tree) {
        if !tree.isRepeated { unfolded.append(tree.number) }
        for branch in tree.branches { walk(branch.tree) }
      }
      walk(index.lineage(of: 1).earlier)
      #expect(unfolded.sorted() == reached.sorted(), "seed \(seed)")
    }
  }

  @Test func aLongChainHasAnEnd() {
    let index = RFCIndex(
      entries: (1...5_000).map { entry($0, obsoletes: $0 > 1 ? [$0 - 1] : []) })
    var depth = 0
    var tree = index.lineage(of: 5_000).earlier
    while let next = tree.branches.first?.tree {
      tree = next
      depth += 1
    }
    #expect(depth == 4_999)
  }
}
