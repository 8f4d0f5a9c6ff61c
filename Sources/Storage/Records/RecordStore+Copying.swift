import Dispatch
import HikidashiBase
internal import HikidashiRecords

extension RecordStore {
  /// Copies the records to another destination, and returns the copy as a store. Use this to move
  /// records to another kind of destination.
  ///
  /// ```swift
  /// let moved = try await cards.copy(to: .sqlite(path)) { fraction in print(fraction) }
  /// ```
  ///
  /// The copy is written as one transaction, then read back and compared: the count of the records,
  /// the next number and a checksum of every value. Records keep their numbers. Edits that are made
  /// here meanwhile are copied at the end. This store and what it keeps are not touched; close it,
  /// and remove what it kept, when the copy is in use. A task that is cancelled leaves a
  /// destination without records.
  ///
  /// - Parameters:
  ///   - destination: The destination of the copy.
  ///   - onProgress: is called now and then, on any thread, with the fraction that is done.
  /// - Throws: ``StoreError/notEmpty(place:)`` where the destination holds records, or held later
  ///   ones, ``StoreError/notVerified(place:reason:)``, ``StoreError/cancelled``, and what opening
  ///   and storing throw.
  /// - Complexity: O(*n*)
  public func copy(
    to destination: StoreDestination, onProgress: (@Sendable (_ fraction: Double) -> Void)? = nil
  ) async throws -> RecordStore {
    let isCancelled = Guarded(false)
    return try await withTaskCancellationHandler {
      try await wait(on: DispatchQueue(label: "RecordStore.copy")) {
        let copying = Copying(source: self, destination: destination) { fraction in
          onProgress?(fraction)
          return !isCancelled.withLock { $0 }
        }
        return try copying.run()
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}

/// A copy that is being made.
private struct Copying {
  let source: RecordStore
  let destination: StoreDestination
  /// Receives the fraction that is done, and returns whether to go on.
  let report: (Double) -> Bool

  /// Shares of the whole.
  private static let written = 0.6, verified = 0.9

  func run() throws -> RecordStore {
    let table = source.table
    try write(table)
    let store = try RecordStore(
      table.schema, destination, try destination.open(), [], .eachEdit, undoLimit: 100,
      keys: source.keys.ofNone)
    guard report(Self.verified) else { return try giveUp(store) }
    if let difference = store.table.difference(from: table) {
      store.close()
      throw StoreError.notVerified(place: destination.description, reason: difference)
    }
    try bringOver(since: table, to: store)
    guard report(1) else { return try giveUp(store) }
    return store
  }

  /// Writes all records, also those that share a key, and closes what it wrote, so that it is read
  /// from the start.
  private func write(_ table: RecordTable) throws {
    let store = try RecordStore(table.schema, at: destination)
    defer { store.close() }
    // One that a copy was given up at has given out numbers.
    guard store.table.isEmpty, store.table.nextNumber <= table.nextNumber else {
      throw StoreError.notEmpty(place: destination.description)
    }
    try store.transact { fraction in
      report(fraction * Self.written)
    } _: { _, _ in
      (table, nil)
    } take: { history, table, changes in
      history.commit(table, name: nil, changes: changes)
    }
  }

  /// Copies what was edited since the copy was begun.
  private func bringOver(since table: RecordTable, to store: RecordStore) throws {
    let newer = source.table
    guard !newer.isStored(by: table) else { return }
    try store.edit { $0 = newer }
  }

  private func giveUp(_ store: RecordStore) throws -> RecordStore {
    try store.edit { table in table.removeAll(in: table.numbers) }
    store.close()
    throw StoreError.cancelled
  }
}

extension RecordTable {
  /// Returns how this table differs from another one, in words; nil if they are the same.
  fileprivate func difference(from other: RecordTable) -> String? {
    guard count == other.count else {
      return "it has \(count) records in place of \(other.count)"
    }
    guard nextNumber == other.nextNumber else {
      return "its next record number is \(nextNumber) in place of \(other.nextNumber)"
    }
    guard contentChecksum == other.contentChecksum else { return "some values differ" }
    return nil
  }
}
