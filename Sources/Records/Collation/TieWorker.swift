internal import Glibc

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
