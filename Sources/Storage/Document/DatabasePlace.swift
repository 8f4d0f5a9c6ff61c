import HikidashiBase
internal import HikidashiRecords

/// One SQLite database: what is saved together is one transaction.
final class DatabasePlace: OpenPlace {
  private let storage: SQLiteStorage
  private let path: String

  init(_ path: String) throws(StorageError) {
    self.path = path
    storage = try SQLiteStorage(path)
  }

  var values: any ByteStorage { storage }

  /// SQLite's own rule for the names of tables.
  func key(of name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// On the connection of the values, as a transaction has one.
  func destination(_ name: String) throws(StoreError) -> StoreDestination {
    .sqlite(storage.connection, table: name)
  }

  func settled(isReadOnly: Bool) throws(StorageError) -> any OpenPlace { self }

  func save(
    _ values: [StorageName: [UInt8]?], _ stores: [(name: String, records: UnsavedRecords)]
  ) throws(DocumentError) -> [RecordTable] {
    var states: [SQLiteBackend.State] = []
    let tables: [RecordTable]
    do throws(Interruption) {
      (tables, states) = try storage.connection.use { session throws(Interruption) in
        do throws(SQLiteError) { try session.setSync(.full) } catch { throw .sqlite(error) }
        return try session.transaction(.writing) { session throws(Interruption) in
          try save(values, session)
          return try save(stores, session)
        }
      }
    } catch {
      switch error {
      case .document(let error): throw error
      case .sqlite(let error): throw .storage(StorageError(error, .write, nil, place: path))
      }
    }
    for ((_, records), state) in zip(stores, states) {
      (records.store.backend as? SQLiteBackend)?.state.withLock { $0 = state }
    }
    return tables
  }

  /// What ends the transaction.
  private enum Interruption: SQLiteFailure {
    case sqlite(SQLiteError)
    case document(DocumentError)

    init(_ error: SQLiteError) { self = .sqlite(error) }
  }

  private func save(
    _ values: [StorageName: [UInt8]?], _ session: SQLiteSession
  ) throws(Interruption) {
    let problem: StorageError?
    do throws(SQLiteError) { problem = try storage.change(values, session) } catch {
      throw .sqlite(error)
    }
    if let problem { throw .document(.storage(problem)) }
  }

  private func save(
    _ stores: [(name: String, records: UnsavedRecords)], _ session: SQLiteSession
  ) throws(Interruption) -> ([RecordTable], [SQLiteBackend.State]) {
    var tables: [RecordTable] = []
    var states: [SQLiteBackend.State] = []
    var failures: [String: StoreError] = [:]
    for (name, records) in stores {
      // Every store of this place has one.
      guard let backend = records.store.backend as? SQLiteBackend else { continue }
      do throws(StoreInterruption) {
        let (table, state) = try backend.write(records, session)
        tables.append(table)
        states.append(state)
      } catch .sqlite(let error) {
        throw .document(.stores([name: backend.error(error, .write)]))
      } catch {
        failures[name] = backend.error(error, .write)
      }
    }
    if !failures.isEmpty { throw .document(.stores(failures)) }
    return (tables, states)
  }
}
