import Foundation
import Preferences
import Records
import Storage
import TestSupport
import Testing

/// Settings in a store of records.
@Suite struct RecordsPlaceTests {
  private let settings = SamplePreferences()

  private func add(_ name: String, _ text: String, to store: RecordStore) throws {
    let key = try store.schema.field("key", of: String.self)
    let value = try store.schema.field("value", of: String.self)
    try store.edit { table in
      try table.append {
        $0[key] = name
        $0[value] = text
      }
    }
  }

  @Test func aStoreOfOtherFieldsIsRefused() throws {
    let store = try RecordStore(Schema(Field<Int>("key")), at: .memory)
    #expect(throws: SchemaError.self) { try PreferencePlace.records(store) }
  }

  @Test func settingsAreRecordsOfADatabase() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("data.db").path
    func records() throws -> RecordStore {
      try RecordStore(PreferenceRecords.schema(), at: .sqlite(path, table: "preferences"))
    }
    do {
      let store = try PreferenceStore(
        settings, at: .records(records()), version: "1.0", autosave: nil)
      try store.set(settings.jobs, to: 8)
      try store.set(settings.page.theme, to: .dark)
      try store.save()
    }
    // What only another version knows stays.
    try add("odd", "[1, 2.50]", to: records())
    do {
      let store = try PreferenceStore(
        settings, at: .records(records()), version: "1.1", autosave: nil)
      #expect(store[settings.jobs] == 8 && store[settings.page.theme] == .dark)
      try store.reset(settings.jobs)
      try store.set(settings.level, to: 5)
      try store.save()
    }
    let table = try records().table
    let key = try table.schema.field("key", of: String.self)
    let value = try table.schema.field("value", of: String.self)
    let rows = Dictionary(uniqueKeysWithValues: table.map { ($0[key], $0[value]) })
    #expect(Set(rows.keys) == ["app-version", "page", "odd", "level"])
    #expect(rows["odd"] == "[1, 2.50]" && rows["app-version"] == "\"1.1\"" && rows["level"] == "5")
  }

  @Test func aValueThatIsNoJSONIsSetAside() throws {
    let records = try RecordStore(PreferenceRecords.schema(), at: .memory)
    try add("jobs", "{", to: records)
    let store = try PreferenceStore(
      settings, at: .records(records), version: "1.0", autosave: nil)
    #expect(store[settings.jobs] == 4)
    guard case .damaged? = store.problems.first else {
      Issue.record("\(store.problems)")
      return
    }
    try store.set(settings.jobs, to: 9)
    try store.save()
    let again = try PreferenceStore(
      settings, at: .records(records), version: "1.0", autosave: nil)
    #expect(again[settings.jobs] == 9 && again.problems.isEmpty)
  }
}
