internal import HikidashiRecords

/// The marks of a ``PagedRecordStore`` as they are in the file, 8,192 records a chunk.
struct PagedMarks: Sendable {
  static let wordsInChunk = 128

  /// The words of each chunk, by field.
  private var fields: [[Int: [UInt64]]]
  private var dataVersion: Int?

  init(_ count: Int) { fields = Array(repeating: [:], count: count) }

  /// Reads what others have changed.
  ///
  /// - Complexity: O(1) where nothing was changed, else O(*n* / 8192)
  mutating func refresh(_ session: SQLiteSession) throws(SQLiteError) {
    let current = try session.dataVersion()
    guard current != dataVersion else { return }
    var fresh = [[Int: [UInt64]]](repeating: [:], count: fields.count)
    let select = try session.statement("SELECT field, chunk, bits FROM mark")
    defer { select.reset() }
    while try select.step() {
      guard fresh.indices.contains(select.int(0)) else { continue }
      fresh[select.int(0)][select.int(1)] = Self.words(select.blob(unowned: 2))
    }
    (fields, dataVersion) = (fresh, current)
  }

  func contains(_ number: Int, field: Int) -> Bool {
    guard let words = fields[field][number >> 13] else { return false }
    return words[number >> 6 & 127] >> UInt64(number & 63) & 1 != 0
  }

  func numbers(field: Int) -> RecordSet {
    var numbers = RecordSet()
    for (chunk, words) in fields[field] {
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          numbers.insert(RecordNumber(chunk << 13 | index << 6 | rest.trailingZeroBitCount))
          rest &= rest - 1
        }
      }
    }
    return numbers
  }

  func count(field: Int) -> Int {
    fields[field].values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.nonzeroBitCount } }
  }

  private static func words(_ blob: UnsafeRawBufferPointer) -> [UInt64] {
    (0..<wordsInChunk).map { index in
      guard (index + 1) * 8 <= blob.count else { return 0 }
      return UInt64(littleEndian: blob.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
  }

  /// Sets or clears marks in the file, in a transaction.
  ///
  /// - Returns: Those that were not so before.
  static func set(
    _ field: Int, _ numbers: some Sequence<RecordNumber>, to isMarked: Bool,
    _ session: SQLiteSession
  ) throws(SQLiteError) -> RecordSet {
    var wanted: [Int: [UInt64]] = [:]
    for number in numbers {
      let raw = number.rawValue
      wanted[raw >> 13, default: Array(repeating: 0, count: wordsInChunk)][raw >> 6 & 127] |=
        1 << UInt64(raw & 63)
    }
    var changed = RecordSet()
    let select = try session.statement("SELECT bits FROM mark WHERE field = ? AND chunk = ?")
    let insert = try session.statement(
      "INSERT OR REPLACE INTO mark (field, chunk, bits) VALUES (?, ?, ?)")
    for (chunk, words) in wanted {
      try select.bind(field, at: 0)
      try select.bind(chunk, at: 1)
      let old =
        try select.step() ? Self.words(select.blob(unowned: 0)) : [UInt64](repeating: 0, count: 128)
      select.reset()
      let new = zip(old, words).map { isMarked ? $0 | $1 : $0 & ~$1 }
      guard new != old else { continue }
      for index in new.indices {
        var rest = new[index] ^ old[index]
        while rest != 0 {
          changed.insert(RecordNumber(chunk << 13 | index << 6 | rest.trailingZeroBitCount))
          rest &= rest - 1
        }
      }
      try insert.bind(field, at: 0)
      try insert.bind(chunk, at: 1)
      let bytes = new.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
      try insert.bind(bytes, at: 2)
      try insert.run()
    }
    return changed
  }
}
