import HikidashiBase
import TestSupport

@testable import HikidashiRecords

/// A generator whose seed is `HIKIDASHI_SEED`, or another one each time; failures print it.
func kernelGenerator() -> SeededGenerator { SeededGenerator(seed: testSeed()) }

/// A column as a table would hold it, and what a model needs to know of it.
struct ModelColumn<Value> {
  /// The value at each position; nil is null.
  var values: [Value?]
  /// The positions that take part, ascending.
  var taken: [Int]

  /// Values by `value`, of which some are null and some do not take part.
  init(
    count: Int, nulls: Double, removed: Double, using generator: inout SeededGenerator,
    value: (inout SeededGenerator) -> Value
  ) {
    values = []
    taken = []
    for position in 0..<count {
      let isNull = Double.random(in: 0..<1, using: &generator) < nulls
      values.append(isNull ? nil : value(&generator))
      if Double.random(in: 0..<1, using: &generator) >= removed { taken.append(position) }
    }
  }

  func source<Chunk: ColumnChunk>(
    _ set: (_ chunk: Chunk, _ value: Value?, _ place: Int) -> Void
  ) -> ColumnSource<Chunk> {
    var chunks: [Chunk] = []
    for (position, value) in values.enumerated() {
      let place = position & ChunkLayout.mask
      if place == 0 { chunks.append(Chunk(capacity: ChunkLayout.size)) }
      set(chunks[chunks.count - 1], value, place)
    }
    let all = taken.count == values.count
    return ColumnSource(
      chunks: chunks, count: values.count,
      taken: all ? nil : RecordSet(taken.map { RecordNumber($0) }))
  }

  /// The positions that take part and hold a value, in a stable ascending order, which runs of
  /// neighbours are equal, and the nulls.
  func sorted(by precedes: (Value, Value) -> Bool) -> SortedPositions {
    let present = taken.compactMap { position in values[position].map { (position, $0) } }
    let ordered = present.sorted { precedes($0.1, $1.1) }
    var starts = PositionBits(count: ordered.count)
    for index in ordered.indices {
      starts[index] = index == 0 || precedes(ordered[index - 1].1, ordered[index].1)
    }
    return SortedPositions(
      positions: ordered.map { UInt32($0.0) }, runStarts: starts,
      nulls: taken.filter { values[$0] == nil }.map { UInt32($0) })
  }
}

extension ModelColumn<Int> {
  var source: ColumnSource<ValueChunk<Int>> { source { $0.set($1, at: $2) } }
}

extension ModelColumn<Double> {
  var source: ColumnSource<ValueChunk<Double>> { source { $0.set($1, at: $2) } }
}

extension ModelColumn<Bool> {
  var bits: ColumnSource<BitChunk> { source { $0.set($1, at: $2) } }
}

extension ModelColumn<[UInt8]> {
  var source: TextSource {
    source { chunk, value, place in
      guard let value else { return chunk.set(nil, at: place) }
      value.withUnsafeBufferPointer { chunk.set($0, at: place) }
    }
  }
}

/// Counts around the sizes at which a kernel takes another way: none, one, a word, a chunk, several
/// chunks, more than is worth a second thread.
let kernelCounts = [0, 1, 2, 63, 64, 65, 500, 8192, 8193, 50_000]
