internal import HikidashiRecords

/// An open ``DocumentPlace``, which keeps values and stores and saves them together.
protocol OpenPlace: Sendable {
  var values: any ByteStorage { get }

  /// Returns the key of a store: the same for two names of one table.
  func key(of name: String) -> String

  /// Returns where the store with this name is kept.
  func destination(_ name: String) throws(StoreError) -> StoreDestination

  /// Finishes a save that a killed process began. If the document is read-only, nothing is written,
  /// and the returned place shows the data as if the save were finished.
  func settled(isReadOnly: Bool) throws(StorageError) -> any OpenPlace

  /// Saves all values and stores durably, or nothing.
  ///
  /// - Parameters:
  ///   - values: New values by their names; nil for those that are removed.
  ///   - stores: What this place's stores have to save, by their names.
  /// - Returns: The tables as they are stored now.
  func save(
    _ values: [StorageName: [UInt8]?], _ stores: [(name: String, records: UnsavedRecords)]
  ) throws(DocumentError) -> [RecordTable]
}

/// A place in memory, where no save can be left unfinished.
struct MemoryPlace: OpenPlace {
  let values: any ByteStorage = MemoryStorage()

  func key(of name: String) -> String { name }

  func destination(_ name: String) throws(StoreError) -> StoreDestination { .memory }

  func settled(isReadOnly: Bool) throws(StorageError) -> any OpenPlace { self }

  func save(
    _ values: [StorageName: [UInt8]?], _ stores: [(name: String, records: UnsavedRecords)]
  ) throws(DocumentError) -> [RecordTable] {
    var tables: [RecordTable] = []
    for (name, records) in stores {
      do throws(StoreError) {
        tables.append(try records.planned(over: records.known).table)
      } catch {
        throw .stores([name: error])
      }
    }
    do throws(StorageError) {
      try self.values.checkNames(of: values)
      for (name, value) in values where value == nil {
        do throws(StorageError) { try self.values.remove(name) } catch .notFound {}
      }
      for (name, value) in values {
        if let value { try self.values.write(value, to: name) }
      }
    } catch {
      throw .storage(error)
    }
    return tables
  }
}

extension ByteStorage {
  /// Checks that no name is taken after all of these values are set, and those that are nil are
  /// removed.
  ///
  /// - Throws: ``StorageError/nameTaken(_:by:)``, ``StorageError/link(_:)`` and what looking
  ///   throws.
  func checkNames(of changes: [StorageName: [UInt8]?]) throws(StorageError) {
    for (name, value) in changes where value != nil {
      for folder in name.folders {
        let isHeld = if let change = changes[folder] { change != nil } else { try exists(folder) }
        if isHeld { throw .nameTaken(StorageFailure(.write, name, place: "\(folder)"), by: folder) }
      }
      guard try !exists(name) else { continue }
      let isFolder = try list(under: name).contains { changes[$0.name] == nil }
      if isFolder { throw .nameTaken(StorageFailure(.write, name, place: "\(name)"), by: name) }
    }
  }
}
