public import FoundationEssentials
public import HikidashiRecords
import HikidashiStorage

/// What was not loaded, as it is kept.
public enum GapFields {
  /// Its own identifier.
  public static let id = Field<String>("id", collation: .binary)
  /// The identifier of the source that has the gap.
  public static let source = Field<String>("source", collation: .binary)
  /// The identifier of the post below the gap.
  public static let older = Field<String>("older", collation: .binary)
  /// When the post below the gap was published.
  public static let olderDate = Field<Date>("older_date")
  /// The identifier of the post above the gap.
  public static let newer = Field<String>("newer", collation: .binary)
  /// When the post above the gap was published.
  public static let newerDate = Field<Date>("newer_date")

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema {
    try Schema(id, source, older, olderDate, newer, newerDate)
  }
}

extension TimelineStore {
  /// The gaps of all sources, or of one.
  ///
  /// - Complexity: O(*n*) in gaps.
  public func gaps(of source: String? = nil) -> [TimelineGap] {
    gapRecords.table.map { record in
      TimelineGap(
        source: record[GapFields.source],
        older: TimelinePlace(id: record[GapFields.older], date: record[GapFields.olderDate]),
        newer: TimelinePlace(id: record[GapFields.newer], date: record[GapFields.newerDate]))
    }
    .filter { source == nil || $0.source == source }
  }

  /// Keeps a gap, in place of another one that it is the rest of; nil for one that is filled.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  func keep(_ gap: TimelineGap?, inPlaceOf old: TimelineGap?) throws {
    guard gap != old else { return }
    try gapRecords.edit { records in
      if let old { records.remove(old.key) }
      guard let gap else { return }
      try records.upsert(gap.key) { draft in
        draft[GapFields.source] = gap.source
        draft[GapFields.older] = gap.older.id
        draft[GapFields.olderDate] = gap.older.date
        draft[GapFields.newer] = gap.newer.id
        draft[GapFields.newerDate] = gap.newer.date
      }
    }
  }
}

extension TimelineGap {
  fileprivate var key: String { "\(source)\n\(older.id)\n\(newer.id)" }
}
