internal import HikidashiBase

/// Which slots show as rows, and the rank of each: slot → row, row → slot, and hiding or showing a
/// range of any length, all in O(log n).
///
/// Closing a node hides the range of its descendants. Ranges nest, so each slot has a count of the
/// ranges that hide it, kept in two parts: a range that covers whole blocks of 64 slots is counted
/// in a segment tree over the blocks, in O(log n) tree nodes and never pushed further down; at its
/// two ends, which cover a block partly, it is counted slot by slot. A tree node that is covered at
/// all shows no rows, so nothing below it needs to be looked at or changed.
///
/// - Source: the cover counts are those of Klee's measure problem as solved by Bentley, "Algorithms
///   for Klee's rectangle problems", 1977.
struct VisibleRows: Sendable {
  /// Slots, and blocks of slots.
  let count: Int
  let blocks: Int
  /// The number of leaves of the tree: a power of two. Node 1 is the root, `i` has the children
  /// `2i` and `2i + 1`, and block `b` is node `leaves + b`.
  let leaves: Int
  /// How many ranges that cover the slot's block partly hide the slot.
  var hidden: [Int32]
  /// The slots of each block that pass the filter and that no such range hides.
  var masks: [UInt64]
  /// How many rows each tree node shows if nothing above it is covered.
  var shown: [Int32]
  /// How many ranges cover each tree node without covering its parent.
  var covers: [Int32]

  /// Every slot of `topology` is shown unless a node above it is closed or the filter hides it.
  ///
  /// - Complexity: O(n), plus O(log n) for each run of closed nodes.
  init(_ topology: Topology, open: Bits, pass: Bits?) {
    count = topology.count
    blocks = max(1, (count + 63) / 64)
    var leaves = 1
    while leaves < blocks { leaves *= 2 }
    self.leaves = leaves
    hidden = Array(repeating: 0, count: blocks * 64)
    masks = Array(repeating: 0, count: blocks)
    shown = Array(repeating: 0, count: leaves * 2)
    covers = Array(repeating: 0, count: leaves * 2)
    fill(topology, open: open, pass: pass)
  }

  var rowCount: Int { Int(shown[1]) }

  /// The slot of row number `row`, which must be in `0..<rowCount`.
  func slot(atRow row: Int) -> Int {
    var rank = Int32(truncatingIfNeeded: row)
    var node = 1
    shown.withUnsafeBufferPointer { shown in
      while node < leaves {
        node = node &<< 1
        let left = shown[node]
        let goesRight = rank >= left
        rank = goesRight ? rank &- left : rank
        node = goesRight ? node &+ 1 : node
      }
    }
    let block = node - leaves
    return block &<< 6 | selectBit(masks[block], rank: Int(rank))
  }

  /// How many rows lie before `slot`, and whether it is a row itself; `slot` may be `count`.
  func locate(_ slot: Int) -> (rank: Int, isVisible: Bool) {
    guard slot < count else { return (rowCount, false) }
    let block = slot &>> 6
    var rank = Int32(truncatingIfNeeded: (masks[block] & lowBits(slot & 63)).nonzeroBitCount)
    var isVisible = masks[block] &>> UInt64(truncatingIfNeeded: slot & 63) & 1 != 0
    var node = leaves + block
    shown.withUnsafeBufferPointer { shown in
      covers.withUnsafeBufferPointer { covers in
        while true {
          if covers[node] > 0 {
            rank = 0
            isVisible = false
          }
          if node == 1 { return }
          if node & 1 == 1 { rank &+= shown[node - 1] }
          node = node &>> 1
        }
      }
    }
    return (Int(rank), isVisible)
  }

  func rank(_ slot: Int) -> Int { locate(slot).rank }

  /// The rows that the slots in `slots` take.
  func rows(_ slots: Range<Int>) -> Range<Int> { rank(slots.lowerBound)..<rank(slots.upperBound) }

  /// The row of `slot`, nil when it is hidden.
  func row(of slot: Int) -> Int? {
    let (rank, isVisible) = locate(slot)
    return isVisible ? rank : nil
  }
}

extension VisibleRows {
  /// The visible slots, as bits. O(shown blocks + log n).
  func visibleSlots() -> Bits {
    var words = Array(repeating: 0 as UInt64, count: (count + 63) / 64)
    forEachShownBlock { block, mask in words[block] = mask }
    return Bits(words: words, count: count)
  }

