import Foundation
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// What the documentation shows is what happens.
@Suite struct BytesDocumentationTests {
  private func save(_ draft: String, in storage: any ByteStorage) throws(StorageError) {
    try storage.write(Array(draft.utf8), to: "drafts/today.txt")
  }

  @Test func theArticle() throws {
    let folder = try ScratchFolder()
    let storage = try FolderStorage(folder.url.appendingPathComponent("diary").path)
    try save("Dear diary", in: storage)
    #expect(try storage.list(under: "drafts").map(\.name) == ["drafts/today.txt"])
    #expect(folder.read("diary/drafts/today.txt") == "Dear diary")
    let title = "a//b"
    do throws(StorageError) {
      try storage.write([1], to: StorageName("drafts/\(title).txt"))
    } catch {
      #expect(
        error.description.hasPrefix(
          "“drafts/a//b.txt” cannot name stored bytes: it has an empty part; write one "))
    }
  }

  @Test func failing() throws {
    let storage = FaultyStorage(MemoryStorage())
    storage.add(StorageFault(.fails(.noSpace), atCall: 1, of: .write))
    #expect(throws: StorageError.self) { try storage.write([1], to: "first") }
    try storage.write([2], to: "second", durability: .atomic)
    storage.cutPower(seed: 1)
    if try storage.exists("second") { #expect(try storage.read("second") == [2]) }
  }

  /// A storage that breaks its promises, each in its own way, is found out.
  @Test(arguments: [Broken.Fault.forgetsAppends, .listsUnsorted, .mixesFolders, .swallowsRemovals])
  func theKitFindsFaults(_ fault: Broken.Fault) throws {
    let failures = ByteStorageKit(make: { Broken(fault: fault) }, seed: 1, steps: 100).failures()
    #expect(!failures.isEmpty)
    #expect(failures.allSatisfy { ByteStorageKit.checkNames.contains($0.check) })
    #expect(throws: ByteStorageKitError.self) {
      try ByteStorageKit(make: { Broken(fault: fault) }, seed: 1, steps: 100).run()
    }
  }
}

/// A storage in memory with one fault.
struct Broken: ByteStorage {
  enum Fault: Sendable { case forgetsAppends, listsUnsorted, mixesFolders, swallowsRemovals }

  let base = MemoryStorage()
  let fault: Fault

  func read(_ name: StorageName) throws(StorageError) -> [UInt8] { try base.read(name) }

  func write(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    do throws(StorageError) {
      try base.write(bytes, to: name, durability: durability)
    } catch .nameTaken where fault == .mixesFolders {
      return
    }
  }

  func append(
    _ bytes: [UInt8], to name: StorageName, durability: Durability
  ) throws(StorageError) {
    if fault == .forgetsAppends, durability == .none { return }
    try base.append(bytes, to: name, durability: durability)
  }

  func remove(_ name: StorageName, durability: Durability) throws(StorageError) {
    do throws(StorageError) {
      try base.remove(name, durability: durability)
    } catch .notFound where fault == .swallowsRemovals {
      return
    }
  }

  func list(under folder: StorageName?) throws(StorageError) -> [StorageEntry] {
    let entries = try base.list(under: folder)
    return fault == .listsUnsorted ? entries.reversed() : entries
  }

  func entry(_ name: StorageName) throws(StorageError) -> StorageEntry? { try base.entry(name) }
}
