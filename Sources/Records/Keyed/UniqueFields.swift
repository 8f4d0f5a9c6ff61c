internal import FoundationEssentials

/// Fields that should be unique together, with an index that finds the record with given values.
///
/// Values are the same when their fields' collations say so: a localized one ignores case and width.
/// A record that has no value in one of the fields is not compared with any other, as SQL has it.
///
/// Records that share their values are known too, so that they can be listed and mended: one of them
/// stands for all in the index.
struct UniqueFields: Sendable {
  let fields: [Int]
  /// Whether every record must have a value, as in the key field.
  var isRequired: Bool
  private let keys: [RecordOrder.Key]
  private var index = UniqueIndex()
  /// The records that share the values of another one, by that one, which is in the index.
  private var doubles: [RecordNumber: Set<RecordNumber>] = [:]
  /// The records without a required value.
  private var missing: Set<RecordNumber> = []

  init(
    _ definitions: [FieldDefinition], of schema: Schema, isRequired: Bool
  ) throws(RecordError) {
    var fields: [Int] = []
    for definition in definitions { fields.append(try schema.checkedIndex(of: definition)) }
    self.fields = fields
    self.isRequired = isRequired
    keys = zip(fields, definitions).map { field, definition in
      RecordOrder.Key(
        field: field,
        collator: definition.type == .string ? Collator.shared(for: definition.collation) : nil)
    }
  }

  /// The same fields with an index of no records.
  var ofNone: UniqueFields {
    var none = self
    (none.index, none.doubles, none.missing) = (UniqueIndex(), [:], [])
    return none
  }

  var allocatedBytes: Int { index.allocatedBytes }

  /// Whether the rule is met: no records share values, and none lacks a required one.
  var isWhole: Bool { doubles.isEmpty && missing.isEmpty }

  /// For each field, whether texts are equal that differ only in the case of the letters A–Z.
  var ignoresCase: [Bool] { keys.map { $0.collator?.ignoresASCIICase ?? false } }

  /// The hash of values, in the order of ``fields``; nil when one is null.
  func hash(of values: [CellValue]) -> Int? {
    var hasher = Hasher()
    for (value, key) in zip(values, keys) {
      guard !value.isNull else { return nil }
      value.hashKey(into: &hasher, key.collator)
    }
    return hasher.finalize()
  }

  /// The values of a record in these fields.
  func values(of cells: [CellValue]) -> [CellValue] { fields.map { cells[$0] } }

  func values(of number: RecordNumber, in table: RecordTable) -> [CellValue] {
    fields.map { table.cell(at: number.rawValue, field: $0) }
  }

  /// Whether values are the same by the collations of these fields.
  func areSame(_ left: [CellValue], _ right: [CellValue]) -> Bool {
    fields.indices.allSatisfy { left[$0].isSameKey(as: right[$0], keys[$0].collator) }
  }

  /// The record that has these values, or one of the records that share them.
  func holder(of values: [CellValue], hash: Int, in table: RecordTable) -> RecordNumber? {
    index.number(hash: hash) { number in
      for place in fields.indices {
        let held = table.cell(at: number.rawValue, field: fields[place])
        if !held.isSameKey(as: values[place], keys[place].collator) { return false }
      }
      return true
    }
  }

  /// The error that a record with these values would cause; nil if there is none.
  func complaint(
    about values: [CellValue], hash: Int?, of number: RecordNumber?, in table: RecordTable
  ) -> RecordError? {
    guard let hash else {
      guard isRequired else { return nil }
      let field = fields.indices.first { values[$0].isNull } ?? 0
      return .missingValue(field: table.schema.fields[fields[field]].name)
    }
    guard let holder = holder(of: values, hash: hash, in: table) else { return nil }
    if holder != number { return duplicate(values, holder, table) }
    return doubles[holder]?.first.map { duplicate(values, $0, table) }
  }

  private func duplicate(
    _ values: [CellValue], _ holder: RecordNumber, _ table: RecordTable
  ) -> RecordError {
    let names = fields.map { table.schema.fields[$0].name }
    let value =
      values.count == 1 ? values[0] : .string(values.map(\.plainText).joined(separator: ", "))
    return .duplicateKey(field: names.joined(separator: ", "), value: value, holder: holder)
  }
}

