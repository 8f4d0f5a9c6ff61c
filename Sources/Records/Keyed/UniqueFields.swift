internal import FoundationEssentials

/// Fields of which no two records may have the same values, and the index that knows who has which.
///
/// Values are the same when their fields' collations say so: a localized one ignores case and width.
/// A record that has no value in one of the fields is not compared with any other, as SQL has it.
struct UniqueFields: Sendable {
  let fields: [Int]
  private let keys: [RecordOrder.Key]
  private var index = UniqueIndex()

  init(_ definitions: [FieldDefinition], of schema: Schema) throws(RecordError) {
    var fields: [Int] = []
    for definition in definitions { fields.append(try schema.checkedIndex(of: definition)) }
    self.fields = fields
    keys = zip(fields, definitions).map { field, definition in
      RecordOrder.Key(
        field: field,
        collator: definition.type == .string ? Collator.shared(for: definition.collation) : nil)
    }
  }

  var count: Int { index.count }
  var allocatedBytes: Int { index.allocatedBytes }

  /// The hash of values, in the order of ``fields``; nil when one is null.
  func hash(of values: [CellValue]) -> Int? {
    var hasher = Hasher()
    for (value, key) in zip(values, keys) {
      guard !value.isNull else { return nil }
      value.hashKey(into: &hasher, key.collator)
    }
    return hasher.finalize()
  }

  /// The values of a record that count here.
  func values(of number: RecordNumber, in table: RecordTable) -> [CellValue] {
    fields.map { table.cell(at: number.rawValue, field: $0) }
  }

  /// The record that has these values.
  func holder(of values: [CellValue], hash: Int, in table: RecordTable) -> RecordNumber? {
    index.number(hash: hash) { number in
      for place in fields.indices {
        let held = table.cell(at: number.rawValue, field: fields[place])
        if !held.isSameKey(as: values[place], keys[place].collator) { return false }
      }
      return true
    }
  }

  /// Why a record cannot have these values, or nil.
  func complaint(
    about values: [CellValue], hash: Int, of number: RecordNumber?, in table: RecordTable
  ) -> RecordError? {
    guard let holder = holder(of: values, hash: hash, in: table), holder != number else {
      return nil
    }
    return duplicate(values, holder, table)
  }

  private func duplicate(
    _ values: [CellValue], _ holder: RecordNumber, _ table: RecordTable
  ) -> RecordError {
    let names = fields.map { table.schema.fields[$0].name }
    let value =
      values.count == 1 ? values[0] : .string(values.map(\.plainText).joined(separator: ", "))
    return .duplicateKey(field: names.joined(separator: ", "), value: value, holder: holder)
  }

  mutating func insert(_ number: RecordNumber, hash: Int) { index.insert(number, hash: hash) }

  /// Adds many records of a table.
  ///
  /// - Parameter isRequired: Whether a record without a value is refused.
  /// - Complexity: O(*n*); hashes are made on all processors.
  mutating func insert(
    _ added: RecordSet, of table: RecordTable, isRequired: Bool
  ) throws(RecordError) {
    let numbers = added.numbers
    let columns = keys.map { KeyColumn($0, of: table) }
    for (number, hash) in zip(numbers, Self.hashes(of: numbers, columns)) {
      guard let hash else {
        guard isRequired else { continue }
        throw .missingValue(field: table.schema.fields[fields[0]].name)
      }
      let holder = index.number(hash: hash) { other in
        columns.allSatisfy { $0.compare(number.rawValue, with: $0, other.rawValue) == 0 }
      }
      if let holder { throw duplicate(values(of: number, in: table), holder, table) }
      index.insert(number, hash: hash)
    }
  }

  private static func hashes(of numbers: [RecordNumber], _ columns: [KeyColumn]) -> [Int?] {
    [Int?](unsafeUninitializedCapacity: numbers.count) { buffer, initialized in
      guard let target = buffer.baseAddress else { return }
      Parallel.forEachRange(of: numbers.count) { range in
        for index in range {
          var hasher = Hasher()
          let hasValues = columns.allSatisfy { $0.hash(numbers[index].rawValue, into: &hasher) }
          (target + index).initialize(to: hasValues ? hasher.finalize() : nil)
        }
      }
      initialized = numbers.count
    }
  }

  mutating func remove(_ number: RecordNumber, hash: Int) { index.remove(number, hash: hash) }
}

extension CellValue {
  /// Adds what makes values the same key, as ``KeyColumn/hash(_:into:)`` does.
  fileprivate func hashKey(into hasher: inout Hasher, _ collator: Collator?) {
    switch self {
    case .null: break
    case .integer(let value): hasher.combine(value.orderedKey)
    case .double(let value): hasher.combine(value.orderedKey)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.orderedKey)
    case .boolean(let value): hasher.combine(value)
    case .string, .json, .data:
      // Bytes, not `String`, which takes texts for equal that are composed in another way.
      withBytes { if let bytes = $0 { hasher.combine(key: bytes, collator) } }
    }
  }

  fileprivate func isSameKey(as other: CellValue, _ collator: Collator?) -> Bool {
    switch (self, other) {
    case (.double(let left), .double(let right)): left.orderedKey == right.orderedKey
    case (.date(let left), .date(let right)):
      left.timeIntervalSinceReferenceDate.orderedKey
        == right.timeIntervalSinceReferenceDate.orderedKey
    case (.string(let left), .string(let right)):
      collator.map { $0.compare(left, right) == 0 } ?? left.utf8.elementsEqual(right.utf8)
    case (.json(let left), .json(let right)): left.utf8.elementsEqual(right.utf8)
    default: self == other
    }
  }

  /// Text without quotes, for a list of values.
  fileprivate var plainText: String {
    if case .string(let text) = self { text } else { description }
  }
}

extension Hasher {
  /// Adds text by what makes it equal to another.
  mutating func combine(key bytes: UTF8Bytes, _ collator: Collator?) {
    if let collator {
      collator.key(for: bytes).withUnsafeBytes { combine(bytes: $0) }
    } else {
      combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    // Where one text of several ends is part of the key.
    combine(UInt8.max)
  }
}
