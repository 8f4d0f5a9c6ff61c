import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorageTesting
import TestSupport
import Testing

@testable import HikidashiStorage
@testable import StorageWriter

/// A document is saved as a whole, or not at all, whatever comes in between.
@Suite struct WholeSaveTests {
  private let folder: ScratchFolder
  private let name = StoreCards.name

  init() throws { folder = try ScratchFolder() }

  private var path: String { folder.url.appendingPathComponent("data").path }

  private static func place(_ disk: SimulatedDisk) -> DocumentPlace {
    .folder("disk", records: .tsv, files: disk)
  }

  /// Whether a disk has the document of after the change of this number, or of after the one before;
  /// nil for a part of both.
  private func isNew(_ disk: SimulatedDisk, _ number: Int) throws -> Bool? {
    var expected = try KilledDocumentTests.Expected()
    while expected.next < number { try expected.change() }
    let document = try Document(Self.place(disk), version: "1", autosave: nil)
    if try expected.difference(from: document) == nil { return false }
    try expected.change()
    return try expected.difference(from: document) == nil ? true : nil
  }

  /// A document on a disk of its own, with changes of some numbers saved and of one more unsaved.
  private func prepared(_ number: Int) throws -> (SimulatedDisk, Document, [RecordStore]) {
    let disk = SimulatedDisk()
    let document = try Document(Self.place(disk), version: "1", autosave: nil)
    let stores = try DocumentWork.stores(of: document)
    for number in 0..<number {
      try DocumentWork.change(document, stores, number: number)
      try document.save()
    }
    try DocumentWork.change(document, stores, number: number)
    return (disk, document, [stores.accounts, stores.numbers])
  }

