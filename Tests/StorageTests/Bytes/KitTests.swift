import Foundation
import HikidashiStorage
import HikidashiStorageTesting
import TestSupport
import Testing

/// The conformance kit over every implementation, and behind every wrapper.
@Suite struct KitTests {
  @Test func memory() throws {
    try ByteStorageKit(make: { MemoryStorage() }, reopen: { $0 }).run()
  }

  @Test func folder() throws {
    let places = try Places()
    let kit = ByteStorageKit(
      make: { try FolderStorage(places.next()) },
      reopen: { _ in try FolderStorage(places.current) })
    try kit.run()
  }

  @Test func sqlite() throws {
    let places = try Places()
    let kit = ByteStorageKit(
      make: { try SQLiteStorage(places.next()) },
      reopen: { _ in try SQLiteStorage(places.current) })
    try kit.run()
  }

  @Test func overlayOverNothing() throws {
    let places = try Places()
    let kit = ByteStorageKit(
      make: { OverlayStorage(MemoryStorage(), under: try FolderStorage(places.next())) },
      reopen: { _ in OverlayStorage(MemoryStorage(), under: try FolderStorage(places.current)) })
    try kit.run()
  }

  @Test func tracing() throws {
    try ByteStorageKit(make: { TracingStorage(MemoryStorage()) { _ in } }).run()
  }

  @Test func faultyWithoutFaults() throws {
    let places = try Places()
    try ByteStorageKit(make: { FaultyStorage(try SQLiteStorage(places.next())) }).run()
  }
}

/// Paths in a folder of a test's own, a new one each time.
final class Places {
  private let folder: ScratchFolder
  private var count = 0

  init() throws { folder = try ScratchFolder() }

  var current: String { folder.url.appendingPathComponent("place-\(count)").path }

  func next() -> String {
    count += 1
    return current
  }
}
