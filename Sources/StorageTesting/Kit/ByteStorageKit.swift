public import HikidashiStorage

/// The checks that every implementation of `ByteStorage` must pass, for any test framework.
///
/// ```swift
/// @Test func myStorageKeepsItsPromises() throws {
///   try ByteStorageKit(make: { MyStorage() }).run()
/// }
/// ```
///
/// With `reopen`, the kit also checks that stored bytes are still there after opening the place
/// again:
///
/// ```swift
/// let path = "checks-\(UInt64.random(in: 0...(.max)))"
/// var count = 0
/// let kit = ByteStorageKit(
///   make: {
///     count += 1
///     return try FolderStorage("\(path)/\(count)")
///   },
///   reopen: { _ in try FolderStorage("\(path)/\(count)") })
/// try kit.run()
/// ```
///
/// The kit does not simulate crashes, so it does not check what a durability promises for them.
public struct ByteStorageKit {
  let make: () throws -> any ByteStorage
  let reopen: ((any ByteStorage) throws -> any ByteStorage)?
  /// The seed of the random checks; pass it again to repeat them.
  public let seed: UInt64
  /// The number of operations that the random checks make.
  public let steps: Int

  /// Creates a kit that checks the storages that `make` returns: a new, empty one for each check.
  ///
  /// `reopen` takes such a storage and opens the same place again; the kit then no longer uses the
  /// old storage.
  public init(
    make: @escaping () throws -> any ByteStorage,
    reopen: ((any ByteStorage) throws -> any ByteStorage)? = nil,
    seed: UInt64 = .random(in: .min ... .max), steps: Int = 300
  ) {
    self.make = make
    self.reopen = reopen
    self.seed = seed
    self.steps = steps
  }

  /// Runs the checks and throws if any of them fails.
  ///
  /// - Throws: ``ByteStorageKitError``, which lists the checks that failed.
  public func run() throws(ByteStorageKitError) {
    let failures = failures()
    if !failures.isEmpty { throw ByteStorageKitError(failures: failures) }
  }

  /// Runs the checks and returns the failures; the array is empty if all checks pass.
  public func failures() -> [ByteStorageKitFailure] { Self.checks.flatMap(failures) }

  /// The names of the checks, in the order in which they run.
  public static var checkNames: [String] { checks.map(\.name) }

  private func failures(of check: Check) -> [ByteStorageKitFailure] {
    if check.needsReopening, reopen == nil { return [] }
    var found: [String]
    do {
      let run = CheckRun(storage: try make(), kit: self)
      do {
        try check.body(run)
        found = run.failures
      } catch {
        found = run.failures + ["nothing thrown was expected, and this was: \(error)"]
      }
    } catch {
      found = ["a storage was to be made, and this was thrown: \(error)"]
    }
    return found.map { ByteStorageKitFailure(check: check.name, message: $0) }
  }
}

/// A failure that a check of a ``ByteStorageKit`` found.
public struct ByteStorageKitFailure: Error, Sendable, CustomStringConvertible {
  /// The name of the check, such as `what is written is read`.
  public let check: String
  /// A message that says what was expected and what was found.
  public let message: String

  /// The name of the check and the message.
  public var description: String { "\(check): \(message)" }
}

/// The failures that a ``ByteStorageKit`` found.
public struct ByteStorageKitError: Error, Sendable, CustomStringConvertible {
  /// The failures, in the order of the checks.
  public let failures: [ByteStorageKitFailure]

  /// The descriptions of the failures, one per line.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}

// MARK: - Checks

extension ByteStorageKit {
  static var checks: [Check] {
    contentChecks + removalChecks + listChecks + nameChecks + folderChecks + sharedChecks
      + lastingChecks
  }

