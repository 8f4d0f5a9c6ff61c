extension OutlineCore {
  /// What is wrong with the parts, each held against one made anew; empty when all is well. O(n).
  func checkInvariants() -> [String] {
    var broken: [String] = []
    func check(_ condition: Bool, _ rule: String) { if !condition { broken.append(rule) } }
    let count = ids.count
    for bits in [sections, openByDefinition, open, selection.selectable, selection.selected] {
      check(bits.count == count, "one bit a node")
      check(bits == Bits(words: bits.words, count: count), "no bits past the end")
    }
    check(
      topology.isFlat
        || Topology(links: topology.links, rootCount: topology.rootCount).links == topology.links,
      "lists of children")
    for slot in 0..<count {
      let link = topology[slot]
      let parent = topology.parent(of: slot)
      check(self.slot(of: ids[slot]) == slot, "the table finds slot \(slot)")
      check(Int(link.end) > slot && Int(link.end) <= count, "end of \(slot)")
      check(topology.child(Int(link.index), of: parent) == slot, "index of \(slot)")
      check(link.level == parent.map { topology[$0].level + 1 } ?? 0, "level of \(slot)")
      if let parent { check(topology.descendants(of: parent).contains(slot), "nesting of \(slot)") }
    }
    let fresh = VisibleRows(topology, open: shownOpen, pass: filter?.pass)
    check(fresh.hidden == visible.hidden, "partly hidden slots")
    check(fresh.masks == visible.masks, "masks")
    check(fresh.shown == visible.shown, "shown counts")
    check(fresh.covers == visible.covers, "covers")
    check(selection.count == selection.selected.population, "selected count")
    for (selected, selectable) in zip(selection.selected.words, selection.selectable.words) {
      check(selected & ~selectable == 0, "only what can be selected is")
    }
    check(selection.mode != .none || selection.count == 0, "mode none")
    check(selection.mode != .single || selection.count <= 1, "mode single")
    return broken
  }
}

extension Outline {
  /// What is wrong inside; for tests.
  func checkInvariants() -> [String] {
    core.checkInvariants() + (items.count == core.ids.count ? [] : ["one item a node"])
  }
}
