internal import HikidashiBase

/// The result of looking up a test in an index: the places that pass it, for the chunks that were
/// not edited since the index was made.
struct IndexLookup: Sendable {
  /// The number of positions that the index found, including those in edited chunks.
  let count: Int
  /// The places that pass, by chunk; nil where none does.
  private let chunks: [BitChunk?]
  private let isFresh: [Bool]

  /// Looks a test up; nil when that is not possible, or when a scan is faster.
  init?(_ planned: SearchPlan.PlannedScan, in table: RecordTable) {
    guard let scan = planned.scan as? any IndexedScan,
      let order = table.indexOrder(ofField: planned.column),
      let runs = scan.runs(in: order)
    else { return nil }
    count = runs.reduce(0) { $0 + $1.count }
    guard Double(count) * Self.costOfEach <= planned.scan.cost * Double(table.count) else {
      return nil
    }
    let column = table.columns[planned.column]
    let isFresh = (0..<table.live.count).map { order.isFresh($0, in: column) }
    var chunks = [BitChunk?](repeating: nil, count: table.live.count)
    for run in runs {
      for position in order.sorted.positions[run] {
        let index = Int(position) >> ChunkLayout.shift
        guard index < chunks.count, isFresh[index] else { continue }
        let chunk = chunks[index] ?? BitChunk()
        chunks[index] = chunk
        chunk.setPlain(true, at: Int(position) & ChunkLayout.mask)
      }
    }
    self.chunks = chunks
    self.isFresh = isFresh
  }

  /// Nanoseconds for every position that is found: it may be anywhere in memory.
  private static let costOfEach = 6.0

  /// Clears the bits of places that fail the test; false, and nothing done, where the index does
  /// not know.
  func narrow(_ places: PlaceWords, chunk index: Int) -> Bool {
    guard isFresh[index] else { return false }
    guard let found = chunks[index] else {
      places.clear()
      return true
    }
    for word in 0..<ChunkLayout.words { places[word] &= found.words[word] }
    return true
  }
}

/// A scan whose values lie together in the order of their field.
protocol IndexedScan: Scan {
  /// The places in the order's positions where values that pass lie, not overlapping; nil when they
  /// cannot be told.
  func runs(in order: ColumnOrder) -> [Range<Int>]?
}

extension ColumnOrder {
  /// The first place whose position `isBefore` is false for; it is true for all places before.
  fileprivate func place(_ isBefore: (Int) -> Bool) -> Int {
    sorted.positions.partitioningIndex { !isBefore(Int($0)) }
  }

  fileprivate func run(
    from isBefore: (Int) -> Bool, through isNotBehind: (Int) -> Bool
  ) -> Range<Int> {
    let low = place(isBefore)
    return low..<max(low, place(isNotBehind))
  }

  /// The run of the numbers in a range; NaN comes last, and is in no range.
  fileprivate func run<Number: ColumnNumber>(_ range: ClosedRange<Number>) -> Range<Int>? {
    guard let chunks = Number.chunks(of: table.column) else { return nil }
    let value = { chunks[$0 >> ChunkLayout.shift].values[$0 & ChunkLayout.mask] }
    return run(from: { value($0) < range.lowerBound }, through: { value($0) <= range.upperBound })
  }

  /// - Parameter order: below zero when a text comes before what is looked for.
  fileprivate func run(
    lower: TextBound?, upper: TextBound?, _ order: (UTF8Bytes, [UInt8]) -> Int
  ) -> Range<Int>? {
    guard case .texts(let chunks) = table.column else { return nil }
    let text = { chunks[$0 >> ChunkLayout.shift].bytes(at: $0 & ChunkLayout.mask) }
    return run(
      from: { position in
        guard let lower else { return false }
        let order = order(text(position), lower.bytes)
        return order < 0 || (order == 0 && !lower.isIncluded)
      },
      through: { position in
        guard let upper else { return true }
        let order = order(text(position), upper.bytes)
        return order < 0 || (order == 0 && upper.isIncluded)
      })
  }

  /// The runs of texts that are equal to one of some values; nil when they cannot be told.
  fileprivate func runs(
    equalTo values: [[UInt8]], _ order: (UTF8Bytes, [UInt8]) -> Int
  ) -> [Range<Int>]? {
    var found: Set<Range<Int>> = []
    for value in values {
      let bound = TextBound(bytes: value, isIncluded: true)
      guard let run = run(lower: bound, upper: bound, order) else { return nil }
      // Different values may be equal to each other.
      found.insert(run)
    }
    return Array(found)
  }
}

extension NumberScan: IndexedScan {
  func runs(in order: ColumnOrder) -> [Range<Int>]? { order.run(range).map { [$0] } }
}

extension NumberSetScan: IndexedScan {
  func runs(in order: ColumnOrder) -> [Range<Int>]? {
    values.map { order.run($0...$0) ?? 0..<0 }
  }
}

extension BinaryEqualScan: IndexedScan {
  func runs(in order: ColumnOrder) -> [Range<Int>]? { order.runs(equalTo: values, compareBytes) }
}

extension BinaryRangeScan: IndexedScan {
  func runs(in order: ColumnOrder) -> [Range<Int>]? {
    order.run(lower: lower, upper: upper, compareBytes).map { [$0] }
  }
}

extension CollatedEqualScan: IndexedScan {
  func runs(in order: ColumnOrder) -> [Range<Int>]? {
    order.runs(equalTo: values) { text, value in
      value.withUnsafeBufferPointer { collator.compare(text, $0) }
    }
  }
}

extension CollatedRangeScan: IndexedScan {
  func runs(in order: ColumnOrder) -> [Range<Int>]? {
    let run = order.run(lower: lower, upper: upper) { text, bound in
      bound.withUnsafeBufferPointer { collator.compare(text, $0) }
    }
    return run.map { [$0] }
  }
}

extension TextMatchScan: IndexedScan {
  /// Texts that begin alike lie together only when bytes are compared.
  func runs(in order: ColumnOrder) -> [Range<Int>]? {
    guard place == .start, folding == nil else { return nil }
    let bound = TextBound(bytes: needle.bytes, isIncluded: true)
    return order.run(lower: bound, upper: bound) { text, start in
      let order = compareBytes(UTF8Bytes(rebasing: text.prefix(start.count)), start)
      return order
    }.map { [$0] }
  }
}
