import RFCKit

/// The lines of an RFC's lineage, drawn as a tree: what it replaced above, what replaced it below.
struct LineageTree {
  private let index: RFCIndex

  init(_ index: RFCIndex) { self.index = index }

  func text(_ lineage: RFCLineage) -> String {
    let root = lineage.earlier.number
    let parts = [(tr("before"), lineage.earlier), (tr("after"), lineage.later)]
      .filter { !$0.1.branches.isEmpty }
    var text = name(root) + "\n"
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      text += (isLast ? "└─ " : "├─ ") + part.0 + "\n"
      add(part.1.branches, isLast ? "   " : "│  ", to: &text)
    }
    return text
  }

  private func add(_ branches: [RFCLineage.Branch], _ start: String, to text: inout String) {
    for (place, branch) in branches.enumerated() {
      let isLast = place == branches.count - 1
      text +=
        start + (isLast ? "└─ " : "├─ ") + branch.relation.title + " " + name(branch.tree.number)
      // It is drawn once, with what is below it.
      text += branch.tree.isRepeated ? " " + tr("(see above)") + "\n" : "\n"
      add(branch.tree.branches, start + (isLast ? "   " : "│  "), to: &text)
    }
  }

  private func name(_ number: Int) -> String {
    guard let entry = index[number] else { return tr("RFC {}", number) }
    let year = entry.date.map { " (\($0.year))" } ?? ""
    return tr("RFC {}", number) + "  " + entry.title + year
  }
}

extension RFCLineage.Relation {
  /// The words before the RFC below, in the reader's language.
  fileprivate var title: String {
    switch self {
    case .obsoletes: tr("obsoletes")
    case .updates: tr("updates")
    case .obsoletedBy: tr("obsoleted by")
    case .updatedBy: tr("updated by")
    }
  }
}
