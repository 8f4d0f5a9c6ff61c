/// Up to a chunk of records that were read from a run of text, as columns of one chunk.
struct RowBatch {
  /// Records in the columns, those that were refused included.
  var rows: Int
  /// One for each of the schema's fields.
  var columns: [Column]
  /// Which rows were refused.
  var refused: PositionBits
  /// The numbers that the text gives its records.
  var numbers: [Int]?
  /// The first refused records in the order of the text, and the number of all.
  var refusals: [RefusedRecord] = []
  var refusedCount = 0

  /// Where the rows stand in the text, for what is found wrong when they are appended; only where
  /// they have numbers, or keys are asked for.
  var origins: [RowOrigin] = []
}

/// Where a record stands in a run of text.
struct RowOrigin {
  var line: Int
  var bytes: Range<Int>
}
