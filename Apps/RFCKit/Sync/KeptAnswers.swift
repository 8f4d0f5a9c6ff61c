import HikidashiRecords
import HikidashiStorage
import Synchronization

/// What is known of the files of a folder: what a server said of each, and by what a file is known to
/// be the one that was written.
final class KeptAnswers: Sendable {
  /// What is known of a file.
  struct Answer: Sendable, Equatable {
    /// What the server can be asked with whether it has another one; both nil where it is to send it
    /// again, as nothing says that what it sent was whole.
    var tag: String?
    var date: String?
    var size: Int
    /// When the file was written, in nanoseconds since 1970; nil where an older version kept this.
    var modified: Int?
    /// A checksum of its bytes; nil where an older version kept this.
    var hash: UInt64?
  }

  private struct State: Sendable {
    var store: KeyedRecordStore<String>
    /// The file that the store was opened with.
    var file: SQLiteFile
    /// What was said since the last time that it was made to last.
    var news: [String: Answer] = [:]
    var notes: [String] = []
  }

  private let state: Mutex<State>
  private let saving = Mutex(())
  private let path: String

  private static let file = Field<String>("file", collation: .binary)
  private static let tag = Field<String?>("etag")
  private static let date = Field<String?>("last-modified")
  private static let size = Field<Int>("bytes")
  private static let modified = Field<Int?>("modified")
  private static let hash = Field<Int?>("hash")

  /// Opens what is kept in a file, which is made where it is missing. One that is damaged, or of
  /// something else, is set aside; where none can be had, as a newer version has written it, what is
  /// known is forgotten at the end.
  init(_ path: String) throws {
    self.path = path
    let found = SQLiteFile(path)
    do {
      state = Mutex(State(store: try Self.open(.sqlite(path)), file: SQLiteFile(path)))
    } catch let error as StoreError where error.isOfFile {
      state = Mutex(try Self.beginAnew(found))
    } catch {
      state = Mutex(
        State(store: try Self.open(.memory), file: found, notes: [Self.note(path, error)]))
    }
  }

  private static func open(_ place: StoreDestination) throws -> KeyedRecordStore<String> {
    let schema = try Schema(file, tag, date, size, modified, hash, version: 2)
    let migration = SchemaMigration(to: 2) { steps in
      steps.add(modified)
      steps.add(hash)
    }
    let store = try RecordStore(
      schema, at: place, migrations: [migration], saving: .whenAsked, undoLimit: 0)
    return try KeyedRecordStore(store, key: file)
  }

  /// Sets a file aside that cannot be used, and begins another.
  private static func beginAnew(_ damaged: SQLiteFile) throws -> State {
    let path = damaged.path
    let copy = damaged.setAside()
    do {
      let store = try open(.sqlite(path))
      // Without a copy another sync was faster.
      let notes = copy.map {
        tr(
          "“{}” was damaged and is begun anew, so every file is asked for; the old one is “{}”",
          path,
          $0)
      }
      return State(store: store, file: SQLiteFile(path), notes: notes.map { [$0] } ?? [])
    } catch {
      return State(store: try open(.memory), file: damaged, notes: [note(path, error)])
    }
  }

  private static func note(_ path: String, _ error: any Error) -> String {
    tr(
      "what is known of the files cannot be kept in “{}”, so each sync asks for all: {}", path,
      "\(error)")
  }

  /// What a person should be told: that what was known is lost, or will be.
  var notes: [String] { state.withLock { $0.notes } }

  /// What is known of a file.
  subscript(_ name: String) -> Answer? {
    let (news, store) = state.withLock { ($0.news[name], $0.store) }
    if let news { return news }
    return store.records[name].map {
      Answer(
        tag: $0[Self.tag], date: $0[Self.date], size: $0[Self.size], modified: $0[Self.modified],
        hash: $0[Self.hash].map { UInt64(bitPattern: Int64($0)) })
    }
  }

  /// Keeps what is known of a file now; ``save(_:)`` makes it last.
  func remember(_ answer: Answer, for name: String) {
    state.withLock { $0.news[name] = answer }
  }

  /// What was said since the last time that it was made to last, by the names of files.
  var news: [String: Answer] { state.withLock { $0.news } }

  /// Makes last what was said, and nothing that was said since ``news`` was asked for; where it cannot,
  /// a later sync asks once more, and a person is told.
  func save(_ news: [String: Answer]) {
    saving.withLock { _ in
      let store = state.withLock { $0.store }
      do {
        do {
          try Self.save(news, in: store)
        } catch let error as StoreError where error.isOfFile {
          store.store.close()
          // What was not looked at this time is asked for once more.
          try Self.save(news, in: try beginAnew())
        }
        state.withLock { state in state.news = state.news.filter { news[$0.key] != $0.value } }
      } catch {
        let note = Self.note(path, error)
        state.withLock { state in
          if !state.notes.contains(note) { state.notes.append(note) }
        }
      }
    }
  }

  private func beginAnew() throws -> KeyedRecordStore<String> {
    try state.withLock { state in
      let fresh = try Self.beginAnew(state.file)
      state.store = fresh.store
      state.file = fresh.file
      state.notes += fresh.notes
      return state.store
    }
  }

  private static func save(_ news: [String: Answer], in store: KeyedRecordStore<String>) throws {
    try store.edit { records in
      for (name, answer) in news {
        try records.upsert(name) {
          $0[tag] = answer.tag
          $0[date] = answer.date
          $0[size] = answer.size
          $0[modified] = answer.modified
          $0[hash] = answer.hash.map { Int(Int64(bitPattern: $0)) }
        }
      }
    }
    try store.store.save()
  }
}

extension StoreError {
  /// Whether another file is to be begun: what is stored cannot be used, or another process has set it
  /// aside, and it is not the disk or the folder.
  fileprivate var isOfFile: Bool {
    switch self {
    case .damaged, .otherSchema, .migration, .refused: true
    case .storage(.corrupt), .storage(.foreign), .storage(.vanished): true
    default: false
    }
  }
}
