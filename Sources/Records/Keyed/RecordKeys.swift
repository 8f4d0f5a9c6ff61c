/// The unique fields of a table, with an index that finds the record with given values in them.
///
/// A store keeps them with its table and checks every edit. Two records may swap their keys in one
/// edit, as only its result is checked.
///
/// ```swift
/// let goods = try RecordStore(schema, key: code, unique: [[shelf, place]], at: .sqlite(path))
/// goods.keys.complaint(about: ["code": "A-17"])?.description   // field “code” must be unique, …
/// for shared in goods.keys.shared { print(shared.values, shared.numbers) }
/// ```
///
/// Values are the same when the collations of their fields say so. A value: a copy is a snapshot.
public struct RecordKeys: Sendable {
  /// The records whose keys these are.
  public internal(set) var table: RecordTable
  /// The key, where there is one, and the other groups of unique fields.
  var uniques: [UniqueFields]

  /// Makes the keys of a table in which records may already share a key.
  ///
  /// - Parameters:
  ///   - table: The records.
  ///   - key: The field that names a record, in which each must have a value.
  ///   - unique: Further fields, or groups of fields, of which no two records should have the same
  ///     values; a record without a value in one of them is not compared.
  /// - Throws: ``RecordError/foreignField(name:)``.
  /// - Complexity: O(*n*) for each key.
  public init(
    _ table: RecordTable, key: (any FieldHandle)? = nil, unique: [[any FieldHandle]] = []
  ) throws(RecordError) {
    self.init(table)
    try require(key: key, unique: unique)
  }

  /// Makes keys of a table in which nothing must be unique.
  package init(_ table: RecordTable) {
    self.table = table
    uniques = []
  }

  /// Adds a key and further groups of unique fields.
  package mutating func require(
    key: (any FieldHandle)?, unique: [[any FieldHandle]]
  ) throws(RecordError) {
    if let key {
      try require(UniqueFields([key.definition], of: table.schema, isRequired: true))
    }
    for fields in unique where !fields.isEmpty {
      try require(UniqueFields(fields.map(\.definition), of: table.schema, isRequired: false))
    }
  }

  private mutating func require(_ added: UniqueFields) {
    var added = added
    let known = uniques.firstIndex { $0.fields == added.fields }
    if let known, uniques[known].isRequired || !added.isRequired { return }
    added.insert(table.numbers, of: table)
    if let known { uniques[known] = added } else { uniques.append(added) }
  }

  /// Whether no fields must be unique.
  public var isEmpty: Bool { uniques.isEmpty }

  /// The groups of fields that must be unique: the key first, where there is one.
  public var fields: [[FieldDefinition]] {
    uniques.map { $0.fields.map { table.schema.fields[$0] } }
  }

  /// Whether the rules are met: no two records share a key, and every record has one.
  public var isWhole: Bool { uniques.allSatisfy(\.isWhole) }

  /// The records that break the rules because they share a key or have none. In a store, only an
  /// older version or another tool can have written them.
  ///
  /// An edit may leave them as they are or repair them, but not make more of them.
  ///
  /// - Complexity: O(*m* log *m*) for *m* keys that are shared.
  public var shared: [SharedKey] { uniques.flatMap { $0.shared(in: table) } }

  /// The error that a record with these values would cause in its keys; nil if there is none.
  ///
  /// - Parameters:
  ///   - values: By the names of their fields; in others, the record has what it has, or the default.
  ///   - number: The record that is to be changed; nil for a new one.
  /// - Returns: ``RecordError/duplicateKey(field:value:holder:)``, with the names of all fields of the
  ///   key, or ``RecordError/missingValue(field:)``.
  /// - Complexity: O(1) for each key
  public func complaint(
    about values: [String: CellValue], of number: RecordNumber? = nil
  ) -> RecordError? {
    complaint(about: values, of: number, in: uniques)
  }

  /// The error that these values would cause in one of the keys, given by its index in ``fields``;
  /// nil if there is none.
  package func complaint(
    about values: [String: CellValue], of number: RecordNumber?, key index: Int
  ) -> RecordError? {
    complaint(about: values, of: number, in: Array(uniques.dropFirst(index).prefix(1)))
  }