  static var contentChecks: [Check] {
    [
      Check("a new storage is empty") { run in
        try run.expectNames([])
        run.expect(try run.storage.exists("a"), false, "exists(“a”)")
        run.expectNotFound("read") { () throws(StorageError) in _ = try run.storage.read("a") }
      },
      Check("what is written is read") { run in
        for durability in Durability.allCases {
          try run.storage.write([1, 2, 3], to: "a", durability: durability)
          try run.expectBytes("a", [1, 2, 3], "the bytes, written \(durability),")
          try run.storage.write([4], to: "a", durability: durability)
          try run.expectBytes("a", [4], "the shorter bytes, written \(durability),")
          try run.storage.write([], to: "a", durability: durability)
          try run.expectBytes("a", [], "no bytes, written \(durability),")
          run.expect(try run.storage.exists("a"), true, "exists, after no bytes were written")
        }
      },
      Check("every byte is kept") { run in
        let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0) }
        try run.storage.write(bytes, to: "a")
        try run.expectBytes("a", bytes)
      },
      Check("large content is kept") { run in
        let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        try run.storage.write(bytes, to: "a", durability: .atomic)
        try run.storage.append([9], to: "a", durability: .atomic)
        run.expect(try run.storage.read("a") == bytes + [9], true, "whether they are the same")
        run.expect(try run.storage.entry("a")?.size, 700_002, "the size")
      },
      Check("append makes and adds") { run in
        var expected: [UInt8] = []
        for (number, durability) in (Durability.allCases + Durability.allCases).enumerated() {
          let bytes = [UInt8(number), 0, 255]
          try run.storage.append(bytes, to: "f/log", durability: durability)
          expected += bytes
          try run.expectBytes("f/log", expected, "the bytes, appended \(durability),")
        }
        try run.storage.append([], to: "f/log", durability: .none)
        try run.expectBytes("f/log", expected, "the bytes, after none were appended,")
        try run.storage.append([], to: "empty", durability: .none)
        try run.expectBytes("empty", [])
      },
      Check("an entry tells size and time") { run in
        run.expect(try run.storage.entry("a") == nil, true, "whether there is none at first")
        try run.storage.write([1, 2, 3], to: "a")
        let first = try run.storage.entry("a")
        run.expect(first?.name, "a", "the name")
        run.expect(first?.size, 3, "the size")
        // 2001: what counts from another year than 1970 is caught.
        run.expect((first?.modified ?? .zero) > .seconds(978_307_200), true, "a time since 2001")
        try run.storage.append([4], to: "a")
        let second = try run.storage.entry("a")
        run.expect(second?.size, 4, "the size after an append")
        let isLater = (second?.modified ?? .zero) >= (first?.modified ?? .zero)
        run.expect(isLater, true, "whether the time does not go back")
        run.expect(try run.storage.list(), second.map { [$0] } ?? [], "the same entry in the list")
      },
    ]
  }

  static var removalChecks: [Check] {
    [
      Check("what is removed is gone") { run in
        for durability in Durability.allCases {
          try run.storage.write([1], to: "f/a")
          try run.storage.write([2], to: "f/b")
          try run.storage.remove("f/a", durability: durability)
          run.expect(try run.storage.exists("f/a"), false, "exists, after remove \(durability)")
          run.expectNotFound("read") { () throws(StorageError) in _ = try run.storage.read("f/a") }
          try run.expectNames(["f/b"])
          try run.storage.append([3], to: "f/a", durability: durability)
          try run.expectBytes("f/a", [3], "the bytes, appended after removal,")
        }
      },
      Check("what is not there cannot be removed") { run in
        try run.storage.write([1], to: "f/a")
        for name: StorageName in ["a", "f", "f/b", "f/a/b", "g/a"] {
          for durability in Durability.allCases {
            run.expectNotFound("remove(“\(name)”)") { () throws(StorageError) in
              try run.storage.remove(name, durability: durability)
            }
          }
        }
        try run.expectBytes("f/a", [1])
      },
    ]
  }

  static var listChecks: [Check] {
    [
      Check("a list has the whole tree in the order of bytes") { run in
        let names: [StorageName] = [
          "B", "a", "a-b", "a.b", "ab/c", "b/a/x", "b/a/y/z", "b/b", "b0", "é", "あ", "😀",
        ]
        for name in names.reversed() {
          try run.storage.write([0], to: name, durability: .atomic)
        }
        try run.expectNames(names)
      },
      Check("a list under a folder has what is in it") { run in
        for name: StorageName in ["a/b", "a/c/d", "a-b", "a0", "aa/b", "A/b", "c/a/b"] {
          try run.storage.write([0], to: name, durability: .atomic)
        }
        try run.expectNames(["a/b", "a/c/d"], under: "a")
        try run.expectNames(["a/c/d"], under: "a/c")
        try run.expectNames([], under: "a/b")
        try run.expectNames([], under: "b")
        try run.expectNames([], under: "b/c/d")
      },
    ]
  }
}

