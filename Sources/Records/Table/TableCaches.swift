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
