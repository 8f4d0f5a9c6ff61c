/// The rows of a table: its records, sorted and optionally filtered, and updated after edits
/// without sorting all of them again.
///
/// ```swift
/// var view = SortedView(of: cards, by: .descending(rate), .ascending(name), where: !passed)
/// view[0]                                // the number of the best one
/// try cards.update(id) { $0[rate] = 5 }
/// view.update(to: cards)                 // [.moved(id, from: 17, to: 0)]
/// ```
///
/// A view shows a snapshot of its table until it is given a newer one, and finds out by itself what
/// changed. Records that are equal in all keys come in order of their numbers, as from
/// `sorted(by:in:)` of the table; so do all records if there is no key.
///
/// A view is a value: a copy is made in constant time and is not changed by what the original does.
///
/// - Complexity: a row by index O(log *n*), the row of a record O(log *n*), an edit O(log *n*) and
///   what ``RecordTable/changes(since:)`` takes.
public struct SortedView: Sendable {
  /// The snapshot of the table that the view shows.
  public internal(set) var table: RecordTable
  /// The keys that the records are sorted by.
  public internal(set) var keys: [SortKey]
  /// The query that finds the records to show; nil shows all.
  public internal(set) var filter: Query?
  private(set) var order: RecordOrder
  var rows: OrderedNumbers

  /// Makes a view of a table.
  ///
  /// - Precondition: The fields of the keys and of the filter belong to the table's schema.
  /// - Complexity: what sorting and searching the table takes.
  public init(of table: RecordTable, by keys: SortKey..., where filter: Query? = nil) {
    self.init(of: table, by: keys, where: filter)
  }

  /// Makes a view of a table with an array of keys, for fields that are only known at run time.
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

  /// The same with rows that are in this order already.
  init(
    of table: RecordTable, by keys: [SortKey], where filter: Query?, order: RecordOrder,
    rows: OrderedNumbers
  ) {
    self.table = table
    self.keys = keys
    self.filter = filter
    self.order = order
    self.rows = rows
  }

  /// Sorts and searches the table from the start.
  private mutating func rebuild() {
    let found = filter.map { table.search($0) }
    let numbers: [RecordNumber] =
      if keys.isEmpty {
        (found ?? table.numbers).numbers
      } else {
        table.sorted(by: keys, in: found)
      }
    rows = OrderedNumbers(numbers, in: order.bound(to: table))
  }

  /// Sorts the records by other keys.
  ///
  /// - Returns: ``ViewChange/reloaded``, or no changes where the keys are the same.
  /// - Precondition: The fields of the keys belong to the table's schema.
  @discardableResult
  public mutating func sort(by keys: [SortKey]) -> [ViewChange] {
    guard keys != self.keys else { return [] }
    self.keys = keys
    order = RecordOrder(keys, schema: table.schema)
    rebuild()
    return [.reloaded]
  }

  /// Shows the records that another query finds, or all records for nil.
  ///
  /// - Returns: ``ViewChange/reloaded``, or no changes where the query is the same.
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
  /// The first row, 0.
  public var startIndex: Int { 0 }
  /// The row after the last one.
  public var endIndex: Int { rows.count }
  /// The number of rows.
  public var count: Int { rows.count }

  /// The number of the record in a row.
  ///
  /// - Precondition: There is such a row.
  /// - Complexity: O(log *n*)
  public subscript(row: Int) -> RecordNumber {
    precondition(row >= 0 && row < rows.count, "the view has no row \(row), only \(rows.count)")
    return rows[row]
  }

  /// Returns the row of a record; nil when the view does not show it.
  ///
  /// - Complexity: O(log *n*) comparisons of records.
  public func row(of number: RecordNumber) -> Int? {
    guard table.contains(number) else { return nil }
    return rows.place(of: number, in: order.bound(to: table)).map { rows.row(at: $0) }
  }

  /// Returns an iterator over the record numbers, row by row, in constant time each.
  public func makeIterator() -> Iterator { Iterator(rows) }

  /// An iterator over the record numbers, row by row.
  public struct Iterator: IteratorProtocol {
    private let rows: OrderedNumbers
    private var block = 0
    private var offset = 0

    init(_ rows: OrderedNumbers) { self.rows = rows }

    /// Returns the number of the record in the next row; nil at the end.
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

  /// The memory of the view in addition to the table, in bytes: about eight for each row.
  public var allocatedBytes: Int { rows.allocatedBytes }
}

// MARK: - Update

extension SortedView {
  /// Updates the rows to a newer (or older) snapshot of the table.
  ///
  /// What was edited is found by comparing the two snapshots; each such record is moved by itself.
  /// Where so many were edited that sorting anew is faster, that is done instead.
  ///
  /// - Returns: The changes of the rows, each to be applied to the rows that the one before left.
  /// - Precondition: The snapshot has the schema that the view's table has.
  /// - Complexity: O(*k* log *n*) for *k* edited records, and what ``RecordTable/changes(since:)``
  ///   takes.
  @discardableResult
  public mutating func update(to newer: RecordTable) -> [ViewChange] {
    let changes = newer.changes(since: table)
    if changes.isEmpty {
      table = newer
      return []
    }
    guard changes.count <= Self.mostSingleEdits(rows.count) else {
      table = newer
      rebuild()
      return [.reloaded]
    }
    let updater = ViewUpdater(view: self, newer: newer, changes: changes)
    table = newer
    var nobody = NoRowObserver()
    return updater.run(&rows, &nobody)
  }

  /// The greatest number of edits that are applied one by one to this many rows: one takes about
  /// ten microseconds, sorting a row again some tens of nanoseconds.
  static func mostSingleEdits(_ count: Int) -> Int { Swift.max(64, count / 256) }
}

/// A change of the rows of a view.
///
/// The changes that ``SortedView/update(to:)`` reports are applied one after another, each to the
/// rows as the one before left them:
///
/// ```swift
/// for change in view.update(to: cards) {
///   switch change {
///   case .inserted(let number, let row): rows.insert(number, at: row)
///   case .removed(_, let row): rows.remove(at: row)
///   case .moved(let number, let from, let to):
///     rows.remove(at: from)
///     rows.insert(number, at: to)
///   case .updated(_, let row): redraw(row)
///   case .reloaded: rows = Array(view)
///   }
/// }
/// ```
public enum ViewChange: Hashable, Sendable {
  /// A record was inserted in this row.
  case inserted(RecordNumber, at: Int)
  /// A record was removed from this row.
  case removed(RecordNumber, at: Int)
  /// A record with changed values was moved to another row; `to` is its row after its removal from
  /// the row `from`.
  case moved(RecordNumber, from: Int, to: Int)
  /// A record with changed values stayed in its row.
  case updated(RecordNumber, at: Int)
  /// All rows may have changed, because there was a new order or filter, or so many edits that the
  /// records were sorted again.
  case reloaded
}
