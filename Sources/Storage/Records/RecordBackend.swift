package import HikidashiRecords

/// What keeps the records of one ``RecordStore``: the part that differs between destinations.
///
/// A store calls one method at a time, but ``close()`` and what ``watch(_:)`` leads to, from threads
/// that may wait. It remembers the table that is stored as far as it knows, and gives it back with
/// each call as `known`: it is the one that the last call returned. A backend need not keep it.
///
/// `RecordStoreKit` in `HikidashiStorageTesting` checks that a destination does all that is said here.
package protocol RecordBackend: Sendable {
  /// What is stored, brought to `schema` where it has an older version; an empty table where nothing
  /// is. Called once, before anything else.
  ///
  /// A migration is one transaction, and keeps a copy of what was there. A newer version, another
  /// schema and what is damaged are errors; nothing is touched then.
  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable

  /// Makes one edit a stored transaction, durable when this returns.
  ///
  /// `edit` is called at most once, with `known` and what others have stored since, and returns what
  /// is to be stored. Where it returns nil nothing is. A backend whose lock others wait for may call it
  /// without one, and must then make sure that nobody has changed the same records meanwhile.
  ///
  /// - Parameter progress: is called now and then with the fraction that is done, and says whether to
  ///   go on; where it does not, the outcome is ``StoreError/cancelled``.
  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (_ stored: RecordTable) -> PlannedEdit?
  ) -> CommitOutcome

  /// `known` and what others have stored since.
  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable

  /// Calls `onChange` when others may have stored something; nil where nobody else can.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> (any BackendWatch)?

  /// Writes a copy of what is stored beside it, where ``StoreError/damaged(place:reason:previous:)``
  /// finds it.
  func keepCopy() throws(StoreError)

  /// Has what is stored refuse two records with one key, whoever writes it, as far as the destination
  /// can: what the store's own version sees to, others then cannot pass by. Where it cannot be done, as
  /// what is stored has two with one key, nothing is.
  ///
  /// Called when no two records of the store share a key.
  func enforce(_ keys: RecordKeys)

  /// Lets go of files and connections. Nothing else is called afterwards.
  func close()
}

extension RecordBackend {
  package func enforce(_ keys: RecordKeys) {}
}

/// What an edit would store.
package struct PlannedEdit: Sendable {
  /// The table as it is stored.
  package let stored: RecordTable
  /// The edited table, whose `nextNumber` is to be stored as well.
  package let table: RecordTable
  /// What lies between the two.
  package let changes: RecordChanges
  /// The keys of the edited table.
  package let keys: RecordKeys
  private let storedKeys: RecordKeys

  /// An edit that no key is asked about.
  package init(_ table: RecordTable, over stored: RecordTable) {
    self.stored = stored
    self.table = table
    changes = table.changes(since: stored)
    keys = RecordKeys(table)
    storedKeys = RecordKeys(stored)
  }

  /// An edit that leaves no record with another's key.
  ///
  /// - Parameters:
  ///   - storedKeys: The keys of the table as it is stored.
  ///   - known: Those of the edited table, where they are known.
  package init(
    _ table: RecordTable, over storedKeys: RecordKeys, known: RecordKeys? = nil
  ) throws(RecordError) {
    stored = storedKeys.table
    self.storedKeys = storedKeys
    self.table = table
    changes = table.changes(since: stored)
    guard let known, known.hasRules(of: storedKeys) else {
      keys = try storedKeys.edited(table, changes)
      return
    }
    if let error = known.complaint(since: stored, changes) { throw error }
    keys = known
  }

  /// The edit made again on top of what others have stored since.
  package func again(
    _ rebased: RecordTable, over newer: RecordTable
  ) throws(RecordError) -> PlannedEdit {
    var keys = storedKeys
    keys.follow(newer)
    return try PlannedEdit(rebased, over: keys)
  }

  /// The updated records that may have exchanged their keys, to be removed and inserted anew where
  /// each row is held against the others as it is written.
  package var rekeyed: RecordSet { keys.rekeyed(by: changes) }

  /// Whether there is nothing to store.
  package var isEmpty: Bool { changes.isEmpty && table.nextNumber == stored.nextNumber }
}

/// What came of a commit.
package enum CommitOutcome: Sendable {
  /// It is stored: the table as it is now. Where others stored something after `edit` was called,
  /// `base` is the table with that and without the edit.
  case committed(RecordTable, base: RecordTable?)
  /// `edit` returned nil.
  case abandoned
  /// Nothing was stored; where it is known that others have stored something, the table with that.
  case failed(StoreError, stored: RecordTable?)
}

/// Watches for what others store, until it is cancelled.
package protocol BackendWatch: Sendable {
  func cancel()
}
