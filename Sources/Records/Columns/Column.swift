/// The values of one field, in chunks by the way they are kept.
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

  var allocatedBytes: Int {
    switch self {
    case .integers(let chunks): bytesAllocated(by: chunks)
    case .doubles(let chunks): bytesAllocated(by: chunks)
    case .booleans(let chunks): bytesAllocated(by: chunks)
    case .texts(let chunks): bytesAllocated(by: chunks)
    }
  }
}

/// The chunk that holds `position`, made, grown or copied so that it can be written there.
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

/// Adds chunks that hold nothing, all the same one, below `index`: numbers may skip far ahead.
func padChunks<Chunk: ColumnChunk>(_ chunks: inout [Chunk], to index: Int) {
  guard chunks.count < index else { return }
  chunks += repeatElement(Chunk(capacity: 0), count: index - chunks.count)
}

/// Bytes that chunks have allocated; those that ``padChunks(_:to:)`` put there are one.
func bytesAllocated(by chunks: [some ColumnChunk]) -> Int {
  var total = 0
  for (index, chunk) in chunks.enumerated() where index == 0 || chunks[index - 1] !== chunk {
    total += chunk.allocatedBytes
  }
  return total
}
