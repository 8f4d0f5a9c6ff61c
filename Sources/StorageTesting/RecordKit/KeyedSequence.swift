internal import HikidashiBase
internal import HikidashiRecords
package import HikidashiStorage

/// A random test of stores with keys at one place. After each random edit, undo, draft, save or
/// opening, a plain search looks for records that share a key.
package struct KeyedSequence {
  /// Groups of texts; the texts of a group are the same key.
  private static let codes = [
    ["A-1", "a-1", "Ａ-１"], ["B-2", "b-2"], ["ｃ", "C", "c"], ["山"], ["é", "É"], ["e", "E"], [""],
  ]
  private static let ids = Dictionary(
    uniqueKeysWithValues: codes.enumerated().flatMap { group, texts in
      Set(texts.map { Array($0.utf8) }).map { ($0, group) }
    })
  private static let code = Field<String>(
    "code", collation: .localized(locale: "ja", kana: .distinguished))
  private static let shelf = Field<Int?>("shelf"), place = Field<Bool?>("place")
  private static let stock = Field<Int>("stock", default: 0)

  private let destination: StoreDestination
  private let schema: Schema
  private var random: SeededGenerator
  private var openings: [KeyedRecordStore<String>] = []
  /// Older snapshots of each opened store, for drafts.
  private var snapshots: [[RecordTable]] = []
  /// Descriptions of the failures that were found.
  package private(set) var failures: [String] = []

  /// Opens one or several stores at a place where nothing is stored yet.
  ///
  /// - Parameter isShared: Whether several stores use the place at once.
  package init(_ destination: StoreDestination, isShared: Bool, seed: UInt64) throws {
    self.destination = destination
    schema = try Schema(Self.code, Self.shelf, Self.place, Self.stock)
    random = SeededGenerator(seed: seed)
    for _ in 0..<(isShared ? 3 : 1) {
      openings.append(try open())
      snapshots.append([])
    }
  }

  /// Makes this many random steps, or fewer if one fails; adds what it finds to ``failures``.
  package mutating func run(steps: Int) throws {
    for step in 0..<steps where failures.isEmpty {
      let index = Int.random(in: openings.indices, using: &random)
      try self.step(index, step)
      check(openings[index].keys, "step \(step)")
    }
    for opening in openings { opening.store.close() }
    let last = try open()
    check(last.keys, "opened again")
    last.store.close()
  }

  private mutating func open() throws -> KeyedRecordStore<String> {
    try KeyedRecordStore(
      schema, key: Self.code, unique: [[Self.shelf, Self.place]], at: destination,
      saving: Int.random(in: 0..<3, using: &random) == 0 ? .whenAsked : .eachEdit)
  }

  private mutating func step(_ index: Int, _ step: Int) throws {
    let goods = openings[index]
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      goods.store.close()
      openings[index] = try open()
      snapshots[index] = []
    case 1...3: try allowing { try goods.store.undo() }
    case 4...5: try allowing { try goods.store.redo() }
    case 6...7: try allowing { try goods.store.save() }
    case 8: try allowing { try goods.store.refresh() }
    case 9...10:
      guard let snapshot = snapshots[index].randomElement(using: &random) else { break }
      var draft = snapshot
      try change(&draft)
      try allowing { try goods.store.commit(draft, from: snapshot) }
    case 11: snapshots[index].append(goods.store.table)
    case 12...14: try keyedEdit(goods)
    case 15:
      // As a file is read: many at once.
      let codes = (0..<Int.random(in: 1..<12, using: &random)).map { _ in text() }
      let failure = try Self.failure(goods.store) {
        try $0.append(columns: [Self.code.column(codes)])
      }
      failures += failure.map { [$0] } ?? []
    default:
      let failure = try Self.failure(goods.store) { try change(&$0) }
      failures += failure.map { [$0] } ?? []
    }
  }

  /// Makes an edit and returns what was wrong, or nil. The store must refuse the edit if two
  /// records would share a key, and only then.
  private static func failure(
    _ store: RecordStore, _ body: (inout RecordTable) throws -> some Any
  ) throws -> String? {
    var isUnique = true
    do {
      try store.edit("Edit") { table in
        _ = try body(&table)
        isUnique = doubles(of: table) == nil
      }
      return isUnique ? nil : "an edit gave a key twice, and was made"
    } catch StoreError.refused(_, .duplicateKey(let field, let value, _)) {
      return isUnique ? "an edit was refused for “\(field)” \(value), which is free" : nil
    }
  }

  private mutating func keyedEdit(_ goods: KeyedRecordStore<String>) throws {
    let (first, second) = (text(), text())
    let kind = Int.random(in: 0..<4, using: &random)
    try allowing {
      try goods.edit("Keyed") { records in
        switch kind {
        case 0: try records.upsert(first) { $0[Self.stock] += 1 }
        case 1: records.remove(first)
        case 2: try records.update(first) { $0[Self.code] = second }
        default:
          guard let left = records.number(of: first), let right = records.number(of: second)
          else { return }
          try records.batch { records in
            let old = (records.table[left, Self.code], records.table[right, Self.code])
            try records.update(left) { $0[Self.code] = old.1 }
            try records.update(right) { $0[Self.code] = old.0 }
          }
        }
      }
    }
  }

  /// Adds and removes some records, and changes or exchanges keys.
  private mutating func change(_ table: inout RecordTable) throws {
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      let numbers = Array(table.numbers)
      let number = numbers.randomElement(using: &random)
      let (text, shelf) = (text(), Int.random(in: 0..<3, using: &random))
      let place = [true, false, nil].randomElement(using: &random) ?? nil
      switch (Int.random(in: 0..<6, using: &random), number) {
      case (0, let number?): try table.remove(number)
      case (1, let number?): try table.update(number) { $0[Self.code] = text }
      case (2, let number?):
        try table.update(number) {
          $0[Self.shelf] = shelf
          $0[Self.place] = place
        }
      case (3, let number?):
        guard let other = numbers.randomElement(using: &random), other != number else { break }
        let (left, right) = (table[number, Self.code], table[other, Self.code])
        try table.update(number) { $0[Self.code] = right }
        try table.update(other) { $0[Self.code] = left }
      default:
        try table.append {
          $0[Self.code] = text
          $0[Self.shelf] = place == nil ? nil : shelf
        }
      }
    }
  }

  private mutating func text() -> String {
    (Self.codes.randomElement(using: &random) ?? []).randomElement(using: &random) ?? ""
  }

  /// Runs `body` and ignores duplicate keys and conflicts, which random edits may cause.
  private func allowing(_ body: () throws -> some Any) throws {
    do { _ = try body() } catch let error as RecordError {
      guard case .duplicateKey = error else { throw error }
    } catch StoreError.refused(_, .duplicateKey) {
    } catch StoreError.conflict {}
  }

  /// Checks that no two records share a key and that the keys know every record.
  ///
  /// - Parameter keys: The keys with their table, as the store may receive edits at any time.
  private mutating func check(_ keys: RecordKeys, _ when: String) {
    let table = keys.table
    if let doubles = Self.doubles(of: table) {
      failures.append("\(when): \(doubles) share a key")
    }
    if !keys.isWhole || !keys.shared.isEmpty {
      failures.append("\(when): the store says that \(keys.shared) are shared")
    }
    for record in table {
      let error = keys.complaint(about: ["code": .string(record[Self.code])])
      guard case .duplicateKey(_, _, let holder)? = error, holder == record.number else {
        failures.append("\(when): the keys do not know record \(record.number): \(error as Any)")
        return
      }
    }
  }

  /// Returns two records that share a key, or nil.
  private static func doubles(of table: RecordTable) -> (RecordNumber, RecordNumber)? {
    var codes: [Int: RecordNumber] = [:]
    var places: [String: RecordNumber] = [:]
    for record in table {
      let id = ids[Array(record[code].utf8)] ?? -1
      if let other = codes.updateValue(record.number, forKey: id) { return (other, record.number) }
      guard let shelf = record[shelf], let place = record[place] else { continue }
      if let other = places.updateValue(record.number, forKey: "\(shelf) \(place)") {
        return (other, record.number)
      }
    }
    return nil
  }
}
