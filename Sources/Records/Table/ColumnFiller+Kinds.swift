internal import FoundationEssentials

extension ColumnFiller {
  /// The way to write values of a type that is kept as it is, or nil.
  static func plain<Value>(_ values: [Value]) -> ColumnFiller? {
    if let values = sameArray(values, of: Int.self) {
      return numbers(values, Column.integers) { $0 }
    }
    if let values = sameArray(values, of: Int?.self) {
      return numbers(values, Column.integers) { $0 }
    }
    if let values = sameArray(values, of: Double.self) {
      return numbers(values, Column.doubles) { $0 }
    }
    if let values = sameArray(values, of: Double?.self) {
      return numbers(values, Column.doubles) { $0 }
    }
    if let values = sameArray(values, of: Date.self) {
      return numbers(values, Column.doubles) { $0.timeIntervalSinceReferenceDate }
    }
    if let values = sameArray(values, of: Date?.self) {
      return numbers(values, Column.doubles) { $0?.timeIntervalSinceReferenceDate }
    }
    if let values = sameArray(values, of: Bool.self) { return bits(values) { $0 } }
    if let values = sameArray(values, of: Bool?.self) { return bits(values) { $0 } }
    return text(values)
  }

  private static func text<Value>(_ values: [Value]) -> ColumnFiller? {
    if let values = sameArray(values, of: String.self) {
      return texts(
        values, isCheckedByItsType: true, cell: { .string($0) }, byteCount: { $0.utf8.count },
        bytes: { withContiguousBytes(of: $0, $1) })
    }
    if let values = sameArray(values, of: String?.self) {
      return texts(
        values, isCheckedByItsType: true, cell: { $0.cell }, byteCount: { $0?.utf8.count ?? 0 },
        bytes: { text, body in
          if let text { withContiguousBytes(of: text, body) } else { body(nil) }
        })
    }
    return nil
  }

  /// Cells of any type: what files, and types of a program's own, are filled from.
  static func cells(_ cells: [CellValue], type: FieldType) -> ColumnFiller {
    switch type {
    case .string, .data, .json:
      return texts(
        cells, isCheckedByItsType: false, cell: { $0 }, byteCount: { $0.byteCount },
        bytes: { cell, body in cell.withBytes(body) })
    case .integer, .double, .date, .boolean:
      return ColumnFiller(
        count: cells.count, isCheckedByItsType: false, cell: { cells[$0] },
        chunks: { range in
          var column = Column(for: type)
          for (position, index) in range.enumerated() { column.set(cells[index], at: position) }
          return column
        })
    }
  }

  /// The same value again and again: the default of a field that was given no column.
  static func repeated(_ cell: CellValue, count: Int, type: FieldType) -> ColumnFiller {
    ColumnFiller(
      count: count, isCheckedByItsType: !cell.isNull, cell: { _ in cell },
      chunks: { range in
        var column = Column(for: type)
        for position in 0..<range.count {
          guard column.hasRoom(for: cell, at: position) else { return nil }
          column.set(cell, at: position)
        }
        return column
      })
  }
}

/// Calls `body` with the UTF-8 of a text.
@inline(__always)
private func withContiguousBytes(of text: String, _ body: (UTF8Bytes?) -> Void) {
  // Only text that came from elsewhere has no contiguous bytes.
  if text.utf8.withContiguousStorageIfAvailable({ body($0) }) == nil {
    withBytes(of: text) { body($0) }
  }
}

/// The array, if its elements are of this very type; nil otherwise.
///
/// `as?` would look at every element, and take optionals that are all there for values.
func sameArray<Element, Other>(_ array: [Element], of type: Other.Type) -> [Other]? {
  // Both are the same type then.
  Element.self == type ? unsafeBitCast(array, to: [Other].self) : nil
}

extension Column {
  var chunkCount: Int {
    switch self {
    case .integers(let chunks): chunks.count
    case .doubles(let chunks): chunks.count
    case .booleans(let chunks): chunks.count
    case .texts(let chunks): chunks.count
    }
  }

  /// Adds the chunks of a column of the same kind.
  mutating func append(_ added: Column) {
    switch (self, added) {
    case (.integers(let chunks), .integers(let added)): self = .integers(chunks + added)
    case (.doubles(let chunks), .doubles(let added)): self = .doubles(chunks + added)
    case (.booleans(let chunks), .booleans(let added)): self = .booleans(chunks + added)
    case (.texts(let chunks), .texts(let added)): self = .texts(chunks + added)
    // Columns of one field are kept in one way.
    default: break
    }
  }

  /// Adds empty chunks until there are so many.
  mutating func reserveChunks(_ wanted: Int) {
    let missing = wanted - chunkCount
    guard missing > 0 else { return }
    switch self {
    case .integers: append(.integers((0..<missing).map { _ in ValueChunk(capacity: 0) }))
    case .doubles: append(.doubles((0..<missing).map { _ in ValueChunk(capacity: 0) }))
    case .booleans: append(.booleans((0..<missing).map { _ in BitChunk(capacity: 0) }))
    case .texts: append(.texts((0..<missing).map { _ in TextChunk(capacity: 0) }))
    }
  }
}
