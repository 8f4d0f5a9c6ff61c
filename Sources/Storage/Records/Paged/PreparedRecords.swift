internal import HikidashiRecords

/// Records that ``PagedRecordStore/prepare(_:)`` has made ready to be put.
public struct PreparedRecords: Sendable {
  let table: RecordTable
  /// The layout of the store that they are for.
  let layout: String
  /// The checksum of each record, by its number in the table.
  let contents: [Int]

  init(_ table: RecordTable, _ layout: PagedLayout) {
    var contents = [Int](repeating: 0, count: table.count)
    var bytes: [UInt8] = []
    table.forEachChunk { chunk in
      chunk.forEachPlace { place in
        contents[chunk.firstNumber + place] = layout.content(chunk, place, &bytes)
      }
    }
    (self.table, self.layout, self.contents) = (table, layout.description, contents)
  }

  /// How many there are.
  public var count: Int { contents.count }
}

extension PagedLayout {
  /// A checksum of all that ``PagedRecordStore/put(_:isSynced:)`` writes.
  ///
  /// - Parameter bytes: Room to work in, which is kept from one record to the next.
  func content(_ chunk: ChunkSlices, _ place: Int, _ bytes: inout [UInt8]) -> Int {
    bytes.removeAll(keepingCapacity: true)
    for field in updated {
      let column = chunk.columns[field]
      guard column.holdsValue(at: place) else {
        bytes.append(0)
        continue
      }
      bytes.append(1)
      switch column.kind {
      case .integer: withUnsafeBytes(of: column.integer(at: place)) { bytes.append(contentsOf: $0) }
      case .double: withUnsafeBytes(of: column.double(at: place)) { bytes.append(contentsOf: $0) }
      case .boolean: bytes.append(column.boolean(at: place) ? 1 : 0)
      case .text, .data:
        let value = column.bytes(at: place)
        withUnsafeBytes(of: value.count) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: value)
      }
    }
    return Int(truncatingIfNeeded: bytes.withUnsafeBytes { XXHash64.hash($0) })
  }
}
