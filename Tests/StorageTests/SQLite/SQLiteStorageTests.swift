import Foundation
import HikidashiStorage
import TestSupport
import Testing

/// What only a storage in a database file does.
@Suite struct SQLiteStorageTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.url.appendingPathComponent("bytes.db").path
  }

  private func error(_ body: () throws(StorageError) -> Void) -> StorageError? {
    do throws(StorageError) { try body() } catch { return error }
    return nil
  }

  @Test func errorsAreThoseOfAStorage() throws {
    try folder.write("no database", to: "bytes.db")
    guard
      case .corrupt(let failure) = error({ () throws(StorageError) in _ = try SQLiteStorage(path) })
    else { return #expect(Bool(false), "corrupt") }
    #expect(failure.operation == .open && failure.place == path)
    try FileManager.default.removeItem(atPath: path)
    _ = try SQLiteStorage(path, SQLiteOptions(applicationID: 0x484B_6279, version: 2))
    guard case .newer(_, 2, 1) = error({ () throws(StorageError) in _ = try SQLiteStorage(path) })
    else { return #expect(Bool(false), "newer") }
  }

  @Test func aFileThatVanishesIsTold() throws {
    let storage = try SQLiteStorage(path)
    try storage.write([1], to: "a")
    try FileManager.default.removeItem(atPath: path)
    guard case .vanished = error({ () throws(StorageError) in try storage.write([2], to: "a") })
    else { return #expect(Bool(false), "vanished") }
  }

  @Test func everyByteIsAppended() throws {
    let storage = try SQLiteStorage(path)
    let bytes = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
    try storage.append(bytes, to: "a")
    try storage.append([0, 255, 0xC3], to: "a")
    try storage.append([0x28, 0], to: "a")
    #expect(try storage.read("a") == bytes + [0, 255, 0xC3, 0x28, 0])
    #expect(try storage.entry("a")?.size == 517)
  }

  @Test func twoOfOneFileSeeEachOther() throws {
    let one = try SQLiteStorage(path)
    let other = try SQLiteStorage(path)
    try one.write([1], to: "a", durability: .none)
    #expect(try other.read("a") == [1])
    try other.append([2], to: "a")
    #expect(try one.read("a") == [1, 2])
  }
}
