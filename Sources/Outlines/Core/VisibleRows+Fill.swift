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