  private func complaint(
    about values: [String: CellValue], of number: RecordNumber?, in uniques: [UniqueFields]
  ) -> RecordError? {
    let number = number.flatMap { table.contains($0) ? $0 : nil }
    let before = number.map { table[$0].cells }
    var cells = before ?? table.schema.fields.map(\.defaultValue)
    for (index, field) in table.schema.fields.enumerated() {
      if let value = values[field.name] { cells[index] = value }
    }
    for unique in uniques {
      let values = unique.values(of: cells)
      if let before, unique.areSame(values, unique.values(of: before)) { continue }
      let hash = unique.hash(of: values)
      if let error = unique.complaint(about: values, hash: hash, of: number, in: table) {
        return error
      }
    }
    return nil
  }

  /// The index of the key that consists of this field alone; nil if there is none.
  func place(of field: some FieldHandle) -> Int? {
    guard let index = table.schema.index(of: field.definition) else { return nil }
    return uniques.firstIndex { $0.fields == [index] }
  }

  /// The record with this value in a key of one field.
  func holder(of value: CellValue, _ place: Int) -> RecordNumber? {
    uniques[place].hash(of: [value]).flatMap {
      uniques[place].holder(of: [value], hash: $0, in: table)
    }
  }

  /// The memory that the index of the keys takes in addition to the table, in bytes.
  public var allocatedBytes: Int { uniques.reduce(0) { $0 + $1.allocatedBytes } }
}

extension RecordKeys {
  /// Replaces the table by one that was edited elsewhere, without checking its keys.
  ///
  /// - Complexity: O(1) for each record whose key differs, and what ``RecordTable/changes(since:)``
  ///   takes.
  package mutating func follow(_ newer: RecordTable, _ changes: RecordChanges? = nil) {
    guard !uniques.isEmpty else {
      table = newer
      return
    }
    let older = table
    let changes = changes ?? newer.changes(since: older)
    table = newer
    guard !changes.isEmpty else { return }
    for index in uniques.indices {
      let rekeyed = uniques[index].rekeyed(by: changes)
      uniques[index].remove(changes.removed.union(rekeyed), of: older)
      uniques[index].insert(changes.inserted.union(rekeyed), of: newer)
    }
  }

  /// Returns the keys after an edit, which is checked.
  ///
  /// - Throws: ``RecordError/duplicateKey(field:value:holder:)`` or ``RecordError/missingValue(field:)``
  ///   where a record that the edit changed now shares its key, or has none, and did not before.
  package func edited(
    _ edited: RecordTable, _ changes: RecordChanges
  ) throws(RecordError) -> RecordKeys {
    var keys = self
    keys.follow(edited, changes)
    if let error = keys.complaint(since: table, changes) { throw error }
    return keys
  }

  /// The error that forbids the edit from an older table to this one; nil if it is allowed.
  package func complaint(since older: RecordTable, _ changes: RecordChanges) -> RecordError? {
    for unique in uniques where !unique.isWhole {
      let changed = changes.inserted.union(unique.rekeyed(by: changes))
      if let error = unique.complaint(about: changed, in: table, since: older) { return error }
    }
    return nil
  }

  /// The error that an appended record causes, with the name of the key's first field; nil if its
  /// keys were free.
  func complaint(aboutAppended number: RecordNumber) -> (error: RecordError, field: String)? {
    for unique in uniques {
      let values = unique.values(of: number, in: table)
      let hash = unique.hash(of: values)
      // Of several with one key, the first has it.
      if let hash, unique.holder(of: values, hash: hash, in: table) == number { continue }
      if let error = unique.complaint(about: values, hash: hash, of: number, in: table) {
        return (error, table.schema.fields[unique.fields[0]].name)
      }
    }
    return nil
  }

  /// The records whose keys an edit changed, if there are several. They may have swapped their
  /// keys, so a database that checks row by row must store them in two steps.
  package func rekeyed(by changes: RecordChanges) -> RecordSet {
    let rekeyed = uniques.reduce(RecordSet()) { $0.union($1.rekeyed(by: changes)) }
    return rekeyed.count > 1 ? rekeyed : RecordSet()
  }

  /// The groups of unique fields, for a database to enforce: the index of each field in the schema,
  /// and whether A–Z and a–z are the same there.
  package var rules: [[(field: Int, ignoresCase: Bool)]] {
    uniques.map { unique in
      zip(unique.fields, unique.ignoresCase).map { (field: $0, ignoresCase: $1) }
    }
  }

