internal import Records
import Support

/// What one of several stores has to save.
struct UnsavedRecords {
  let store: RecordStore
  /// What the records were edited from.
  let base: RecordTable
  /// What is stored, as the destination told last.
  let known: RecordTable
  /// What is to be stored.
  let current: RecordTable
  /// Its keys.
  let keys: RecordKeys

  /// What is to be stored where others have stored `newer` meanwhile.
  func planned(over newer: RecordTable) throws(StoreError) -> PlannedEdit {
    let rebased = try store.storing { () throws(RecordConflict) in
      try newer.rebasing(current, from: base)
    }
    return try store.planned(rebased, over: keys, as: newer)
  }
}

extension RecordStore {
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Saves several stores at once, those that are open and have something to save.
  ///
  /// - Parameter commit: Stores it all, or throws and stores nothing; it returns the tables as they are
  ///   stored then. Nobody edits any of the stores meanwhile.
  static func save<Failure: Error>(
    _ stores: [RecordStore],
    _ commit: ([UnsavedRecords]) throws(Failure) -> [RecordTable]
  ) throws(Failure) {
    try LiveRecords.perform(stores.map(\.live)) { histories throws(Failure) in
      let unsaved = zip(stores, histories).map { store, history in
        let state = store.state.withLock { $0 }
        return UnsavedRecords(
          store: store, base: state.stored, known: state.known, current: history.table,
          keys: state.keys)
      }
      let places = unsaved.indices.filter { place in
        !unsaved[place].current.isStored(by: unsaved[place].base)
          && !stores[place].isClosed
      }
      let tables = try commit(places.map { unsaved[$0] })
      var transactions: [[RecordTransaction]] = stores.map { _ in [] }
      for (place, table) in zip(places, tables) {
        transactions[place] = [histories[place].takeExternal(table)].compactMap { $0 }
        stores[place].state.withLock { state in
          (state.stored, state.known) = (table, table)
          state.keys.follow(table)
        }
        stores[place].enforceKeys()
      }
      return transactions
    }
  }
}