extension UniqueFields {
  /// Adds the values of a record of the table to the index.
  mutating func insert(
    _ number: RecordNumber, _ values: [CellValue], hash: Int?, in table: RecordTable
  ) {
    insert(
      number, hash: hash, holder: hash.flatMap { self.holder(of: values, hash: $0, in: table) })
  }

  /// Adds the values of a record to the index; `holder` is the record that has them already, or
  /// nil.
  mutating func insert(_ number: RecordNumber, hash: Int?, holder: RecordNumber?) {
    if let holder {
      doubles[holder, default: []].insert(number)
    } else if let hash {
      index.insert(number, hash: hash)
    } else if isRequired {
      missing.insert(number)
    }
  }

  /// Removes the values of a record from the index; the table may have changed them already.
  mutating func remove(_ number: RecordNumber, _ values: [CellValue], in table: RecordTable) {
    guard let hash = hash(of: values) else {
      missing.remove(number)
      return
    }
    if var others = doubles.removeValue(forKey: number) {
      index.remove(number, hash: hash)
      guard let next = others.popFirst() else { return }
      index.insert(next, hash: hash)
      if !others.isEmpty { doubles[next] = others }
    } else if !doubles.isEmpty,
      let holder = holder(of: values, hash: hash, in: table), holder != number,
      doubles[holder]?.remove(number) != nil
    {
      if doubles[holder]?.isEmpty == true { doubles[holder] = nil }
    } else {
      index.remove(number, hash: hash)
    }
  }

  /// Removes the values of many records of a table from the index.
  mutating func remove(_ numbers: RecordSet, of table: RecordTable) {
    for number in numbers { remove(number, values(of: number, in: table), in: table) }
  }

  /// Adds the values of many records of a table to the index.
  ///
  /// - Complexity: O(*n*); hashes are made on all processors.
  mutating func insert(_ added: RecordSet, of table: RecordTable) {
    guard added.count > 8 else {
      for number in added {
        let values = values(of: number, in: table)
        insert(number, values, hash: hash(of: values), in: table)
      }
      return
    }
    let numbers = added.numbers
    let columns = keys.map { KeyColumn($0, of: table) }
    for (number, hash) in zip(numbers, Self.hashes(of: numbers, columns)) {
      let holder = hash.flatMap { hash in
        self.index.number(hash: hash) { other in
          columns.allSatisfy { $0.compare(number.rawValue, with: $0, other.rawValue) == 0 }
        }
      }
      insert(number, hash: hash, holder: holder)
    }
  }

  /// The error that forbids an edit with this result: a changed record newly shares its values with
  /// another, or newly lacks them. Nil if there is none.
  ///
  /// - Parameters:
  ///   - changed: the records that the edit inserted, or gave other values here.
  ///   - table: the edited table.
  ///   - older: the table before the edit.
  func complaint(
    about changed: RecordSet, in table: RecordTable, since older: RecordTable
  ) -> RecordError? {
    guard !isWhole else { return nil }
    var second: RecordError?
    for number in changed.count < broken.count ? changed : broken.intersection(changed) {
      let values = values(of: number, in: table)
      guard let error = complaint(about: values, hash: hash(of: values), of: number, in: table),
        !older.contains(number) || !areSame(values, self.values(of: number, in: older))
      else { continue }
      // Rather the record that came later than the one that it met.
      if doubles[number] == nil { return error }
      second = second ?? error
    }
    return second
  }

  /// The records that share values or lack a required value.
  private var broken: RecordSet {
    var broken = RecordSet(missing)
    for (holder, others) in doubles {
      broken.insert(holder)
      for number in others { broken.insert(number) }
    }
    return broken
  }

  /// The records that share their values, and those without, in the order of their numbers.
  func shared(in table: RecordTable) -> [SharedKey] {
    let fields = fields.map { table.schema.fields[$0] }
    var shared = doubles.map { holder, others in
      SharedKey(
        fields: fields, values: values(of: holder, in: table),
        numbers: [holder] + others)
    }
    if !missing.isEmpty {
      shared.append(
        SharedKey(fields: fields, values: fields.map { _ in .null }, numbers: Array(missing)))
    }
    return shared.sorted { $0.numbers[0] < $1.numbers[0] }
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
}

extension CellValue {
  /// Hashes a value so that equal keys have equal hashes, as ``KeyColumn/hash(_:into:)`` does.
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
  /// Hashes text so that texts that are equal by the collation have equal hashes.
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
