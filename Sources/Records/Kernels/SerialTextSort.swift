/// Sorts runs of strings that have a beginning in common, on one processor.
struct SerialTextSort: ~Copyable {
  private let texts: TextItems
  private let sorter = SerialRadixSort<WideItem>()

  init(_ texts: TextItems) { self.texts = texts }

  /// Sorts a run and marks where runs of equal strings begin in it.
  ///
  /// Runs still to be sorted are kept in a list rather than on the stack, as strings may have any
  /// number of bytes in common.
  func sort(_ run: TextItems.Run) {
    var waiting = [run]
    while var run = waiting.popLast() {
      let items = texts.items + run.start
      let range = run.start..<run.start + run.count
      let (least, greatest) = texts.loadPrefixes(of: range, from: run.depth)
      if least == greatest {
        items[0].beginsRun = true
        guard TextPrefix.continues(least) else { continue }
        let first = texts.strings.bytes(at: items[0].position)
        run.depth += texts.commonBytes(of: range.dropFirst(), with: first, from: run.depth)
        waiting.append(run)
      } else {
        if run.count <= SerialRadixSort<WideItem>.fewItems {
          SerialRadixSort.insert(items, count: run.count)
        } else {
          let spare = texts.spare + run.start
          sorter.sort(items, into: spare, count: run.count)
          items.update(from: spare, count: run.count)
        }
        texts.markRuns(of: run, in: range) { waiting.append($0) }
      }
    }
  }
}
