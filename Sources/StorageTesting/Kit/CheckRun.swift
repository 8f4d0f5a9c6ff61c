import HikidashiStorage

/// A check with its name.
struct Check {
  let name: String
  let needsReopening: Bool
  let body: (CheckRun) throws -> Void

  init(
    _ name: String, needsReopening: Bool = false, _ body: @escaping (CheckRun) throws -> Void
  ) {
    self.name = name
    self.needsReopening = needsReopening
    self.body = body
  }
}

/// One run of one check: the storage and the failures that were found.
final class CheckRun {
  private(set) var storage: any ByteStorage
  let kit: ByteStorageKit
  private(set) var failures: [String] = []

  init(storage: any ByteStorage, kit: ByteStorageKit) {
    self.storage = storage
    self.kit = kit
  }

  func reopen() throws {
    if let reopen = kit.reopen { storage = try reopen(storage) }
  }

  func fail(_ message: String) { failures.append(message) }

  func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) {
    if found != expected { fail("\(what): expected \(short(expected)), found \(short(found))") }
  }

  func expectBytes(_ name: StorageName, _ expected: [UInt8], _ what: String = "the bytes") throws {
    expect(try storage.read(name), expected, "\(what) of “\(short(name))”")
  }

  func expectNames(_ expected: [StorageName], under folder: StorageName? = nil) throws {
    let what = folder.map { "the list under “\(short($0))”" } ?? "the list of everything"
    expect(try storage.list(under: folder).map(\.name), expected, what)
  }

  /// Expects that `body` throws an error for which `matches` returns true.
  func expectError(
    _ expected: String, _ what: String, _ matches: (StorageError) -> Bool,
    _ body: () throws(StorageError) -> Void
  ) {
    do throws(StorageError) {
      try body()
      fail("\(what): expected \(expected), and nothing was thrown")
    } catch {
      if !matches(error) { fail("\(what): expected \(expected), found \(error)") }
    }
  }

  func expectNotFound(_ what: String, _ body: () throws(StorageError) -> Void) {
    let isRight = { (error: StorageError) in if case .notFound = error { true } else { false } }
    expectError("StorageError.notFound", what, isRight, body)
  }

  func expectNameTaken(
    by other: StorageName, _ what: String, _ body: () throws(StorageError) -> Void
  ) {
    let isRight = { (error: StorageError) in
      if case .nameTaken(_, other) = error { true } else { false }
    }
    expectError("StorageError.nameTaken by “\(other)”", what, isRight, body)
  }

  private func short<Value>(_ value: Value) -> String {
    let text = "\(value)"
    guard text.count > 400 else { return text }
    return "\(text.prefix(200)) … \(text.suffix(100)) (\(text.count) characters)"
  }
}
