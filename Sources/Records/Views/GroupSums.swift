/// The sums of a field for each group of a level, in order of the groups.
enum GroupSums: Sendable {
  case integers([IntegerTotal])
  case doubles([DoubleTotal])

  /// The sum of a group: a whole number as long as 64 bits hold it.
  subscript(group: Int) -> CellValue {
    switch self {
    case .integers(let totals):
      totals[group].value.map { .integer($0) } ?? .double(totals[group].asDouble)
    case .doubles(let totals): .double(totals[group].asDouble)
    }
  }

  /// Makes room for a group without records.
  mutating func insert(at group: Int) {
    switch self {
    case .integers(var totals):
      self = .integers([])
      totals.insert(.zero, at: group)
      self = .integers(totals)
    case .doubles(var totals):
      self = .doubles([])
      totals.insert(.zero, at: group)
      self = .doubles(totals)
    }
  }

  mutating func remove(at group: Int) {
    switch self {
    case .integers(var totals):
      self = .integers([])
      totals.remove(at: group)
      self = .integers(totals)
    case .doubles(var totals):
      self = .doubles([])
      totals.remove(at: group)
      self = .doubles(totals)
    }
  }

  /// Adds a value to the sum of a group.
  mutating func add(_ value: SummedValue, to group: Int) {
    switch (self, value) {
    case (.integers(var totals), .integer(let value)):
      self = .integers([])
      totals[group].add(value)
      self = .integers(totals)
    case (.doubles(var totals), .double(let value)):
      self = .doubles([])
      totals[group].add(value)
      self = .doubles(totals)
    default: break
    }
  }

  /// Takes a value out of the sum of a group.
  ///
  /// - Returns: False when the group has to be summed up anew, as the value had swallowed the others.
  mutating func remove(_ value: SummedValue, from group: Int) -> Bool {
    switch (self, value) {
    case (.integers(var totals), .integer(let value)):
      self = .integers([])
      totals[group].remove(value)
      self = .integers(totals)
      return true
    case (.doubles(var totals), .double(let value)):
      self = .doubles([])
      defer { self = .doubles(totals) }
      return totals[group].remove(value)
    default: return true
    }
  }

  /// Replaces the sum of a group.
  mutating func replace(_ group: Int, by other: GroupSums) {
    switch (self, other) {
    case (.integers(var totals), .integers(let other)):
      totals[group] = other[0]
      self = .integers(totals)
    case (.doubles(var totals), .doubles(let other)):
      totals[group] = other[0]
      self = .doubles(totals)
    default: break
    }
  }

  /// The sums of groups that each consist of so many of these, one after another.
  func merged(by counts: [Int]) -> GroupSums {
    switch self {
    case .integers(let totals): .integers(Self.merged(totals, by: counts))
    case .doubles(let totals): .doubles(Self.merged(totals, by: counts))
    }
  }

  private static func merged<Total: RunningTotal>(_ totals: [Total], by counts: [Int]) -> [Total] {
    var start = 0
    return counts.map { count in
      defer { start += count }
      return totals[start..<start + count].reduce(into: Total.zero) { $0.append($1) }
    }
  }
}

/// A value that is summed up.
enum SummedValue: Equatable, Sendable {
  case integer(Int)
  case double(Double)
}

/// A column of numbers that are summed up.
struct SumColumn: Sendable {
  private let column: Column

  init(_ field: FieldDefinition, of table: RecordTable) {
    column = table.columns[table.schema.requiredIndex(of: field)]
  }

  /// The value of a record, nil for null.
  subscript(number: RecordNumber) -> SummedValue? {
    let index = number.rawValue >> ChunkLayout.shift
    let place = number.rawValue & ChunkLayout.mask
    switch column {
    case .integers(let chunks):
      guard chunks[index].holdsValue(at: place) else { return nil }
      return .integer(chunks[index].values[place])
    case .doubles(let chunks):
      guard chunks[index].holdsValue(at: place) else { return nil }
      return .double(chunks[index].values[place])
    case .booleans, .texts: return nil
    }
  }

  /// Sums up groups of records that stand one after another, so many in each.
  func sums(of numbers: some Sequence<RecordNumber>, counts: [Int]) -> GroupSums {
    switch column {
    case .integers(let chunks): .integers(Self.totals(chunks, numbers, counts))
    case .doubles(let chunks): .doubles(Self.totals(chunks, numbers, counts))
    case .booleans, .texts: .integers(counts.map { _ in .zero })
    }
  }

  @inline(__always)
  private static func totals<Element: SummedNumber>(
    _ chunks: [ValueChunk<Element>], _ numbers: some Sequence<RecordNumber>, _ counts: [Int]
  ) -> [Element.Total] {
    var numbers = numbers.makeIterator()
    return chunks.withUnsafeBufferPointer { chunks in
      counts.map { count in
        var total = Element.Total.zero
        for _ in 0..<count {
          guard let position = numbers.next()?.rawValue else { break }
          let chunk = chunks[position >> ChunkLayout.shift]
          let place = position & ChunkLayout.mask
          if chunk.holdsValue(at: place) { total.add(chunk.values[place]) }
        }
        return total
      }
    }
  }
}
