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
