public import FoundationEssentials
public import HikidashiRecords
import HikidashiStorage

/// When sources were asked last, as it is kept.
public enum AskedFields {
  /// The identifier of the source.
  public static let source = Field<String>("source", collation: .binary)
  /// When it was asked.
  public static let date = Field<Date>("date")

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema { try Schema(source, date) }
}

extension TimelineStore {
  /// When sources were asked last, by their ids.
  func asked() -> [String: Date] {
    Dictionary(
      askedRecords.table.map { ($0[AskedFields.source], $0[AskedFields.date]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Keeps when sources were asked.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  func keep(asked: [String: Date]) throws {
    guard !asked.isEmpty else { return }
    try askedRecords.edit { records in
      for (source, date) in asked { try records.upsert(source) { $0[AskedFields.date] = date } }
    }
  }
}
