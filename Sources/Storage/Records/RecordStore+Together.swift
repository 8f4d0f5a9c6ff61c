internal import Records
import Support

/// What one of several stores has to save.
struct UnsavedRecords {
  let store: RecordStore
  /// What is stored, as far as the store knows.
  let known: RecordTable
  /// What is to be stored.
  let current: RecordTable

  /// What is to be stored where others have stored `newer` meanwhile.
  func planned(over newer: RecordTable) throws(RecordConflict) -> PlannedEdit {
    PlannedEdit(try newer.rebasing(current, from: known), over: newer)
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
        UnsavedRecords(
          store: store, known: store.state.withLock { $0.stored }, current: history.table)
      }
      let places = unsaved.indices.filter { place in
        !unsaved[place].current.isStored(by: unsaved[place].known)
          && !stores[place].isClosed
      }
      let tables = try commit(places.map { unsaved[$0] })
      var transactions: [[RecordTransaction]] = stores.map { _ in [] }
      for (place, table) in zip(places, tables) {
        stores[place].state.withLock { $0.stored = table }
        transactions[place] = [histories[place].takeExternal(table)].compactMap { $0 }
      }
      return transactions
    }
  }
}
