/// The records of a table in an order, all or those that a query finds, kept right edit by edit.
///
/// ```swift
/// var view = SortedView(of: cards, by: .descending(rate), .ascending(name), where: !passed)
/// view[0]                                // the number of the best one
/// try cards.update(id) { $0[rate] = 5 }
/// view.update(to: cards)                 // [.moved(id, from: 17, to: 0)]
/// ```
///
/// A view holds a snapshot of its table and shows that until it is given a newer one, of which it
/// finds out by itself what changed. Records that the sort does not tell apart come in order of
/// their numbers, as `sorted(by:in:)` of the table gives them; without a key, all do.
///
/// A view is a value: a copy is made in constant time and is not changed by what the original does.
///
/// - Complexity: a row by index O(log *n*), the row of a record O(log *n*), an edit O(log *n*) and
///   what ``RecordTable/changes(since:)`` takes.
public struct SortedView: Sendable {
  /// The snapshot whose records the view shows.
  public internal(set) var table: RecordTable
  /// What the records are put in order by.
  public internal(set) var keys: [SortKey]
  /// What a record must fulfil to be shown; nil shows all.
  public internal(set) var filter: Query?
  var order: RecordOrder
  var rows: OrderedNumbers

  /// A view of a table.
  ///
  /// - Precondition: The fields of the keys and of the filter belong to the table's schema.
  /// - Complexity: what sorting and searching the table takes.
  public init(of table: RecordTable, by keys: SortKey..., where filter: Query? = nil) {
    self.init(of: table, by: keys, where: filter)
  }

  /// A view of a table, by keys that are only known at run time.
  ///
  /// - Precondition: The fields of the keys and of the filter belong to the table's schema.
  public init(of table: RecordTable, by keys: [SortKey], where filter: Query? = nil) {
    self.table = table
    self.keys = keys
    self.filter = filter
    order = RecordOrder(keys, schema: table.schema)
    rows = OrderedNumbers([], in: order.bound(to: table))
    rebuild()
  }

  /// Sorts and searches the table from the start.
  mutating func rebuild() {
    let found = filter.map { table.search($0) }
    let numbers: [RecordNumber] =
      if keys.isEmpty {
        (found ?? table.numbers).numbers
      } else {
        table.sorted(by: keys, in: found)
      }
    rows = OrderedNumbers(numbers, in: order.bound(to: table))
  }

  /// Puts the records in another order.
  ///
  /// - Returns: ``ViewChange/reloaded``, or nothing where the keys are the same.
  /// - Precondition: The fields of the keys belong to the table's schema.
  @discardableResult
  public mutating func sort(by keys: [SortKey]) -> [ViewChange] {
    guard keys != self.keys else { return [] }
    self.keys = keys
    order = RecordOrder(keys, schema: table.schema)
    rebuild()
    return [.reloaded]
  }

  /// Shows the records that another query finds, or all of them.
  ///
  /// - Returns: ``ViewChange/reloaded``, or nothing where the query is the same.
  /// - Precondition: The fields of the query belong to the table's schema.
  @discardableResult
  public mutating func filter(by filter: Query?) -> [ViewChange] {
    guard filter != self.filter else { return [] }
    self.filter = filter
    rebuild()
    return [.reloaded]
  }
}

extension SortedView: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public var count: Int { rows.count }

  /// The number of the record in a row.
  ///
  /// - Precondition: There is such a row.
  /// - Complexity: O(log *n*)
  public subscript(row: Int) -> RecordNumber {
    precondition(row >= 0 && row < rows.count, "the view has no row \(row), only \(rows.count)")
    return rows[row]
  }

  /// The row of a record, or nil when the view does not show it.
  ///
  /// - Complexity: O(log *n*) comparisons of records.
  public func row(of number: RecordNumber) -> Int? {
    guard table.contains(number) else { return nil }
    return rows.place(of: number, in: order.bound(to: table)).map { rows.row(at: $0) }
  }

  /// Goes through the record numbers row by row, in constant time each.
  public func makeIterator() -> Iterator { Iterator(rows) }

  public struct Iterator: IteratorProtocol {
    private let rows: OrderedNumbers
    private var block = 0
    private var offset = 0

    init(_ rows: OrderedNumbers) { self.rows = rows }

    public mutating func next() -> RecordNumber? {
      while block < rows.blocks.count, offset == rows.blocks[block].count {
        block += 1
        offset = 0
      }
      guard block < rows.blocks.count else { return nil }
      defer { offset += 1 }
      return rows.blocks[block][offset]
    }
  }

  /// Bytes that the view itself has allocated: some eight for each row, beside the table.
  public var allocatedBytes: Int { rows.allocatedBytes }
}

/// A view that is only filtered: without a key, records come in order of their numbers.
///
/// ```swift
/// let open = FilteredView(of: cards, where: !passed)
/// ```
public typealias FilteredView = SortedView
