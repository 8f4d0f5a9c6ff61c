internal import HikidashiBase

/// The caches of results from a table's columns: sort keys, orders, folded text, indexes.
///
/// Entries are kept by a key of the part that made them, which also checks whether they are still
/// right: a chunk that was edited is another object. Copies of a table share their caches, so that
/// a snapshot does not sort again.
final class TableCaches: Sendable {
  /// A cached result that can be removed at any time.
  protocol Entry: Sendable {
    /// Bytes that the entry holds beyond the columns it was derived from.
    var allocatedBytes: Int { get }
  }

  /// The purpose of an entry, and its field.
  struct Key: Hashable, Sendable {
    var purpose: String
    var field: Int
  }

  private let entries = Guarded<[Key: any Entry]>([:])

  /// The entry, if there is one of this type.
  func entry<Found: Entry>(_ purpose: String, field: Int, as type: Found.Type) -> Found? {
    entries.withLock { $0[Key(purpose: purpose, field: field)] as? Found }
  }

  /// Stores an entry, which replaces the one before it.
  func keep(_ entry: any Entry, _ purpose: String, field: Int) {
    entries.withLock { $0[Key(purpose: purpose, field: field)] = entry }
  }

  func drop() { entries.withLock { $0 = [:] } }

  var allocatedBytes: Int {
    entries.withLock { $0.values.reduce(0) { $0 + $1.allocatedBytes } }
  }
}

extension RecordTable {
  /// Removes everything that was cached to make searching and sorting faster. It is made again when
  /// it is needed.
  package func dropCaches() { caches.drop() }

  /// The memory that the table has allocated; memory that copies share is counted for each copy.
  public var memory: MemoryUse {
    let records = columns.reduce(bytesAllocated(by: live)) {
      $0 + bytesAllocated(by: $1.chunks)
    }
    return MemoryUse(records: records, caches: caches.allocatedBytes)
  }

  /// The memory of a table, in bytes.
  public struct MemoryUse: Hashable, Sendable {
    /// The memory of the records themselves, in bytes.
    public var records: Int
    /// The memory of caches that make searching and sorting faster, in bytes.
    public var caches: Int
  }
}

/// The ascending order of a field of all records, kept for the next sort by it.
///
/// It holds on to the chunks that it was made from: those that a later state of the table still has
/// are unchanged, and of the others the values that differ are found by comparing.
struct ColumnOrder: TableCaches.Entry {
  let sorted: SortedPositions
  let table: Snapshot

  /// The columns that the order depends on.
  struct Snapshot: Sendable {
    let live: [BitChunk]
    let column: Column
    /// The column of the field that is read in place of this one.
    let reading: Column?
    let count: Int
  }

  static let purpose = "order"

  var allocatedBytes: Int { sorted.allocatedBytes }

  /// The positions whose values in one of two snapshots are not those in the other; nil when they are
  /// so many that sorting anew is the cheaper way.
  static func changes(from old: Snapshot, to new: Snapshot) -> RecordSet? {
    var changes = ChangedPlaces(chunks: ChunkLayout.chunks(for: max(old.count, new.count)))
    changes.add(old.live, new.live)
    changes.add(old.column, new.column)
    if let before = old.reading, let after = new.reading { changes.add(before, after) }
    guard !changes.isTooMany else { return nil }
    let set = changes.set
    return set.count <= max(1 << 10, new.count / 64) ? set : nil
  }
}

/// Collects the places at which chunks differ.
private struct ChangedPlaces {
  private var chunks: [BitChunk?]
  private var comparedChunks = 0

  init(chunks count: Int) { chunks = [BitChunk?](repeating: nil, count: count) }

  /// Sorting anew is cheaper than comparing much of a column.
  var isTooMany: Bool { comparedChunks > 4 && comparedChunks > chunks.count / 4 }

  /// The places, as positions.
  var set: RecordSet { RecordSet(chunks: chunks) }

  mutating func add(_ old: Column, _ new: Column) {
    switch (old, new) {
    case (.integers(let old), .integers(let new)): add(old, new)
    case (.doubles(let old), .doubles(let new)): add(old, new)
    case (.booleans(let old), .booleans(let new)): add(old, new)
    case (.texts(let old), .texts(let new)): add(old, new)
    // The columns of one field are kept in one way.
    default: break
    }
  }

  mutating func add<Chunk: ComparableChunk>(_ old: [Chunk], _ new: [Chunk]) {
    for index in chunks.indices {
      let before = index < old.count ? old[index] : nil
      let after = index < new.count ? new[index] : nil
      guard before !== after else { continue }
      comparedChunks += 1
      guard !isTooMany else { return }
      let bits = chunks[index] ?? BitChunk()
      bits.count = ChunkLayout.size
      chunks[index] = bits
      guard let before, let after else {
        for word in 0..<ChunkLayout.words { bits.words[word] = ~0 }
        continue
      }
      let comparison = after.comparison(with: before)
      for word in 0..<ChunkLayout.words {
        let presence = Self.present(before, word) ^ Self.present(after, word)
        bits.words[word] |=
          presence | after.differences(from: before, word: word, comparison)
      }
    }
  }

  private static func present(_ chunk: some ColumnChunk, _ word: Int) -> UInt64 {
    ColumnSource<BitChunk>.bits(below: chunk.count - word << 6)
      & (chunk.present?.words[word] ?? ~0)
  }
}
