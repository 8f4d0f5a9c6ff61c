public import HikidashiRecords

/// Some fields of a record, where the whole would take longer to read.
public struct PagedExtract: Sendable, Hashable {
  /// The number of the record: what was added later has a greater one.
  public let number: RecordNumber
  /// Where the record stands, with its key.
  public let place: PagedPlace
  /// The texts of the fields that were asked for, in their order.
  public let texts: [String]
}
