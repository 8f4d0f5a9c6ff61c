internal import HikidashiBase

/// A full-text index of documents, by passage, in a file.
///
/// The index keeps what is needed to find, and not the texts: it is about a third of their size. A hit
/// says where in its document a passage stands, and the app shows it from the document itself, as
/// ``TextSnippet`` does.
///
/// ```swift
/// let index = try TextIndex("/home/me/.cache/reader/text.db")
/// if try index.versions()["guide"] != "1" {
///   try index.put([guide])
/// }
/// let query = TextQuery("congestion window")
/// for hit in try index.search(query, limit: 20).hits { print(hit.key, hit.place, hit.score) }
/// ```
///
/// It is a cache, which can be made anew from the documents: a file that is damaged, or that another
/// version of the app has written, is begun anew, and one that is no index is set aside. ``versions()``
/// then no longer has what was lost, so that an app which follows its documents by it mends the
/// index by itself.
///
/// Any number of threads and processes may search while one writes; each search sees the documents of
/// whole calls of ``put(_:removing:)``. A process that is killed loses the call that it was in.
///
/// - Source: the tables are those of SQLite's FTS5 (<https://sqlite.org/fts5.html>), the scores those of
///   ``TextWeights``.
public final class TextIndex: Sendable {
  /// How words are told apart.
  public enum Language: Int, Sendable {
    /// Capitals and accents make no difference.
    case any = 0
    /// As ``any``, and words of one English stem are one: `routing`, `routes` and `routed`.
    ///
    /// - Source: M. F. Porter, *An algorithm for suffix stripping*, 1980.
    case english = 1
  }

  /// Where the file is.
  public let path: String
  let stemmer: TextStemmer
  private let language: Language
  private let open: Guarded<TextIndexFile>
  private let contents: Guarded<(file: TextIndexFile?, TextIndexContents)>

  /// Opens an index, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - path: Where the file is, or will be; the folders above it are made.
  ///   - language: How words are told apart. An index of another language is made anew.
  /// - Throws: ``StorageError`` where there can be no file: the disk is full or cannot be written.
  public init(_ path: String, language: Language = .any) throws(StorageError) {
    self.path = path
    self.language = language
    stemmer = TextStemmer(language)
    do throws(SQLiteError) {
      open = Guarded(try TextIndexFile(path, language))
    } catch {
      throw StorageError(error, .open, nil, place: path)
    }
    contents = Guarded((nil, TextIndexContents()))
  }

  /// The documents that are in the index, and of which state.
  ///
  /// - Throws: ``StorageError``
  /// - Complexity: O(*n*) in documents
  public func versions() throws(StorageError) -> [String: String] {
    try attempt(.list, else: [:]) { file throws(SQLiteError) in
      try file.reader.read { session throws(SQLiteError) in
        let select = try session.statement("SELECT key, version FROM document")
        defer { select.reset() }
        var versions: [String: String] = [:]
        while try select.step() { versions[select.string(0)] = select.string(1) }
        return versions
      }
    }
  }

  /// How many passages can be found, and how many were left behind by documents that were replaced or
  /// removed: their words still take space. Where they are the most, begin anew by ``removeAll()``.
  ///
  /// - Throws: ``StorageError``
  public func usage() throws(StorageError) -> (passages: Int, leftBehind: Int) {
    try attempt(.look, else: (0, 0)) { file throws(SQLiteError) in
      try file.reader.read { session throws(SQLiteError) in
        let count = try session.int(
          "SELECT coalesce(sum(length(passages) / \(StoredPassages.size)), 0) FROM document")
        return (count, try session.int("SELECT next FROM state") - 1 - count)
      }
    }
  }

  /// Adds documents, each in place of the one with its key, and removes others, all or nothing.
  ///
  /// A document that is there in the same version is left as it is. It is worth while to give several
  /// megabytes at once: each call is a transaction.
  ///
  /// - Throws: ``StorageError`` where the file cannot be written; nothing was changed then.
  /// - Complexity: O(*n*) in the length of the texts, some 20 MB in a second.
  public func put(
    _ documents: [IndexedText], removing keys: [String] = []
  ) throws(StorageError) {
    try write { writing throws(SQLiteError) in
      for key in keys { try writing.remove(key) }
      try writing.put(documents)
    }
  }

