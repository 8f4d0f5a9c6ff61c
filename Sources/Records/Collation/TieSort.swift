internal import Glibc
internal import HikidashiBase

/// Sorts items whose first 64 bits of key are equal by the bits behind them, and marks where runs of
/// equal strings begin.
///
/// Short runs, which are nearly all, are sorted by one thread each (``TieWorker``).
struct TieSort: ~Copyable {
  private let collator: Collator
  private let texts: TextPointers
  private let code: KeyCode
  private let items: UnsafeMutablePointer<WideItem>
  private let spare: UnsafeMutablePointer<WideItem>
  private let count: Int
  /// The least number of items in a run that all processors sort together.
  private let large = Parallel.threshold
  /// Items whose texts are asked for together, so that memory answers them at the same time.
  private static let batch = 256

  init(
    _ collator: Collator, _ source: TextSource, _ code: KeyCode,
    _ items: UnsafeMutablePointer<WideItem>, _ spare: UnsafeMutablePointer<WideItem>, count: Int
  ) {
    self.collator = collator
    texts = TextPointers(source)
    self.code = code
    self.items = items
    self.spare = spare
    self.count = count
  }

  /// Resolves all ties of the items, which are sorted by the first word of their keys and then by
  /// position.
  func resolve() {
    // The last bit says whether a key goes on: where it does not, the strings are equal.
    resolve(0..<count, from: 1) { items[$0].key & 1 != 0 }
  }

  /// Resolves the ties of items that are sorted by the word before `from`, and are equal before it.
  private func resolve(_ range: Range<Int>, from: Int, where isOpen: (Int) -> Bool) {
    let waiting = Guarded<[Range<Int>]>([])
    let parts = Parallel.parts(for: range.count)
    let starts = (0...parts).map { part in
      part == parts ? range.upperBound : runStart(notBefore: part, of: parts, in: range)
    }
    Parallel.run(parts) { part in
      collator.withTable { table in
        var worker = TieWorker(KeyEncoder(collator, table, code), items)
        var batch: [Range<Int>] = []
        forEachRun(in: starts[part]..<starts[part + 1]) { run in
          guard isOpen(run.lowerBound) else { return }
          if run.count >= large {
            waiting.withLock { $0.append(run) }
          } else {
            batch.append(run)
            if batch.count == Self.batch { resolve(&batch, from: from, &worker) }
          }
        }
        resolve(&batch, from: from, &worker)
      }
    }
    for run in waiting.withLock({ $0 }) {
      guard let next = spread(run, from: from) else { continue }
      resolve(run, from: next) { _ in true }
    }
  }

  private func resolve(_ batch: inout [Range<Int>], from: Int, _ worker: inout TieWorker) {
    // Touching the texts one by one as they are compared would wait for memory each time.
    var touched: UInt8 = 0
    for run in batch {
      for index in run { touched &+= texts.lookup.bytes(at: items[index].position).first ?? 0 }
    }
    withExtendedLifetime(touched) {}
    for run in batch { worker.resolve(run, from: from, in: texts.lookup) }
    batch.removeAll(keepingCapacity: true)
  }

  /// The first item of a part's share of the range that begins a run of equal keys. Found by halving,
  /// as the keys ascend.
  private func runStart(notBefore part: Int, of parts: Int, in range: Range<Int>) -> Int {
    let place =
      range.lowerBound + Parallel.range(part, of: parts, count: range.count).lowerBound
    guard place > range.lowerBound else { return place }
    let key = items[place - 1].key
    return (place..<range.upperBound).partitioningIndex { items[$0].key > key }
  }

  /// Marks the beginning of every run of equal keys, and calls `body` with those of two or more
  /// items.
  private func forEachRun(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      items[start].beginsRun = true
      let key = items[start].key
      var end = start + 1
      while end < range.upperBound, items[end].key == key { end += 1 }
      if end - start > 1 { body(start..<end) }
      start = end
    }
  }

  /// Sorts a long run by the next word in which its keys differ, on all processors.
  ///
  /// - Returns: The number of the word behind that one; nil when all keys are equal.
  private func spread(_ run: Range<Int>, from: Int) -> Int? {
    var from = from
    var width = 1
    while let end = length(of: items[run.lowerBound].position, upTo: from + width), end > from * 64
    {
      let same = encode(run, from: from, count: width)
      if same < width {
        if same > 0 { _ = encode(run, from: from + same, count: 1) }
        RadixSort.sort(items + run.lowerBound, spare: spare + run.lowerBound, count: run.count)
        return from + same + 1
      }
      from += width
      width *= 4
    }
    return nil
  }

  /// Bits of a key, or more than `words` hold.
  private func length(of position: UInt32, upTo words: Int) -> Int? {
    collator.withTable { table in
      let scratch = Scratch<UInt64>(count: 1)
      return KeyEncoder(collator, table, code).words(
        of: texts.lookup.bytes(at: position), from: words - 1, count: 1, into: scratch.start)
    }
  }

  /// Sets the items' keys to word number `from` of their strings' keys.
  ///
  /// - Returns: How many of the `count` words from there on are the same in all.
  private func encode(_ run: Range<Int>, from: Int, count: Int) -> Int {
    let model = Scratch<UInt64>(count: count)
    let first = items[run.lowerBound].position
    collator.withTable { table in
      _ = KeyEncoder(collator, table, code).words(
        of: texts.lookup.bytes(at: first), from: from, count: count, into: model.start)
    }
    let least = Guarded(count)
    let start = model.start
    collator.forEachPart(of: run.count, work: run.count, code) { range, encoder in
      let row = Scratch<UInt64>(count: count)
      var same = count
      for index in range {
        let item = run.lowerBound + index
        let position = items[item].position
        _ = encoder.words(
          of: texts.lookup.bytes(at: position), from: from, count: count, into: row.start)
        var place = 0
        while place < same, row.start[place] == start[place] { place += 1 }
        same = place
        items[item] = WideItem(key: row.start[0], position: position)
      }
      least.withLock { $0 = min($0, same) }
    }
    return least.withLock { $0 }
  }
}

