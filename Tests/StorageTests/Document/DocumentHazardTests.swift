import Foundation
import Glibc
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Ways in which an app could lose what its document has.
@Suite struct DocumentHazardTests {
  private let folder: ScratchFolder
  private let name = StoreCards.name

  init() throws { folder = try ScratchFolder() }

  private var path: String { folder.url.appendingPathComponent("data").path }

  private func places() -> [DocumentPlace] {
    [.folder(path), .folder(path + "-json", records: .jsonLines), .sqlite(path + ".db"), .memory]
  }

  /// A value's name is not the place of a store.
  @Test func valuesAndStoresAreApart() throws {
    for place in places() {
      let document = try Document(place, version: "1", autosave: nil)
      let cards = try document.store("cards", Schema(name))
      try cards.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
      for value in ["cards.tsv", "cards.jsonl", "cards", "cards.tsv.previous", "records"] {
        document.setValue([1], for: try StorageName(value))
      }
      try document.save()
      try cards.edit { _ = try $0.append { $0[StoreCards.name] = "two" } }
      try document.save()
      for value in ["cards.tsv", "cards.jsonl", "cards", "cards.tsv.previous", "records"] {
        #expect(try document.value(StorageName(value)) == [1])
      }
      if place.description == "memory" { continue }
      let again = try Document(place, version: "1")
      #expect(try again.store("cards", Schema(name)).table.values(of: name) == ["one", "two"])
    }
  }