  @Test(arguments: [0, 4, 5]) func aPowerCutLeavesOldOrNew(_ number: Int) throws {
    let seed = testSeed()
    print("aPowerCutLeavesOldOrNew(\(number)): HIKIDASHI_SEED=\(seed)")
    let (whole, document, _) = try prepared(number)
    let first = whole.stepCount
    try document.save()
    var outcomes: Set<Bool> = []
    for step in first...whole.stepCount {
      for round in 0..<UInt64(testSteps(2, scale: 0.05)) {
        let (disk, document, stores) = try prepared(number)
        disk.cutPower(beforeStep: step)
        let isSaved = (try? document.save()) != nil
        let survivor = disk.afterPowerCut(seed: seed &+ UInt64(step) &* 1_000 &+ round)
        let isNew = try isNew(survivor, number)
        #expect(isNew != nil && (isNew == true || !isSaved), "step \(step), seed \(seed)")
        if let isNew { outcomes.insert(isNew) }
        // What was finished stays so.
        if isNew == true { #expect(try self.isNew(survivor, number) == true) }
        withExtendedLifetime(stores) {}
      }
    }
    #expect(outcomes == [true, false])
  }

  @Test(arguments: [0, 4, 5]) func aStepThatFailsLeavesTheOld(_ number: Int) throws {
    let (whole, document, _) = try prepared(number)
    let first = whole.stepCount
    try document.save()
    for step in first..<whole.stepCount {
      let (disk, document, stores) = try prepared(number)
      disk.fail(step: step, with: ENOSPC)
      do throws(DocumentError) {
        try document.save()
        // A failure that does no harm, as when a leftover cannot be removed.
      } catch {
        #expect(document.hasUnsavedChanges)
        // All is made when the journal is removed and that is synced.
        let isMade = step >= whole.stepCount - 2
        #expect(try isNew(disk, number) == isMade, "step \(step): \(disk.journal.suffix(9))")
        try document.save()
      }
      #expect(!document.hasUnsavedChanges)
      #expect(try isNew(disk, number) == true, "step \(step)")
      withExtendedLifetime(stores) {}
    }
  }

  private func places() -> [DocumentPlace] {
    [.folder(path), .folder(path + "-json", records: .jsonLines), .sqlite(path + ".db")]
  }

  @Test func aStoreThatCannotBeSavedKeepsTheOthersBack() throws {
    for place in places() {
      let document = try Document(place, version: "1", autosave: nil)
      let (cards, more) = try (
        document.store("cards", Schema(name)), document.store("more", Schema(name))
      )
      for store in [cards, more] { try store.edit { _ = try $0.append { $0[name] = "one" } } }
      try document.save()
      document.setValue([1], for: "look")
      for store in [cards, more] { try store.edit { try $0.update(0) { $0[name] = "own" } } }
      // Somebody else changes the same record, which the document may notice before it is saved.
      let other = try Document(place, version: "1", autosave: nil)
      try other.store("cards", Schema(name)).edit { try $0.update(0) { $0[name] = "other" } }
      try other.save()
      let error = #expect(throws: DocumentError.self) { try document.save() }
      guard case .stores(let failures)? = error else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(Array(failures.keys) == ["cards"])
      let again = try Document(place, version: "1", autosave: nil)
      #expect(try again.value("look") == nil)
      #expect(try again.store("cards", Schema(name)).table.values(of: name) == ["other"])
      #expect(try again.store("more", Schema(name)).table.values(of: name) == ["one"])
      #expect(document.hasUnsavedChanges)
    }
  }

  /// Two apps give one key to two records: the one that saves last is told, and saves nothing.
  @Test func aKeyThatOthersHaveGivenMeanwhileKeepsAllBack() throws {
    let path = path + ".db"
    let code = Field<String>("code")
    let documents = try (0..<2).map { _ in
      try Document(.sqlite(path), version: "1", autosave: nil)
    }
    let goods = try documents.map {
      try KeyedRecordStore($0.store("goods", Schema(code)), key: code)
    }
    try goods[0].edit { table in
      for text in ["A", "B"] { try table.append { $0[code] = text } }
    }
    try documents[0].save()
    try goods[1].store.refresh()
    try goods[0].edit { try $0.update("A") { $0[code] = "C" } }
    try goods[1].edit { try $0.update("B") { $0[code] = "C" } }
    documents[1].setValue([1], for: "look")
    try documents[0].save()
    #expect(throws: DocumentError.self) { try documents[1].save() }
    let again = try Document(.sqlite(path), version: "1", autosave: nil)
    #expect(try again.value("look") == nil)
    #expect(try again.store("goods", Schema(code)).table.values(of: code) == ["C", "B"])
    // What is mended is saved, and later edits are made on what is stored.
    try goods[1].store.edit { try $0.update(1) { $0[code] = "D" } }
    try documents[1].save()
    try goods[1].store.edit { try $0.update(1) { $0[code] = "E" } }
    try documents[1].save()
    #expect(goods[1].store.table.values(of: code) == ["C", "E"])
    #expect(!documents[1].hasUnsavedChanges)
  }

  @Test func aStoreThatWasClosedIsLeftOut() throws {
    for place in places() {
      let document = try Document(place, version: "1", autosave: nil)
      let cards = try document.store("cards", Schema(name))
      try cards.edit { _ = try $0.append { $0[name] = "one" } }
      document.setValue([1], for: "look")
      cards.close()
      let error = #expect(throws: DocumentError.self) { try document.save() }
      guard case .stores(let failures)? = error, case .closed? = failures["cards"] else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(try Document(place, version: "1").value("look") == [1])
    }
  }

  /// One table has two names where letters A–Z and a–z are the same.
  @Test func aTableIsOneStore() throws {
    let document = try Document(.sqlite(path), version: "1", autosave: nil)
    let cards = try document.store("Cards", Schema(name))
    #expect(try document.store("cards", Schema(name)) === cards)
  }

  private func journal() throws -> FolderStorage {
    do {
      let document = try Document(.folder(path), version: "2", autosave: nil)
      try document.store("cards", Schema(name)).edit { _ = try $0.append { $0[name] = "old" } }
      document.setValue([1], for: "look")
      document.setValue([1], for: "gone")
    }
    let folder = try FolderStorage(path)
    let new = try RecordStore(Schema(name), at: .bytes(in: MemoryStorage(), name: "cards.tsv"))
    try new.edit { _ = try $0.append { $0[name] = "new" } }
    let memory = MemoryStorage()
    let copy = try RecordStore(Schema(name), at: .bytes(in: memory, name: "cards.tsv"))
    try copy.edit { $0 = new.table }
    let journal = SaveJournal([
      .init(kind: .remove, name: "gone"), .init(kind: .value, name: "look", bytes: [2]),
      .init(kind: .records, name: "cards.tsv", bytes: try memory.read("cards.tsv")),
    ])
    #expect(try SaveJournal(journal.bytes) == journal)
    try folder.write(journal.bytes, to: SaveJournal.name)
    return folder
  }

  @Test func whatWasBegunIsFinishedByTheNext() throws {
    let folder = try journal()
    let document = try Document(.folder(path), version: "2", autosave: nil)
    #expect(try !folder.exists(SaveJournal.name))
    #expect(try document.value("look") == [2])
    #expect(try document.value("gone") == nil)
    #expect(try document.store("cards", Schema(name)).table.values(of: name) == ["new"])
    let previous = try String(decoding: folder.read("cards.tsv.previous"), as: UTF8.self)
    #expect(previous.hasSuffix("\told\n"))
  }

  @Test func whatWasBegunIsSeenByAnOlderAppThatOnlyReads() throws {
    let folder = try journal()
    let document = try Document(.folder(path), version: "1", newer: .readOnly)
    #expect(try document.value("look") == [2])
    #expect(try document.value("gone") == nil)
    #expect(try document.store("cards", Schema(name)).table.values(of: name) == ["new"])
    #expect(try folder.exists(SaveJournal.name))
    #expect(try folder.list(under: "values").map(\.name) == ["values/gone", "values/look"])
  }

  @Test func aDamagedJournalIsRefused() throws {
    let folder = try journal()
    let bytes = try folder.read(SaveJournal.name)
    for place in 0..<bytes.count {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(throws: SaveJournal.Problem.self, "byte \(place)") { try SaveJournal(damaged) }
      #expect(throws: SaveJournal.Problem.self) { try SaveJournal(Array(bytes[..<place])) }
    }
    try folder.write(Array(bytes.dropLast()), to: SaveJournal.name)
    let error = #expect(throws: DocumentError.self) { try Document(.folder(path), version: "2") }
    guard case .storage(.corrupt)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try folder.read("values/look") == [1])
  }

  /// An edit of one store may edit another, while a save waits for both.
  @Test func editsWithinEditsAndSavesGoOn() async throws {
    let document = try Document(.memory, version: "1", autosave: nil)
    let (first, last) = try await (
      document.store("a", Schema(name)), document.store("b", Schema(name))
    )
    let editing = Task {
      try await onOwnThread {
        for number in 0..<500 {
          try last.edit { table in
            try table.append { $0[StoreCards.name] = "\(number)" }
            try first.edit { _ = try $0.append { $0[StoreCards.name] = "\(number)" } }
          }
        }
      }
    }
    try await onOwnThread { for _ in 0..<500 { try document.save() } }
    try await editing.value
    try await document.save()
    #expect(first.table.count == 500 && last.table.count == 500)
    #expect(!document.hasUnsavedChanges)
  }
}
