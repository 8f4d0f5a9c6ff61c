/// Finds groups of equal values where there are few of them: in one pass, on all processors.
///
/// Each part of the values has a table of its own, small enough for a processor's cache. The first part
/// is looked at before the others, which begin with its groups: mostly they find no further ones, and
/// where there are many, only a part of the work was in vain.
struct FewGroups: ~Copyable {
  private let slots: Scratch<UInt32>
  private let found: Scratch<FoundGroup>
  private var tables: [Table] = []

  /// More are not looked for.
  static let most = 4_096

  /// Returns the groups in order of first appearance, or nil where there are too many of them or too few
  /// values to begin.
  ///
  /// - Parameters:
  ///   - hashes: The hash of every value that takes part.
  ///   - areEqual: Whether the values at two positions are equal, asked when their hashes are.
  @inline(__always)
  static func find(
    _ hashes: some KeyStream, below count: Int, membership: Bool,
    areEqual: (UInt32, UInt32) -> Bool
  ) -> PositionGroups? {
    guard hashes.parts > 1 else { return nil }
    var groups = PositionGroups()
    if membership { groups.setMembership(below: count) { _ in } }
    var few = FewGroups(parts: hashes.parts)
    let numbers = groups.withMembership { members in
      few.fill(hashes, members, areEqual) ? few.merge(areEqual) : nil
    }
    guard let numbers else { return nil }
    let known = UInt32(few.tables[0].count)
    groups.withMembership { members in
      guard let members else { return }
      Parallel.run(numbers.count) { part in
        // What a part found itself is numbered anew, among what the others have found.
        let own = numbers[part]
        guard !own.isEmpty else { return }
        hashes.forEach(part) { _, position in
          let member = members[Int(position)]
          if member >= known { members[Int(position)] = own[Int(member - known)] }
        }
      }
    }
    let all = few.tables[hashes.parts]
    groups.representatives = (0..<all.count).map { all.groups[$0].first }
    groups.counts = (0..<all.count).map { all.groups[$0].count }
    return groups
  }

  /// Makes room for the tables of the parts and one of all.
  private init(parts: Int) {
    slots = Scratch(repeating: 0, count: (parts + 1) * Table.slotCount)
    found = Scratch(count: (parts + 1) * (Self.most + 1))
    tables = (0...parts).map {
      Table(
        slots: slots.start + $0 * Table.slotCount, groups: found.start + $0 * (Self.most + 1))
    }
  }

  /// Groups each part, and returns false where there are too many groups.
  @inline(__always)
  private mutating func fill(
    _ hashes: some KeyStream, _ members: UnsafeMutablePointer<UInt32>?,
    _ areEqual: (UInt32, UInt32) -> Bool
  ) -> Bool {
    tables[0].add(hashes, part: 0, members, areEqual)
    let first = tables[0]
    guard !first.isFull else { return false }
    for part in 1...hashes.parts { tables[part].begin(as: first) }
    tables.withUnsafeMutableBufferPointer { tables in
      Parallel.run(hashes.parts - 1) { index in
        tables[index + 1].add(hashes, part: index + 1, members, areEqual)
      }
    }
    return !tables.contains { $0.isFull }
  }

  /// Brings the groups of all parts into the last table, in order of first appearance.
  ///
  /// - Returns: For each part the numbers of the groups that it found itself, or nil where there are too
  ///   many groups.
  @inline(__always)
  private mutating func merge(_ areEqual: (UInt32, UInt32) -> Bool) -> [[UInt32]]? {
    let last = tables.count - 1
    let known = tables[0].count
    for group in 0..<known { tables[last].groups[group].count = tables[0].groups[group].count }
    var numbers = [[UInt32]](repeating: [], count: last)
    for part in 1..<last {
      for index in 0..<tables[part].count {
        let group = tables[part].groups[index]
        if index < known {
          tables[last].groups[index].count &+= group.count
        } else {
          let number = tables[last].add(group.key, group.first, count: group.count, areEqual)
          numbers[part].append(number)
        }
      }
    }
    return tables[last].isFull ? nil : numbers
  }
}

