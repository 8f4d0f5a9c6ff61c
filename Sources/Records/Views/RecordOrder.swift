internal import Glibc

/// The order of a table's records: by some fields, then by their numbers.
///
/// Equal records come in order of their numbers, in the direction of the first key that they are
/// sorted by; without a key all are equal.
struct RecordOrder: Sendable {
  let keys: [Key]
  /// Whether equal records come in descending order of their numbers.
  private let isDescending: Bool

  /// One field of the order, with its direction and comparison.
  struct Key: Sendable {
    var field: Int
    /// The field that text is ordered by where it has a value that is not empty.
    var reading: Int?
    var isDescending = false
    var nullsFirst = false
    /// How text is compared; nil compares bytes.
    var collator: Collator?
  }

  /// The places of the fields that the order depends on.
  var fields: Set<Int> { Set(keys.flatMap { [$0.field, $0.reading ?? $0.field] }) }

  /// The order bound to the columns of a table.
  func bound(to table: RecordTable) -> Bound {
    Bound(
      columns: keys.map { KeyColumn($0, of: table) }, isDescending: isDescending)
  }

  struct Bound: NumberOrder, Sendable {
    let columns: [KeyColumn]
    let isDescending: Bool

    @inline(__always)
    func precedes(_ left: RecordNumber, _ right: RecordNumber) -> Bool {
      precedes(left, in: self, right, in: self)
    }

    /// Whether a record as this table has it precedes one as another table of the same schema does.
    @inline(__always)
    func precedes(
      _ left: RecordNumber, in leftSide: Bound, _ right: RecordNumber, in rightSide: Bound
    ) -> Bool {
      for index in leftSide.columns.indices {
        let order = leftSide.columns[index].compare(
          left.rawValue, with: rightSide.columns[index], right.rawValue)
        if order != 0 { return order < 0 }
      }
      return isDescending ? right < left : left < right
    }

    func prefix(of number: RecordNumber) -> UInt64 {
      columns.first?.prefix(of: number.rawValue) ?? 0
    }
  }

  /// The order of records of which some still stand where an older table has them.
  struct Mixed: NumberOrder {
    let new: Bound
    let old: Bound
    /// The records that are still sorted by their older values.
    var pending: RecordSet

    @inline(__always)
    private func side(of number: RecordNumber) -> Bound { pending.contains(number) ? old : new }

    /// How many of the first keys two records have in common.
    func sharedKeys(_ left: RecordNumber, _ right: RecordNumber, among count: Int) -> Int {
      let (leftSide, rightSide) = (side(of: left), side(of: right))
      for index in 0..<count
      where leftSide.columns[index].compare(
        left.rawValue, with: rightSide.columns[index], right.rawValue) != 0
      {
        return index
      }
      return count
    }

    @inline(__always)
    func precedes(_ left: RecordNumber, _ right: RecordNumber) -> Bool {
      new.precedes(left, in: side(of: left), right, in: side(of: right))
    }

    func prefix(of number: RecordNumber) -> UInt64 { side(of: number).prefix(of: number) }
  }
}

// MARK: - Sort key

extension RecordOrder {
  /// The order by keys whose fields are the schema's.
  ///
  /// A field with a reading is ordered by that where it has one, by itself among equal ones; the
  /// field's own collation decides for both.
  ///
  /// - Parameter levels: What the records are grouped by, and sorted by first.
  init(_ keys: [SortKey], groupedBy levels: [RecordGrouping.Level] = [], schema: Schema) {
    let all = (levels.map { SortKey(grouping: $0) } + keys).map {
      Key($0.definition, isDescending: $0.isDescending, nullsFirst: $0.nullsComeFirst, schema)
    }
    self.init(keys: all, isDescending: keys.first?.isDescending ?? false)
  }
}

extension RecordOrder.Key {
  init(_ field: FieldDefinition, isDescending: Bool, nullsFirst: Bool, _ schema: Schema) {
    self.init(
      field: schema.requiredIndex(of: field),
      reading: field.reading.flatMap { name in
        schema.fields.firstIndex { $0.name == name }
      },
      isDescending: isDescending, nullsFirst: nullsFirst,
      collator: field.type == .string ? Collator.shared(for: field.collation) : nil)
  }
}

/// One key of an order over the column of a table.
struct KeyColumn: Sendable {
  private let values: Values
  private let isDescending: Bool
  private let nullsFirst: Bool

  private enum Values: Sendable {
    case integers([ValueChunk<Int>])
    case doubles([ValueChunk<Double>])
    /// Booleans have no order, but can be keys of records.
    case booleans([BitChunk])
    case texts([TextChunk], reading: [TextChunk]?, Collator?)
  }

  init(_ key: RecordOrder.Key, of table: RecordTable) {
    isDescending = key.isDescending
    nullsFirst = key.nullsFirst
    switch table.columns[key.field] {
    case .integers(let chunks): values = .integers(chunks)
    case .doubles(let chunks): values = .doubles(chunks)
    case .booleans(let chunks): values = .booleans(chunks)
    case .texts(let chunks):
      var reading: [TextChunk]?
      if let field = key.reading, case .texts(let chunks) = table.columns[field] {
        reading = chunks
      }
      values = .texts(chunks, reading: reading, key.collator)
    }
  }