  /// What works in one place works in the others, so that an app can go from one to another.
  @Test func everyPlaceTakesTheSameNames() throws {
    for place in places() {
      let document = try Document(place, version: "1", autosave: nil)
      for bad in [
        "", "a/b", "../a", "sqlite_x", "bytes", String(repeating: "n", count: 64), "a\nb",
      ] {
        #expect(throws: StoreError.self, "\(place) \(bad)") {
          try document.store(bad, Schema(name))
        }
      }
      for good in ["cards", "Karten 2", "日本語", String(repeating: "n", count: 63)] {
        #expect(throws: Never.self, "\(place) \(good)") {
          try document.store(good, Schema(name))
        }
      }
    }
  }

  /// An app that holds on to a store and lets the document go would edit for nothing.
  @Test func aStoreWhoseDocumentIsGoneSaysSo() throws {
    for place in places() {
      var document: Document? = try Document(place, version: "1", autosave: nil)
      let cards = try #require(try document?.store("cards", Schema(name)))
      try cards.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
      document = nil
      #expect(throws: StoreError.self) {
        try cards.edit { _ = try $0.append { $0[StoreCards.name] = "two" } }
      }
      if place.description == "memory" { continue }
      let again = try Document(place, version: "1")
      #expect(try again.store("cards", Schema(name)).table.values(of: name) == ["one"])
    }
  }

  @Test func anotherFormatFindsTheRecordsOfTheFirst() throws {
    for (first, second) in [(StoreFormat.tsv, StoreFormat.jsonLines), (.jsonLines, .tsv)] {
      let path = path + first.rawValue
      do {
        let document = try Document(.folder(path, records: first), version: "1")
        try document.store("cards", Schema(name)).edit {
          _ = try $0.append { $0[StoreCards.name] = "one" }
        }
      }
      let document = try Document(.folder(path, records: second), version: "2")
      let cards = try document.store("cards", Schema(name))
      #expect(cards.table.values(of: name) == ["one"])
      try cards.edit { _ = try $0.append { $0[StoreCards.name] = "two" } }
      try document.save()
      let again = try Document(.folder(path, records: first), version: "2")
      #expect(try again.store("cards", Schema(name)).table.values(of: name) == ["one", "two"])
    }
  }

  /// Whoever is told of a change may save at once, also when a save is what tells it.
  @Test func savingFromAChangeDoesNotHang() async throws {
    let document = try Document(.sqlite(path), version: "1", autosave: nil)
    let cards = try await document.store("cards", Schema(name))
    try await cards.edit { table in
      for text in ["own", "other"] { try table.append { $0[StoreCards.name] = text } }
    }
    try await document.save()
    let others = try RecordStore(Schema(name), at: .sqlite(path, table: "cards"))
    let count = Guarded(0)
    let observation = cards.onChange { [weak document] change in
      guard change.kind == .external else { return }
      count.withLock { $0 += 1 }
      document?.setValue(nil, for: "none")
      do {
        try document?.save()
        _ = try document?.store("more", Schema(StoreCards.size))
      } catch {
        Issue.record("\(error)")
      }
    }
    for step in 0..<20 {
      try await cards.edit { table in try table.update(0) { $0[StoreCards.name] = "own \(step)" } }
      try await others.edit { table in
        try table.update(1) { $0[StoreCards.name] = "other \(step)" }
      }
      // It takes over what the other stored, and tells of it, unless the store that watches its file was
      // quicker.
      try await document.save()
    }
    observation.cancel()
    #expect(count.withLock { $0 } > 0)
    // That may be telling yet, on its own thread, between setting and saving.
    try await eventually("what was set is saved") { !document.hasUnsavedChanges }
    try await others.refresh()
    #expect(others.table.values(of: name) == ["own 19", "other 19"])
  }

  /// An older app that still runs must not write over what a newer one has made of the data.
  @Test func anAppThatWasOvertakenByANewerOneSavesNothing() throws {
    for place in places() where place.description != "memory" {
      let old = try Document(place, version: "1", autosave: nil)
      let cards = try old.store("cards", Schema(name))
      let newer = try Document(place, version: "2", autosave: nil)
      newer.setValue([2], for: "look")
      try newer.save()
      old.setValue([1], for: "look")
      try cards.edit { _ = try $0.append { $0[StoreCards.name] = "old" } }
      let error = #expect(throws: DocumentError.self) { try old.save() }
      guard case .newer(_, "2", "1")? = error else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(old.hasUnsavedChanges)
      #expect(try newer.value("look") == [2])
      #expect(try newer.store("cards", Schema(name)).table.isEmpty)
    }
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .zero])
  func everyDelayIsOne(_ delay: Duration) throws {
    let document = try Document(.memory, version: "1", autosave: delay)
    document.setValue([1], for: "a")
    try document.save()
    #expect(try document.value("a") == [1])
  }

  /// What is in memory is all there is of it then.
  @Test func aFileThatWasRemovedIsWrittenAnew() throws {
    let document = try Document(.folder(path), version: "1", autosave: nil)
    let cards = try document.store("cards", Schema(name))
    for text in ["one", "two"] {
      try cards.edit { _ = try $0.append { $0[StoreCards.name] = text } }
      try document.save()
      try FileManager.default.removeItem(atPath: path + "/cards.tsv")
    }
    try cards.edit { _ = try $0.append { $0[StoreCards.name] = "three" } }
    try document.save()
    let again = try Document(.folder(path), version: "1")
    #expect(
      try again.store("cards", Schema(name)).table.values(of: name) == ["one", "two", "three"])
  }

  @Test func aValueThatCannotBeSavedIsSavedLater() throws {
    let document = try Document(.folder(path), version: "1", autosave: nil)
    document.setValue([1], for: "a")
    document.setValue([2], for: "a/b")
    // A name is a folder or has bytes; the one that could be saved is.
    #expect(throws: DocumentError.self) { try document.save() }
    #expect(document.hasUnsavedChanges)
    document.setValue(nil, for: "a")
    try? document.save()
    try document.save()
    #expect(try document.value("a/b") == [2])
    #expect(!document.hasUnsavedChanges)
  }

  /// An app may set its own handler once a watch has ended. In a process of its own, since other
  /// documents' watches would come in between.
  @Test func aWatchThatEndedLeavesSignalsAlone() async {
    await #expect(processExitsWith: .success) {
      let watch = TerminationWatch {}
      watch.cancel()
      signal(SIGHUP, SIG_IGN)
      watch.cancel()
      var action = sigaction()
      sigaction(SIGHUP, nil, &action)
      let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
      #expect(isIgnored)
    }
  }
}
