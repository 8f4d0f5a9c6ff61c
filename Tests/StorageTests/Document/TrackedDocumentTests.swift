import Foundation
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing

/// Stores and documents that are followed by `Observation`.
@Suite @MainActor struct TrackedDocumentTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func document() throws -> Document {
    try Document(
      .folder(folder.url.appendingPathComponent("data").path), version: "1", autosave: nil)
  }

  @Test func whatIsNotSavedIsFollowed() async throws {
    let document = try document()
    let cards = try await document.store("cards", StoreCards.schema())
    let isChanged = TrackedReading { document.hasUnsavedChanges }
    let isStoreChanged = TrackedReading { cards.hasUnsavedChanges }
    let count = TrackedReading { cards.table.count }
    try await cards.edit { _ = try $0.append { $0[StoreCards.name] = "one" } }
    await isChanged.wait { $0 }
    await isStoreChanged.wait { $0 }
    await count.wait { $0 == 1 }
    try await document.save()
    await isChanged.wait { !$0 }
    await isStoreChanged.wait { !$0 }
    document.setValue([1], for: "look")
    await isChanged.wait { $0 }
    try await document.save()
    await isChanged.wait { !$0 }
    #expect(count.values.last == 1)
  }

  @Test func whatAnotherProcessStoresIsFollowed() async throws {
    let path = folder.url.appendingPathComponent("cards.db").path
    let store = try await RecordStore.open(StoreCards.schema(), at: .sqlite(path))
    let other = try await RecordStore.open(StoreCards.schema(), at: .sqlite(path))
    let names = TrackedReading { store.table.values(of: StoreCards.name) }
    try await other.edit { _ = try $0.append { $0[StoreCards.name] = "theirs" } }
    await names.wait { $0 == ["theirs"] }
  }
}
