internal import HikidashiBase

/// The positions of a column in ascending order of its values, and equal values in order of their
/// positions. Every sort in this module returns it.
struct SortedPositions: Sendable, Equatable {
  /// The positions that hold a value, in ascending order.
  var positions: [UInt32]
  /// Bit *i* is set where `positions[i]` begins a run of equal values; as many bits as positions.
  var runStarts: PositionBits
  /// The positions that take part and hold null, in ascending order of position.
  var nulls: [UInt32]

  init(positions: [UInt32], runStarts: PositionBits, nulls: [UInt32] = []) {
    self.positions = positions
    self.runStarts = runStarts
    self.nulls = nulls
  }

  /// The number of bytes allocated.
  var allocatedBytes: Int { (positions.count + nulls.count) * 4 + runStarts.words.count * 8 }
}

// MARK: - Numbers

extension SortedPositions {
  /// The record numbers in one of the two directions.
  ///
  /// Descending is the reverse of ascending, equal values included.
  ///
  /// - Parameter nullsFirst: Whether nulls come before everything else in what is returned.
  func numbers(descending: Bool, nullsFirst: Bool) -> [RecordNumber] {
    let count = positions.count + nulls.count
    let firstValue = nullsFirst ? nulls.count : 0
    let firstNull = nullsFirst ? 0 : positions.count
    return [RecordNumber](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      HugePages.advise(start, bytes: count * MemoryLayout<RecordNumber>.stride)
      Self.write(positions, to: start + firstValue, reversed: descending)
      Self.write(nulls, to: start + firstNull, reversed: descending)
      initialized = count
    }
  }

  private static func write(
    _ positions: [UInt32], to target: UnsafeMutablePointer<RecordNumber>, reversed: Bool
  ) {
    let count = positions.count
    positions.withUnsafeBufferPointer { positions in
      Parallel.forEachRange(of: count) { range in
        if reversed {
          for index in range {
            (target + index).initialize(to: RecordNumber(Int(positions[count &- 1 &- index])))
          }
        } else {
          for index in range {
            (target + index).initialize(to: RecordNumber(Int(positions[index])))
          }
        }
      }
    }
  }

  /// The same order with nulls as one more run of equal values, before or behind the others.
  ///
  /// - Parameter descending: Whether the runs come in reverse. Within a run, positions ascend.
  func arranged(descending: Bool, nullsFirst: Bool) -> SortedPositions {
    if !descending, nulls.isEmpty { return self }
    let count = positions.count + nulls.count
    let values = descending ? reversed() : self
    var starts = PositionBits(count: count)
    let firstValue = nullsFirst ? nulls.count : 0
    if !nulls.isEmpty { starts[nullsFirst ? 0 : positions.count] = true }
    for (index, word) in values.runStarts.words.enumerated() {
      word.forEachBit { starts[firstValue + index << 6 + $0] = true }
    }
    return SortedPositions(
      positions: nullsFirst ? nulls + values.positions : values.positions + nulls,
      runStarts: starts)
  }

  /// The runs in reverse, each with its positions ascending; without nulls.
  private func reversed() -> SortedPositions {
    let count = positions.count
    var starts = PositionBits(count: count)
    let reversed = [UInt32](scratch: count) { target in
      positions.withUnsafeBufferPointer { positions in
        var start = 0
        while start < count {
          let end = runStarts.next(from: start + 1)
          starts[count - end] = true
          for index in start..<end {
            (target + (count - end + index - start)).initialize(to: positions[index])
          }
          start = end
        }
      }
    }
    return SortedPositions(positions: reversed, runStarts: starts)
  }

  /// The positions that belong to a set, or with `keeping` false those that do not.
  func filtered(by set: RecordSet, keeping kept: Bool = true, below count: Int) -> SortedPositions {
    let bits = PositionBits(set, below: count)
    var starts = PositionBits(count: positions.count)
    var remaining = 0
    let filtered = [UInt32](unsafeUninitializedCapacity: positions.count) { buffer, initialized in
      var begins = false
      for (index, position) in positions.enumerated() {
        // Where the first of a run is left out, the next of them begins it.
        begins = begins || runStarts[index]
        guard bits[Int(position)] == kept else { continue }
        if begins { starts[remaining] = true }
        begins = false
        buffer.initializeElement(at: remaining, to: position)
        remaining += 1
      }
      initialized = remaining
    }
    return SortedPositions(
      positions: filtered, runStarts: PositionBits(words: starts.words, count: remaining),
      nulls: nulls.filter { bits[Int($0)] == kept })
  }
}

// MARK: - Refining

extension SortedPositions {
  /// The positions that share their run with others, which only a further key can order.
  ///
  /// - Precondition: There are no ``nulls``, see ``arranged(descending:nullsFirst:)``.
  func tiedPositions(below count: Int) -> RecordSet {
    guard runStarts.population < positions.count else { return RecordSet() }
    var tied = PositionBits(count: count)
    tied.withWords { words in
      var start = 0
      while start < positions.count {
        let end = runStarts.next(from: start + 1)
        if end - start > 1 {
          for position in positions[start..<end] {
            words[Int(position >> 6)] |= 1 << UInt64(position & 63)
          }
        }
        start = end
      }
    }
    return RecordSet(tied)
  }

