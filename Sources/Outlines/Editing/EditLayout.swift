/// An edited outline in preorder: its new shape, and from where each stretch of it comes.
struct EditLayout {
  enum Run {
    /// Slots of the old outline.
    case old(Range<Int>)
    /// Numbers of new nodes.
    case new(Range<Int>)
  }

  let topology: Topology
  private(set) var runs: [Run] = []
  /// The new slot of each old one, -1 for removed nodes.
  private(set) var newSlots: [Int32]

  /// Walks the edited outline; subtrees that no change touches are copied as they are. O(n).
  init(_ plan: EditPlan) {
    newSlots = Array(repeating: -1, count: plan.base.nodeCount)
    let old = plan.base.topology
    let touched = Self.touched(plan)
    var builder = TopologyBuilder()
    builder.reserve(plan.totalCount)
    var runs: [Run] = []
    var levels = [plan.children(of: EditPlan.root)]
    while let child = levels[levels.count - 1].popFirst() {
      let handle = Int(child)
      if handle < old.count, !touched[handle] {
        var slots = old.subtree(handle)
        // Siblings that follow each other as before are copied at once.
        while let next = levels[levels.count - 1].first, Int(next) == slots.upperBound,
          slots.upperBound < old.count, !touched[Int(next)],
          old[Int(next)].parent == old[handle].parent
        {
          slots = slots.lowerBound..<old.subtree(Int(next)).upperBound
          levels[levels.count - 1].removeFirst()
        }
        builder.add(slots, of: old)
        Self.append(.old(slots), to: &runs)
      } else {
        builder.open()
        let number = handle - old.count
        Self.append(number < 0 ? .old(handle..<handle + 1) : .new(number..<number + 1), to: &runs)
        levels.append(plan.children(of: handle))
      }
      while levels.count > 1, levels[levels.count - 1].isEmpty {
        levels.removeLast()
        _ = builder.close()
      }
    }
    topology = builder.finish()
    self.runs = runs
    var slot: Int32 = 0
    newSlots.withUnsafeMutableBufferPointer { newSlots in
      for run in runs {
        switch run {
        case .old(let slots):
          for old in slots {
            newSlots[old] = slot
            slot += 1
          }
        case .new(let numbers): slot += Int32(truncatingIfNeeded: numbers.count)
        }
      }
    }
  }

  /// The old nodes with a change at or below them.
  private static func touched(_ plan: EditPlan) -> Bits {
    var touched = Bits(count: plan.base.nodeCount, repeating: false)
    for parent in plan.lists.keys {
      var next = parent
      while next != EditPlan.root {
        if next < plan.base.nodeCount {
          if touched[next] { break }
          touched[next] = true
        }
        next = plan.parent(of: next)
      }
    }
    return touched
  }

  /// Appends `run`, joined to the last one where it goes on.
  private static func append(_ run: Run, to runs: inout [Run]) {
    switch (runs.last, run) {
    case (.old(let last), .old(let next)) where last.upperBound == next.lowerBound:
      runs[runs.count - 1] = .old(last.lowerBound..<next.upperBound)
    case (.new(let last), .new(let next)) where last.upperBound == next.lowerBound:
      runs[runs.count - 1] = .new(last.lowerBound..<next.upperBound)
    default: runs.append(run)
    }
  }

  /// The bits of `old` and `new` in the new order.
  func bits(_ old: Bits, _ new: Bits) -> Bits {
    var bits = Bits()
    for run in runs {
      switch run {
      case .old(let slots): bits.append(old, slots)
      case .new(let numbers): bits.append(new, numbers)
      }
    }
    return bits
  }
}

extension EditPlan {
  /// The edited outline, rows and filter not counted yet, and what is open in the filter. O(n).
  func core(_ layout: EditLayout) -> (OutlineCore, filterOpen: Bits) {
    var core = OutlineCore()
    core.topology = layout.topology
    core.ids.reserveCapacity(layout.topology.count)
    for run in layout.runs {
      switch run {
      case .old(let slots): core.ids.append(contentsOf: base.ids[slots])
      case .new(let numbers): core.ids.append(contentsOf: newIDs[numbers])
      }
    }
    core.table = base.table.moved(to: layout.newSlots)
    var slot = 0
    for run in layout.runs {
      switch run {
      case .old(let slots): slot += slots.count
      case .new(let numbers):
        for number in numbers {
          _ = core.table.insert(newIDs[number], at: slot, in: core.ids)
          slot += 1
        }
      }
    }
    core.sections = layout.bits(base.sections, newSections)
    core.openByDefinition = layout.bits(base.openByDefinition, newOpen)
    core.open = layout.bits(base.open, newOpen)
    core.selection = SelectionBits(
      selectable: layout.bits(base.selection.selectable, newSelectable))
    let none = Bits(count: newIDs.count, repeating: false)
    core.selection.replace(with: layout.bits(base.selection.selected, none))
    core.selection.mode = base.selection.mode
    core.selection.anchor = base.selection.anchor.flatMap { anchor in
      layout.newSlots[anchor] < 0 ? nil : Int(layout.newSlots[anchor])
    }
    let all = Bits(count: newIDs.count, repeating: true)
    let filterOpen = base.filter.map { layout.bits($0.open, all) }
    return (core, filterOpen ?? Bits())
  }
}
