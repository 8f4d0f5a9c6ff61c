public import Records
import Support

extension RecordStore {
  /// The keys of the records as they are now: what must be unique, and which records share a key
  /// though they should not, as an older version or another tool has stored them.
  ///
  /// Such records stay as they are until they are mended, by any edit that gives one another key or
  /// removes it; other edits go on meanwhile, and none may add to them.
  ///
  /// - Complexity: O(1)
  public var keys: RecordKeys { state.withLock { $0.keys } }
}

extension RecordStore {
  /// Tells the destination of the keys, as soon as no two stored records share one.
  func enforceKeys() {
    let keys = state.withLock { state -> RecordKeys? in
      guard state.keys.isWhole else {
        state.isEnforced = false
        return nil
      }
      guard !state.isEnforced, !state.keys.isEmpty,
        saving == .eachEdit || state.keys.table.isStored(by: state.stored)
      else { return nil }
      state.isEnforced = true
      return state.keys
    }
    if let keys { backend.enforce(keys) }
  }

  /// An edit, held against the keys.
  ///
  /// - Parameters:
  ///   - keys: Those of some table of this store.
  ///   - stored: The table that the edit is made on.
  func planned(
    _ table: RecordTable, over keys: RecordKeys, as stored: RecordTable, known: RecordKeys? = nil
  ) throws(StoreError) -> PlannedEdit {
    var keys = keys
    keys.follow(stored)
    do throws(RecordError) {
      return try PlannedEdit(table, over: keys, known: known)
    } catch {
      throw .refused(place: destination.description, error)
    }
  }

  /// Adds what must be unique from now on.
  func require(
    key: any FieldHandle, unique: [[any FieldHandle]]
  ) throws(StoreError) {
    try inTurn { (_, _, keys) throws(StoreError) in
      let known = keys
      do throws(RecordError) { try keys.require(key: key, unique: unique) } catch {
        throw .refused(place: destination.description, error)
      }
      if !keys.hasRules(of: known) { state.withLock { $0.isEnforced = false } }
      return []
    }
  }
}