// MARK: - Name checks

extension ByteStorageKit {
  static var nameChecks: [Check] {
    [
      Check("names differ by their bytes alone") { run in
        // é in one scalar and in two, which are equal as strings.
        let names: [StorageName] = [
          "A", "a", "e\u{301}", "\u{E9}", " a", "a ", "a%2Fb", "a\\b", "~",
        ]
        for (number, name) in names.enumerated() {
          try run.storage.write([UInt8(number)], to: name, durability: .atomic)
        }
        for (number, name) in names.enumerated() {
          try run.expectBytes(name, [UInt8(number)])
        }
        try run.expectNames(names.sorted())
      },
      Check("names that mean something elsewhere are names here") { run in
        let names: [StorageName] = [
          "%", "*", "-rf", ".a", "...", "_", "'; DROP TABLE bytes; --", "a?b", "a\"b", "CON",
          "$HOME",
        ]
        for name in names {
          try run.storage.write(Array(name.text.utf8), to: name, durability: .atomic)
        }
        for name in names { try run.expectBytes(name, Array(name.text.utf8)) }
        try run.storage.remove("%")
        try run.storage.remove("*")
        try run.storage.remove("_")
        try run.expectNames(names.filter { !["%", "*", "_"].contains($0) }.sorted())
      },
      Check("the longest names are kept") { run in
        let component = String(repeating: "あ", count: 85)
        let parts = Array(repeating: component, count: 4)
        let long = try StorageName(parts.joined(separator: "/"))
        let deep = try StorageName(Array(repeating: "d", count: 64).joined(separator: "/"))
        for name in [long, deep] {
          try run.storage.write([1], to: name, durability: .atomic)
          try run.storage.append([2], to: name, durability: .atomic)
          try run.expectBytes(name, [1, 2])
        }
        try run.expectNames([deep, long])
        try run.storage.remove(deep)
        try run.storage.remove(long)
        try run.expectNames([])
      },
    ]
  }

  static var folderChecks: [Check] {
    [
      Check("a name that holds bytes is no folder") { run in
        try run.storage.write([1], to: "a/b")
        for name: StorageName in ["a/b/c", "a/b/c/d"] {
          run.expectNameTaken(by: "a/b", "write(to: “\(name)”)") { () throws(StorageError) in
            try run.storage.write([2], to: name)
          }
          run.expectNameTaken(by: "a/b", "append(to: “\(name)”)") { () throws(StorageError) in
            try run.storage.append([2], to: name)
          }
          run.expectNotFound("read(“\(name)”)") { () throws(StorageError) in
            _ = try run.storage.read(name)
          }
          run.expect(try run.storage.exists(name), false, "exists(“\(name)”)")
        }
        try run.expectBytes("a/b", [1])
        try run.expectNames(["a/b"])
      },
      Check("a folder holds no bytes") { run in
        try run.storage.write([1], to: "a/b/c")
        for name: StorageName in ["a", "a/b"] {
          for durability in Durability.allCases {
            run.expectNameTaken(by: name, "write(to: “\(name)”)") { () throws(StorageError) in
              try run.storage.write([2], to: name, durability: durability)
            }
            run.expectNameTaken(by: name, "append(to: “\(name)”)") { () throws(StorageError) in
              try run.storage.append([2], to: name, durability: durability)
            }
          }
          run.expectNotFound("read(“\(name)”)") { () throws(StorageError) in
            _ = try run.storage.read(name)
          }
          run.expect(try run.storage.entry(name) == nil, true, "whether “\(name)” has no entry")
        }
        try run.expectNames(["a/b/c"])
      },
      Check("a folder goes with its last name") { run in
        for durability in Durability.allCases {
          try run.storage.write([1], to: "a/b/c")
          try run.storage.remove("a/b/c", durability: durability)
          try run.storage.write([2], to: "a", durability: durability)
          try run.expectBytes("a", [2])
          try run.storage.remove("a", durability: durability)
          try run.storage.append([3], to: "a/b", durability: durability)
          try run.expectBytes("a/b", [3])
          try run.storage.remove("a/b", durability: durability)
        }
      },
    ]
  }
}
