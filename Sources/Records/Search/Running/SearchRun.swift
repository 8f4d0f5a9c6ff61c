/// One search of one table.
struct SearchRun {
  let table: RecordTable
  let plan: SearchPlan
  /// The records to search; nil for all.
  let candidates: RecordSet?
  /// The results of index lookups, by the number of the scan.
  let lookups: [Int: IndexLookup]
  /// The plan's tree, with what was looked up first.
  var root: SearchPlan.Node
  /// Called for every scan of a chunk with how many places were looked at and found.
  var observe: (@Sendable (_ scan: Int, _ looked: Int, _ found: Int) -> Void)?

  /// - Parameter usesIndexes: whether they may be looked into: not worth it for single records.
  init(
    table: RecordTable, plan: SearchPlan, candidates: RecordSet? = nil, usesIndexes: Bool = true
  ) {
    self.table = table
    self.plan = plan
    self.candidates = candidates
    let looksUp = usesIndexes && candidates == nil && !table.indexedFields.isEmpty
    lookups = looksUp ? Self.lookups(plan, table) : [:]
    root = lookups.isEmpty ? plan.root : plan.root.ordered(by: lookups)
  }

  private static func lookups(_ plan: SearchPlan, _ table: RecordTable) -> [Int: IndexLookup] {
    var found: [Int: IndexLookup] = [:]
    for (number, planned) in plan.scans.enumerated()
    where table.indexedFields.contains(planned.column) {
      found[number] = IndexLookup(planned, in: table)
    }
    return found
  }

  /// - Throws: ``QueryError/slowPattern(_:field:)``.
  func found() throws(QueryError) -> RecordSet {
    if case .all(let nodes) = root, nodes.isEmpty {
      return candidates?.intersection(table.numbers) ?? table.numbers
    }
    let foldings = foldingSession()
    let chunkCount = min(table.live.count, candidates?.chunks.count ?? .max)
    var chunks = [BitChunk?](repeating: nil, count: chunkCount)
    var count = 0
    var failure: QueryError?
    chunks.withUnsafeMutableBufferPointer { chunks in
      let parts = min(Parallel.parts(for: work), max(1, chunkCount))
      let results = Results(chunks, parts: parts)
      Parallel.run(parts) { part in
        let tools = ScanTools(foldings: foldings)
        var found = 0
        for index in Parallel.range(part, of: parts, count: chunkCount) where tools.failure == nil {
          let chunk = self.chunk(index, tools)
          results.chunks[index] = chunk?.chunk
          found += chunk?.count ?? 0
        }
        results.counts[part] = found
        results.failures[part] = tools.failure
      }
      count = results.counts.reduce(0, +)
      failure = results.failures.compactMap { $0 }.first
    }
    foldings?.finish()
    if let failure { throw failure }
    return RecordSet(chunks: chunks, count: count)
  }

  /// The approximate number of records to examine.
  private var work: Int {
    let all = candidates?.count ?? table.count
    switch root {
    case .scan(let number): return lookups[number]?.count ?? all
    case .all(let nodes):
      guard case .scan(let number) = nodes.first else { return all }
      return lookups[number]?.count ?? all
    default: return all
    }
  }

  /// The results, to which each part writes at its own places.
  private final class Results {
    let chunks: UnsafeMutableBufferPointer<BitChunk?>
    let counts: UnsafeMutableBufferPointer<Int>
    let failures: UnsafeMutableBufferPointer<QueryError?>

    init(_ chunks: UnsafeMutableBufferPointer<BitChunk?>, parts: Int) {
      self.chunks = chunks
      counts = .allocate(capacity: parts)
      counts.initialize(repeating: 0)
      failures = .allocate(capacity: parts)
      failures.initialize(repeating: nil)
    }

    deinit {
      counts.deallocate()
      failures.deinitialize()
      failures.deallocate()
    }
  }

  /// Whether the query finds a record, which must exist.
  func finds(_ position: Int) throws(QueryError) -> Bool {
    let tools = ScanTools()
    let place = position & ChunkLayout.mask
    let chunk = BitChunk()
    chunk.set(true, at: place)
    narrow(chunk.words, by: plan.root, chunk: position >> ChunkLayout.shift, tools)
    if let failure = tools.failure { throw failure }
    return chunk.value(at: place)
  }

