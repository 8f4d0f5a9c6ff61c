public import FoundationEssentials
public import HikidashiRecords

extension PagedRecordStore {
  /// The records on one side of a place, the nearest first.
  ///
  /// - Parameters:
  ///   - side: Which side.
  ///   - place: The place, whose own record is left out; nil for the end of the order: the newest, before it,
  ///     or the oldest, after it.
  ///   - limit: How many at most.
  ///   - value: Only records that have a value in a field, which is one of the lookups.
  /// - Throws: ``StoreError``
  /// - Complexity: O(log *n* + *k*) for *k* records
  public func page(
    _ side: Side, of place: PagedPlace?, limit: Int, where value: (Field<String>, String)? = nil
  ) throws(StoreError) -> PagedRecords {
    try records { session, reader throws(SQLiteError) in
      guard let order = layout.order else { return }
      let limit = "LIMIT \(max(0, limit))"
      let sql =
        "\(layout.select) \(sift(side, place, order, value)) \(layout.sorting(side, order: order))"
      let select = try session.statement("\(sql) \(limit)")
      try bind(select, place, value)
      try reader.read(all: select)
    }
  }

  /// The records with these keys, in their order; those that are not there are left out.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* records
  public func records(_ keys: some Sequence<String>) throws(StoreError) -> PagedRecords {
    try records { session, reader throws(SQLiteError) in
      let select = try session.statement("\(layout.select) WHERE \(layout.key) = ?")
      for key in keys {
        try select.bind(key, at: 0)
        try reader.read(all: select)
      }
    }
  }

  /// The records with these numbers, in their order; those that are not there are left out.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* records
  public func records(
    numbered numbers: some Sequence<RecordNumber>
  ) throws(StoreError) -> PagedRecords {
    try records { session, reader throws(SQLiteError) in
      let select = try session.statement("\(layout.select) WHERE number = ?")
      for number in numbers {
        try select.bind(number.rawValue, at: 0)
        try reader.read(all: select)
      }
    }
  }

  /// The records that have one of these values in a field, which is one of the lookups.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* values and records
  public func records(
    where field: Field<String>, isOneOf values: some Sequence<String>
  ) throws(StoreError) -> PagedRecords {
    try records { session, reader throws(SQLiteError) in
      let column = RecordSQL.quoted(field.name)
      let select = try session.statement("\(layout.select) WHERE \(column) = ?")
      for value in values {
        try select.bind(value, at: 0)
        try reader.read(all: select)
      }
    }
  }

  /// Some fields of text of the records that have one of these values in a field, which is the key or one of the
  /// lookups.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* values and records, some 300 in a millisecond
  public func extracts(
    _ fields: [Field<String>], where field: Field<String>, isOneOf values: some Sequence<String>
  ) throws(StoreError) -> [PagedExtract] {
    try extracts(fields, where: "\(RecordSQL.quoted(field.name)) = ?") {
      (select, take) throws(SQLiteError) in
      for value in values {
        try select.bind(value, at: 0)
        try take(select)
      }
    }
  }

  /// Some fields of text of the records of these dates that have a value in a field, which is one of the lookups.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* dates and records
  public func extracts(
    _ fields: [Field<String>], at dates: some Sequence<Date>, where value: (Field<String>, String)
  ) throws(StoreError) -> [PagedExtract] {
    guard let order = layout.order else { return [] }
    let condition = "\(RecordSQL.quoted(value.0.name)) = ? AND \(order) = ?"
    return try extracts(fields, where: condition) { (select, take) throws(SQLiteError) in
      for date in dates {
        try select.bind(value.1, at: 0)
        try select.bind(date.timeIntervalSinceReferenceDate, at: 1)
        try take(select)
      }
    }
  }

