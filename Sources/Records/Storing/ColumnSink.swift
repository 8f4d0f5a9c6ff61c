/// The values of one field in the chunk that a ``TableBuilder`` fills, as plain memory.
@usableFromInline
struct ColumnSink {
  private let type: FieldType
  /// How many places there are values for.
  private var capacity: Int
  /// `Int`, `Double`, words of bits, or slots of texts; zero where nothing was written.
  @usableFromInline var values: UnsafeMutableRawPointer
  /// A bit for each place that holds a value.
  @usableFromInline var presence: UnsafeMutablePointer<UInt64>
  @usableFromInline var arena: UnsafeMutablePointer<UInt8>
  @usableFromInline var used = 0
  /// The number of free bytes in the arena.
  @usableFromInline var room = 0

  init(_ type: FieldType, capacity: Int) {
    self.type = type
    self.capacity = capacity
    values = Self.zeros(type == .boolean ? ChunkLayout.words : capacity)
    presence = .allocate(capacity: ChunkLayout.words)
    presence.initialize(repeating: 0, count: ChunkLayout.words)
    arena = .allocate(capacity: TextChunk.slack)
  }

  func deallocate() {
    values.deallocate()
    presence.deallocate()
    arena.deallocate()
  }

  /// Makes room for the values of as many places as `capacity`.
  mutating func extend(to capacity: Int) {
    defer { self.capacity = capacity }
    // Bits have room for a whole chunk from the beginning.
    guard type != .boolean else { return }
    let larger = Self.zeros(capacity)
    larger.copyMemory(from: values, byteCount: self.capacity * 8)
    values.deallocate()
    values = larger
  }

  @inlinable
  mutating func markPresent(_ place: Int) {
    presence[place >> 6] |= 1 << UInt64(place & 63)
  }

  /// Writes a text for which there is room.
  @inlinable
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) {
    // A slot: the offset in the arena and the count, 32 bits each.
    let slot = values.assumingMemoryBound(to: UInt32.self) + place * 2
    slot[0] = UInt32(truncatingIfNeeded: used)
    slot[1] = UInt32(truncatingIfNeeded: bytes.count)
    guard let start = bytes.baseAddress else { return }
    (arena + used).update(from: start, count: bytes.count)
    used &+= bytes.count
    room &-= bytes.count
  }

  /// Makes room for this many bytes; false when a chunk cannot hold them.
  mutating func grow(by count: Int) -> Bool {
    guard used + count <= TextChunk.mostBytes else { return false }
    let capacity = min(max((used + count) * 2, 1024), TextChunk.mostBytes)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + TextChunk.slack)
    larger.update(from: arena, count: used)
    arena.deallocate()
    arena = larger
    room = capacity - used
    return true
  }

  /// Appends the chunk, with `count` places, to a column, and begins an empty one.
  mutating func end(count: Int, at index: Int, of column: inout Column) {
    switch column {
    case .integers(var chunks):
      column = .integers([])
      let kept = take(of: Int.self, count)
      append(
        ValueChunk(
          values: kept.values, capacity: kept.capacity, count: count, present: kept.present,
          owner: nil), at: index, of: &chunks)
      column = .integers(chunks)
    case .doubles(var chunks):
      column = .doubles([])
      let kept = take(of: Double.self, count)
      append(
        ValueChunk(
          values: kept.values, capacity: kept.capacity, count: count, present: kept.present,
          owner: nil), at: index, of: &chunks)
      column = .doubles(chunks)
    case .booleans(var chunks):
      column = .booleans([])
      append(takeBits(count), at: index, of: &chunks)
      column = .booleans(chunks)
    case .texts(var chunks):
      column = .texts([])
      let kept = take(of: TextSlot.self, count)
      // No more room than there are bytes.
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: used + TextChunk.slack)
      bytes.initialize(from: arena, count: used)
      (bytes + used).initialize(repeating: 0, count: TextChunk.slack)
      append(
        TextChunk(
          slots: kept.values, capacity: kept.capacity, count: count, present: kept.present,
          arena: bytes, arenaCount: used, owner: nil), at: index, of: &chunks)
      column = .texts(chunks)
      room += used
      used = 0
    }
  }

  private func append<Chunk: ColumnChunk>(
    _ chunk: Chunk, at index: Int, of chunks: inout [Chunk]
  ) {
    padChunks(&chunks, to: index)
    chunks.append(chunk)
  }

  /// The values, for a chunk to own.
  private mutating func take<Value: BitwiseCopyable>(
    of type: Value.Type, _ count: Int
  ) -> (values: UnsafeMutablePointer<Value>, capacity: Int, present: PresenceBits?) {
    let present = takePresence(count)
    let bound = values.bindMemory(to: type, capacity: capacity)
    guard count < ChunkLayout.size / 2 else {
      values = Self.zeros(capacity)
      return (bound, capacity, present)
    }
    // The last chunk of a table, which would else take the room of a whole one.
    let enough = max(16, count)
    let few = UnsafeMutablePointer<Value>.allocate(capacity: enough)
    few.initialize(from: bound, count: count)
    Self.clear(values, count)
    return (few, enough, present)
  }

  private mutating func takeBits(_ count: Int) -> BitChunk {
    let chunk = BitChunk()
    let words = values.assumingMemoryBound(to: UInt64.self)
    chunk.words.update(from: words, count: ChunkLayout.words)
    chunk.count = count
    if let present = takePresence(count) {
      chunk.presence().words.update(from: present.words, count: ChunkLayout.words)
    }
    Self.clear(values, ChunkLayout.words)
    return chunk
  }

  /// Which of `count` places hold a value; nil when all do.
  private mutating func takePresence(_ count: Int) -> PresenceBits? {
    let isWhole = (0..<count >> 6).allSatisfy { presence[$0] == ~0 }
    let rest = UInt64(1) << UInt64(count & 63) - 1
    defer { presence.update(repeating: 0, count: ChunkLayout.words) }
    if isWhole, rest == 0 || presence[count >> 6] == rest { return nil }
    let bits = PresenceBits()
    for word in 0..<(count + 63) >> 6 {
      // Places from `count` on are as in chunks that were filled one by one.
      let beyond = word == count >> 6 ? ~rest : 0
      bits.words[word] = presence[word] | beyond
    }
    return bits
  }

  private static func zeros(_ words: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: words * 8, alignment: 16)
    clear(memory, words)
    return memory
  }

  private static func clear(_ memory: UnsafeMutableRawPointer, _ words: Int) {
    memory.initializeMemory(as: UInt64.self, repeating: 0, count: words)
  }
}
