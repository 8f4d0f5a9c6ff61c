public import Records

// The calls that wait for the disk on a thread of the store's own.
extension RecordStore {
  /// Makes edits that take effect together and are stored when this returns, or not at all.
  ///
  /// For the main thread, and wherever else nothing may wait. Edits of one caller are made in the
  /// order in which they were asked for.
  ///
  /// - Parameters:
  ///   - name: What was done, for an undo menu.
  ///   - body: Edits the table that it is given, on a thread of the store's own.
  /// - Throws: What `body` throws, or ``StoreError``; the records are then as they were.
  @discardableResult
  public func edit<Result: Sendable>(
    _ name: String? = nil, _ body: @escaping @Sendable (inout RecordTable) throws -> Result
  ) async throws -> Result {
    try await wait(on: queue) { try self.edit(name, body) }
  }

  /// Takes back the last edit; whether there was one.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when others have changed the same records since, and what
  ///   storing throws; the edit is then not undone.
  @discardableResult
  public func undo() async throws(StoreError) -> Bool {
    try await wait(on: queue) { () throws(StoreError) in try self.undo() }
  }

  /// Makes the edit again that was undone last; whether there was one.
  ///
  /// - Throws: As `undo()` does.
  @discardableResult
  public func redo() async throws(StoreError) -> Bool {
    try await wait(on: queue) { () throws(StoreError) in try self.redo() }
  }

  /// Stores what was edited on a snapshot; see the call of this name that waits.
  @discardableResult
  public func commit(
    _ draft: RecordTable, from snapshot: RecordTable, _ name: String? = nil
  ) async throws(StoreError) -> RecordSet {
    try await wait(on: queue) { () throws(StoreError) in
      try self.commit(draft, from: snapshot, name)
    }
  }

  /// Stores what was edited since the last time; see the call of this name that waits.
  public func save() async throws(StoreError) {
    try await wait(on: queue) { () throws(StoreError) in try self.save() }
  }

  /// Takes over what other processes have stored; see the call of this name that waits.
  public func refresh() async throws(StoreError) {
    try await wait(on: queue) { () throws(StoreError) in try self.refresh() }
  }
}
