extension SortedPositions {
  /// The positions that share their run with others: those that another key has to tell apart.
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

  /// For every position which run it is in.
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
