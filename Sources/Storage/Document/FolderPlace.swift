internal import HikidashiRecords

/// A folder with a file for each store, and the values in a folder below it.
///
/// What changes several files is first written as a ``SaveJournal``. From the moment that it has
/// its name the save is made, whatever happens: who opens the folder next makes those changes, as
/// often as need be, and removes the journal.
struct FolderPlace: OpenPlace {
  private let folder: FolderStorage
  /// The stores' files, and the values: in a folder of their own, so that none has the name of a
  /// store's file.
  private let files: any ByteStorage
  let values: any ByteStorage
  private let valueFolder: FolderStorage
  private let format: StoreFormat
  /// Whether nothing is finished that was begun.
  private let isReadOnly: Bool

  init(
    _ path: String, _ format: StoreFormat, _ files: any FileOperations
  ) throws(StorageError) {
    folder = try FolderStorage(path, files: files)
    self.files = folder
    valueFolder = try FolderStorage(path + "/values", files: files)
    values = valueFolder
    self.format = format
    isReadOnly = false
  }

  /// A place that is only read.
  private init(reading place: FolderPlace, files: any ByteStorage, values: any ByteStorage) {
    folder = place.folder
    valueFolder = place.valueFolder
    format = place.format
    self.files = files
    self.values = values
    isReadOnly = true
  }

  func key(of name: String) -> String { name }

  func destination(_ name: String) throws(StoreError) -> StoreDestination {
    do throws(StorageError) {
      for other in [format] + StoreFormat.allCases {
        let file = try StorageName(name + other.ending)
        if try files.exists(file) { return destination(file, other) }
      }
      return destination(try StorageName(name + format.ending), format)
    } catch {
      throw .storage(error)
    }
  }

  private func destination(_ name: StorageName, _ format: StoreFormat) -> StoreDestination {
    let file = SnapshotFile(storage: files, name: name, place: name.text)
    return StoreDestination(
      name.text, restore: { () throws(StoreError) in try file.goBack() },
      open: { () throws(StoreError) in
        FileBackend(file, format) { () throws(StoreError) in
          do throws(StorageError) { try settle() } catch { throw .storage(error) }
        }
      })
  }

  func settled(isReadOnly: Bool) throws(StorageError) -> any OpenPlace {
    guard isReadOnly else {
      try settle()
      return self
    }
    guard let journal = try journal() else {
      return FolderPlace(reading: self, files: self.files, values: self.values)
    }
    let files = OverlayStorage(self.files, under: MemoryStorage())
    let values = OverlayStorage(self.values, under: MemoryStorage())
    let place = FolderPlace(reading: self, files: files, values: values)
    for change in journal.changes { try place.make(change, .none) }
    return place
  }

  func save(
    _ values: [StorageName: [UInt8]?], _ stores: [(name: String, records: UnsavedRecords)]
  ) throws(DocumentError) -> [RecordTable] {
    let turn: FolderTurn
    var changes: [SaveJournal.Change] = []
    do throws(StorageError) {
      turn = try FolderTurn(folder)
      try settleInTurn()
      try self.values.checkNames(of: values)
      for (name, value) in values where value == nil {
        if try self.values.exists(name) { changes.append(.init(kind: .remove, name: name)) }
      }
    } catch {
      throw .storage(error)
    }
    defer { withExtendedLifetime(turn) {} }
    for case (let name, let value?) in values {
      changes.append(SaveJournal.Change(kind: .value, name: name, bytes: value))
    }
    var made: [(FileBackend, checksum: UInt64)] = []
    var tables: [RecordTable] = []
    var failures: [String: StoreError] = [:]
    for (name, records) in stores {
      do throws(StoreError) {
        let edited = try records.planned(over: records.known)
        tables.append(edited.table)
        // Every store of this place has one.
        guard let backend = records.store.backend as? FileBackend,
          let (change, checksum) = try backend.change(edited)
        else { continue }
        changes.append(change)
        made.append((backend, checksum))
      } catch {
        failures[name] = error
      }
    }
    if !failures.isEmpty { throw .stores(failures) }
    do throws(StorageError) { try make(changes) } catch { throw .storage(error) }
    for (backend, checksum) in made { backend.made(checksum) }
    return tables
  }
}

