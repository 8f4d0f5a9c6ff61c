internal import HikidashiRecords

/// The tables of a ``PagedRecordStore``: `record` with a column for each field but marks, `mark` with the
/// bits of those, and `word`, the index of FTS5.
struct PagedLayout: Sendable {
  let schema: Schema
  let key: String
  let order: String?
  private let lookups: [String]
  /// The positions of fields in the schema, and so are the next.
  let marks: [Int]
  let words: [Int]
  let annotations: Set<Int>
  /// The fields that have columns.
  let stored: [Int]

  init(
    _ schema: Schema, key: FieldDefinition, order: FieldDefinition?, lookups: [FieldDefinition],
    marks: [FieldDefinition], words: [FieldDefinition], annotations: [FieldDefinition]
  ) {
    func positions(_ fields: [FieldDefinition]) -> [Int] {
      fields.compactMap { field in schema.fields.firstIndex { $0.name == field.name } }
    }
    self.schema = schema
    self.key = RecordSQL.quoted(key.name)
    self.order = order.map { RecordSQL.quoted($0.name) }
    self.lookups = lookups.map { RecordSQL.quoted($0.name) }
    self.marks = positions(marks)
    self.words = positions(words)
    self.annotations = Set(positions(annotations))
    let marked = Set(self.marks)
    let stored = schema.fields.indices.filter { !marked.contains($0) }
    let noted = self.annotations
    let updated = stored.filter { !noted.contains($0) }
    (self.stored, self.updated) = (stored, updated)
    func column(_ field: Int) -> String { RecordSQL.quoted(schema.fields[field].name) }
    let columns = stored.map(column).joined(separator: ", ")
    select = "SELECT number, \(columns) FROM record"
    let places = (0..<stored.count + 2).map { _ in "?" }.joined(separator: ", ")
    insert = "INSERT INTO record (number, content, \(columns)) VALUES (\(places))"
    let assignments = updated.map { "\(column($0)) = ?" }.joined(separator: ", ")
    update = "UPDATE record SET content = ?, \(assignments) WHERE number = ?"
  }

  /// The fields that ``update`` sets.
  let updated: [Int]
  let select: String
  let insert: String
  /// The number is the last parameter, and the content the first.
  let update: String

  private func column(_ field: Int) -> String { RecordSQL.quoted(schema.fields[field].name) }

  /// The condition and the order of what is on one side of a place: the date is the first parameter and the
  /// third, the key the second.
  func condition(_ side: PagedRecordStore.Side, isIncluded: Bool, order: String) -> String {
    let sign = side == .before ? "<" : ">"
    let rest = isIncluded ? sign + "=" : sign
    return "\(order) \(sign)= ?1 AND (\(order) \(sign) ?1 OR \(key) \(rest) ?2)"
  }

  func sorting(_ side: PagedRecordStore.Side, order: String) -> String {
    side == .before ? "ORDER BY \(order) DESC, \(key) DESC" : "ORDER BY \(order), \(key)"
  }

  func make(_ session: SQLiteSession) throws(SQLiteError) {
    let lines = stored.map { field in
      let (type, refusesNull) = schema.fields[field].sqlColumn
      return ", \(column(field)) \(type)\(refusesNull ? " NOT NULL" : "")"
    }
    try session.execute(
      """
      CREATE TABLE hikidashi_layout (layout TEXT NOT NULL);
      CREATE TABLE record (number INTEGER PRIMARY KEY, content INTEGER NOT NULL\(lines.joined())) STRICT;
      CREATE UNIQUE INDEX record_key ON record (\(key));
      CREATE TABLE mark (
        field INTEGER NOT NULL, chunk INTEGER NOT NULL, bits BLOB NOT NULL, PRIMARY KEY (field, chunk)
      ) STRICT, WITHOUT ROWID
      """)
    if let order { try session.execute("CREATE INDEX record_order ON record (\(order))") }
    for (place, lookup) in lookups.enumerated() {
      let columns = order.map { "\(lookup), \($0)" } ?? lookup
      try session.execute("CREATE INDEX record_lookup_\(place) ON record (\(columns))")
    }
    if !words.isEmpty {
      let tokenizer = TextIndex.Language.any.tokenizer.joined(separator: " ")
      let beginnings = PagedTerms.indexed.map(String.init).joined(separator: " ")
      try session.execute(
        """
        CREATE VIRTUAL TABLE word USING fts5(
          text, content='', columnsize=0, prefix='\(beginnings)', tokenize='\(tokenizer)');
        INSERT INTO word (word, rank) VALUES ('hashsize', \(16 << 20))
        """)
    }
    let insert = try session.statement("INSERT INTO hikidashi_layout VALUES (?)")
    try insert.bind(description, at: 0)
    try insert.run()
  }

  /// What a file must have, as it is compared.
  var description: String {
    let fields = schema.fields.indices.map { index in
      let (type, refusesNull) = schema.fields[index].sqlColumn
      let kind = marks.contains(index) ? "MARK" : type + (refusesNull ? " NOT NULL" : "")
      return schema.fields[index].name + " " + kind + (words.contains(index) ? " WORDS" : "")
    }
    return (fields + ["key \(key)", "order \(order ?? "")", "lookups \(lookups)"])
      .joined(separator: "\n")
  }

  func difference(from other: String) -> String {
    let (mine, others) = (description.split(separator: "\n"), other.split(separator: "\n"))
    let differing = mine.filter { !others.contains($0) } + others.filter { !mine.contains($0) }
    return differing.joined(separator: "; ")
  }
}
