internal import HikidashiRecords

extension RecordTable {
  /// A checksum of the numbers and all values of the records. All kinds of NaN count as one, as
  /// text files do not tell them apart.
  ///
  /// - Complexity: O(*n*)
  package var contentChecksum: UInt64 {
    var hash: UInt64 = 0
    forEachChunk { chunk in
      chunk.forEachPlace { place in
        hash = XXHash64.combine(hash, UInt64(chunk.firstNumber + place))
        for column in chunk.columns { hash = XXHash64.combine(hash, column.word(at: place)) }
      }
    }
    return XXHash64.finish(hash)
  }
}

extension ColumnSlice {
  /// A hash of a value; two values of a type have the same one only by chance.
  fileprivate func word(at place: Int) -> UInt64 {
    // No value is told apart from all others but one in 2⁶⁴.
    guard holdsValue(at: place) else { return 0x6E6F_2076_616C_7565 }
    switch kind {
    case .integer: return UInt64(bitPattern: Int64(integer(at: place)))
    case .double:
      let value = double(at: place)
      return value.isNaN ? Double.nan.bitPattern : value.bitPattern
    case .boolean: return boolean(at: place) ? 1 : 0
    case .text, .data: return XXHash64.hash(UnsafeRawBufferPointer(bytes(at: place)))
    }
  }
}
