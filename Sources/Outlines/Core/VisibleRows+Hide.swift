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
