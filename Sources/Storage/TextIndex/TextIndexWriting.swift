/// What a transaction does that changes a ``TextIndex``.
struct TextIndexWriting {
  private let session: SQLiteSession

  init(_ session: SQLiteSession) { self.session = session }

  /// Adds documents, or puts them in place of those with their keys.
  func put(_ documents: [IndexedText]) throws(SQLiteError) {
    // First what is no full text: a statement that could be undone has FTS5 write what it has gathered,
    // in many small runs that are to be merged.
    var places: [Place?] = []
    for document in documents { places.append(try add(document)) }
    for (document, place) in zip(documents, places) {
      guard let place else { continue }
      try add(document.title, to: "title", row: place.id)
      for (position, passage) in document.passages.enumerated() {
        try add(passage.heading, to: "heading", row: place.first + position)
        try add(passage.body, to: "body", row: place.first + position)
      }
    }
  }

  /// The id of a document, and the row of its first passage.
  private typealias Place = (id: Int, first: Int)

  /// Adds what is known of a document but its words; nil where it is there.
  private func add(_ document: IndexedText) throws(SQLiteError) -> Place? {
    let known = try session.statement("SELECT version FROM document WHERE key = ?")
    defer { known.reset() }
    try known.bind(document.key, at: 0)
    if try known.step() {
      // Another process may have been faster.
      if known.string(0) == document.version { return nil }
      try remove(document.key)
    }
    let first = try session.int("SELECT next FROM state")
    let next = try session.statement("UPDATE state SET next = ?")
    try next.bind(first + document.passages.count, at: 0)
    try next.run()
    let insert = try session.statement(
      "INSERT INTO document (key, version, first, passages, labels) VALUES (?, ?, ?, ?, ?)")
    try insert.bind(document.key, at: 0)
    try insert.bind(document.version, at: 1)
    try insert.bind(first, at: 2)
    try insert.bind(StoredPassages.encode(document.passages), at: 3)
    try insert.bind(StoredPassages.labels(document.passages), at: 4)
    try insert.run()
    return (session.lastInsertedRow, first)
  }

  /// Removes a document, if there is one of this key.
  func remove(_ key: String) throws(SQLiteError) {
    let delete = try session.statement("DELETE FROM document WHERE key = ?")
    try delete.bind(key, at: 0)
    try delete.run()
  }

  /// Removes everything, and what was left behind.
  func removeAll() throws(SQLiteError) {
    try session.execute(
      """
      DELETE FROM document;
      UPDATE state SET next = 1;
      INSERT INTO title (title) VALUES ('delete-all');
      INSERT INTO heading (heading) VALUES ('delete-all');
      INSERT INTO body (body) VALUES ('delete-all')
      """)
  }

  /// Merges what was written in many steps, so that it is smaller and searched faster.
  func merge() throws(SQLiteError) {
    for table in ["title", "heading", "body"] {
      try session.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
    }
  }

  private func add(_ text: String, to table: String, row: Int) throws(SQLiteError) {
    if text.isEmpty { return }
    let insert = try session.statement("INSERT INTO \(table) (rowid, text) VALUES (?, ?)")
    try insert.bind(row, at: 0)
    var text = text
    var failure: SQLiteError?
    text.withUTF8 { bytes in
      do throws(SQLiteError) {
        try insert.bindText(unowned: bytes, at: 1)
        try insert.run()
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
