internal import HikidashiRecords

/// Writes records of a table as rows of a ``PagedRecordStore``, in a transaction.
struct PagedRowWriter {
  private let layout: PagedLayout
  private let session: SQLiteSession
  private let isKey: Int
  /// Kept, as looking for it by its text takes as long as writing a row.
  private let insertion: SQLiteStatement

  init(_ layout: PagedLayout, _ session: SQLiteSession) throws(SQLiteError) {
    insertion = try session.statement(layout.insert)
    self.layout = layout
    self.session = session
    isKey = layout.schema.fields.firstIndex { RecordSQL.quoted($0.name) == layout.key } ?? 0
  }

  /// A row whose words are to be written.
  private typealias Written = (number: Int, place: Int)

  func put(_ records: PreparedRecords) throws(SQLiteError) -> PagedRecordStore.Outcome {
    var outcome = PagedRecordStore.Outcome()
    let find = try session.statement("SELECT number, content FROM record WHERE \(layout.key) = ?")
    var next = try session.int("SELECT coalesce(max(number), 0) + 1 FROM record")
    try records.table.forEachChunk { (chunk) throws(SQLiteError) in
      // First what is no full text: a statement that could be undone has FTS5 write what it has gathered,
      // in many small runs that are to be merged.
      var written: [Written] = []
      try chunk.forEachPlace { (place) throws(SQLiteError) in
        let position = chunk.firstNumber + place
        let content = records.contents[position]
        try find.bindText(unowned: chunk.columns[isKey].bytes(at: place), at: 0)
        let known = try find.step() ? (number: find.int(0), content: find.int(1)) : nil
        find.reset()
        switch known {
        case nil:
          try insert(next, content, chunk, place)
          written.append((next, place))
          outcome.added.append(position)
          outcome.numbers.append(RecordNumber(next))
          next += 1
        case let known? where known.content == content: outcome.known += 1
        case let known?:
          try writeWords(written, chunk)
          written = []
          try removeWords(known.number)
          try update(known.number, content, chunk, place)
          written.append((known.number, place))
          outcome.changed.append(position)
        }
      }
      find.clearBindings()
      try writeWords(written, chunk)
    }
    return outcome
  }

  /// Puts the only record of a table in place of another, with its annotations.
  func replace(_ number: Int, by table: RecordTable) throws(SQLiteError) {
    try removeWords(number)
    let delete = try session.statement("DELETE FROM record WHERE number = ?")
    try delete.bind(number, at: 0)
    try delete.run()
    var bytes: [UInt8] = []
    try table.forEachChunk { (chunk) throws(SQLiteError) in
      try chunk.forEachPlace { (place) throws(SQLiteError) in
        try insert(number, layout.content(chunk, place, &bytes), chunk, place)
        try writeWords([(number, place)], chunk)
      }
    }
  }

  /// Removes the words of a record that is still there.
  func removeWords(_ number: Int) throws(SQLiteError) {
    guard !layout.words.isEmpty else { return }
    let columns = layout.words.map { RecordSQL.quoted(layout.schema.fields[$0].name) }
    let select = try session.statement(
      "SELECT \(columns.joined(separator: ", ")) FROM record WHERE number = ?")
    defer { select.reset() }
    try select.bind(number, at: 0)
    guard try select.step() else { return }
    var text: [UInt8] = []
    for column in columns.indices { Self.add(select.text(unowned: column), to: &text) }
    // A contentless index takes a row out by what stood in it.
    try run("INSERT INTO word (word, rowid, text) VALUES ('delete', ?, ?)", number, text)
  }

  private func writeWords(_ rows: [Written], _ chunk: ChunkSlices) throws(SQLiteError) {
    guard !layout.words.isEmpty else { return }
    var text: [UInt8] = []
    for (number, place) in rows {
      text.removeAll(keepingCapacity: true)
      for field in layout.words where chunk.columns[field].holdsValue(at: place) {
        Self.add(chunk.columns[field].bytes(at: place), to: &text)
      }
      try run("INSERT INTO word (rowid, text) VALUES (?, ?)", number, text)
    }
  }

  private func run(_ sql: String, _ number: Int, _ text: [UInt8]) throws(SQLiteError) {
    let statement = try session.statement(sql)
    try statement.bind(number, at: 0)
    var failure: SQLiteError?
    text.withUnsafeBufferPointer { bytes in
      do throws(SQLiteError) {
        try statement.bindText(unowned: bytes, at: 1)
        try statement.run()
      } catch {
        failure = error
      }
    }
    statement.clearBindings()
    if let failure { throw failure }
  }

  private static func add(_ text: UnsafeBufferPointer<UInt8>, to words: inout [UInt8]) {
    guard !text.isEmpty else { return }
    if !words.isEmpty { words.append(UInt8(ascii: "\n")) }
    words.append(contentsOf: text)
  }

  private func insert(
    _ number: Int, _ content: Int, _ chunk: ChunkSlices, _ place: Int
  ) throws(SQLiteError) {
    let insert = insertion
    try insert.bind(number, at: 0)
    try insert.bind(content, at: 1)
    for (index, field) in layout.stored.enumerated() {
      try insert.bind(chunk.columns[field], place, at: index + 2)
    }
    try insert.run()
    insert.clearBindings()
  }

  private func update(
    _ number: Int, _ content: Int, _ chunk: ChunkSlices, _ place: Int
  ) throws(SQLiteError) {
    let update = try session.statement(layout.update)
    try update.bind(content, at: 0)
    let fields = layout.updated
    for (index, field) in fields.enumerated() {
      try update.bind(chunk.columns[field], place, at: index + 1)
    }
    try update.bind(number, at: fields.count + 1)
    try update.run()
    update.clearBindings()
  }
}
