/// One chunk of a column, at hand for writing its values.
///
/// It borrows the chunk's memory: the table must outlive it.
struct PrintedColumn {
  let type: FieldType
  let isOptional: Bool
  let values: ColumnSlice
  /// Bytes of the chunk's texts, and of what was written over.
  let textCount: Int
  /// Whether no text of the chunk has anything to escape; the printer finds out.
  var isPlain = false
  /// Whether a value may be written like the text for no value; the printer finds out.
  var guardsNull = false

  init(_ column: Column, chunk index: Int, field: FieldDefinition) {
    type = field.type
    isOptional = field.isOptional
    values = ColumnSlice(column, type: type, chunk: index)
    textCount = if case .texts(let chunks) = column { chunks[index].arenaCount } else { 0 }
  }
}

/// Writes records in one format.
protocol RowPrinter: Sendable {
  /// Writes what stands before the records.
  func printHeader(to buffer: inout TextBuffer)

  /// Writes the records of a chunk whose bits are set; `columns` are those of the schema.
  func print(
    _ bits: UnsafePointer<UInt64>, chunk: Int, _ columns: [PrintedColumn],
    to buffer: inout TextBuffer)
}

/// Calls `body` with the places of a chunk whose bits are set.
@inline(__always)
func forEachPlace(_ bits: UnsafePointer<UInt64>, _ body: (_ place: Int) -> Void) {
  for word in 0..<ChunkLayout.words { bits[word].forEachBit { body(word << 6 | $0) } }
}
