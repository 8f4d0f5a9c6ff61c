internal import HikidashiBase

/// Sorted record numbers in blocks, so that one is inserted or removed in O(log *n*).
///
/// A value: a copy shares its blocks, and an edit copies the one it touches. The order itself is
/// not kept: whoever edits brings it, and it must be the one that the numbers are in.
struct OrderedNumbers: Sendable {
  private(set) var blocks: [[RecordNumber]]
  /// The prefix of the first number of each block, by which most blocks are passed over.
  private var prefixes: [UInt64]
  private var sums: FenwickTree
  private(set) var count: Int

  /// The greatest number of numbers in a block.
  static let most = 512

  /// Makes blocks of numbers that are sorted already.
  init(_ numbers: [RecordNumber], in order: some NumberOrder) {
    // Room is left, so that the first edits do not cut every block in two.
    let size = Self.most * 3 / 4
    blocks = stride(from: 0, to: numbers.count, by: size).map {
      Array(numbers[$0..<min($0 + size, numbers.count)])
    }
    prefixes = blocks.map { order.prefix(of: $0[0]) }
    count = numbers.count
    sums = FenwickTree(blocks: 0) { _ in 0 }
    countBlocks()
  }

  /// No numbers.
  static let empty = OrderedNumbers()

  private init() {
    blocks = []
    prefixes = []
    sums = FenwickTree(blocks: 0) { _ in 0 }
    count = 0
  }

  private mutating func countBlocks() {
    let blocks = blocks
    sums = FenwickTree(blocks: blocks.count) { blocks[$0].count }
  }

  subscript(row: Int) -> RecordNumber {
    let (block, offset) = sums.block(of: row)
    return blocks[block][offset]
  }

  /// The numbers of so many rows.
  func numbers(from row: Int, count: Int) -> [RecordNumber] {
    var numbers: [RecordNumber] = []
    guard count > 0 else { return numbers }
    numbers.reserveCapacity(count)
    var (block, offset) = sums.block(of: row)
    while numbers.count < count {
      numbers += blocks[block][offset...].prefix(count - numbers.count)
      (block, offset) = (block + 1, 0)
    }
    return numbers
  }

  /// The place of a number, or the place at which it would be inserted.
  struct Place {
    var block: Int
    var offset: Int
  }

  func row(at place: Place) -> Int { sums.sum(before: place.block) + place.offset }

  /// The place of the number, or nil when it is not here.
  func place(of number: RecordNumber, in order: some NumberOrder) -> Place? {
    let place = lowerBound(of: number, in: order)
    guard place.block < blocks.count, place.offset < blocks[place.block].count,
      blocks[place.block][place.offset] == number
    else { return nil }
    return place
  }

  /// The place of the first number that does not precede this one.
  func lowerBound(of number: RecordNumber, in order: some NumberOrder) -> Place {
    let block = max(0, firstBlock(after: number, in: order) - 1)
    guard block < blocks.count else { return Place(block: 0, offset: 0) }
    return blocks[block].withUnsafeBufferPointer { numbers in
      var low = 0
      var high = numbers.count
      while low < high {
        let middle = (low + high) >> 1
        if order.precedes(numbers[middle], number) { low = middle + 1 } else { high = middle }
      }
      return Place(block: block, offset: low)
    }
  }

  /// The first block that begins with a number that this one precedes.
  private func firstBlock(after number: RecordNumber, in order: some NumberOrder) -> Int {
    let prefix = order.prefix(of: number)
    var low = 0
    var high = prefixes.count
    while low < high {
      let middle = (low + high) >> 1
      let isBefore =
        prefix != prefixes[middle]
        ? prefix < prefixes[middle] : order.precedes(number, blocks[middle][0])
      if isBefore { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension OrderedNumbers {
  /// Inserts a number, and returns its row.
  mutating func insert(_ number: RecordNumber, in order: some NumberOrder) -> Int {
    let place = lowerBound(of: number, in: order)
    let row = row(at: place)
    count += 1
    guard !blocks.isEmpty else {
      blocks = [[number]]
      prefixes = [order.prefix(of: number)]
      countBlocks()
      return row
    }
    blocks[place.block].insert(number, at: place.offset)
    if place.offset == 0 { prefixes[place.block] = order.prefix(of: number) }
    if blocks[place.block].count > Self.most {
      split(place.block, in: order)
    } else {
      sums.add(1, toBlock: place.block)
    }
    return row
  }

  /// Removes the number at a place.
  mutating func remove(at place: Place, in order: some NumberOrder) {
    count -= 1
    blocks[place.block].remove(at: place.offset)
    guard !blocks[place.block].isEmpty else {
      blocks.remove(at: place.block)
      prefixes.remove(at: place.block)
      return countBlocks()
    }
    if place.offset == 0 { prefixes[place.block] = order.prefix(of: blocks[place.block][0]) }
    if blocks[place.block].count < Self.most / 8, merge(place.block) { return }
    sums.add(-1, toBlock: place.block)
  }

  private mutating func split(_ block: Int, in order: some NumberOrder) {
    // Where records are appended at the end, full blocks are left behind.
    let cut = block == blocks.count - 1 ? Self.most * 7 / 8 : Self.most / 2
    let upper = Array(blocks[block][cut...])
    blocks[block].removeSubrange(cut...)
    blocks.insert(upper, at: block + 1)
    prefixes.insert(order.prefix(of: upper[0]), at: block + 1)
    countBlocks()
  }

  /// Joins a small block with the one after it if that leaves room, and returns whether it did.
  private mutating func merge(_ block: Int) -> Bool {
    guard block + 1 < blocks.count, blocks[block].count + blocks[block + 1].count < Self.most / 2
    else { return false }
    let upper = blocks.remove(at: block + 1)
    prefixes.remove(at: block + 1)
    blocks[block] += upper
    countBlocks()
    return true
  }

  /// Bytes allocated for the numbers and their order.
  var allocatedBytes: Int {
    blocks.reduce(blocks.count * (MemoryLayout<[RecordNumber]>.stride + 8 + 4)) {
      $0 + $1.capacity * MemoryLayout<RecordNumber>.stride
    }
  }

  /// A message that tells what is wrong with the structure, for tests; nil if it is right.
  func invariantFailure(in order: some NumberOrder) -> String? {
    let all = blocks.flatMap { $0 }
    guard all.count == count else { return "count \(count), not \(all.count)" }
    guard !blocks.contains(where: { $0.isEmpty || $0.count > Self.most }) else {
      return "a block is empty or too long"
    }
    guard prefixes == blocks.map({ order.prefix(of: $0[0]) }) else { return "prefixes" }
    for (left, right) in zip(all, all.dropFirst()) where !order.precedes(left, right) {
      return "\(left) does not precede \(right)"
    }
    for (row, number) in all.enumerated() where self[row] != number { return "row \(row)" }
    return nil
  }
}

/// A strict total order of records: no two are equal.
protocol NumberOrder {
  func precedes(_ left: RecordNumber, _ right: RecordNumber) -> Bool

  /// Less for one record than for another only if that record precedes the other; what most
  /// comparisons can be decided by without a look at the records.
  func prefix(of number: RecordNumber) -> UInt64
}