extension FolderPlace {
  /// Makes all of the changes, or none when one fails.
  private func make(_ changes: [SaveJournal.Change]) throws(StorageError) {
    guard changes.count > 1 else {
      for change in changes { try make(change, .durable) }
      return
    }
    let journal = SaveJournal(changes)
    var old: [SaveJournal.Change] = []
    do throws(StorageError) {
      try files.write(journal.bytes, to: SaveJournal.name)
      for (change, durability) in journal.steps {
        old.append(try present(change))
        try make(change, durability)
      }
    } catch {
      // What cannot be taken back is made as a whole by whoever comes next.
      if (try? takeBack(old, of: journal.changes)) != nil { try? files.remove(SaveJournal.name) }
      throw error
    }
    try files.remove(SaveJournal.name)
  }

  private func takeBack(
    _ old: [SaveJournal.Change], of changes: [SaveJournal.Change]
  ) throws(StorageError) {
    for (old, change) in zip(old, changes).reversed() where try present(change) != old {
      if old.kind == .remove, change.kind == .records {
        try files.remove(change.name, durability: .durable)
      } else {
        try make(old, .durable)
      }
    }
  }

  /// The change that would make a name what it is.
  private func present(_ change: SaveJournal.Change) throws(StorageError) -> SaveJournal.Change {
    do throws(StorageError) {
      let isRecords = change.kind == .records
      return SaveJournal.Change(
        kind: isRecords ? .records : .value, name: change.name,
        bytes: try (isRecords ? files : values).read(change.name))
    } catch .notFound {
      return SaveJournal.Change(kind: .remove, name: change.name)
    }
  }

  /// Makes a change, also one that was made before and may not be on the disk.
  private func make(
    _ change: SaveJournal.Change, _ durability: Durability
  ) throws(StorageError) {
    switch change.kind {
    case .value: try values.write(change.bytes, to: change.name, durability: durability)
    case .remove:
      do throws(StorageError) {
        try values.remove(change.name, durability: durability)
      } catch .notFound {
        if durability == .durable { try valueFolder.syncFolder(above: change.name) }
      }
    case .records:
      let current = try present(change)
      if current.kind == .records, current != change {
        let copy = try StorageName(change.name.text + SnapshotFile.previous)
        try files.write(current.bytes, to: copy, durability: .atomic)
      }
      try files.write(change.bytes, to: change.name, durability: durability)
    }
  }

  /// Finishes a save that was begun.
  private func settle() throws(StorageError) {
    if isReadOnly { return }
    guard try files.exists(SaveJournal.name) else { return }
    let turn = try FolderTurn(folder)
    defer { withExtendedLifetime(turn) {} }
    try settleInTurn()
  }

  private func settleInTurn() throws(StorageError) {
    guard let journal = try journal() else { return }
    for (change, durability) in journal.steps { try make(change, durability) }
    try files.remove(SaveJournal.name)
  }

  private func journal() throws(StorageError) -> SaveJournal? {
    let bytes: [UInt8]
    do throws(StorageError) { bytes = try files.read(SaveJournal.name) } catch .notFound {
      return nil
    }
    let name = SaveJournal.name
    do throws(SaveJournal.Problem) { return try SaveJournal(bytes) } catch {
      switch error {
      case .damaged(let reason):
        throw .corrupt(StorageFailure(.read, name, place: folder.path, reason: reason))
      case .newer(let version):
        throw .newer(
          StorageFailure(.read, name, place: folder.path), found: version,
          known: SaveJournal.version)
      }
    }
  }
}

extension StoreFormat {
  fileprivate var ending: String {
    switch self {
    case .tsv: ".tsv"
    case .jsonLines: ".jsonl"
    }
  }
}
