internal import RFCKit

/// The documents of a lineage in the order of time, and which of them replace or update which.
struct LineageGraph: Sendable, Equatable {
  /// A document of the lineage.
  struct Document: Sendable, Equatable {
    var number: Int
    var title: String
    /// Its year; nil where the index does not say.
    var year: Int?
    var isObsolete: Bool
  }

  /// That a document replaces or updates another one.
  struct Edge: Sendable, Hashable {
    /// The position of the one that replaces or updates.
    var newer: Int
    /// The position of the one that is replaced or updated.
    var older: Int
    var isUpdate: Bool
  }

  /// The newest first.
  let documents: [Document]
  let edges: [Edge]
  /// The position of the document whose lineage it is.
  let subject: Int

  /// - Complexity: O(*n* log *n*) in the documents and relations.
  init(of number: Int, in index: RFCIndex) {
    let lineage = index.lineage(of: number)
    var numbers: Set = [number]
    var waiting = [lineage.earlier, lineage.later]
    while let tree = waiting.popLast() {
      numbers.insert(tree.number)
      waiting += tree.branches.map(\.tree)
    }
    func time(_ number: Int) -> Int {
      let date = index[number]?.date
      return (date?.year ?? 0) * 16 + (date?.month ?? 0)
    }
    let ordered = numbers.sorted { (time($0), $0) > (time($1), $1) }
    let places = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) })
    documents = ordered.map { number in
      let entry = index[number]
      return Document(
        number: number, title: entry?.shownTitle ?? "", year: entry?.date?.year,
        isObsolete: entry?.isObsolete ?? false)
    }
    var edges: Set<Edge> = []
    for (place, number) in ordered.enumerated() {
      guard let entry = index[number] else { continue }
      func add(_ references: [DocumentReference], isUpdate: Bool, isNewer: Bool) {
        for other in references.filter(\.isRFC).compactMap({ places[$0.number] }) {
          edges.insert(
            Edge(
              newer: isNewer ? place : other, older: isNewer ? other : place, isUpdate: isUpdate))
        }
      }
      add(entry.obsoletes, isUpdate: false, isNewer: true)
      add(entry.updates, isUpdate: true, isNewer: true)
      add(entry.obsoletedBy, isUpdate: false, isNewer: false)
      add(entry.updatedBy, isUpdate: true, isNewer: false)
    }
    self.edges = edges.sorted { ($0.newer, $0.older) < ($1.newer, $1.older) }
    subject = places[number] ?? 0
  }
}
