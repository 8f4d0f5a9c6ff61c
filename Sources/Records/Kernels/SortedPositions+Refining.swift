extension SortedPositions {
  /// The positions that share their run with others: those that another key has to tell apart.
  ///
  /// - Precondition: There are no ``nulls``, see ``arranged(descending:nullsFirst:)``.
  func tiedPositions() -> RecordSet {
    let count = positions.count
    var tied = RecordSet()
    guard runStarts.population < count else { return tied }
    var chunks: [BitChunk?] = []
    var total = 0
    for (index, position) in positions.enumerated() {
      let alone = runStarts[index] && (index + 1 == count || runStarts[index + 1])
      guard !alone else { continue }
      let chunk = Int(position) >> ChunkLayout.shift
      while chunks.count <= chunk { chunks.append(nil) }
      let bits = chunks[chunk] ?? BitChunk()
      bits.set(true, at: Int(position) & ChunkLayout.mask)
      bits.count = ChunkLayout.size
      chunks[chunk] = bits
      total += 1
    }
    tied = RecordSet(chunks: chunks, count: total)
    return tied
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
    var rank: UInt32 = 0
    for (index, position) in order.positions.enumerated() {
      if order.runStarts[index] { rank += 1 }
      ranks.start[Int(position)] = rank
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
