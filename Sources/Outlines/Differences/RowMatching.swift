/// Finds which rows of two lists are the same.
@usableFromInline
enum RowMatching {
  /// How far a row is looked for beside its place before it is looked up by its hash.
  @usableFromInline static var reach: Int { 4 }

  /// The old place of each new row, -1 for rows that are new.
  ///
  /// Most rows stand where they stood, from the start, from the end, or a few places on: those are
  /// found by comparing, which costs far less than hashing them. What is left on both sides is then matched by hash, in
  /// order.
  @inlinable
  static func sources<Element, ID: Hashable>(
    _ old: [Element], _ new: [Element], _ id: (Element) -> ID
  ) -> [Int32] {
    var sources = [Int32](repeating: -1, count: new.count)
    var isTaken = [Bool](repeating: false, count: old.count)
    var start = 0
    while start < min(old.count, new.count), id(old[start]) == id(new[start]) {
      sources[start] = Int32(truncatingIfNeeded: start)
      isTaken[start] = true
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, id(old[oldEnd - 1]) == id(new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
      sources[newEnd] = Int32(truncatingIfNeeded: oldEnd)
      isTaken[oldEnd] = true
    }
    var left: [Int] = []
    var place = start
    for row in start..<newEnd {
      let wanted = id(new[row])
      let near = place..<min(place + reach, oldEnd)
      if let found = near.first(where: { id(old[$0]) == wanted }) {
        sources[row] = Int32(truncatingIfNeeded: found)
        isTaken[found] = true
        place = found + 1
      } else {
        left.append(row)
        // It stands in for an old row, unless that one comes next.
        let next = row + 1..<min(row + reach, newEnd)
        if place < oldEnd, !next.contains(where: { id(new[$0]) == id(old[place]) }) { place += 1 }
      }
    }
    guard !left.isEmpty else { return sources }
    var table = RowsByID<ID>(capacity: left.count)
    for row in left { table.add(row, id(new[row])) }
    for place in start..<oldEnd where !isTaken[place] {
      if let row = table.take(id(old[place])) { sources[row] = Int32(truncatingIfNeeded: place) }
    }
    return sources
  }

  /// The rows of the new list that break the order of the old one: all that stay but those of a
  /// longest ascending run of old places (patience sorting; Fredman, 1975).
  static func outOfOrder(_ sources: [Int32]) -> [Int] {
    // The last rows of the best runs of each length, and the row before each row in its run.
    var ends: [Int32] = []
    var before = [Int32](repeating: -1, count: sources.count)
    var isOrdered = true
    for (row, source) in sources.enumerated() where source >= 0 {
      var length = ends.count
      if let last = ends.last, sources[Int(last)] > source {
        isOrdered = false
        var low = 0
        while low < length {
          let middle = (low + length) / 2
          if sources[Int(ends[middle])] < source { low = middle + 1 } else { length = middle }
        }
      }
      if length > 0 { before[row] = ends[length - 1] }
      let end = Int32(truncatingIfNeeded: row)
      if length < ends.count { ends[length] = end } else { ends.append(end) }
    }
    guard !isOrdered else { return [] }
    var keeps = Bits(count: sources.count, repeating: false)
    var row = ends.last ?? -1
    while row >= 0 {
      keeps[Int(row)] = true
      row = before[Int(row)]
    }
    return sources.indices.filter { sources[$0] >= 0 && !keeps[$0] }
  }
}

/// Rows by their identity, several to one where it repeats, handed out in the order they came.
@usableFromInline
struct RowsByID<ID: Hashable> {
  /// The first and last row of each identity.
  @usableFromInline var chains: [ID: Chain]
  /// The row of the same identity after each row.
  @usableFromInline var next: [Int: Int] = [:]

  @usableFromInline
  struct Chain {
    @usableFromInline var first: Int
    @usableFromInline var last: Int

    @inlinable
    init(_ row: Int) {
      first = row
      last = row
    }
  }

  @inlinable
  init(capacity: Int) { chains = Dictionary(minimumCapacity: capacity) }

  @inlinable
  mutating func add(_ row: Int, _ id: ID) {
    if let last = chains[id]?.last {
      next[last] = row
      chains[id]?.last = row
    } else {
      chains[id] = Chain(row)
    }
  }

  /// The first row of an identity that was not taken yet.
  @inlinable
  mutating func take(_ id: ID) -> Int? {
    guard let first = chains[id]?.first else { return nil }
    if let second = next.removeValue(forKey: first) {
      chains[id]?.first = second
    } else {
      chains[id] = nil
    }
    return first
  }
}
