import HikidashiRecords
import HikidashiStorage

/// What the writer does with records: accounts whose sum never changes, and a log of transactions.
///
/// The tests make the same changes to a table in memory, and compare.
enum RecordsWork {
  static let note = Field<String>("note", collation: .binary)
  static let balance = Field<Int>("balance", default: 0)

  static func schema() throws -> Schema { try Schema(note, balance) }

  /// Where the records of a kind of store are kept; nil for another word.
  static func destination(_ kind: String, _ path: String) -> StoreDestination? {
    switch kind {
    case "records-tsv": .file(path, as: .tsv)
    case "records-jsonl": .file(path, as: .jsonLines)
    case "records-sqlite": .sqlite(path)
    default: nil
    }
  }

  /// Makes the transaction of this number.
  static func change(_ table: inout RecordTable, number: Int) throws {
    if number == 0 {
      for account in 0..<8 {
        try table.append {
          $0[note] = "account \(account)"
          $0[balance] = 100
        }
      }
    }
    let (from, to) = (RecordNumber(number * 7 % 8), RecordNumber((number * 5 + 3) % 8))
    try table.update(from) { $0[balance] -= number }
    try table.update(to) { $0[balance] += number }
    try table.append { $0[note] = String(repeating: "\(number) ", count: 1 + number * 37 % 300) }
    // So that a thousand runs are not slower and slower.
    if number % 3 == 2 || table.count > 100,
      let oldest = table.numbers.first(where: { $0.rawValue >= 8 })
    {
      try table.remove(oldest)
    }
  }
}
