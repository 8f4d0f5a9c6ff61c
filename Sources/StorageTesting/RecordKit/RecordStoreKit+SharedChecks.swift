internal import Records
internal import Storage

extension RecordStoreKit {
  static var migrationChecks: [Check] {
    [
      Check(name: "migrations run once, in order") { run, destination in
        try old(destination)
        let title = Field<String>("title", collation: .binary)
        let pages = Field<Int>("pages", default: 7)
        let schema = try Schema(title, pages, version: 3)
        let migrations = [
          SchemaMigration(to: 2) { $0.rename("name", to: "title") },
          SchemaMigration(to: 3) { $0.add(pages) },
        ]
        let store = try RecordStore(schema, at: destination, migrations: migrations)
        run.expect(store.table.values(of: title) == ["one", "two"], "the titles are not the names")
        run.expect(store.table.values(of: pages) == [7, 7], "the new field has not its default")
        run.expect(store.table.nextNumber == 3, "the next number is \(store.table.nextNumber)")
        try run.expectReopened(store, destination, "after a migration")
      },
      Check(name: "a newer version is not touched") { run, destination in
        let name = Field<String>("name", collation: .binary)
        let newer = try RecordStore(Schema(name, version: 2), at: destination)
        try newer.edit { _ = try $0.append { $0[name] = "one" } }
        let error = run.error { _ = try RecordStore(Schema(name), at: destination) }
        if case .newer(_, 2, 1)? = error {} else { run.expect(false, "it threw \(error as Any)") }
        try run.expectReopened(newer, destination, "after it was refused")
      },
      Check(name: "another schema is not touched") { run, destination in
        let store = try old(destination)
        let error = run.error { _ = try RecordStore(Schema(Field<Int>("name")), at: destination) }
        if case .otherSchema? = error {} else { run.expect(false, "it threw \(error as Any)") }
        try run.expectReopened(store, destination, "after it was refused")
      },
    ]
  }

  /// Makes a store of version 1 with two records, and a third that was removed.
  @discardableResult
  private static func old(_ destination: StoreDestination) throws -> RecordStore {
    let name = Field<String>("name", collation: .binary)
    let store = try RecordStore(Schema(name), at: destination)
    try store.edit { table in
      for text in ["one", "two", "three"] { try table.append { $0[name] = text } }
      try table.remove(2)
    }
    return store
  }

  static var sharedChecks: [Check] {
    [
      Check(name: "others see an edit", needsSharing: true) { run, destination in
        let (one, other) = try pair(destination)
        try one.edit { try $0.update(0) { $0[Cards.size] = 10 } }
        try other.refresh()
        run.expectSame(other.table, one.table, "after an edit elsewhere")
      },
      Check(name: "edits of different records are both kept", needsSharing: true) {
        run, destination in
        let (one, other) = try pair(destination)
        let before = other.table
        var draft = before
        try draft.update(1) { $0[Cards.size] = 20 }
        let drafted = try draft.append { $0[Cards.name] = "drafted" }
        let taken = try one.edit { table in
          try table.update(0) { $0[Cards.size] = 10 }
          return try table.append { $0[Cards.name] = "taken" }
        }
        let added = Array(try other.commit(draft, from: before))
        run.expect(added.count == 1 && added != [taken], "\(drafted) became \(added)")
        run.expect(other.table[0, Cards.size] == 10, "the edit made elsewhere is lost")
        run.expect(other.table[1, Cards.size] == 20, "the draft is lost")
        try one.refresh()
        run.expectSame(one.table, other.table, "after both")
      },
      Check(name: "a conflict has both versions", needsSharing: true) { run, destination in
        let (one, other) = try pair(destination)
        let before = other.table
        var draft = before
        try draft.update(1) { $0[Cards.size] = 20 }
        try one.edit { try $0.update(1) { $0[Cards.size] = 10 } }
        let error = run.error { try other.commit(draft, from: before) }
        guard case .conflict(let conflict)? = error else {
          return run.expect(false, "a conflict was expected, not \(error as Any)")
        }
        let versions = conflict.versions(of: 1)
        run.expect(versions.ours?[Cards.size] == 20, "our version is missing")
        run.expect(versions.theirs?[Cards.size] == 10, "their version is missing")
        run.expect(other.table[1, Cards.size] == 10, "the store has not the other's version")
      },
      Check(name: "undoing leaves alone what others did", needsSharing: true) { run, destination in
        let (one, other) = try pair(destination)
        try one.edit { try $0.update(0) { $0[Cards.size] = 10 } }
        try other.edit { try $0.update(1) { $0[Cards.size] = 20 } }
        try one.undo()
        run.expect(one.table[0, Cards.size] == 0, "the edit was not undone")
        run.expect(one.table[1, Cards.size] == 20, "the edit made elsewhere was undone, too")
        try one.redo()
        try other.edit { try $0.update(0) { $0[Cards.size] = 30 } }
        let error = run.error { try one.undo() }
        if case .conflict? = error {} else { run.expect(false, "it threw \(error as Any)") }
        try other.refresh()
        run.expectSame(one.table, other.table, "after a conflict")
      },
    ]
  }

  /// Two stores of one place, with some records.
  private static func pair(
    _ destination: StoreDestination
  ) throws -> (RecordStore, RecordStore) {
    let schema = try Cards.schema()
    let one = try RecordStore(schema, at: destination)
    try one.edit { table in
      for number in 0..<4 { try table.append { $0[Cards.name] = "card \(number)" } }
    }
    return (one, try RecordStore(schema, at: destination))
  }
}
