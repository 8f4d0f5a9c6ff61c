public import FoundationEssentials
public import HikidashiRecords
import HikidashiStorage

/// Where the reader is in each list, as it is kept.
public enum PlaceFields {
  /// The name of the list.
  public static let list = Field<String>("list", collation: .binary)
  /// The identifier of the post at the place.
  public static let post = Field<String>("post", default: "", collation: .binary)
  /// When the post at the place was published, should it be gone.
  public static let date = Field<Date>("date")

  /// The schema of the store.
  ///
  /// - Throws: Nothing that a caller could mend: the fields are those above.
  public static func schema() throws(SchemaError) -> Schema { try Schema(list, post, date) }
}

extension TimelineStore {
  /// The list of all sources.
  public static let mergedList = "*"

  /// Keeps where the reader is in a list: ``mergedList``, the id of a source or of a smart list.
  ///
  /// - Throws: `StoreError`
  public func keep(_ place: TimelinePlace, in list: String) throws {
    try places.edit { records in
      try records.upsert(list) { draft in
        draft[PlaceFields.post] = place.id
        draft[PlaceFields.date] = place.date
      }
    }
  }

  /// Where the reader was in a list; nil where they never were.
  public func place(in list: String) -> TimelinePlace? {
    places.records[list].map {
      TimelinePlace(id: $0[PlaceFields.post], date: $0[PlaceFields.date])
    }
  }
}