  private func extracts(
    _ fields: [Field<String>], where condition: String,
    _ body: (SQLiteStatement, (SQLiteStatement) throws(SQLiteError) -> Void) throws(SQLiteError) ->
      Void
  ) throws(StoreError) -> [PagedExtract] {
    let columns = fields.map { ", " + RecordSQL.quoted($0.name) }.joined()
    let order = layout.order ?? "0"
    return try read { session throws(SQLiteError) in
      let select = try session.statement(
        "SELECT number, \(layout.key), \(order)\(columns) FROM record WHERE \(condition)")
      var found: [PagedExtract] = []
      try body(select) { select throws(SQLiteError) in
        defer { select.reset() }
        while try select.step() {
          let date = Date(timeIntervalSinceReferenceDate: select.double(2))
          found.append(
            PagedExtract(
              number: RecordNumber(select.int(0)), place: PagedPlace(date, key: select.string(1)),
              texts: fields.indices.map { select.string(3 + $0) }))
        }
      }
      return found
    }
  }

  /// The keys that there are records of, among these.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* keys
  public func known(_ keys: some Sequence<String>) throws(StoreError) -> Set<String> {
    try read { session throws(SQLiteError) in
      let select = try session.statement("SELECT 1 FROM record WHERE \(layout.key) = ?")
      var known: Set<String> = []
      for key in keys {
        try select.bind(key, at: 0)
        if try select.step() { known.insert(key) }
        select.reset()
      }
      return known
    }
  }

  /// The numbers of the records with these keys, in their order; those that are not there are left out.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* keys
  public func numbers(of keys: some Sequence<String>) throws(StoreError) -> [RecordNumber] {
    try read { session throws(SQLiteError) in
      let select = try session.statement("SELECT number FROM record WHERE \(layout.key) = ?")
      var numbers: [RecordNumber] = []
      for key in keys {
        try select.bind(key, at: 0)
        if try select.step() { numbers.append(RecordNumber(select.int(0))) }
        select.reset()
      }
      return numbers
    }
  }

  /// Where the records with these numbers stand, in their order; those that are not there are left out.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*k* log *n*) for *k* numbers
  public func places(of numbers: some Sequence<RecordNumber>) throws(StoreError) -> [PagedPlace] {
    guard let order = layout.order else { return [] }
    return try read { session throws(SQLiteError) in
      let select = try session.statement(
        "SELECT \(layout.key), \(order) FROM record WHERE number = ?")
      var places: [PagedPlace] = []
      for number in numbers {
        try select.bind(number.rawValue, at: 0)
        if try select.step() {
          let date = Date(timeIntervalSinceReferenceDate: select.double(1))
          places.append(PagedPlace(date, key: select.string(0)))
        }
        select.reset()
      }
      return places
    }
  }

  /// The numbers of all records on one side of a place, with its own; of all records where it is nil.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(log *n* + *k*) for *k* numbers, some 5 in a microsecond
  public func numbers(
    _ side: Side, of place: PagedPlace?, where value: (Field<String>, String)? = nil
  ) throws(StoreError) -> [RecordNumber] {
    guard let order = layout.order else { return [] }
    return try read { session throws(SQLiteError) in
      let sift = sift(side, place, order, value, isIncluded: true)
      let select = try session.statement("SELECT number FROM record \(sift)")
      defer { select.reset() }
      try bind(select, place, value)
      var numbers: [RecordNumber] = []
      while try select.step() { numbers.append(RecordNumber(select.int(0))) }
      return numbers
    }
  }

  /// How many records are on one side of a place, without its own.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(log *n* + *k*) for *k* records, some 20 in a microsecond
  public func count(
    _ side: Side, of place: PagedPlace, where value: (Field<String>, String)? = nil
  ) throws(StoreError) -> Int {
    guard let order = layout.order else { return 0 }
    return try read { session throws(SQLiteError) in
      let sift = sift(side, place, order, value)
      let select = try session.statement("SELECT count(*) FROM record \(sift)")
      defer { select.reset() }
      try bind(select, place, value)
      return try select.step() ? select.int(0) : 0
    }
  }

