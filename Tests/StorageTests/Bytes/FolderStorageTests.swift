import Foundation
import Glibc
import HikidashiStorage
import TestSupport
import Testing

/// What only a real folder does.
@Suite struct FolderStorageTests {
  private let folder: ScratchFolder
  private let root: String

  init() throws {
    folder = try ScratchFolder()
    root = folder.url.appendingPathComponent("deep/er/root").path
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func filesAndFoldersAreTheOwnersAlone() throws {
    let storage = try FolderStorage(root)
    for durability in Durability.allCases {
      try storage.write([1], to: "f/w", durability: durability)
      let name = try StorageName("g/\(durability)")
      try storage.append([1], to: name, durability: durability)
    }
    for path in ["", "/f", "/g", "/.hikidashi-new", "/../../er"] {
      #expect(try mode(root + path) == 0o700, "\(path)")
    }
    for path in ["/f/w", "/g/none", "/g/atomic", "/g/durable"] {
      #expect(try mode(root + path) == 0o600, "\(path)")
    }
  }

  @Test func nothingIsLeftBehind() throws {
    let storage = try FolderStorage(root)
    try storage.write([1], to: "a/b/c")
    try storage.append([1], to: "a/b/c")
    for number in 0..<3 as Range<UInt8> {
      try storage.write([number], to: "a/b/c", durability: .none)
      #expect(try storage.read("a/b/c") == [number])
    }
    try storage.remove("a/b/c")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: root) == [".hikidashi-new"])
  }

  @Test func leftoversOfACrashAreRemovedAtOpening() throws {
    let first = try FolderStorage(root)
    try first.write([1], to: "a")
    let leftover = root + "/.hikidashi-new/0123456789abcdef"
    let busy = root + "/.hikidashi-new/fedcba9876543210"
    for path in [leftover, busy] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    // As a process that is still writing has it.
    let descriptor = open(busy, O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    _ = try FolderStorage(root)
    #expect(!FileManager.default.fileExists(atPath: leftover))
    #expect(FileManager.default.fileExists(atPath: busy))
    #expect(try first.list().map(\.name) == ["a"])
  }

  @Test func emptyFoldersOfACrashAreNotInTheWay() throws {
    let storage = try FolderStorage(root)
    for durability in Durability.allCases {
      try FileManager.default.createDirectory(
        atPath: root + "/a/b/c", withIntermediateDirectories: true)
      #expect(try storage.list() == [])
      try storage.write([1], to: "a", durability: durability)
      #expect(try storage.read("a") == [1])
      try storage.remove("a")
    }
  }

  @Test func linksAreNotFollowed() throws {
    let outside = folder.url.appendingPathComponent("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: outside.appendingPathComponent("file"))
    let storage = try FolderStorage(root)
    try storage.write([1], to: "inside/file")
    for (link, target) in [
      ("folder", outside.path), ("file", outside.path + "/file"),
      ("dangling", outside.path + "/new"),
      ("near", "inside"), ("up", "../.."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(link)", withDestinationPath: target)
    }
    for name: StorageName in [
      "folder/file", "file", "dangling", "folder", "near/file", "up/outside/file",
    ] {
      #expect(isLink { () throws(StorageError) in _ = try storage.read(name) }, "read \(name)")
      #expect(isLink { () throws(StorageError) in _ = try storage.entry(name) }, "entry \(name)")
      #expect(isLink { () throws(StorageError) in try storage.remove(name) }, "remove \(name)")
      for durability in Durability.allCases {
        #expect(
          isLink { () throws(StorageError) in
            try storage.write([2], to: name, durability: durability)
          }, "write \(name) \(durability)")
        #expect(
          isLink { () throws(StorageError) in
            try storage.append([2], to: name, durability: durability)
          }, "append \(name) \(durability)")
      }
    }
    #expect(try storage.list().map(\.name) == ["inside/file"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["file"])
    #expect(try Data(contentsOf: outside.appendingPathComponent("file")) == Data("secret".utf8))
  }

  private func isLink(_ body: () throws(StorageError) -> Void) -> Bool {
    do throws(StorageError) {
      try body()
      return false
    } catch {
      if case .link = error { return true }
      return false
    }
  }

  @Test func pipesAndWhatNoNameSaysAreLeftAlone() throws {
    let storage = try FolderStorage(root)
    #expect(mkfifo(root + "/pipe", 0o600) == 0)
    #expect(isLink { () throws(StorageError) in _ = try storage.read("pipe") })
    #expect(
      isLink { () throws(StorageError) in try storage.append([1], to: "pipe", durability: .none) })
    try Data([1]).write(to: URL(fileURLWithPath: root + "/line\nend"))
    #expect(close(open(root + "/\u{FF}", O_CREAT | O_WRONLY, 0o600)) == 0)
    let invalid: [CChar] = Array(root.utf8CString.dropLast()) + [0x2F, -1, 0]
    #expect(close(open(invalid, O_CREAT | O_WRONLY, 0o600)) == 0)
    #expect(try storage.list().map(\.name) == ["\u{FF}"])
  }

  @Test func aRootThatIsALinkIsTheUsersChoice() throws {
    let link = folder.url.appendingPathComponent("link").path
    try FolderStorage(root).write([1], to: "a")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: root)
    #expect(try FolderStorage(link).read("a") == [1])
  }

  @Test func aRootThatIsAFileIsRefused() throws {
    try folder.write("text", to: "file")
    let path = folder.url.appendingPathComponent("file").path
    #expect(throws: StorageError.self) { try FolderStorage(path) }
    #expect(throws: StorageError.self) { try FolderStorage(path + "/below") }
    #expect(throws: StorageError.self) { try FolderStorage("") }
    #expect(folder.read("file") == "text")
  }

  @Test func aRootThatVanishesIsNotMadeAnew() throws {
    let storage = try FolderStorage(root)
    try storage.write([1], to: "a/b")
    try FileManager.default.removeItem(atPath: root)
    func isVanished(_ body: () throws(StorageError) -> Void) -> Bool {
      do throws(StorageError) { try body() } catch {
        if case .vanished(let failure) = error { return failure.place == root }
      }
      return false
    }
    #expect(isVanished { () throws(StorageError) in _ = try storage.read("a/b") })
    #expect(isVanished { () throws(StorageError) in _ = try storage.entry("a") })
    #expect(isVanished { () throws(StorageError) in _ = try storage.list() })
    #expect(isVanished { () throws(StorageError) in try storage.remove("a") })
    for durability in Durability.allCases {
      #expect(
        isVanished { () throws(StorageError) in
          try storage.write([1], to: "a/b", durability: durability)
        })
      #expect(
        isVanished { () throws(StorageError) in
          try storage.append([1], to: "c", durability: durability)
        })
    }
    #expect(!FileManager.default.fileExists(atPath: root))
  }

  @Test func aFolderWithoutRightsIsDenied() throws {
    let storage = try FolderStorage(root)
    try storage.write([1], to: "a/b")
    chmod(root + "/a", 0o500)
    defer { chmod(root + "/a", 0o700) }
    try withoutRightsOfRoot {
      #expect(throws: StorageError.self) { try storage.write([2], to: "a/b") }
      #expect(throws: StorageError.self) { try storage.write([2], to: "a/c") }
      let kept = try storage.read("a/b")
      #expect(kept == [1])
    }
  }

  /// Root passes every right, so that where the tests run as root, this thread alone touches files as
  /// somebody else, to whom the folder is given.
  private func withoutRightsOfRoot(_ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    // The one call that is for a thread; the Glibc module leaves its header out.
    let symbol = try #require(dlsym(nil, "setfsuid"))
    let setfsuid = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> CInt).self)
    let nobody: uid_t = 65534
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) + [""] {
      try #require(chown(folder.url.appendingPathComponent(path).path, nobody, nobody) == 0)
    }
    _ = setfsuid(nobody)
    defer { _ = setfsuid(0) }
    try body()
  }

  /// A file system that is there on every Linux and takes no new files, not even from root.
  @Test func aPlaceThatTakesNoFilesIsAnError() throws {
    let storage = try FolderStorage("/proc/self")
    #expect(try storage.exists("status"))
    #expect(throws: StorageError.self) { try storage.write([1], to: "a") }
    #expect(throws: StorageError.self) { try storage.append([1], to: "a", durability: .none) }
    #expect(throws: StorageError.self) { try storage.remove("status") }
  }
}
