import HikidashiRecords
import HikidashiStorage

/// What the writer does with a document: two stores and two values that belong together.
///
/// The tests make the same changes to a table and a dictionary in memory, and compare.
enum DocumentWork {
  static let last: StorageName = "last"

  /// Where a kind of document is kept; nil for another word.
  static func place(_ kind: String, _ path: String) -> DocumentPlace? {
    switch kind {
    case "document-tsv": .folder(path)
    case "document-jsonl": .folder(path, records: .jsonLines)
    case "document-sqlite": .sqlite(path)
    default: nil
    }
  }

  /// Accounts, as ``RecordsWork`` has them, and one record with the number of the last change.
  static func stores(of document: Document) throws -> (accounts: RecordStore, numbers: RecordStore)
  {
    (
      try document.store("accounts", RecordsWork.schema()),
      try document.store("numbers", RecordsWork.schema())
    )
  }

  /// Makes the edits of this number, in memory.
  static func change(
    _ document: Document, _ stores: (accounts: RecordStore, numbers: RecordStore), number: Int
  ) throws {
    try stores.accounts.edit { try RecordsWork.change(&$0, number: number) }
    try stores.numbers.edit { table in
      if table.isEmpty { try table.append { $0[RecordsWork.note] = "last" } }
      try table.update(0) { $0[RecordsWork.balance] = number }
    }
    for (name, value) in values(number) { document.setValue(value, for: name) }
  }

  /// The values that the change of a number sets; nil for one that it removes.
  static func values(_ number: Int) -> [(StorageName, [UInt8]?)] {
    let text = String(repeating: "\(number) ", count: 1 + number * 37 % 300)
    let note: StorageName = number % 2 == 0 ? "notes/even" : "notes/odd"
    return [(last, Array("\(number)".utf8)), (note, number % 5 == 4 ? nil : Array(text.utf8))]
  }
}
