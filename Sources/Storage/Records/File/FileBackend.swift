import HikidashiBase
package import HikidashiRecords

/// Keeps records in a file that is written anew with every transaction.
final class FileBackend: RecordBackend {
  private let file: SnapshotFile
  private let format: StoreFormat
  /// Runs before the file is read or written.
  private let prepare: @Sendable () throws(StoreError) -> Void
  /// The checksums that the file may have, as it was read or written last; nil for no file.
  private let checksums = Guarded<Set<UInt64?>>([nil])

  init(
    _ file: SnapshotFile, _ format: StoreFormat,
    prepare: @escaping @Sendable () throws(StoreError) -> Void = { () throws(StoreError) in }
  ) {
    self.file = file
    self.format = format
    self.prepare = prepare
  }

  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable {
    try file.checkName(version: schema.version)
    try prepare()
    guard let bytes = try file.read() else { return RecordTable(schema) }
    let (stored, found) = try read(bytes)
    let table = try stored.brought(to: schema, by: migrations, place: file.place)
    checksums.withLock { $0 = [found] }
    if stored.schema.needsMigration(to: schema, by: migrations) {
      try file.keepForGood(bytes, as: ".version-\(stored.schema.version)")
      try write(table, over: bytes)
    }
    return table
  }

  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (RecordTable) -> PlannedEdit?
  ) -> CommitOutcome {
    guard let edited = edit(known) else { return .abandoned }
    if edited.isEmpty { return .committed(edited.table, base: nil) }
    do throws(StoreError) {
      try prepare()
      let current = try current()
      guard progress?(0.5) ?? true else { throw .cancelled }
      try write(edited.table, over: current)
      return .committed(edited.table, base: nil)
    } catch {
      return .failed(error, stored: nil)
    }
  }

  /// What an edit has to store, as a change that is made together with others; nil where the file
  /// is to stay as it is. From now on the file may have it.
  func change(
    _ edited: PlannedEdit
  ) throws(StoreError) -> (change: SaveJournal.Change, checksum: UInt64)? {
    if edited.isEmpty { return nil }
    _ = try current()
    let (bytes, checksum) = try content(of: edited.table)
    checksums.withLock { _ = $0.insert(checksum) }
    return (SaveJournal.Change(kind: .records, name: file.name, bytes: bytes), checksum)
  }

  /// Takes note that a change was made.
  func made(_ checksum: UInt64) { checksums.withLock { $0 = [checksum] } }

  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable { known }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken? { nil }

  /// Every edit keeps one.
  func keepCopy() throws(StoreError) {}

  func close() {}
}

extension FileBackend {
  /// The bytes of the file, if nobody else has changed it.
  private func current() throws(StoreError) -> [UInt8]? {
    let current = try file.read()
    let found = try currentChecksum(current)
    // One that was removed is written anew: what is in memory is all there is of it.
    guard found == nil || checksums.withLock({ $0.contains(found) }) else {
      throw .changedElsewhere(place: file.place)
    }
    return current
  }

  /// The checksum that a file of these bytes says it has; nil for no file.
  private func currentChecksum(_ bytes: [UInt8]?) throws(StoreError) -> UInt64? {
    guard let bytes else { return nil }
    do throws(SnapshotHeader.Problem) {
      return try SnapshotHeader.read(bytes).checksum
    } catch {
      throw .changedElsewhere(place: file.place)
    }
  }

  private func read(_ bytes: [UInt8]) throws(StoreError) -> (table: RecordTable, checksum: UInt64) {
    let header: SnapshotHeader
    let checksum: UInt64
    let start: Int
    do throws(SnapshotHeader.Problem) {
      (header, checksum, start) = try SnapshotHeader.read(bytes)
    } catch {
      switch error {
      case .newer(let version):
        throw .newer(place: file.place, found: version, known: SnapshotHeader.version)
      case .damaged(let reason): throw damaged(reason)
      }
    }
    var table: RecordTable
    do throws(RecordTextError) {
      table = try RecordTable(
        header.schema, from: .bytes(Array(bytes[start...])),
        as: StoreFormat(ofFile: bytes).records(of: header.schema))
    } catch {
      throw damaged("\(error)")
    }
    guard table.count == header.recordCount else {
      throw damaged(tr("it has {} records in place of {}", table.count, header.recordCount))
    }
    table.nextNumber = header.nextNumber
    return (table, checksum)
  }