/// Sorts runs of items whose keys are equal so far, for one thread.
struct TieWorker {
  private let encoder: KeyEncoder
  private let items: UnsafeMutablePointer<WideItem>
  private var texts: [UTF8Bytes] = []
  /// Rows of words, one for each item of the run, and the order of the rows.
  private var rows: [UInt64] = []
  private var order: [UInt32] = []
  private var positions: [UInt32] = []

  init(_ encoder: KeyEncoder, _ items: UnsafeMutablePointer<WideItem>) {
    self.encoder = encoder
    self.items = items
  }

  /// Sorts a run by the words from number `from` on; its first item is marked already.
  ///
  /// Every round looks at more words than all before it, so that strings with a long common
  /// beginning are not gone through again and again.
  mutating func resolve(_ run: Range<Int>, from: Int, in source: TextPointers.Lookup) {
    texts.removeAll(keepingCapacity: true)
    for index in run { texts.append(source.bytes(at: items[index].position)) }
    if allSameBytes() { return }
    let width = from == 1 ? 2 : from * 2
    if rows.count < run.count * width {
      rows = [UInt64](repeating: 0, count: run.count * width)
    }
    guard fill(from: from, width: width) else { return }
    sort(run.count, width: width)
    arrange(run, width: width)
    var start = run.lowerBound
    while start < run.upperBound {
      var end = start + 1
      while end < run.upperBound, !items[end].beginsRun { end += 1 }
      if end - start > 1 { resolve(start..<end, from: from + width, in: source) }
      start = end
    }
  }

  /// Repeated strings need no keys.
  private func allSameBytes() -> Bool {
    guard let first = texts.first else { return true }
    return texts.dropFirst().allSatisfy { text in
      guard text.count == first.count else { return false }
      guard let left = first.baseAddress, let right = text.baseAddress else { return true }
      return memcmp(left, right, first.count) == 0
    }
  }

  /// Fills the rows; false when the keys end before them, and so are all equal.
  private mutating func fill(from: Int, width: Int) -> Bool {
    rows.withUnsafeMutableBufferPointer { rows in
      guard let start = rows.baseAddress else { return false }
      for (row, text) in texts.enumerated() {
        let bits = encoder.words(of: text, from: from, count: width, into: start + row * width)
        // A key that is the beginning of another is equal to it, so one stands for all.
        if row == 0, bits <= from * 64 { return false }
      }
      return true
    }
  }

  private mutating func sort(_ count: Int, width: Int) {
    order.removeAll(keepingCapacity: true)
    for row in 0..<count { order.append(UInt32(row)) }
    rows.withUnsafeBufferPointer { rows in
      let precedes = { (first: UInt32, second: UInt32) -> Bool in
        for word in 0..<width {
          let left = rows[Int(first) * width + word]
          let right = rows[Int(second) * width + word]
          if left != right { return left < right }
        }
        return first < second
      }
      if count == 2 {
        if precedes(1, 0) { order.swapAt(0, 1) }
      } else {
        order.sort(by: precedes)
      }
    }
  }

  /// Puts the items into the order of their rows.
  private mutating func arrange(_ run: Range<Int>, width: Int) {
    positions.removeAll(keepingCapacity: true)
    for row in order { positions.append(items[run.lowerBound + Int(row)].position) }
    let key = items[run.lowerBound].key
    for index in 0..<run.count {
      var item = WideItem(key: key, position: positions[index])
      item.beginsRun = index == 0 || !sameRows(order[index - 1], order[index], width)
      items[run.lowerBound + index] = item
    }
  }

  private func sameRows(_ first: UInt32, _ second: UInt32, _ width: Int) -> Bool {
    for word in 0..<width
    where rows[Int(first) * width + word] != rows[Int(second) * width + word] {
      return false
    }
    return true
  }
}