  /// Calls `body` with each block that shows rows, rising, and their bits.
  func forEachShownBlock(_ body: (Int, UInt64) -> Void) {
    visit(1, body)
  }

  // Recurses as deep as the tree over the blocks, at most 25 levels.
  private func visit(_ node: Int, _ body: (Int, UInt64) -> Void) {
    guard shown[node] > 0 else { return }
    if node >= leaves {
      body(node - leaves, masks[node - leaves])
    } else {
      visit(node * 2, body)
      visit(node * 2 + 1, body)
    }
  }
}

// MARK: - Fill

extension VisibleRows {
  /// Counts everything anew, reusing the storage.
  mutating func refill(_ topology: Topology, open: Bits, pass: Bits?) {
    hidden.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    covers.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    fill(topology, open: open, pass: pass)
  }

  /// Fills storage that is all zero. Partial ranges are entered as differences first.
  mutating func fill(_ topology: Topology, open: Bits, pass: Bits?) {
    var touched = Bits(count: blocks, repeating: false)
    var pending = PendingCover()
    for word in topology.parents.words.indices {
      var closed = topology.parents.words[word] & ~open.words[word]
      while closed != 0 {
        let slot = word &<< 6 | closed.trailingZeroBitCount
        closed &= closed &- 1
        let span = BlockSpan(topology.descendants(of: slot))
        for case let part? in [span.head, span.tail] {
          hidden[part.lowerBound] += 1
          if part.upperBound & 63 != 0 { hidden[part.upperBound] -= 1 }
          touched[part.lowerBound &>> 6] = true
        }
        if let whole = span.whole, let done = pending.add(whole) {
          cover(done.blocks, by: done.times)
        }
      }
    }
    if let last = pending.blocks { cover(last, by: pending.times) }
    touched.forEachSet { sumUp(block: $0) }
    for block in 0..<blocks {
      if touched[block] {
        setMask(ofBlock: block, pass: pass)
      } else {
        masks[block] = existing(block, pass: pass)
      }
    }
    for node in stride(from: leaves * 2 - 1, to: 0, by: -1) {
      if node - leaves < blocks { setShown(node) }
    }
  }

  /// Turns the differences in `block` into counts.
  private mutating func sumUp(block: Int) {
    hidden.withUnsafeMutableBufferPointer { hidden in
      for slot in (block &<< 6 | 1)..<(block &<< 6 + 64) { hidden[slot] &+= hidden[slot - 1] }
    }
  }
}

/// Gathers covers of the same blocks, so that a long chain of closed nodes, 64 of which share
/// their blocks, does not walk the tree for each of them.
private struct PendingCover {
  var blocks: Range<Int>?
  var times: Int32 = 0

  /// Adds a cover; returns those gathered before if they are of other blocks.
  mutating func add(_ range: Range<Int>) -> (blocks: Range<Int>, times: Int32)? {
    if blocks == range {
      times += 1
      return nil
    }
    defer { (blocks, times) = (range, 1) }
    return blocks.map { ($0, times) }
  }
}

// MARK: - Hide

extension VisibleRows {
  /// Hides the slots in `range` once more (`by` 1) or once less (-1). O(log n).
  mutating func hide(_ range: Range<Int>, by delta: Int32, pass: Bits?) {
    guard !range.isEmpty else { return }
    let span = BlockSpan(range)
    for part in [span.head, span.tail] {
      if let part { hidePart(part, by: delta, pass: pass) }
    }
    guard let whole = span.whole else {
      refresh(span.first, span.first, span.last, span.last)
      return
    }
    cover(whole, by: delta)
    refresh(span.first, whole.lowerBound, whole.upperBound - 1, span.last)
  }

  /// Changes the counts of single slots inside one block.
  private mutating func hidePart(_ part: Range<Int>, by delta: Int32, pass: Bits?) {
    hidden.withUnsafeMutableBufferPointer { hidden in
      for slot in part { hidden[slot] &+= delta }
    }
    let block = part.lowerBound &>> 6
    setMask(ofBlock: block, pass: pass)
    setShown(leaves + block)
  }

  mutating func setMask(ofBlock block: Int, pass: Bits?) {
    let mask = hidden.withUnsafeBufferPointer { hidden in
      var mask: UInt64 = 0
      for bit in 0..<64 {
        let isShown: UInt64 = hidden[block &<< 6 | bit] == 0 ? 1 : 0
        mask |= isShown &<< UInt64(truncatingIfNeeded: bit)
      }
      return mask
    }
    masks[block] = mask & existing(block, pass: pass)
  }

