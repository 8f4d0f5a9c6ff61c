/// Puts the records of a table in the order of their groups; within a group they are sorted by the keys.
///
/// Each level is one pass that deals the records out to its groups, the innermost level first, so that
/// sorting takes time for the groups and not for their records.
struct GroupedOrder {
  private(set) var numbers: [RecordNumber]
  /// How many records each group has, for each level in order of the groups.
  private(set) var counts: [[Int]]

  /// - Parameter keys: The keys of the levels.
  init(
    _ table: RecordTable, _ levels: [RecordGrouping.Level], _ keys: [RecordOrder.Key],
    by sortKeys: [SortKey], where filter: Query?
  ) {
    let found = filter.map { table.search($0) }
    numbers =
      sortKeys.isEmpty ? (found ?? table.numbers).numbers : table.sorted(by: sortKeys, in: found)
    let ranks = zip(levels, keys).map { GroupRanks(table, $0, $1, in: found) }
    for ranks in ranks.reversed() { numbers = ranks.dealt(numbers) }
    counts = Self.counts(numbers, ranks)
  }

  private static func counts(_ numbers: [RecordNumber], _ ranks: [GroupRanks]) -> [[Int]] {
    var counts = [[Int]](repeating: [], count: ranks.count)
    var starts = [Int](repeating: 0, count: ranks.count)
    guard !numbers.isEmpty else { return counts }
    for row in 1..<numbers.count {
      let changed = ranks.firstIndex { $0[numbers[row]] != $0[numbers[row - 1]] }
      guard let changed else { continue }
      for level in changed..<ranks.count {
        counts[level].append(row - starts[level])
        starts[level] = row
      }
    }
    for level in ranks.indices { counts[level].append(numbers.count - starts[level]) }
    return counts
  }
}

/// For each record the place of its value among the values of a field.
private struct GroupRanks {
  private var ranks: [UInt32]
  private var count = 0

  init(
    _ table: RecordTable, _ level: RecordGrouping.Level, _ key: RecordOrder.Key,
    in found: RecordSet?
  ) {
    var groups = table.positionGroups(ofField: key.field, in: found, membership: .always)
    if let reading = key.reading {
      groups = groups.divided(
        by: table.positionGroups(ofField: reading, in: found, membership: .always))
    }
    ranks = groups.membership ?? []
    let column = KeyColumn(key, of: table)
    let sorted = Self.sorted(groups.representatives, table, level, column)
    // What is equal to the order is one group, however it is written.
    var rankOfPosition: [Int: UInt32] = [:]
    rankOfPosition.reserveCapacity(sorted.count)
    for index in sorted.indices {
      let isNew =
        index == 0 || column.compare(sorted[index - 1], with: column, sorted[index]) != 0
      if isNew { count += 1 }
      rankOfPosition[sorted[index]] = UInt32(count - 1)
    }
    let rankOfGroup = groups.representatives.map { rankOfPosition[Int($0)] ?? 0 }
    for position in ranks.indices where ranks[position] != PositionGroups.none {
      ranks[position] = rankOfGroup[Int(ranks[position])]
    }
  }

  /// The first records of the groups, in the order of the groups.
  private static func sorted(
    _ representatives: [UInt32], _ table: RecordTable, _ level: RecordGrouping.Level,
    _ column: KeyColumn
  ) -> [Int] {
    let positions = representatives.map { Int($0) }
    // Comparing is quicker for few of them, and booleans are not sorted otherwise.
    guard positions.count > 1_000 else {
      return positions.sorted { column.compare($0, with: column, $1) < 0 }
    }
    let key = SortKey(grouping: level)
    return table.sorted(by: [key], in: RecordSet(positions.map { RecordNumber($0) }))
      .map(\.rawValue)
  }

  @inline(__always)
  subscript(number: RecordNumber) -> UInt32 { ranks[number.rawValue] }

  /// The records dealt out to the groups; those of one group stay in their order.
  func dealt(_ numbers: [RecordNumber]) -> [RecordNumber] {
    var starts = [Int](repeating: 0, count: count + 1)
    for number in numbers { starts[Int(self[number]) + 1] += 1 }
    for rank in 0..<count { starts[rank + 1] += starts[rank] }
    return [RecordNumber](unsafeUninitializedCapacity: numbers.count) { buffer, initialized in
      starts.withUnsafeMutableBufferPointer { starts in
        for number in numbers {
          let rank = Int(self[number])
          buffer.initializeElement(at: starts[rank], to: number)
          starts[rank] += 1
        }
      }
      initialized = numbers.count
    }
  }
}

extension PositionGroups {
  /// The groups of positions that are in one group here and in one group of `other`.
  fileprivate func divided(by other: PositionGroups) -> PositionGroups {
    guard let own = membership, let others = other.membership else { return self }
    var numbers: [UInt64: UInt32] = [:]
    var divided = PositionGroups(membership: own)
    var members = own
    for position in own.indices where own[position] != Self.none {
      let pair = UInt64(own[position]) << 32 | UInt64(others[position])
      let next = UInt32(divided.representatives.count)
      let number = numbers[pair] ?? next
      if number == next {
        numbers[pair] = next
        divided.representatives.append(UInt32(position))
        divided.counts.append(0)
      }
      divided.counts[Int(number)] += 1
      members[position] = number
    }
    divided.membership = members
    return divided
  }
}
