import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorageTesting
import TestSupport
import Testing

@testable import HikidashiStorage

/// Why a store cannot be opened, or nil.
func openingError(
  _ schema: Schema, at destination: StoreDestination, migrations: [SchemaMigration] = []
) -> StoreError? {
  do throws(StoreError) {
    _ = try RecordStore(schema, at: destination, migrations: migrations)
    return nil
  } catch {
    return error
  }
}

/// Stores in files: what they look like, what is kept beside them, and what is refused.
@Suite struct FileStoreTests {
  private let folder: ScratchFolder
  private let name = StoreCards.name

  init() throws { folder = try ScratchFolder() }

  private func destination(_ file: String = "cards.tsv") -> StoreDestination {
    .file(folder.url.appendingPathComponent(file).path)
  }

  private func add(_ text: String, to store: RecordStore) throws {
    try store.edit { _ = try $0.append { $0[StoreCards.name] = text } }
  }

  @Test func theFileCanBeReadByPeopleAndTools() throws {
    let schema = try Schema(Field<String>("name"), Field<Int>("number"))
    for (file, ending) in [
      ("cards.tsv", "number 2\tname\tnumber\n0\tone\t7\n"),
      ("cards.jsonl", #"{"number 2":0,"name":"one","number":7}"# + "\n"),
    ] {
      let store = try RecordStore(schema, at: destination(file))
      try store.edit { table in
        try table.append { (draft) throws(RecordError) in
          try draft.set("name", to: "one")
          try draft.set("number", to: 7)
        }
      }
      let text = try #require(folder.read(file))
      let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
      #expect(lines[0].hasPrefix(file.hasSuffix("tsv") ? "#{" : "{"))
      #expect(lines[0].contains(#""records":1,"nextNumber":1,"schema":{"#))
      #expect(lines[1] == ending)
    }
  }

  @Test func theChecksumIsXXHash64() {
    for (text, hash) in [
      ("", 0xEF46_DB37_51D8_E999 as UInt64), ("a", 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0x44BC_2CF5_AD77_0999),
      ("The quick brown fox jumps over the lazy dog", 0x0B24_2D36_1FDA_71BC),
    ] {
      let found = Array(text.utf8).withUnsafeBytes { XXHash64.hash($0) }
      #expect(found == hash, "\(text)")
    }
  }

  @Test func whatWasThereBeforeIsKept() throws {
    let store = try RecordStore(StoreCards.schema(), at: destination())
    try add("one", to: store)
    #expect(folder.read("cards.tsv.previous") == nil)
    let before = folder.read("cards.tsv")
    try add("two", to: store)
    #expect(folder.read("cards.tsv.previous") == before)
  }

  @Test func damageIsToldWithTheWayBack() throws {
    let schema = try StoreCards.schema()
    let store = try RecordStore(schema, at: destination())
    try add("one", to: store)
    try add("two", to: store)
    let text = try #require(folder.read("cards.tsv"))
    let previous = folder.read("cards.tsv.previous")
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<100 {
      var bytes = Array(text.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      } else {
        bytes.removeSubrange(place...)
      }
      try Data(bytes).write(to: folder.url.appendingPathComponent("cards.tsv"))
      switch openingError(schema, at: destination()) {
      case .damaged(let path, let reason, let copy):
        #expect(copy == path + ".previous", "\(reason)")
      case .newer: break  // The version's digit was changed.
      case let other: Issue.record("\(place) of seed \(random.seed): \(other as Any)")
      }
      #expect(try Data(contentsOf: folder.url.appendingPathComponent("cards.tsv")) == Data(bytes))
      #expect(folder.read("cards.tsv.previous") == previous)
    }
    try destination().goBack()
    let again = try RecordStore(schema, at: destination())
    #expect(again.table.values(of: name) == ["one"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.contains("cards.tsv.damaged"))
  }

  @Test func aFileThatAnotherReplacedIsNotTouched() throws {
    let schema = try StoreCards.schema()
    let one = try RecordStore(schema, at: destination())
    let other = try RecordStore(schema, at: destination())
    try add("one", to: one)
    #expect(throws: StoreError.self) { try add("other", to: other) }
    #expect(other.table.isEmpty)
    #expect(try RecordStore(schema, at: destination()).table.values(of: name) == ["one"])
  }

  @Test func aNewerFileIsNotTouched() throws {
    let store = try RecordStore(StoreCards.schema(version: 3), at: destination())
    try add("one", to: store)
    let text = folder.read("cards.tsv")
    let error = openingError(try StoreCards.schema(version: 2), at: destination())
    guard case .newer(_, 3, 2) = error else {
      Issue.record("\(error as Any)")
      return
    }
    try folder.write(
      try #require(text).replacingOccurrences(
        of: "records\":1,\"check", with: "records\":2,\"check"),
      to: "cards.tsv")
    #expect(throws: StoreError.self) {
      try RecordStore(StoreCards.schema(version: 3), at: destination())
    }
  }

  @Test func everyFailureLeavesMemoryAndFileAsTheyWere() throws {
    let schema = try StoreCards.schema()
    for cause in StorageFault.Cause.allCases {
      for operation in [StorageOperation.read, .write] {
        for call in 1...2 {
          let base = MemoryStorage()
          let faulty = FaultyStorage(base)
          let destination = StoreDestination.bytes(in: faulty, name: "cards.tsv")
          let store = try RecordStore(schema, at: destination)
          try add("one", to: store)
          faulty.add(StorageFault(.fails(cause), atCall: call, of: operation))
          let before = try base.read("cards.tsv")
          do {
            try add("two", to: store)
          } catch StoreError.storage {
            #expect(store.table.values(of: name) == ["one"])
            #expect(try base.read("cards.tsv") == before)
          }
          // A fault that was not met yet is met here.
          do { try add("three", to: store) } catch { try add("three", to: store) }
          let expected = store.table.values(of: name)
          let again = try RecordStore(schema, at: .bytes(in: base, name: "cards.tsv"))
          #expect(again.table.values(of: name) == expected, "\(cause) \(operation) \(call)")
        }
      }
    }
  }

  @Test func aSyncThatFailedLeavesTheOld() throws {
    let base = MemoryStorage()
    let faulty = FaultyStorage(base)
    let schema = try StoreCards.schema()
    let store = try RecordStore(schema, at: .bytes(in: faulty, name: "cards.tsv"))
    try add("one", to: store)
    faulty.add(StorageFault(.failedSync, atCall: 2, of: .write))
    #expect(throws: StoreError.self) { try add("two", to: store) }
    #expect(store.table.values(of: name) == ["one"])
    #expect(
      try RecordStore(schema, at: .bytes(in: base, name: "cards.tsv")).table.values(of: name)
        == ["one"])
    try add("three", to: store)
    #expect(
      try RecordStore(schema, at: .bytes(in: base, name: "cards.tsv")).table.values(of: name)
        == ["one", "three"])
  }

  /// A disk whose power is cut after each step of some edits, with any of what was not synced lost.
  @Test func aPowerCutLeavesWhatWasAcknowledgedOrOneMore() throws {
    let seed = testSeed()
    print("aPowerCutLeavesWhatWasAcknowledgedOrOneMore: HIKIDASHI_SEED=\(seed)")
    let schema = try StoreCards.schema()
    let whole = SimulatedDisk()
    _ = try edit(whole, schema)
    for step in 0...whole.stepCount {
      for round in 0..<UInt64(testSteps(20)) {
        let disk = SimulatedDisk()
        disk.cutPower(beforeStep: step)
        let acknowledged = try edit(disk, schema)
        let survivor = disk.afterPowerCut(seed: seed &+ UInt64(step) &* 1_000 &+ round)
        let storage = try FolderStorage("disk", files: survivor)
        let store = try RecordStore(schema, at: .bytes(in: storage, name: "cards.tsv"))
        guard (acknowledged...acknowledged + 1).contains(store.table.count) else {
          Issue.record(
            "seed \(seed), step \(step), round \(round): \(store.table.count), \(acknowledged)")
          return
        }
      }
    }
  }

  /// Appends four records, one by one; how many edits returned.
  private func edit(_ disk: SimulatedDisk, _ schema: Schema) throws -> Int {
    var count = 0
    do {
      let storage = try FolderStorage("disk", files: disk)
      let store = try RecordStore(schema, at: .bytes(in: storage, name: "cards.tsv"))
      for _ in 0..<4 {
        try add("a record of some length", to: store)
        count += 1
      }
    } catch is StoreError {
    } catch is StorageError {}
    return count
  }

  @Test func aVanishedFolderIsAnError() throws {
    let store = try RecordStore(StoreCards.schema(), at: destination("deep/cards.tsv"))
    try add("one", to: store)
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("deep"))
    do {
      try add("two", to: store)
      Issue.record("it was stored")
    } catch StoreError.storage(.vanished) {}
    #expect(store.table.count == 1)
  }
}