  /// The file of a table.
  private func content(
    of table: RecordTable
  ) throws(StoreError) -> (bytes: [UInt8], checksum: UInt64) {
    let records: [UInt8]
    do throws(RecordTextError) {
      records = try table.bytes(as: format.records(of: table.schema))
    } catch {
      throw .storage(.io(StorageFailure(.write, place: file.place, reason: "\(error)")))
    }
    let header = SnapshotHeader(
      recordCount: table.count, nextNumber: table.nextNumber, schema: table.schema)
    return header.file(of: records, format)
  }

  private func write(_ table: RecordTable, over current: [UInt8]?) throws(StoreError) {
    let (bytes, checksum) = try content(of: table)
    if let current { try file.keep(current, as: SnapshotFile.previous, .atomic) }
    do throws(StoreError) {
      try file.write(bytes)
    } catch {
      // Only the last sync may have failed, so that the new file is seen: the old one is put back.
      // Where that fails, too, the next edit may find either.
      checksums.withLock { _ = $0.insert(checksum) }
      putBack(current, inPlaceOf: bytes)
      throw error
    }
    checksums.withLock { $0 = [checksum] }
  }

  private func putBack(_ old: [UInt8]?, inPlaceOf new: [UInt8]) {
    guard let old, let found = try? file.read(), found == new else { return }
    try? file.write(old)
  }

  private func damaged(_ reason: String) -> StoreError {
    .damaged(
      place: file.place, reason: reason, previous: file.place(ofCopy: SnapshotFile.previous))
  }
}

extension StoreFormat {
  /// The format in which a file is written, whatever its name.
  fileprivate init(ofFile bytes: [UInt8]) {
    self = bytes.first == UInt8(ascii: "#") ? .tsv : .jsonLines
  }

  /// How the records of a file are written: with their numbers.
  fileprivate func records(of schema: Schema) -> RecordFormat {
    let key = schema.freeName(for: "number")
    return switch self {
    case .tsv: .delimited(.tsv(numberColumn: key))
    case .jsonLines: .jsonObjects(JSONLinesFormat(numberKey: key))
    }
  }
}

extension Schema {
  /// Returns `name`, or `name` with a number after it if a field has that name already. The name
  /// must be in small letters: the case of the fields' names is ignored.
  package func freeName(for name: String) -> String {
    var free = name
    var count = 1
    while names.contains(where: { $0.utf8.elementsEqual(free.utf8) || $0.lowercased() == free }) {
      count += 1
      free = "\(name) \(count)"
    }
    return free
  }
}

extension RecordTable {
  /// Returns the table migrated to `schema`; throws if that is not possible.
  package func brought(
    to schema: Schema, by migrations: [SchemaMigration], place: String
  ) throws(StoreError) -> RecordTable {
    guard self.schema.version <= schema.version else {
      throw .newer(place: place, found: self.schema.version, known: schema.version)
    }
    do throws(MigrationError) {
      return try migrated(to: schema, by: migrations)
    } catch .notTheTarget(let reason) {
      throw .otherSchema(place: place, reason: reason)
    } catch .gap(let version) where migrations.isEmpty {
      throw .otherSchema(
        place: place, reason: tr("it has version {}, the schema {}", version - 1, schema.version))
    } catch {
      throw .migration(place: place, error)
    }
  }

  /// Whether this table is stored already if `other` is stored.
  func isStored(by other: RecordTable) -> Bool {
    nextNumber == other.nextNumber && changes(since: other).isEmpty
  }
}