  /// The same rules for an empty table.
  package var ofNone: RecordKeys {
    var none = RecordKeys(RecordTable(table.schema))
    none.uniques = uniques.map(\.ofNone)
    return none
  }

  /// Whether both require the same fields to be unique.
  package func hasRules(of other: RecordKeys) -> Bool {
    uniques.count == other.uniques.count
      && zip(uniques, other.uniques).allSatisfy {
        $0.fields == $1.fields && $0.isRequired == $1.isRequired
      }
  }
}

extension UniqueFields {
  /// The records whose values in these fields an edit changed.
  fileprivate func rekeyed(by changes: RecordChanges) -> RecordSet {
    fields.reduce(RecordSet()) { $0.union(changes.updated(inField: $1)) }
  }
}

// MARK: - Editing

extension RecordKeys {
  /// What is to be noted of values: for each key that has other ones its place and their hash.
  private typealias Hashes = [(index: Int, values: [CellValue], hash: Int?)]

  /// Appends a record.
  ///
  /// - Parameter isStrict: Whether a key that another record has is refused.
  mutating func append(_ cells: [CellValue], isStrict: Bool) throws(RecordError) -> RecordNumber {
    let hashes = try hashes(of: cells, for: nil, uniques.indices, isStrict)
    let number = RecordNumber(table.nextPosition)
    try table.insert(cells, at: number)
    note(number, hashes, areFree: isStrict)
    return number
  }

  /// Changes a record.
  mutating func update(
    _ number: RecordNumber, from before: [CellValue], to draft: RecordDraft, isStrict: Bool
  ) throws(RecordError) {
    let touched = uniques.indices.filter { index in
      uniques[index].fields.contains(where: draft.isTouched)
        && !uniques[index].areSame(
          uniques[index].values(of: before), uniques[index].values(of: draft.cells))
    }
    let hashes = try touched.isEmpty ? [] : hashes(of: draft.cells, for: number, touched, isStrict)
    try table.update(number) { $0 = draft }
    for index in touched {
      uniques[index].remove(number, uniques[index].values(of: before), in: table)
    }
    note(number, hashes, areFree: isStrict)
  }

  /// Removes a record.
  mutating func remove(_ number: RecordNumber) throws(RecordError) {
    _ = try table.checkedPosition(of: number)
    for index in uniques.indices {
      uniques[index].remove(number, uniques[index].values(of: number, in: table), in: table)
    }
    try table.remove(number)
  }

  private func hashes(
    of cells: [CellValue], for number: RecordNumber?, _ indices: some Sequence<Int>,
    _ isStrict: Bool
  ) throws(RecordError) -> Hashes {
    var hashes: Hashes = []
    for index in indices {
      let values = uniques[index].values(of: cells)
      let hash = uniques[index].hash(of: values)
      if isStrict,
        let error = uniques[index].complaint(about: values, hash: hash, of: number, in: table)
      {
        throw error
      }
      hashes.append((index, values, hash))
    }
    return hashes
  }

  /// Notes values, which no other record has where they are known to be free.
  private mutating func note(_ number: RecordNumber, _ hashes: Hashes, areFree: Bool) {
    for (index, values, hash) in hashes {
      if areFree {
        uniques[index].insert(number, hash: hash, holder: nil)
      } else {
        uniques[index].insert(number, values, hash: hash, in: table)
      }
    }
  }
}

/// Records that break a rule: they have the same values in fields that should be unique, or a
/// record without a value in the key field.
///
/// A store finds such records where an older version, or another tool, has stored them: see
/// ``RecordKeys/shared``.
public struct SharedKey: Sendable, Equatable {
  /// The fields that should be unique together.
  public let fields: [FieldDefinition]
  /// The shared values as the first record has them, one for each field; null where there is none.
  public let values: [CellValue]
  /// The numbers of the records in ascending order: at least two that share a key, or one without a
  /// key.
  public let numbers: [RecordNumber]

  init(fields: [FieldDefinition], values: [CellValue], numbers: [RecordNumber]) {
    self.fields = fields
    self.values = values
    self.numbers = numbers.sorted()
  }
}