  /// Sorts every run by another order, in which all positions of runs longer than one take part.
  ///
  /// - Precondition: Neither has ``nulls``.
  func refined(by next: SortedPositions, below count: Int) -> SortedPositions {
    let ranks = Self.ranks(of: next, below: count)
    let items = Scratch<WideItem>(count: positions.count)
    let spare = Scratch<WideItem>(count: positions.count)
    let refining = Refining(items: items.start, spare: spare.start, starts: runStarts)
    refining.load(positions, ranks.start)
    refining.sortRuns()
    return SortedPositions(items.start, count: positions.count, nulls: []) { $1.beginsRun }
  }

  /// The number of the run of each position.
  private static func ranks(of order: SortedPositions, below count: Int) -> Scratch<UInt32> {
    let ranks = Scratch<UInt32>(repeating: 0, count: count)
    let start = ranks.start
    order.positions.withUnsafeBufferPointer { positions in
      Parallel.forEachRange(of: positions.count, step: 64) { range in
        // The place where a run begins will do for a rank.
        var rank = order.runStarts.previous(from: range.lowerBound)
        for index in range {
          if order.runStarts[index] { rank = index }
          start[Int(positions[index])] = UInt32(truncatingIfNeeded: rank)
        }
      }
    }
    return ranks
  }
}

/// Runs of items that are sorted by ranks.
private struct Refining {
  let items: UnsafeMutablePointer<WideItem>
  let spare: UnsafeMutablePointer<WideItem>
  let starts: PositionBits

  func load(_ positions: [UInt32], _ ranks: UnsafePointer<UInt32>) {
    Parallel.forEachRange(of: positions.count) { range in
      for index in range {
        let position = positions[index]
        let key = UInt64(ranks[Int(position)])
        (items + index).initialize(to: WideItem(key: key, position: position))
      }
    }
  }

  func sortRuns() {
    let parts = Parallel.parts(for: starts.count)
    let large = parts == 1 ? Int.max : max(Parallel.threshold, starts.count / 16)
    Parallel.run(parts) { part in
      let sorter = SerialRadixSort<WideItem>()
      forEachRun(beginningIn: Parallel.range(part, of: parts, count: starts.count)) { run in
        guard run.count < large else { return }
        sort(run, sorter)
        mark(run)
      }
    }
    guard large < starts.count else { return }
    forEachRun(beginningIn: 0..<starts.count) { run in
      guard run.count >= large else { return }
      RadixSort.sort(
        items + run.lowerBound, spare: spare + run.lowerBound, count: run.count)
      mark(run)
    }
  }

  private func sort(_ run: Range<Int>, _ sorter: borrowing SerialRadixSort<WideItem>) {
    let items = items + run.lowerBound
    if run.count <= SerialRadixSort<WideItem>.fewItems {
      SerialRadixSort.insert(items, count: run.count)
    } else {
      let spare = spare + run.lowerBound
      sorter.sort(items, into: spare, count: run.count)
      items.update(from: spare, count: run.count)
    }
  }

  private func mark(_ run: Range<Int>) {
    items[run.lowerBound].beginsRun = true
    for index in run.dropFirst() where items[index].key != items[index - 1].key {
      items[index].beginsRun = true
    }
  }

  private func forEachRun(beginningIn range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = starts.next(from: range.lowerBound)
    while start < range.upperBound {
      let end = starts.next(from: start + 1)
      body(start..<end)
      start = end
    }
  }
}

// MARK: - Repairing

extension SortedPositions {
  /// The order after some positions changed: they are taken out, and put in again where they belong
  /// now.
  ///
  /// - Parameters:
  ///   - changed: The positions whose values are not those that this order was made for.
  ///   - current: The order of those of them that still take part.
  ///   - count: All positions are below this.
  ///   - compare: Below zero when the first value comes before the second, zero when they are equal.
  /// - Complexity: O(*n*) moves, and O(*k* log *n*) comparisons for *k* changed positions.
  func repaired(
    changed: RecordSet, current: SortedPositions, below count: Int,
    compare: (UInt32, UInt32) -> Int
  ) -> SortedPositions {
    var repaired = filtered(by: changed, keeping: false, below: count)
    repaired.merge(current, compare)
    repaired.nulls = Self.merged(repaired.nulls, current.nulls)
    return repaired
  }

  private mutating func merge(_ added: SortedPositions, _ compare: (UInt32, UInt32) -> Int) {
    guard !added.positions.isEmpty else { return }
    var merged: [UInt32] = []
    merged.reserveCapacity(positions.count + added.positions.count)
    var starts = PositionBits(count: positions.count + added.positions.count)
    var next = 0
    func copy(upTo end: Int) {
      for index in next..<end where runStarts[index] { starts[merged.count + index - next] = true }
      merged += positions[next..<end]
      next = end
    }
    for position in added.positions {
      let place = (next..<positions.count).partitioningIndex { index in
        let order = compare(position, positions[index])
        return order < 0 || (order == 0 && position < positions[index])
      }
      copy(upTo: place)
      starts[merged.count] = merged.last.map { compare($0, position) != 0 } ?? true
      merged.append(position)
      if next < positions.count {
        // What comes behind no longer begins a run if it is equal; a later copy sets the bit.
        runStarts[next] = compare(position, positions[next]) != 0
      }
    }
    copy(upTo: positions.count)
    positions = merged
    runStarts = starts
  }

  private static func merged(_ first: [UInt32], _ second: [UInt32]) -> [UInt32] {
    guard !second.isEmpty else { return first }
    return (first + second).sorted()
  }
}