  /// Below zero when the record at a position comes before that of another table, zero when the key
  /// does not tell them apart, above when after.
  @inline(__always)
  func compare(_ position: Int, with other: KeyColumn, _ otherPosition: Int) -> Int {
    switch (values, other.values) {
    case (.integers(let left), .integers(let right)):
      compare(number(left, position), number(right, otherPosition))
    case (.doubles(let left), .doubles(let right)):
      compare(number(left, position), number(right, otherPosition))
    case (.texts(let left, let leftReading, let collator), .texts(let right, let rightReading, _)):
      if let leftReading, let rightReading {
        compare(
          Self.text(left, leftReading, position), Self.text(left, position),
          Self.text(right, rightReading, otherPosition), Self.text(right, otherPosition), collator)
      } else {
        compare(Self.text(left, position), Self.text(right, otherPosition), collator)
      }
    case (.booleans(let left), .booleans(let right)):
      compare(Self.bit(left, position), Self.bit(right, otherPosition))
    // Columns of one field are kept in one way.
    default: 0
    }
  }

  private static func bit(_ chunks: [BitChunk], _ position: Int) -> UInt64? {
    let chunk = chunks[position >> ChunkLayout.shift]
    let place = position & ChunkLayout.mask
    return chunk.holdsValue(at: place) ? (chunk.value(at: place) ? 1 : 0) : nil
  }

  private func number<Element: OrderedKey>(
    _ chunks: [ValueChunk<Element>], _ position: Int
  ) -> UInt64? {
    let chunk = chunks[position >> ChunkLayout.shift]
    let place = position & ChunkLayout.mask
    return chunk.holdsValue(at: place) ? chunk.values[place].orderedKey : nil
  }

  @inline(__always)
  private func compare(_ left: UInt64?, _ right: UInt64?) -> Int {
    guard let left, let right else { return compareNulls(left == nil, right == nil) }
    if left == right { return 0 }
    return (left < right) != isDescending ? -1 : 1
  }

  @inline(__always)
  private func compareNulls(_ leftIsNull: Bool, _ rightIsNull: Bool) -> Int {
    if leftIsNull == rightIsNull { return 0 }
    return leftIsNull == nullsFirst ? -1 : 1
  }
}

extension KeyColumn {
  private static func text(_ chunks: [TextChunk], _ position: Int) -> UTF8Bytes? {
    let chunk = chunks[position >> ChunkLayout.shift]
    let place = position & ChunkLayout.mask
    return chunk.holdsValue(at: place) ? chunk.bytes(at: place) : nil
  }

  /// The reading, or the text itself where that is missing or empty.
  private static func text(
    _ chunks: [TextChunk], _ reading: [TextChunk], _ position: Int
  ) -> UTF8Bytes? {
    if let reading = text(reading, position), !reading.isEmpty { return reading }
    return text(chunks, position)
  }

  private func compare(_ left: UTF8Bytes?, _ right: UTF8Bytes?, _ collator: Collator?) -> Int {
    guard let left, let right else { return compareNulls(left == nil, right == nil) }
    let order = collator?.compare(left, right) ?? Self.compareBytes(left, right)
    return isDescending ? -order : order
  }

  /// By the readings, then by the texts themselves.
  private func compare(
    _ left: UTF8Bytes?, _ leftText: UTF8Bytes?, _ right: UTF8Bytes?, _ rightText: UTF8Bytes?,
    _ collator: Collator?
  ) -> Int {
    let order = compare(left, right, collator)
    return order != 0 ? order : compare(leftText, rightText, collator)
  }

  private static func compareBytes(_ left: UTF8Bytes, _ right: UTF8Bytes) -> Int {
    let count = min(left.count, right.count)
    if count > 0, let first = left.baseAddress, let second = right.baseAddress {
      let order = memcmp(first, second, count)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }

  /// Hashes a value so that values that are equal in the key have equal hashes; false for null.
  func hash(_ position: Int, into hasher: inout Hasher) -> Bool {
    switch values {
    case .integers(let chunks):
      guard let value = number(chunks, position) else { return false }
      hasher.combine(value)
    case .doubles(let chunks):
      guard let value = number(chunks, position) else { return false }
      hasher.combine(value)
    case .booleans(let chunks):
      guard let value = Self.bit(chunks, position) else { return false }
      hasher.combine(value != 0)
    case .texts(let chunks, _, let collator):
      guard let bytes = Self.text(chunks, position) else { return false }
      hasher.combine(key: bytes, collator)
    }
    return true
  }

  /// Hashes a value so that values are told apart as comparing does, null and readings too.
  func identify(_ position: Int, into hasher: inout Hasher) {
    hasher.combine(hash(position, into: &hasher))
    guard case .texts(let chunks, let reading?, let collator) = values,
      let bytes = Self.text(chunks, reading, position)
    else { return }
    hasher.combine(key: bytes, collator)
  }

  /// See ``NumberOrder/prefix(of:)``.
  func prefix(of position: Int) -> UInt64 {
    let key: UInt64? =
      switch values {
      case .integers(let chunks): number(chunks, position)
      case .doubles(let chunks): number(chunks, position)
      case .texts(let chunks, let reading, let collator):
        (reading.map { Self.text(chunks, $0, position) } ?? Self.text(chunks, position))
          .map { collator?.key(for: $0).prefixKey ?? $0.prefixKey }
      case .booleans(let chunks): Self.bit(chunks, position)
      }
    // One bit is given up, so that nulls lie outside what values can be.
    guard let key else { return nullsFirst ? 0 : .max }
    let narrowed = (isDescending ? ~key : key) >> 1
    return min(max(narrowed, 1), .max - 1)
  }
}

extension Collection<UInt8> {
  /// The first eight bytes as a number that ascends as the bytes do.
  fileprivate var prefixKey: UInt64 {
    var key: UInt64 = 0
    var bits: UInt64 = 56
    for byte in prefix(8) {
      key |= UInt64(byte) << bits
      bits &-= 8
    }
    return key
  }
}
