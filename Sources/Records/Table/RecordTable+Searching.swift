// MARK: - Search

extension RecordTable {
  /// Returns the numbers of the records that match a query.
  ///
  /// ```swift
  /// let found = cards.search(title.contains("quic") && number > 8000)
  /// for record in found { print(cards[record, title]) }
  /// ```
  ///
  /// A search with a regular expression that takes too long finds nothing;
  /// ``search(checking:in:)`` throws instead.
  ///
  /// - Parameters:
  ///   - query: a query, or a field of `Bool`.
  ///   - numbers: the records to search; all, if not given.
  /// - Precondition: The query's fields belong to the table's schema.
  /// - Complexity: O(*n*), on all processors, with what needs the least time first; less where an
  ///   index helps, see ``addIndex(on:)``.
  public func search(_ query: some QueryExpression, in numbers: RecordSet? = nil) -> RecordSet {
    do {
      return try search(checking: query.query, in: numbers)
    } catch .foreignField(let name) {
      // A programmer's mistake, as with the subscripts of a table.
      fatalError(QueryError.foreignField(name: name).description)
    } catch {
      return RecordSet()
    }
  }

  /// Returns the numbers of the records that match a query from outside the program, which may
  /// fail.
  ///
  /// - Throws: ``QueryError/foreignField(name:)`` when the query was made for another table, and
  ///   ``QueryError/slowPattern(_:field:)`` when a regular expression takes longer than some tenths
  ///   of a second on one text, or some seconds on all.
  public func search(
    checking query: Query, in numbers: RecordSet? = nil
  ) throws(QueryError) -> RecordSet {
    try SearchRun(table: self, plan: plan(for: query), candidates: numbers).found()
  }

  /// Returns whether a record matches a query.
  ///
  /// - Returns: false when there is no such record.
  /// - Precondition: The query's fields belong to the table's schema.
  public func matches(_ number: RecordNumber, _ query: some QueryExpression) -> Bool {
    guard contains(number) else { return false }
    do {
      let plan = try plan(for: query.query)
      return try SearchRun(table: self, plan: plan, usesIndexes: false).finds(number.rawValue)
    } catch .foreignField(let name) {
      // A programmer's mistake, as with the subscripts of a table.
      fatalError(QueryError.foreignField(name: name).description)
    } catch {
      return false
    }
  }

  /// The plan for a query: the one of the last search if it was for the same.
  func plan(for query: Query) throws(QueryError) -> SearchPlan {
    if let last = caches.entry(SearchPlan.purpose, field: -1, as: SearchPlan.self),
      last.query == query
    {
      return last
    }
    let plan = try SearchPlan(query, schema: schema)
    caches.keep(plan, SearchPlan.purpose, field: -1)
    return plan
  }
}

// MARK: - Indexes

extension RecordTable {
  /// Adds an index on a field, so that searches need not read the values of all records.
  ///
  /// Searches for equality, ranges, and the beginnings of text with a binary collation use the
  /// index where that promises to be faster than a scan. It is the order that sorting by the field
  /// makes and keeps. After edits, only the edited chunks are scanned in addition, until they are
  /// many.
  ///
  /// A field of text that sorts by a reading is searched without its index.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: what sorting by the field takes.
  public mutating func addIndex<Value: SortableValue>(on field: Field<Value>) {
    addIndex(onField: schema.requiredIndex(of: field.definition))
  }

  /// Adds an index on the field of this name.
  ///
  /// - Throws: ``RecordError/unknownField(name:known:)``, ``RecordError/notSortable(field:type:)``.
  public mutating func addIndex(onFieldNamed name: String) throws(RecordError) {
    let index = try schema.index(named: name)
    let type = schema.fields[index].type
    guard type.isSortable else { throw .notSortable(field: name, type: type) }
    addIndex(onField: index)
  }

  private mutating func addIndex(onField index: Int) {
    indexedFields.insert(index)
    _ = order(ofField: index)
  }

  /// Removes the index on a field, so that searches do not use it any more.
  ///
  /// - Precondition: The field belongs to the table's schema.
  public mutating func removeIndex(on field: some FieldHandle) {
    indexedFields.remove(schema.requiredIndex(of: field.definition))
  }

  /// The fields that have an index, in the order of the schema.
  public var indexes: [FieldDefinition] { indexedFields.sorted().map { schema.fields[$0] } }

  /// The order of an indexed field, which is made or repaired if it is missing or much out of date.
  func indexOrder(ofField index: Int) -> ColumnOrder? {
    guard readingIndex(ofField: index) == nil else { return nil }
    let kept = caches.entry(ColumnOrder.purpose, field: index, as: ColumnOrder.self)
    if let kept, kept.staleChunks(in: columns[index]) <= 4 + live.count / 8 { return kept }
    _ = order(ofField: index)
    return caches.entry(ColumnOrder.purpose, field: index, as: ColumnOrder.self)
  }
}

extension ColumnOrder {
  /// Whether the order is still right for a chunk of a column.
  func isFresh(_ index: Int, in column: Column) -> Bool {
    switch (table.column, column) {
    case (.integers(let old), .integers(let new)): Self.isSame(old, new, index)
    case (.doubles(let old), .doubles(let new)): Self.isSame(old, new, index)
    case (.booleans(let old), .booleans(let new)): Self.isSame(old, new, index)
    case (.texts(let old), .texts(let new)): Self.isSame(old, new, index)
    default: false
    }
  }

  private static func isSame<Chunk: ColumnChunk>(
    _ old: [Chunk], _ new: [Chunk], _ index: Int
  ) -> Bool {
    index < old.count && index < new.count && old[index] === new[index]
  }

  /// The number of chunks of a column for which the order is out of date.
  func staleChunks(in column: Column) -> Int {
    (0..<column.chunkCount).count { !isFresh($0, in: column) }
  }
}

// MARK: - Excerpt

extension RecordTable {
  /// Makes a table of some records and fields in the given order, as for copying or exporting what
  /// a person sees.
  ///
  /// Its fields have the same names and types, but no rules. Numbers that no record has are
  /// ignored.
  ///
  /// - Complexity: O(*k*) for *k* values.
  package func excerpt(
    _ records: [RecordNumber], fields: [FieldDefinition]
  ) throws -> RecordTable {
    let kept = records.filter(contains)
    let plain = fields.map {
      FieldDefinition(
        name: $0.name, title: $0.title, type: $0.type, isOptional: true, format: $0.format)
    }
    var excerpt = RecordTable(try Schema(fields: plain))
    let places = try fields.map { try schema.checkedIndex(of: $0) }
    try excerpt.append(
      columns: zip(plain, places).map { field, place in
        field.column(cells: kept.map { cell(at: $0.rawValue, field: place) })
      })
    return excerpt
  }
}

extension RecordTable {
  /// Returns the value of a field of a record; nil where the record or the field does not exist.
  package func cell(_ field: FieldDefinition, at number: RecordNumber) -> CellValue? {
    guard contains(number), let index = schema.index(of: field) else { return nil }
    return cell(at: number.rawValue, field: index)
  }
}