  /// How many records have each value of a field, which is one of the lookups.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*n*), some 10 records in a microsecond
  public func counts(by field: Field<String>) throws(StoreError) -> [String: Int] {
    try read { session throws(SQLiteError) in
      let column = RecordSQL.quoted(field.name)
      let select = try session.statement(
        "SELECT \(column), count(*) FROM record GROUP BY \(column)")
      defer { select.reset() }
      var counts: [String: Int] = [:]
      while try select.step() { counts[select.string(0)] = select.int(1) }
      return counts
    }
  }

  /// The numbers of the records that have each value of a field, which is one of the lookups.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - count: Only values that so many records share.
  /// - Throws: ``StoreError``
  /// - Complexity: O(*n*), some 5 records in a microsecond
  public func groups(
    by field: Field<String>, ofAtLeast count: Int = 1
  ) throws(StoreError) -> [(value: String, numbers: [RecordNumber])] {
    try read { session throws(SQLiteError) in
      let column = RecordSQL.quoted(field.name)
      let select = try session.statement(
        """
        SELECT \(column), group_concat(number) FROM record
        GROUP BY \(column) HAVING count(*) >= \(count)
        """)
      defer { select.reset() }
      var groups: [(value: String, numbers: [RecordNumber])] = []
      while try select.step() {
        let numbers = select.text(unowned: 1).split(separator: UInt8(ascii: ",")).map { digits in
          RecordNumber(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
        }
        groups.append((select.string(0), numbers))
      }
      return groups
    }
  }

  /// The numbers of the records that are marked in a field, which is one of the marks.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*n*) in those that are marked
  public func marked(_ field: Field<Bool>) throws(StoreError) -> RecordSet {
    guard let mark = mark(field) else { return RecordSet() }
    return try read { session throws(SQLiteError) in
      try currentMarks(session).numbers(field: mark)
    }
  }

  /// How many records are marked in a field, which is one of the marks.
  ///
  /// - Throws: ``StoreError``
  /// - Complexity: O(*n* / 64)
  public func markedCount(_ field: Field<Bool>) throws(StoreError) -> Int {
    guard let mark = mark(field) else { return 0 }
    return try read { session throws(SQLiteError) in
      try currentMarks(session).count(field: mark)
    }
  }

  func mark(_ field: Field<Bool>) -> Int? {
    layout.marks.firstIndex { schema.fields[$0].name == field.name }
  }

  func currentMarks(_ session: SQLiteSession) throws(SQLiteError) -> PagedMarks {
    let id = ObjectIdentifier(session)
    return try marks.withLock { marks throws(SQLiteError) in
      try marks[id, default: PagedMarks(layout.marks.count)].refresh(session)
      return marks[id] ?? PagedMarks(layout.marks.count)
    }
  }

  private func records(
    _ body: (SQLiteSession, inout PagedRowReader) throws(SQLiteError) -> Void
  ) throws(StoreError) -> PagedRecords {
    try read { session throws(SQLiteError) in
      var reader = PagedRowReader(layout, try currentMarks(session))
      try body(session, &reader)
      return try reader.finish()
    }
  }

  private func sift(
    _ side: Side, _ place: PagedPlace?, _ order: String, _ value: (Field<String>, String)?,
    isIncluded: Bool = false
  ) -> String {
    var conditions: [String] = []
    if place != nil {
      conditions.append(layout.condition(side, isIncluded: isIncluded, order: order))
    }
    if let value { conditions.append("\(RecordSQL.quoted(value.0.name)) = ?3") }
    return conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }

  private func bind(
    _ statement: SQLiteStatement, _ place: PagedPlace?, _ value: (Field<String>, String)?
  ) throws(SQLiteError) {
    if let place {
      try statement.bind(place.date.timeIntervalSinceReferenceDate, at: 0)
      try statement.bind(place.key, at: 1)
    }
    if let value { try statement.bind(value.1, at: 2) }
  }
}