  /// The slots of `block` that exist and pass the filter.
  func existing(_ block: Int, pass: Bits?) -> UInt64 {
    if let pass { return block < pass.words.count ? pass.words[block] : 0 }
    let rest = count - block &<< 6
    return rest >= 64 ? .max : lowBits(rest)
  }

  /// Covers the tree nodes that make up `blocks`.
  mutating func cover(_ blocks: Range<Int>, by delta: Int32) {
    var low = blocks.lowerBound + leaves
    var high = blocks.upperBound + leaves
    while low < high {
      if low & 1 == 1 {
        covers[low] += delta
        setShown(low)
        low += 1
      }
      if high & 1 == 1 {
        high -= 1
        covers[high] += delta
        setShown(high)
      }
      low = low &>> 1
      high = high &>> 1
    }
  }

  mutating func setShown(_ node: Int) {
    if covers[node] > 0 {
      shown[node] = 0
    } else if node >= leaves {
      shown[node] = Int32(truncatingIfNeeded: masks[node - leaves].nonzeroBitCount)
    } else {
      shown[node] = shown[node &<< 1] &+ shown[node &<< 1 | 1]
    }
  }

  /// Counts again what lies above four blocks, rising; level by level, as their ways up join.
  private mutating func refresh(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    var (a, b, c, d) = (a + leaves, b + leaves, c + leaves, d + leaves)
    shown.withUnsafeMutableBufferPointer { shown in
      covers.withUnsafeBufferPointer { covers in
        func set(_ node: Int) {
          shown[node] = covers[node] > 0 ? 0 : shown[node &<< 1] &+ shown[node &<< 1 | 1]
        }
        while a > 1 {
          (a, b, c, d) = (a &>> 1, b &>> 1, c &>> 1, d &>> 1)
          set(a)
          if b != a { set(b) }
          if c != b { set(c) }
          if d != c { set(d) }
        }
      }
    }
  }
}

/// A range of slots, cut at the borders of blocks.
struct BlockSpan {
  var first: Int
  var last: Int
  /// The slots in a first block that is covered partly.
  var head: Range<Int>?
  /// The blocks that are covered as a whole.
  var whole: Range<Int>?
  /// The slots in a last block that is covered partly.
  var tail: Range<Int>?

  init(_ range: Range<Int>) {
    first = range.lowerBound &>> 6
    last = (range.upperBound - 1) &>> 6
    var low = first
    var high = last + 1
    if range.lowerBound & 63 != 0 {
      head = range.lowerBound..<min(range.upperBound, low * 64 + 64)
      low += 1
    }
    if range.upperBound & 63 != 0, low < high {
      tail = max(range.lowerBound, last * 64)..<range.upperBound
      high -= 1
    }
    if low < high { whole = low..<high }
  }
}

/// How many bits are set in each block of 64: sums and changes in O(log n).
struct BlockCounts: Sendable {
  private var tree: FenwickTree

  /// Counts `words`, leaving out bits that `mask` has not. O(words).
  init(_ words: [UInt64], mask: [UInt64]?) {
    tree = FenwickTree(blocks: words.count) { word in
      (mask.map { words[word] & $0[word] } ?? words[word]).nonzeroBitCount
    }
  }

  mutating func add(_ delta: Int, toBlock block: Int) { tree.add(delta, toBlock: block) }

  /// The sum of the blocks before `block`.
  func sum(before block: Int) -> Int { tree.sum(before: block) }
}

extension BlockCounts {
  /// How many bits of `words & mask` are set in `range`; `self` must be their counts.
  func count(of words: [UInt64], mask: [UInt64]?, in range: Range<Int>) -> Int {
    sum(of: words, mask: mask, before: range.upperBound)
      - sum(of: words, mask: mask, before: range.lowerBound)
  }

  private func sum(of words: [UInt64], mask: [UInt64]?, before index: Int) -> Int {
    let block = index &>> 6
    guard index & 63 != 0 else { return sum(before: block) }
    var bits = words[block] & lowBits(index & 63)
    if let mask { bits &= mask[block] }
    return sum(before: block) + bits.nonzeroBitCount
  }
}
