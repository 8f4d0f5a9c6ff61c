/// An RFC with what it replaced and updated, or with what replaced and updates it, and so on: a tree.
///
/// ```swift
/// let lineage = index.lineage(of: 9110)
/// for branch in lineage.earlier.branches { print(branch.relation, branch.tree.number) }
/// ```
public struct RFCLineage: Sendable, Hashable {
  /// How an RFC is related to the one above it in the tree.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    /// The one above replaces it.
    case obsoletes
    /// The one above amends it.
    case updates
    /// It replaces the one above.
    case obsoletedBy
    /// It amends the one above.
    case updatedBy
  }

  /// An RFC and those below it.
  public struct Tree: Sendable, Hashable {
    /// Its number.
    public var number: Int
    /// Those below it, what replaces before what amends, each by number.
    public var branches: [Branch] = []
    /// Whether it stands in the tree before, with those below it there.
    public var isRepeated = false
  }

  /// A tree and how it is related to what it hangs on.
  public struct Branch: Sendable, Hashable {
    /// How the RFC is related to the one above.
    public var relation: Relation
    /// The RFC, and those below it.
    public var tree: Tree
  }

  /// What it replaced and updated.
  public var earlier: Tree
  /// What replaced and updates it.
  public var later: Tree
}

extension RFCIndex {
  /// What an RFC replaced and updated, and what replaced and updates it, transitively.
  ///
  /// Each RFC is unfolded once, where it is the nearest, so that an index in which two replace each
  /// other has an end, too. What is not in the index is there without anything below it.
  ///
  /// - Complexity: O(*n*) in the relations of the tree.
  public func lineage(of number: Int) -> RFCLineage {
    RFCLineage(
      earlier: tree(number, [(.obsoletes, \.obsoletes), (.updates, \.updates)]),
      later: tree(number, [(.obsoletedBy, \.obsoletedBy), (.updatedBy, \.updatedBy)]))
  }

  private typealias Ways = [(RFCLineage.Relation, KeyPath<RFCEntry, [DocumentReference]>)]

  /// Level by level, and by a list instead of calls: a chain may be as long as the index.
  private func tree(_ root: Int, _ ways: Ways) -> RFCLineage.Tree {
    struct Place {
      var number: Int
      var above: Int?
      var relation: RFCLineage.Relation?
      var isRepeated: Bool
    }
    var places = [Place(number: root, above: nil, relation: nil, isRepeated: false)]
    var known: Set<Int> = [root]
    var next = 0
    while next < places.count {
      defer { next += 1 }
      guard !places[next].isRepeated, let entry = self[places[next].number] else { continue }
      for (relation, path) in ways {
        for number in Set(entry[keyPath: path].filter(\.isRFC).map(\.number)).sorted() {
          let isRepeated = !known.insert(number).inserted
          places.append(
            Place(number: number, above: next, relation: relation, isRepeated: isRepeated))
        }
      }
    }
    var trees = places.map { RFCLineage.Tree(number: $0.number, isRepeated: $0.isRepeated) }
    for position in places.indices.reversed() {
      trees[position].branches.reverse()
      guard let above = places[position].above, let relation = places[position].relation else {
        continue
      }
      trees[above].branches.append(RFCLineage.Branch(relation: relation, tree: trees[position]))
    }
    return trees[0]
  }
}
