internal import FoundationEssentials

/// Fields of which no two records may have the same values, and the index that knows who has which.
///
/// Values are the same when their fields' collations say so: a localized one ignores case and width.
/// A record that has no value in one of the fields is not compared with any other, as SQL has it.
struct UniqueFields: Sendable {
  let fields: [Int]
  private let collators: [Collator?]
  private var index = UniqueIndex()

  init(_ definitions: [FieldDefinition], of schema: Schema) throws(RecordError) {
    var fields: [Int] = []
    for definition in definitions { fields.append(try schema.checkedIndex(of: definition)) }
    self.fields = fields
    collators = definitions.map {
      $0.type == .string ? Collator.shared(for: $0.collation) : nil
    }
  }

  var count: Int { index.count }
  var allocatedBytes: Int { index.allocatedBytes }

  /// The hash of values, in the order of ``fields``; nil when one is null.
  func hash(of values: [CellValue]) -> Int? {
    var hasher = Hasher()
    for (value, collator) in zip(values, collators) {
      guard !value.isNull else { return nil }
      value.hashKey(into: &hasher, collator)
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
        if !held.isSameKey(as: values[place], collators[place]) { return false }
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
    let names = fields.map { table.schema.fields[$0].name }
    let value =
      values.count == 1 ? values[0] : .string(values.map(\.plainText).joined(separator: ", "))
    return .duplicateKey(field: names.joined(separator: ", "), value: value, holder: holder)
  }

  mutating func insert(_ number: RecordNumber, hash: Int) { index.insert(number, hash: hash) }

  mutating func remove(_ number: RecordNumber, hash: Int) { index.remove(number, hash: hash) }
}

extension CellValue {
  /// Adds what makes values the same key.
  fileprivate func hashKey(into hasher: inout Hasher, _ collator: Collator?) {
    switch self {
    case .double(let value): hasher.combine(value.orderedKey)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.orderedKey)
    case .string(let text) where collator != nil:
      if let collator { hasher.combine(collator.key(for: text)) }
    case .string, .json, .data:
      // By bytes: `String` takes texts for equal that are composed in another way.
      withBytes { if let bytes = $0 { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) } }
    default: hasher.combine(self)
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
