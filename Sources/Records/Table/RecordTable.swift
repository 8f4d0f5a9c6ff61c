/// A table of records: a value, like an array of them, kept column by column.
///
/// ```swift
/// let name = Field<String>("name"), rate = Field<Double>("rate"), passed = Field<Bool>("passed")
/// var cards = try RecordTable(Schema(name, rate, passed))
/// let id = try cards.append { $0[name] = "山田"; $0[rate] = 4.5; $0[passed] = true }
/// cards[id, name]                        // "山田"
/// ```
///
/// A copy is a snapshot: it is made in constant time, shares what neither has changed since, and
/// can be read on another thread while the original is edited. ``changes(since:)`` tells what lies
/// between two of them.
///
/// Records are known by a ``RecordNumber`` that stays the same whatever else is edited, and is not
/// used again when its record is removed.
///
/// - Complexity: reading a value O(1); an edit O(1), and a chunk of 8,192 values is copied first
///   where a snapshot still needs it.
public struct RecordTable: Sendable {
  public let schema: Schema
  /// A bit for each position: whether a record lives there.
  var live: [BitChunk] = []
  /// The values, in the order of the schema's fields.
  var columns: [Column]
  /// How many records there are.
  public internal(set) var count = 0
  /// The position of the next record to be appended.
  var nextPosition = 0
  /// What was derived from columns and can be derived again; copies of the table share it.
  let caches: TableCaches
  /// The fields that searches may look up in a sorted order, see ``addIndex(on:)``.
  var indexedFields: Set<Int> = []

  /// An empty table.
  public init(_ schema: Schema) {
    self.schema = schema
    columns = schema.fields.map { Column(for: $0.type) }
    caches = TableCaches()
  }

  public var isEmpty: Bool { count == 0 }

  /// The numbers of all records, in ascending order.
  ///
  /// - Complexity: O(*n* / 8192)
  public var numbers: RecordSet { RecordSet(chunks: live, count: count) }

  /// Whether there is a record of this number.
  public func contains(_ number: RecordNumber) -> Bool { isLive(number.rawValue) }

  @inline(__always)
  func isLive(_ position: Int) -> Bool {
    guard position >= 0, position < nextPosition else { return false }
    let index = position >> ChunkLayout.shift
    return index < live.count && live[index].value(at: position & ChunkLayout.mask)
  }

  /// The position of a record that the caller says exists.
  @inline(__always)
  func requiredPosition(of number: RecordNumber) -> Int {
    guard isLive(number.rawValue) else {
      fatalError(RecordError.noSuchRecord(number).description)
    }
    return number.rawValue
  }

  /// The position of a record that may not exist.
  func checkedPosition(of number: RecordNumber) throws(RecordError) -> Int {
    guard isLive(number.rawValue) else { throw .noSuchRecord(number) }
    return number.rawValue
  }

  func cell(at position: Int, field index: Int) -> CellValue {
    columns[index].cell(at: position, type: schema.fields[index].type)
  }
}
