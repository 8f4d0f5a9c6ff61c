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

  /// Those positions that belong to a set, or those that do not.
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
