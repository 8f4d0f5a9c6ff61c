/// Which rows are shown where some groups are closed: the heading of each group, and the records of
/// those that are open.
struct ShownGroups: Sendable {
  /// A heading.
  struct Heading: Sendable {
    /// The row that it stands in.
    var row: Int
    /// The first record of its group, among all records in their order.
    var first: Int
    var level: Int
    /// The group among those of the level.
    var group: Int
  }

  /// The headings from the top down.
  let headings: [Heading]
  /// How many rows there are, headings and records.
  let count: Int
  /// Whether records follow the heading at an index, and not those of inner groups or nothing.
  private let hasRecords: [Bool]

  /// - Complexity: O(*g*) for *g* groups of all levels.
  init(_ levels: [GroupLevel]) {
    var headings: [Heading] = []
    var hasRecords: [Bool] = []
    var row = 0
    // The first group of each level that was not looked at, and its first record.
    var next = levels.map { _ in (group: 0, first: 0) }
    func pass(level: Int, until end: Int) {
      while level < levels.count, next[level].first < end {
        next[level].first += levels[level].counts[next[level].group]
        next[level].group += 1
      }
    }
    func show(level: Int, until end: Int) {
      while next[level].first < end {
        let (group, first) = next[level]
        let count = levels[level].counts[group]
        next[level] = (group + 1, first + count)
        let isOpen = levels[level].isOpen[group]
        let isInnermost = level == levels.count - 1
        headings.append(Heading(row: row, first: first, level: level, group: group))
        hasRecords.append(isOpen && isInnermost)
        row += 1
        if isOpen, isInnermost { row += count }
        guard !isInnermost else { continue }
        if isOpen {
          show(level: level + 1, until: first + count)
        } else {
          for inner in level + 1..<levels.count { pass(level: inner, until: first + count) }
        }
      }
    }
    if let outermost = levels.first, outermost.count > 0 {
      show(level: 0, until: outermost.counts.reduce(0, +))
    }
    self.headings = headings
    self.hasRecords = hasRecords
    count = row
  }

  /// What stands in a row.
  enum Row {
    case heading(Heading)
    /// A record by its place among all in their order.
    case record(Int)
  }

  /// - Complexity: O(log *g*)
  subscript(row: Int) -> Row {
    let heading = headings[index { $0.row <= row }]
    return heading.row == row ? .heading(heading) : .record(heading.first + row - heading.row - 1)
  }

  /// The row of a record, nil where one of its groups is closed.
  ///
  /// - Complexity: O(log *g*)
  func row(ofRecord place: Int) -> Int? {
    let index = index { $0.first <= place }
    guard index >= 0, hasRecords[index] else { return nil }
    return headings[index].row + 1 + place - headings[index].first
  }

  /// The heading of the innermost shown group with a record.
  func heading(ofRecord place: Int) -> Heading { headings[index { $0.first <= place }] }

  /// How many rows at the start show nothing of the records from this one on.
  func rows(beforeRecord place: Int) -> Int {
    let index = index { $0.first < place }
    guard index >= 0 else { return 0 }
    let heading = headings[index]
    return heading.row + 1 + (hasRecords[index] ? place - heading.first : 0)
  }

  /// How many rows at the end show nothing of the records before this one, nor the headings of groups
  /// that begin with it.
  func rows(behindStartOfRecord place: Int) -> Int {
    let index = index { $0.first <= place }
    guard index >= 0 else { return count }
    let heading = headings[index]
    if hasRecords[index] { return count - (heading.row + 1 + place - heading.first) }
    return count - (heading.row + 1)
  }

  /// The last heading that fulfils a condition that all before it fulfil; -1 if none does.
  private func index(where fulfils: (Heading) -> Bool) -> Int {
    var (low, high) = (0, headings.count)
    while low < high {
      let middle = (low + high) >> 1
      if fulfils(headings[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
