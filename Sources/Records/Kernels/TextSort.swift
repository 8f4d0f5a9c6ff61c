/// Sorts strings by their bytes, which for UTF-8 is by code points, on all processors.
///
/// The first seven bytes of every string are sorted as numbers; runs in which they are equal are
/// sorted by the next seven, and so on. What a run has in common is skipped at once, so the work is
/// never more than in proportion to the bytes of the strings, and nothing recurses.
struct TextSort {
  private let texts: TextItems

  /// The ascending order of the strings that take part.
  static func sorted(_ source: TextSource) -> SortedPositions {
    let counts = source.counts(inChunks: 0..<source.chunkCount)
    let nulls = counts.nulls > 0 ? source.nullPositions() : []
    let items = Scratch<WideItem>(count: counts.values)
    let spare = Scratch<WideItem>(count: counts.values)
    let pointers = TextPointers(source)
    let sort = TextSort(
      texts: TextItems(strings: pointers.lookup, items: items.start, spare: spare.start))
    if counts.values > 0 {
      source.gather(into: items.start) { TextPrefix.key(of: $0, from: 0) }
      sort.sort(count: counts.values)
    }
    extendLifetime(pointers)
    return SortedPositions(items.start, count: counts.values, nulls: nulls) { $1.beginsRun }
  }

  private func sort(count: Int) {
    var waiting = sortLoaded(TextItems.Run(start: 0, count: count, depth: 0))
    while var run = waiting.popLast() {
      run.depth += commonBytes(of: run)
      Parallel.forEachRange(of: run.count) { range in
        _ = texts.loadPrefixes(
          of: run.start + range.lowerBound..<run.start + range.upperBound, from: run.depth)
      }
      waiting += sortLoaded(run)
    }
  }

  /// Sorts a run whose prefixes are loaded, all but those runs within it that are so large that all
  /// processors should share in them: these are returned.
  private func sortLoaded(_ run: TextItems.Run) -> [TextItems.Run] {
    RadixSort<WideItem>.sort(
      texts.items + run.start, spare: texts.spare + run.start, count: run.count)
    let parts = Parallel.parts(for: run.count)
    let limit = parts == 1 ? Int.max : max(Parallel.threshold, run.count / 16)
    let bounds = (0...parts).map { part in
      let place = Parallel.range(min(part, parts - 1), of: parts, count: run.count)
      return texts.runStart(
        of: run, from: run.start + (part < parts ? place.lowerBound : run.count))
    }
    var large = [[TextItems.Run]](repeating: [], count: parts)
    large.withUnsafeMutableBufferPointer { large in
      Parallel.run(parts) { part in
        let sorter = SerialTextSort(texts)
        var later: [TextItems.Run] = []
        texts.markRuns(of: run, in: bounds[part]..<bounds[part + 1]) { run in
          if run.count >= limit { later.append(run) } else { sorter.sort(run) }
        }
        large[part] = later
      }
    }
    return large.flatMap { $0 }
  }

  private func commonBytes(of run: TextItems.Run) -> Int {
    let first = texts.strings.bytes(at: texts.items[run.start].position)
    let parts = Parallel.parts(for: run.count)
    var common = [Int](repeating: 0, count: parts)
    common.withUnsafeMutableBufferPointer { common in
      Parallel.run(parts) { part in
        let range = Parallel.range(part, of: parts, count: run.count)
        common[part] = texts.commonBytes(
          of: run.start + range.lowerBound..<run.start + range.upperBound, with: first,
          from: run.depth)
      }
    }
    return common.min() ?? 0
  }
}

extension SortedPositions {
  /// The ascending order of a column of strings or data by their bytes.
  ///
  /// O(*n* log *n*) at most, and no more than in proportion to the bytes of the strings.
  static func ascending(_ source: TextSource) -> Self { TextSort.sorted(source) }
}
