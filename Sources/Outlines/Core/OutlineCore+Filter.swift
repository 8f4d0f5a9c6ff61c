extension OutlineCore {
  /// Shows only `matches` and what `scope` adds; all nodes are open at first. O(n / 64 + matches).
  mutating func setFilter(matches: Bits, scope: FilterScope) -> RowChange? {
    rowChange { core in
      core.applyFilter(matches, scope: scope, open: Bits(count: core.nodeCount, repeating: true))
      core.refillRows()
    }
  }

  /// Shows all again, open as before the filter. O(n).
  mutating func clearFilter() -> RowChange? {
    guard filter != nil else { return nil }
    return rowChange { core in
      core.filter = nil
      core.selection.recount(pass: nil)
      core.refillRows()
    }
  }

  /// Sets what passes, without counting the rows.
  mutating func applyFilter(_ matches: Bits, scope: FilterScope, open: Bits) {
    var result = FilterResult(
      pass: matches, parents: Bits(count: nodeCount, repeating: false), open: open)
    if scope == .ancestorsAndDescendants { addDescendants(of: matches, to: &result) }
    addAncestors(of: matches, to: &result)
    filter = result
    selection.recount(pass: result.pass)
  }

  private func addDescendants(of matches: Bits, to result: inout FilterResult) {
    var done = 0
    matches.forEachSet { slot in
      guard slot >= done else { return }
      let range = topology.subtree(slot)
      result.pass.set(range, to: true)
      for word in (range.lowerBound &>> 6)...((range.upperBound - 1) &>> 6) {
        result.parents.words[word] |=
          topology.parents.words[word] & mask(of: range, inWord: word)
      }
      done = range.upperBound
    }
  }

  /// Goes up from each match until a way that is marked already.
  private func addAncestors(of matches: Bits, to result: inout FilterResult) {
    guard !topology.isFlat else { return }
    topology.links.withUnsafeBufferPointer { links in
      result.pass.words.withUnsafeMutableBufferPointer { pass in
        result.parents.words.withUnsafeMutableBufferPointer { parents in
          matches.forEachSet { slot in
            var next = Int(links[slot].parent)
            while next >= 0 {
              let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: next & 63)
              if parents[next &>> 6] & bit != 0 { return }
              parents[next &>> 6] |= bit
              pass[next &>> 6] |= bit
              next = Int(links[next].parent)
            }
          }
        }
      }
    }
  }
}
