internal import HikidashiBase

/// The groups of one level, in order: runs of records that have the same values in the fields of this
/// level and those above it.
struct GroupLevel: Sendable {
  /// What a group is known by: a hash of its values, the same as long as the program runs.
  private(set) var ids: [UInt64]
  /// How many records each group has.
  private(set) var counts: [Int]
  private(set) var isOpen: [Bool]
  private(set) var sums: [GroupSums]
  private var places: FenwickTree

  init(ids: [UInt64], counts: [Int], isOpen: [Bool], sums: [GroupSums]) {
    self.ids = ids
    self.counts = counts
    self.isOpen = isOpen
    self.sums = sums
    places = FenwickTree(blocks: counts.count) { counts[$0] }
  }

  var count: Int { ids.count }

  /// The group with the record in a row.
  func group(ofRow row: Int) -> Int { places.block(of: row).block }

  /// The row of the first record of a group.
  func firstRow(of group: Int) -> Int { places.sum(before: group) }

  mutating func setOpen(_ group: Int, _ isOpen: Bool) { self.isOpen[group] = isOpen }

  /// Counts a record more, or one less; a group without records goes.
  ///
  /// - Returns: Whether the group is still there.
  @discardableResult
  mutating func add(_ delta: Int, to group: Int) -> Bool {
    counts[group] += delta
    if counts[group] > 0 {
      places.add(delta, toBlock: group)
      return true
    }
    ids.remove(at: group)
    counts.remove(at: group)
    isOpen.remove(at: group)
    for index in sums.indices { sums[index].remove(at: group) }
    recount()
    return false
  }

  /// Makes a group with one record.
  mutating func insert(_ id: UInt64, isOpen: Bool, at group: Int) {
    ids.insert(id, at: group)
    counts.insert(1, at: group)
    self.isOpen.insert(isOpen, at: group)
    for index in sums.indices { sums[index].insert(at: group) }
    recount()
  }

  private mutating func recount() {
    let counts = counts
    places = FenwickTree(blocks: counts.count) { counts[$0] }
  }

  mutating func add(_ value: SummedValue, to group: Int, ofSum index: Int) {
    sums[index].add(value, to: group)
  }

  /// - Returns: False when the group has to be summed up anew.
  mutating func remove(_ value: SummedValue, from group: Int, ofSum index: Int) -> Bool {
    sums[index].remove(value, from: group)
  }

  mutating func replaceSum(_ index: Int, of group: Int, by sum: GroupSums) {
    sums[index].replace(group, by: sum)
  }
}
