/// Up to a chunk of records that were read from a run of text, as chunks of columns.
struct RowBatch {
  /// One chunk of a column, by its kind.
  enum Chunk {
    case integers(ValueChunk<Int>)
    case doubles(ValueChunk<Double>)
    case booleans(BitChunk)
    case texts(TextChunk)

    var count: Int {
      switch self {
      case .integers(let chunk): chunk.count
      case .doubles(let chunk): chunk.count
      case .booleans(let chunk): chunk.count
      case .texts(let chunk): chunk.count
      }
    }
  }

  /// Records in the chunks, those that were refused included.
  var rows: Int
  /// One for each of the schema's fields.
  var chunks: [Chunk]
  /// Which rows of the chunks were refused.
  var refused: RowBits
  /// The numbers that the text gives its records.
  var numbers: [Int]?
  /// What was refused, in the order of the text, and how many in all.
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

/// A bit for each row of a batch.
struct RowBits {
  private var words: [UInt64]
  private(set) var isEmpty = true

  init(rows: Int) { words = Array(repeating: 0, count: (rows + 63) / 64) }

  mutating func insert(_ row: Int) {
    words[row >> 6] |= 1 << UInt64(row & 63)
    isEmpty = false
  }

  func contains(_ row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }

  /// The rows in ascending order.
  var rows: [Int] {
    guard !isEmpty else { return [] }
    var rows: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        rows.append(index << 6 | rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return rows
  }
}