  /// Removes every document, and what those that were replaced left behind.
  ///
  /// - Throws: ``StorageError``
  public func removeAll() throws(StorageError) {
    try write { writing throws(SQLiteError) in try writing.removeAll() }
  }

  /// Merges what many calls have written, so that it takes less space and is searched faster. It is worth
  /// while after many documents were added.
  ///
  /// - Throws: ``StorageError``
  /// - Complexity: O(*n*) in the size of the index, some 5 s for 200 MB
  public func merge() throws(StorageError) {
    try write { writing throws(SQLiteError) in try writing.merge() }
    // What was merged stands in the log; where somebody reads it, it stays until the next time.
    try attempt(.write, else: ()) { file throws(SQLiteError) in
      try file.writer.use { session throws(SQLiteError) in
        _ = try session.int("PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
  }

  /// Finds the passages that match a query best.
  ///
  /// A passage is a hit where a clause of the query matches its body or its heading. The title of its
  /// document counts, too. A passage with more of the clauses is better.
  ///
  /// ```swift
  /// // Only documents that are not obsolete.
  /// let found = try index.search(TextQuery("\"slow start\"")) { obsolete.contains($0) ? 0 : 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - query: What is looked for.
  ///   - limit: How many hits are returned at most.
  ///   - weights: What counts how much.
  ///   - scale: What the scores of a document's passages are multiplied with; 0 leaves them out. It is
  ///     asked once for each document that has hits.
  /// - Throws: ``StorageError``
  /// - Complexity: O(*h* + *n*) in hits, of which some 3 are looked at in a microsecond, and in passages.
  public func search(
    _ query: TextQuery, limit: Int = 20, weights: TextWeights = TextWeights(),
    scale: (_ key: String) -> Double = { _ in 1 }
  ) throws(StorageError) -> TextHits {
    if query.isEmpty { return TextHits() }
    return try attempt(.read, else: TextHits()) { file throws(SQLiteError) in
      try contents.withLock { contents throws(SQLiteError) in
        if contents.file !== file { contents = (file, TextIndexContents()) }
        return try file.reader.read { session throws(SQLiteError) in
          try contents.1.refresh(session)
          var search = TextIndexSearch(contents.1, weights, session)
          return try search.run(query, limit: limit, scale: scale)
        }
      }
    }
  }
}

extension TextIndex {
  private func write(
    _ body: (TextIndexWriting) throws(SQLiteError) -> Void
  ) throws(StorageError) {
    // Once more where the file was begun anew; what was in it before is missed by `versions()`.
    for _ in 0..<2 {
      let isDone = try attempt(.write, else: false) { file throws(SQLiteError) in
        try file.writer.write { session throws(SQLiteError) in
          try body(TextIndexWriting(session))
        }
        return true
      }
      if isDone { return }
    }
  }

  /// Runs `body`; where the file turns out to be damaged, or was removed, it is begun anew, and
  /// `fallback` returned.
  private func attempt<Result: Sendable>(
    _ operation: StorageOperation, else fallback: Result,
    _ body: (TextIndexFile) throws(SQLiteError) -> Result
  ) throws(StorageError) -> Result {
    let file = open.withLock { $0 }
    do throws(SQLiteError) {
      return try body(file)
    } catch {
      do throws(SQLiteError) {
        guard error.kind == .vanished || TextIndexFile.isDamage(error) else { throw error }
        try reopen(file)
        return fallback
      } catch {
        throw StorageError(error, operation, nil, place: path)
      }
    }
  }

  private func reopen(_ damaged: TextIndexFile) throws(SQLiteError) {
    try open.withLock { file throws(SQLiteError) in
      // Another thread may have been faster.
      guard file === damaged else { return }
      damaged.remove()
      file = try TextIndexFile(path, language)
    }
  }
}
