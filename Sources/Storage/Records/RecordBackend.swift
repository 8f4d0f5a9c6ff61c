package import HikidashiBase
package import HikidashiRecords

/// The part of a ``RecordStore`` that loads and stores its records; each kind of destination has
/// one.
///
/// A store calls one method at a time, but ``close()`` and what ``watch(_:)`` leads to, from
/// threads that may wait. It remembers the table that is stored as far as it knows, and gives it
/// back with each call as `known`: it is the one that the last call returned. A backend need not
/// keep it.
///
/// `RecordStoreKit` in `HikidashiStorageTesting` checks that a destination does all that is
/// documented here.
package protocol RecordBackend: Sendable {
  /// Returns the stored records, migrated to `schema` if they have an older version; an empty table
  /// if nothing is stored. Called once, before anything else.
  ///
  /// A migration is one transaction, and keeps a copy of what was there. A newer version, another
  /// schema and what is damaged are errors; nothing is touched then.
  func load(
    _ schema: Schema, _ migrations: [SchemaMigration]
  ) throws(StoreError) -> RecordTable

  /// Stores one edit as a transaction, which is durable when this returns.
  ///
  /// `edit` is called at most once, with `known` and what others have stored since, and returns
  /// what is to be stored, or nil for nothing. A backend whose lock others wait for may call it
  /// without the lock, and must then make sure that nobody has changed the same records meanwhile.
  ///
  /// - Parameter progress: is called now and then with the fraction that is done, and says whether
  ///   to go on; where it does not, the outcome is ``StoreError/cancelled``.
  func commit(
    after known: RecordTable, progress: ((Double) -> Bool)?,
    _ edit: (_ stored: RecordTable) -> PlannedEdit?
  ) -> CommitOutcome

  /// Returns `known` with the changes that others have stored since.
  func refresh(_ known: RecordTable) throws(StoreError) -> RecordTable

  /// Calls `onChange` when others may have stored something; returns nil if nobody else can.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObservationToken?

  /// Writes a copy of what is stored beside it, where
  /// ``StoreError/damaged(place:reason:previous:)`` finds it.
  func keepCopy() throws(StoreError)

  /// Makes the destination itself refuse two records with one key, as far as it can, so that other
  /// programs cannot bypass the store's check. Does nothing if stored records share a key already.
  ///
  /// Called when no two records of the store share a key.
  func enforce(_ keys: RecordKeys)

  /// Closes files and connections. No other method is called afterwards.
  func close()
}

extension RecordBackend {
  package func enforce(_ keys: RecordKeys) {}
}

/// An edit that was checked and can be stored.
package struct PlannedEdit: Sendable {
  /// The table that is stored before the edit.
  package let stored: RecordTable
  /// The edited table, whose `nextNumber` is to be stored as well.
  package let table: RecordTable
  /// The changes from the stored table to the edited one.
  package let changes: RecordChanges
  /// The keys of the edited table.
  package let keys: RecordKeys
  private let storedKeys: RecordKeys

  /// Creates an edit without checking any keys.
  package init(_ table: RecordTable, over stored: RecordTable) {
    self.stored = stored
    self.table = table
    changes = table.changes(since: stored)
    keys = RecordKeys(table)
    storedKeys = RecordKeys(stored)
  }

  /// Creates an edit; throws if it would give a record the key of another one.
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

  /// Returns the edit made again on top of what others have stored since.
  package func again(
    _ rebased: RecordTable, over newer: RecordTable
  ) throws(RecordError) -> PlannedEdit {
    var keys = storedKeys
    keys.follow(newer)
    return try PlannedEdit(rebased, over: keys)
  }

  /// The updated records that may have exchanged their keys; they must be removed and inserted anew
  /// if each row is checked against the others as it is written.
  package var rekeyed: RecordSet { keys.rekeyed(by: changes) }

  /// Whether there is nothing to store.
  package var isEmpty: Bool { changes.isEmpty && table.nextNumber == stored.nextNumber }
}

/// The outcome of a commit.
package enum CommitOutcome: Sendable {
  /// The edit is stored; the table is as it is now. If others stored something after `edit` was
  /// called, `base` is the table with their changes and without the edit.
  case committed(RecordTable, base: RecordTable?)
  /// `edit` returned nil, so nothing was stored.
  case abandoned
  /// Nothing was stored; if others are known to have stored something, `stored` is their table.
  case failed(StoreError, stored: RecordTable?)
}