/// A hash table with open addressing for a few groups.
private struct Table {
  /// The number of a group, plus one; 0 where there is none.
  let slots: UnsafeMutablePointer<UInt32>
  let groups: UnsafeMutablePointer<FoundGroup>
  private(set) var count = 0

  static let slotCount = FewGroups.most * 4

  init(slots: UnsafeMutablePointer<UInt32>, groups: UnsafeMutablePointer<FoundGroup>) {
    self.slots = slots
    self.groups = groups
  }

  /// There are more groups than wanted.
  var isFull: Bool { count > FewGroups.most }

  /// Knows the groups of another table from the beginning, without any values.
  mutating func begin(as other: Table) {
    slots.update(from: other.slots, count: Self.slotCount)
    groups.initialize(from: other.groups, count: other.count)
    for index in 0..<other.count { groups[index].count = 0 }
    count = other.count
  }

  /// Groups a part; `members` are told their groups.
  @inline(__always)
  mutating func add(
    _ hashes: some KeyStream, part: Int, _ members: UnsafeMutablePointer<UInt32>?,
    _ areEqual: (UInt32, UInt32) -> Bool
  ) {
    var table = self
    hashes.forEach(part) { hash, position in
      guard !table.isFull else { return }
      let group = table.add(hash, position, count: 1, areEqual)
      if let members { members[Int(position)] = group }
    }
    self = table
  }

  /// Counts values that are equal to the one at a position, and returns the number of their group.
  @inline(__always)
  mutating func add(
    _ hash: UInt64, _ position: UInt32, count: UInt32, _ areEqual: (UInt32, UInt32) -> Bool
  ) -> UInt32 {
    guard !isFull else { return 0 }
    var place = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    while true {
      let number = slots[place]
      guard number > 0 else { break }
      let group = groups + Int(number - 1)
      if group.pointee.key == hash, areEqual(group.pointee.first, position) {
        group.pointee.count &+= count
        return number - 1
      }
      place = (place + 1) & (Self.slotCount - 1)
    }
    (groups + self.count).initialize(to: FoundGroup(key: hash, first: position, count: count))
    self.count += 1
    slots[place] = UInt32(truncatingIfNeeded: self.count)
    return UInt32(truncatingIfNeeded: self.count - 1)
  }
}

extension PositionGroups {
  /// Calls `body` with the membership, or with nil where it was not asked for.
  @inline(__always)
  fileprivate mutating func withMembership<Result>(
    _ body: (UnsafeMutablePointer<UInt32>?) -> Result
  ) -> Result {
    guard var members = membership else { return body(nil) }
    membership = nil
    defer { membership = members }
    return members.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }

  /// The groups with nulls as one more, in its place by first appearance.
  consuming func with(nulls: [UInt32]) -> Self {
    guard let first = nulls.first else { return self }
    let number = representatives.firstIndex { $0 > first } ?? representatives.count
    representatives.insert(first, at: number)
    counts.insert(UInt32(nulls.count), at: number)
    let null = UInt32(number)
    let count = membership?.count ?? 0
    withMembership { members in
      guard let members else { return }
      Parallel.forEachRange(of: count) { range in
        for position in range where members[position] >= null && members[position] != Self.none {
          members[position] += 1
        }
      }
      for position in nulls { members[Int(position)] = null }
    }
    return self
  }

  /// These groups, of which those are one whose first positions `other` has in one group.
  consuming func joined(by other: PositionGroups) -> Self {
    guard let others = other.membership else { return self }
    let numbers = representatives.map { others[Int($0)] }
    var joined = [UInt32](repeating: 0, count: other.representatives.count)
    for (group, number) in numbers.enumerated() { joined[Int(number)] += counts[group] }
    (representatives, counts) = (other.representatives, joined)
    let count = membership?.count ?? 0
    withMembership { members in
      guard let members else { return }
      Parallel.forEachRange(of: count) { range in
        for position in range where members[position] != Self.none {
          members[position] = numbers[Int(members[position])]
        }
      }
    }
    return self
  }
}
