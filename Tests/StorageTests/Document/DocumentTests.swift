import Foundation
import Glibc
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

@testable import StorageWriter

/// An app's data in one place.
@Suite struct DocumentTests {
  private let folder: ScratchFolder
  private let name = StoreCards.name

  init() throws { folder = try ScratchFolder() }

  enum Kind: String, CaseIterable, Sendable { case tsv, jsonLines, sqlite }

  private func place(_ kind: Kind) -> DocumentPlace {
    let path = folder.url.appendingPathComponent("data").path
    return switch kind {
    case .tsv: .folder(path)
    case .jsonLines: .folder(path, records: .jsonLines)
    case .sqlite: .sqlite(path)
    }
  }

  @Test(arguments: Kind.allCases) func everythingIsSavedTogether(_ kind: Kind) throws {
    let schema = try StoreCards.schema()
    do {
      let document = try Document(place(kind), version: "1.0", autosave: nil)
      let cards = try document.store("cards", schema)
      let others = try document.store("others", schema)
      #expect(try document.store("cards", schema) === cards)
      #expect(!document.hasUnsavedChanges)
      try cards.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
      try others.edit { _ = try $0.append { $0[StoreCards.name] = "two" } }
      document.setValue([1, 2], for: "window/size")
      document.setValue([3], for: "look")
      #expect(document.hasUnsavedChanges)
      #expect(try document.value("look") == [3])
      try document.save()
      #expect(!document.hasUnsavedChanges)
      document.setValue(nil, for: "look")
      try document.save()
    }
    let again = try Document(place(kind), version: "1.0")
    #expect(try again.store("cards", schema).table.values(of: name) == ["one"])
    #expect(try again.store("others", schema).table.values(of: name) == ["two"])
    #expect(try again.value("window/size") == [1, 2])
    #expect(try again.value("look") == nil)
  }

  @Test(arguments: Kind.allCases) func theVersionIsStoredFromTheFirstRunOn(_ kind: Kind) throws {
    // Nothing else is stored.
    _ = try Document(place(kind), version: "1.2", onVersionChange: { _, _, _ in Issue.record() })
    let seen = Guarded([String]())
    for (version, expected) in [
      ("1.2.0", [String]()), ("1.10", ["1.2>1.10"]), ("1.10", []), ("2", ["1.10>2"]),
    ] {
      seen.withLock { $0 = [] }
      let own = try #require(AppVersion(version))
      _ = try Document(
        place(kind), version: own,
        onVersionChange: { old, new, _ in seen.withLock { $0.append("\(old)>\(new)") } })
      #expect(seen.withLock { $0 } == expected)
    }
  }

  @Test func aChangeOfVersionThatFailsRunsAgain() throws {
    _ = try Document(place(.tsv), version: "1")
    let count = Guarded(0)
    for _ in 0..<2 {
      #expect(throws: DocumentError.self) {
        try Document(
          place(.tsv), version: "2",
          onVersionChange: { (_, _, bytes) throws(StorageError) in
            count.withLock { $0 += 1 }
            _ = try bytes.read("nothing")
          })
      }
    }
    #expect(count.withLock { $0 } == 2)
  }

  @Test(arguments: Kind.allCases) func dataOfANewerVersionIsNotTouched(_ kind: Kind) throws {
    let schema = try StoreCards.schema()
    do {
      let newer = try Document(place(kind), version: "2", autosave: nil)
      try newer.store("cards", schema).edit { _ = try $0.append { $0[StoreCards.name] = "new" } }
      try newer.save()
    }
    var refusal: DocumentError?
    do throws(DocumentError) { _ = try Document(place(kind), version: "1.9") } catch {
      refusal = error
    }
    guard case .newer(_, "2", "1.9")? = refusal else {
      Issue.record("\(refusal as Any)")
      return
    }
    let reading = try Document(place(kind), version: "1.9", newer: .readOnly, autosave: nil)
    #expect(reading.isReadOnly)
    let cards = try reading.store("cards", schema)
    #expect(cards.table.values(of: name) == ["new"])
    try cards.edit { try $0.remove(0) }
    reading.setValue([1], for: "look")
    #expect(throws: DocumentError.self) { try reading.save() }
    #expect(throws: StoreError.self) { try cards.save() }
    let again = try Document(place(kind), version: "2")
    #expect(try again.store("cards", schema).table.values(of: name) == ["new"])
    #expect(try again.value("look") == nil)
  }

  @Test func changesAreSavedSoonAndTogether() async throws {
    let schema = try StoreCards.schema()
    let traced = Guarded(0)
    let document = try Document(place(.tsv), version: "1", autosave: .milliseconds(1))
    let cards = try await document.store("cards", schema)
    for _ in 0..<20 { try await cards.edit { _ = try $0.append { $0[StoreCards.name] = "a" } } }
    // What is waited for is the save, whenever it comes.
    while document.hasUnsavedChanges {
      await Task.yield()
      traced.withLock { $0 += 1 }
    }
    let saved = try RecordStore(
      schema, at: .file(folder.url.appendingPathComponent("data/cards.tsv").path))
    #expect(saved.table.count == 20)
  }

  @Test func aDocumentThatGoesSavesItself() throws {
    let schema = try StoreCards.schema()
    do {
      let document = try Document(place(.sqlite), version: "1", autosave: .seconds(3_600))
      try document.store("cards", schema).edit { _ = try $0.append { $0[StoreCards.name] = "a" } }
    }
    let again = try Document(place(.sqlite), version: "1")
    #expect(try again.store("cards", schema).table.count == 1)
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalThatEndsTheAppSavesFirst(_ signal: Int32) throws {
    let path = folder.url.appendingPathComponent("data").path
    let run = try Run(TestProgram.path("StorageWriter"), ["document", path, "20"])
    _ = run.standardOutput(until: "19\n")
    run.send(signal)
    #expect(run.wait() == 128 + signal, "\(run.standardError)")
    let document = try Document(.folder(path), version: "1")
    let found = try document.store("cards", RecordsWork.schema()).table
    var expected = RecordTable(found.schema)
    for number in 0..<20 { try RecordsWork.change(&expected, number: number) }
    #expect(PlainRecords(found) == PlainRecords(expected))
  }

  @Test func aVersionThatIsNoneIsRefused() throws {
    _ = try Document(place(.tsv), version: "1")
    let file = folder.url.appendingPathComponent("data/values/.hikidashi-app-version")
    try Data("odd".utf8).write(to: file)
    #expect(throws: DocumentError.self) { try Document(place(.tsv), version: "1") }
    #expect(try Data(contentsOf: file) == Data("odd".utf8))
  }

  @Test func versionsAreComparedNumberByNumber() throws {
    let texts = ["0", "0.9", "1", "1.0.1", "1.2", "1.10", "2.0.0.1"]
    let versions = try texts.map { try #require(AppVersion($0)) }
    #expect(versions == versions.shuffled().sorted())
    for text in ["", ".", "1.", "1..2", "a", "-1", "+1", " 1", "1.99999999999999999999"] {
      #expect(AppVersion(text) == nil, "\(text)")
    }
  }
}
