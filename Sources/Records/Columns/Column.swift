internal import FoundationEssentials

/// The values of one field, in chunks of the type in which they are stored.
enum Column: Sendable {
  case integers([ValueChunk<Int>])
  /// Doubles, and dates as seconds since 2001-01-01 UTC.
  case doubles([ValueChunk<Double>])
  case booleans([BitChunk])
  /// Strings, data, and JSON.
  case texts([TextChunk])

  init(for type: FieldType) {
    switch type {
    case .integer: self = .integers([])
    case .double, .date: self = .doubles([])
    case .boolean: self = .booleans([])
    case .string, .data, .json: self = .texts([])
    }
  }

  /// The chunks, regardless of their type; O(chunks).
  var chunks: [any ColumnChunk] {
    switch self {
    case .integers(let chunks): chunks
    case .doubles(let chunks): chunks
    case .booleans(let chunks): chunks
    case .texts(let chunks): chunks
    }
  }
}

/// The chunk with `position`, which is created, grown or copied so that it can be written to.
///
/// Places before it that were never written hold no value.
func editableChunk<Chunk: ColumnChunk>(_ chunks: inout [Chunk], at position: Int) -> Chunk {
  let index = position >> ChunkLayout.shift
  let place = position & ChunkLayout.mask
  padChunks(&chunks, to: index)
  if chunks.count == index { chunks.append(Chunk(capacity: 0)) }
  if place >= chunks[index].capacity {
    let doubled = max(place + 1, chunks[index].capacity * 2, 16)
    chunks[index] = chunks[index].copy(capacity: min(doubled, ChunkLayout.size))
  } else if !isKnownUniquelyReferenced(&chunks[index]) {
    chunks[index] = chunks[index].copy(capacity: chunks[index].capacity)
  }
  let chunk = chunks[index]
  chunk.fill(to: place)
  return chunk
}

/// Adds empty chunks below `index`, which are all the same object, as record numbers may skip far
/// ahead.
func padChunks<Chunk: ColumnChunk>(_ chunks: inout [Chunk], to index: Int) {
  guard chunks.count < index else { return }
  chunks += repeatElement(Chunk(capacity: 0), count: index - chunks.count)
}

/// The number of bytes that chunks have allocated; those of ``padChunks(_:to:)`` count as one.
func bytesAllocated(by chunks: [any ColumnChunk]) -> Int {
  var total = 0
  for (index, chunk) in chunks.enumerated() where index == 0 || chunks[index - 1] !== chunk {
    total += chunk.allocatedBytes
  }
  return total
}

// MARK: - Cells

extension Column {
  /// The value at a position as a cell of this type; null for a position without a value.
  func cell(at position: Int, type: FieldType) -> CellValue {
    let index = position >> ChunkLayout.shift
    let place = position & ChunkLayout.mask
    switch self {
    case .integers(let chunks):
      guard chunks[index].holdsValue(at: place) else { return .null }
      return .integer(chunks[index].values[place])
    case .doubles(let chunks):
      guard chunks[index].holdsValue(at: place) else { return .null }
      let value = chunks[index].values[place]
      return type == .date ? .date(Date(timeIntervalSinceReferenceDate: value)) : .double(value)
    case .booleans(let chunks):
      guard chunks[index].holdsValue(at: place) else { return .null }
      return .boolean(chunks[index].value(at: place))
    case .texts(let chunks):
      guard chunks[index].holdsValue(at: place) else { return .null }
      let bytes = chunks[index].bytes(at: place)
      switch type {
      case .data: return .data(Data(bytes))
      case .json: return .json(String(decoding: bytes, as: UTF8.self))
      default: return .string(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// Whether ``set(_:at:)`` has room for the value.
  func hasRoom(for cell: CellValue, at position: Int) -> Bool {
    guard case .texts(let chunks) = self else { return true }
    let index = position >> ChunkLayout.shift
    let count = cell.byteCount
    return index < chunks.count ? chunks[index].hasRoom(for: count) : count <= TextChunk.mostBytes
  }

  /// Writes a value of the column's type, or null.
  ///
  /// - Precondition: ``hasRoom(for:at:)``.
  mutating func set(_ cell: CellValue, at position: Int) {
    let place = position & ChunkLayout.mask
    // The payload is taken out while it is edited, so that its array is not held twice.
    switch self {
    case .integers(var chunks):
      self = .integers([])
      editableChunk(&chunks, at: position).set(cell.integer, at: place)
      self = .integers(chunks)
    case .doubles(var chunks):
      self = .doubles([])
      editableChunk(&chunks, at: position).set(cell.number, at: place)
      self = .doubles(chunks)
    case .booleans(var chunks):
      self = .booleans([])
      editableChunk(&chunks, at: position).set(cell.boolean, at: place)
      self = .booleans(chunks)
    case .texts(var chunks):
      self = .texts([])
      let chunk = editableChunk(&chunks, at: position)
      cell.withBytes { chunk.set($0, at: place) }
      self = .texts(chunks)
    }
  }

  /// Releases the values of a whole chunk, none of which is used any more.
  mutating func dropChunk(_ index: Int) {
    switch self {
    case .integers(var chunks):
      chunks[index] = ValueChunk(capacity: 0)
      self = .integers(chunks)
    case .doubles(var chunks):
      chunks[index] = ValueChunk(capacity: 0)
      self = .doubles(chunks)
    case .booleans(var chunks):
      chunks[index] = BitChunk()
      self = .booleans(chunks)
    case .texts(var chunks):
      chunks[index] = TextChunk(capacity: 0)
      self = .texts(chunks)
    }
  }
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

  /// Adds empty chunks until there are at least this many.
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
