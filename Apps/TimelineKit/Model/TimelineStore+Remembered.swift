import FoundationEssentials
import HikidashiRecords
import HikidashiStorage

/// The fields of names with dates that a store remembers.
enum RememberedFields {
  static let name = Field<String>("name", collation: .binary)
  static let date = Field<Date>("date")

  static func schema() throws(SchemaError) -> Schema { try Schema(name, date) }
}

extension TimelineStore {
  /// Until when servers want no requests, and which sources are gone for good, by their names: the next process leaves
  /// them alone, too.
  func leftAlone() -> [String: Date] {
    Dictionary(
      remembered.table.map { ($0[RememberedFields.name], $0[RememberedFields.date]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Keeps until when a server wants no requests; nil where it may be asked again.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  func keep(leftAlone name: String, until date: Date?) throws {
    guard date != nil || remembered.records[name] != nil else { return }
    try remembered.edit { records in
      if let date {
        try records.upsert(name) { $0[RememberedFields.date] = date }
      } else {
        _ = records.remove(name)
      }
    }
  }
}