  /// Folded text is worth keeping when much of the table is looked at.
  private func foldingSession() -> FoldingSession? {
    guard !plan.foldedColumns.isEmpty, table.count > 1024,
      (candidates?.count ?? table.count) > table.count / 4
    else { return nil }
    return FoldingSession(
      table.caches, fields: plan.foldedColumns, chunkCount: table.live.count)
  }

  /// The records found in one chunk; nil when there are none.
  private func chunk(_ index: Int, _ tools: ScanTools) -> (chunk: BitChunk, count: Int)? {
    if let candidates, candidates.chunks[index] == nil { return nil }
    return withPlaceWords(copying: table.live[index].words) { places in
      if let wanted = candidates?.chunks[index] {
        for word in 0..<ChunkLayout.words { places[word] &= wanted.words[word] }
      }
      if places.isClear { return nil }
      narrow(places, by: root, chunk: index, tools)
      let count = places.population
      if count == 0 { return nil }
      let found = BitChunk()
      found.words.update(from: places, count: ChunkLayout.words)
      found.count = ChunkLayout.size
      return (found, count)
    }
  }

  /// Clears the bits of the places that the node does not keep.
  private func narrow(
    _ places: PlaceWords, by node: SearchPlan.Node, chunk index: Int, _ tools: ScanTools
  ) {
    switch node {
    case .scan(let number): narrow(places, byScan: number, chunk: index, tools)
    case .not(let inner): subtract(places) { narrow($0, by: inner, chunk: index, tools) }
    case .all(let nodes):
      for node in nodes {
        narrow(places, by: node, chunk: index, tools)
        if places.isClear { return }
      }
    case .any(let nodes): narrow(places, toAnyOf: nodes, chunk: index, tools)
    }
  }

  private func narrow(
    _ places: PlaceWords, byScan number: Int, chunk index: Int, _ tools: ScanTools
  ) {
    let planned = plan.scans[number]
    let column = table.columns[planned.column]
    let looked = observe == nil ? 0 : places.population
    if lookups[number]?.narrow(places, chunk: index) != true {
      column.keepValues(places, chunk: index)
      if !places.isClear { planned.scan.narrow(places, in: column, chunk: index, tools) }
    }
    observe?(number, looked, places.population)
  }

  /// Clears the places that `narrow` keeps.
  private func subtract(_ places: PlaceWords, _ narrow: (PlaceWords) -> Void) {
    withPlaceWords(copying: places) { found in
      narrow(found)
      for word in 0..<ChunkLayout.words { places[word] &= ~found[word] }
    }
  }

  /// Keeps the places that any node keeps; each node examines only those that no earlier one kept.
  private func narrow(
    _ places: PlaceWords, toAnyOf nodes: [SearchPlan.Node], chunk index: Int, _ tools: ScanTools
  ) {
    withPlaceWords(copying: places) { rest in
      places.clear()
      for node in nodes where !rest.isClear {
        withPlaceWords(copying: rest) { found in
          narrow(found, by: node, chunk: index, tools)
          for word in 0..<ChunkLayout.words {
            places[word] |= found[word]
            rest[word] &= ~found[word]
          }
        }
      }
    }
  }
}

extension SearchPlan.Node {
  /// The same with what was looked up before the rest, the least first.
  fileprivate func ordered(by lookups: [Int: IndexLookup]) -> SearchPlan.Node {
    switch self {
    case .scan: self
    case .not(let inner): .not(inner.ordered(by: lookups))
    case .any(let nodes): .any(nodes.map { $0.ordered(by: lookups) })
    case .all(let nodes):
      .all(
        nodes.map { $0.ordered(by: lookups) }.enumerated().sorted {
          ($0.element.count(in: lookups), $0.offset) < ($1.element.count(in: lookups), $1.offset)
        }.map(\.element))
    }
  }

  private func count(in lookups: [Int: IndexLookup]) -> Int {
    if case .scan(let number) = self { lookups[number]?.count ?? .max } else { .max }
  }
}
