extension RecordTable {
  /// Keeps the records in the order of a field, so that searches need not go through all of them.
  ///
  /// Equality, ranges, and the beginnings of text with a binary collation are looked up where that
  /// promises to be faster than going through the values; ``explain(_:)`` tells. The order is the one
  /// that sorting by the field uses and keeps. After edits only the chunks that were edited are gone
  /// through, until they are many. ``dropCaches()`` lets go of the order; the next search that wants
  /// it makes it again.
  ///
  /// A field of text that sorts by a reading is searched without its index.
  ///
  /// - Precondition: The field belongs to the table's schema.
  /// - Complexity: what sorting by the field takes.
  public mutating func addIndex<Value: SortableValue>(on field: Field<Value>) {
    addIndex(onField: schema.requiredIndex(of: field.definition))
  }

  /// Keeps the records in the order of the field of this name.
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

  /// Searches without an order of this field from now on.
  ///
  /// - Precondition: The field belongs to the table's schema.
  public mutating func removeIndex(on field: some FieldHandle) {
    indexedFields.remove(schema.requiredIndex(of: field.definition))
  }

  /// The fields with an index, in the order of the schema.
  public var indexes: [FieldDefinition] { indexedFields.sorted().map { schema.fields[$0] } }

  /// The order of an indexed field, not much out of date: made or repaired, if need be.
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

  /// How many chunks of a column the order is not right for.
  func staleChunks(in column: Column) -> Int {
    (0..<column.chunkCount).count { !isFresh($0, in: column) }
  }
}
