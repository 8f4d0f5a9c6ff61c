import FoundationEssentials
public import HikidashiRecords

/// Records that were read of a ``PagedRecordStore`` at once, in the order in which they were asked for.
public struct PagedRecords: Sendable {
  /// The records, numbered from 0 on.
  public internal(set) var table: RecordTable
  /// The numbers that the records have in the store, by their numbers in ``table``.
  public internal(set) var numbers: [RecordNumber]
  var places: [PagedPlace] = []

  /// How many there are.
  public var count: Int { numbers.count }
  /// Whether there are none.
  public var isEmpty: Bool { numbers.isEmpty }
  /// Where the first one stands; nil where there are none, or the store has no order.
  public var first: PagedPlace? { places.first }
  /// Where the last one stands; nil where there are none, or the store has no order.
  public var last: PagedPlace? { places.last }
}

/// Makes a table of rows as they come.
struct PagedRowReader: ~Copyable {
  private let layout: PagedLayout
  private let marks: PagedMarks
  private let kinds: [(kind: StoredKind, isOptional: Bool)]
  private var builder: TableBuilder
  private var numbers: [RecordNumber] = []
  private var places: [PagedPlace] = []
  private let key: Int?
  private let order: Int?

  init(_ layout: PagedLayout, _ marks: PagedMarks) {
    self.layout = layout
    self.marks = marks
    let fields = layout.schema.fields
    kinds = fields.map { ($0.type.storedKind, $0.isOptional) }
    builder = TableBuilder(layout.schema)
    key = layout.stored.firstIndex { RecordSQL.quoted(fields[$0].name) == layout.key }
    order = layout.stored.firstIndex { RecordSQL.quoted(fields[$0].name) == layout.order }
  }

  /// Reads all rows of a statement: the number, then the fields that have columns.
  mutating func read(all row: SQLiteStatement) throws(SQLiteError) {
    defer { row.reset() }
    while try row.step() { try read(row) }
  }

  private mutating func read(_ row: SQLiteStatement) throws(SQLiteError) {
    let number = row.int(0)
    _ = builder.begin(numbers.count)
    numbers.append(RecordNumber(number))
    for (place, field) in layout.stored.enumerated() {
      let column = place + 1
      let (kind, isOptional) = kinds[field]
      if row.isNull(column) {
        if kind == .double, !isOptional { builder.set(.nan, field: field) }
        continue
      }
      switch kind {
      case .integer: builder.set(row.int(column), field: field)
      case .double: builder.set(row.double(column), field: field)
      case .boolean: builder.set(row.bool(column), field: field)
      case .text:
        let text = row.text(unowned: column)
        guard text.isUTF8 else {
          throw SQLiteError(
            .corrupt, message: "text that is no UTF-8 in record \(number)", path: "")
        }
        builder.set(bytes: text, field: field)
      case .data:
        builder.set(bytes: row.blob(unowned: column).bindMemory(to: UInt8.self), field: field)
      }
    }
    for (mark, field) in layout.marks.enumerated() {
      builder.set(marks.contains(number, field: mark), field: field)
    }
    if let key, let order {
      let date = Date(timeIntervalSinceReferenceDate: row.double(order + 1))
      places.append(PagedPlace(date, key: row.string(key + 1)))
    }
  }

  mutating func finish() throws(SQLiteError) -> PagedRecords {
    do throws(RecordError) {
      let table = try builder.finish(nextNumber: 0)
      return PagedRecords(table: table, numbers: numbers, places: places)
    } catch {
      throw SQLiteError(.tooLarge, message: "\(error)", path: "")
    }
  }
}
