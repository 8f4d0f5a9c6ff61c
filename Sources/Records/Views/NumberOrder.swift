/// A strict total order of records: no two are equal.
protocol NumberOrder {
  func precedes(_ left: RecordNumber, _ right: RecordNumber) -> Bool

  /// Less for one record than for another only if that record precedes the other; what most
  /// comparisons can be decided by without a look at the records.
  func prefix(of number: RecordNumber) -> UInt64
}
