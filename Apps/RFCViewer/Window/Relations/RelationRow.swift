internal import Hikidashi
internal import RFCKit

/// A row of the relations of an RFC.
enum RelationRow: Sendable, Hashable {
  /// Parts of the relations, each with a heading.
  enum Part: String, Sendable, Hashable, CaseIterable {
    /// What it has replaced and updated.
    case earlier
    /// What has replaced and updated it.
    case later
    /// What names it in its references.
    case citedBy
  }

  /// The heading of a part, with how many it has where that is known.
  case heading(Part, count: Int?)
  /// A document, how it is related to the one above it, and whether it stands in the tree before.
  case document(Int, RFCLineage.Relation?, isRepeated: Bool)
  /// A document that names this one.
  case citation(RFCCitations.Citation)
  /// Words in place of rows.
  case note(String)

  /// The number of the document of the row.
  var number: Int? {
    switch self {
    case .document(let number, _, _): number
    case .citation(let citation): citation.number
    case .heading, .note: nil
    }
  }
}

/// The relations of an RFC as a tree of rows.
struct RelationRows {
  private let index: RFCIndex
  private var assembler = Outline<RelationRow>.Assembler()

  /// - Parameters:
  ///   - citations: What names it, the newest first; nil while that is not known.
  ///   - note: What is said while it is not known.
  static func outline(
    of number: Int, in index: RFCIndex, citations: [RFCCitations.Citation]?, note: String,
    opensCitations: Bool
  ) -> Outline<RelationRow> {
    var rows = RelationRows(index: index)
    let lineage = index.lineage(of: number)
    rows.add(.earlier, lineage.earlier)
    rows.add(.later, lineage.later)
    rows.add(citations, note: note, isOpen: opensCitations)
    return (try? rows.assembler.finish()) ?? Outline()
  }

  private init(index: RFCIndex) { self.index = index }

  private mutating func add(_ part: RelationRow.Part, _ tree: RFCLineage.Tree) {
    guard !tree.branches.isEmpty else { return }
    assembler.open(
      .heading(part, count: nil), id: NodeID(path: [part.rawValue]), isSection: true, isOpen: true)
    for branch in tree.branches { add(branch, [part.rawValue], depth: 0) }
    assembler.close()
  }

  private mutating func add(_ branch: RFCLineage.Branch, _ path: [String], depth: Int) {
    let tree = branch.tree
    let path = path + [String(tree.number)]
    let row = RelationRow.document(
      tree.number, branch.relation, isRepeated: tree.isRepeated)
    // A tree that is deeper than anybody reads is no reason to fall.
    guard !tree.branches.isEmpty, depth < 60 else {
      return assembler.add(row, id: NodeID(path: path))
    }
    assembler.open(
      row, id: NodeID(path: path), isSection: false, isOpen: depth < 2, isSelectable: true)
    for branch in tree.branches { add(branch, path, depth: depth + 1) }
    assembler.close()
  }

  private mutating func add(
    _ citations: [RFCCitations.Citation]?, note: String, isOpen: Bool
  ) {
    let part = RelationRow.Part.citedBy
    assembler.open(
      .heading(part, count: citations?.count), id: NodeID(path: [part.rawValue]),
      isSection: true, isOpen: isOpen)
    if let citations {
      for citation in citations {
        assembler.add(
          .citation(citation), id: NodeID(path: [part.rawValue, String(citation.number)]))
      }
    }
    if citations?.isEmpty ?? true {
      assembler.add(
        .note(citations == nil ? note : tr("No document that is here names it.")),
        id: NodeID(path: [part.rawValue, "note"]), isSelectable: false)
    }
    assembler.close()
  }
}

extension RFCLineage.Relation {
  /// The word for what a document in the tree is to the one above it.
  var word: String {
    switch self {
    case .obsoletes: tr("Replaced")
    case .updates: tr("Updated")
    case .obsoletedBy: tr("Replaces it")
    case .updatedBy: tr("Updates it")
    }
  }
}
