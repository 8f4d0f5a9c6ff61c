/// Which slots are selected and which can be, with the counts for the third state of a parent.
struct SelectionBits: Sendable {
  private(set) var selected: Bits
  let selectable: Bits
  /// How many slots are selected, shown or not.
  private(set) var count = 0
  var mode = SelectionMode.multiple
  /// Where a range begins.
  var anchor: Int?
  /// What the filter lets through; only that is counted below.
  private var pass: [UInt64]?
  private var selectedCounts: BlockCounts
  private var selectableCounts: BlockCounts

  init(selectable: Bits = Bits()) {
    self.selectable = selectable
    selected = Bits(count: selectable.count, repeating: false)
    selectedCounts = BlockCounts(selected.words, mask: nil)
    selectableCounts = BlockCounts(selectable.words, mask: nil)
  }

  /// Takes another filter. O(n / 64).
  mutating func recount(pass: Bits?) {
    self.pass = pass?.words
    selectedCounts = BlockCounts(selected.words, mask: self.pass)
    selectableCounts = BlockCounts(selectable.words, mask: self.pass)
  }

  /// Selects or deselects one slot that can be selected. O(log n).
  mutating func set(_ slot: Int, to value: Bool) {
    guard selected[slot] != value else { return }
    selected[slot] = value
    count += value ? 1 : -1
    if passes(slot) { selectedCounts.add(value ? 1 : -1, toBlock: slot &>> 6) }
  }

  /// Selects exactly `bits`, of which all must be selectable. O(n / 64).
  mutating func replace(with bits: Bits) {
    selected = bits
    count = bits.population
    selectedCounts = BlockCounts(bits.words, mask: pass)
  }

  private func passes(_ slot: Int) -> Bool {
    guard let pass else { return true }
    return pass[slot &>> 6] &>> UInt64(truncatingIfNeeded: slot & 63) & 1 != 0
  }

  /// How much of the slots in `subtree`, which begins with its root, is selected. O(log n).
  func state(of subtree: Range<Int>) -> SelectionState {
    let root = subtree.lowerBound
    if subtree.count == 1 || !passes(root) { return selected[root] ? .on : .off }
    let on = selectedCounts.count(of: selected.words, mask: pass, in: subtree)
    guard on > 0 else { return .off }
    return on == selectableCounts.count(of: selectable.words, mask: pass, in: subtree) ? .on : .some
  }
}
