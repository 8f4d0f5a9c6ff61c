public import Storage

/// The checks that every implementation of `ByteStorage` must pass, whatever the test framework.
///
/// ```swift
/// @Test func myStorageKeepsItsPromises() throws {
///   try ByteStorageKit(make: { MyStorage() }).run()
/// }
/// ```
///
/// With `reopen` it is also checked that what was stored is there when the same place is opened anew:
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
/// What only a crash shows, such as the difference between the durabilities, is not checked here.
public struct ByteStorageKit {
  let make: () throws -> any ByteStorage
  let reopen: ((any ByteStorage) throws -> any ByteStorage)?
  /// The seed of the random checks, which every failure names.
  public let seed: UInt64
  /// How many operations the random checks make.
  public let steps: Int

  /// A kit for what `make` makes: a storage of the same kind, empty, for every check.
  ///
  /// `reopen` is given such a storage and opens the same place anew; the one given is not used any
  /// more.
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

  /// Runs every check.
  ///
  /// - Throws: ``ByteStorageKitError``, which lists the checks that failed.
  public func run() throws(ByteStorageKitError) {
    let failures = failures()
    if !failures.isEmpty { throw ByteStorageKitError(failures: failures) }
  }

  /// Runs every check; what was expected and not found, and nothing when all is well.
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

/// A promise that a storage does not keep.
public struct ByteStorageKitFailure: Error, Sendable, CustomStringConvertible {
  /// The name of the check, as in `write, then read`.
  public let check: String
  /// What was expected and what was found.
  public let message: String

  public var description: String { "\(check): \(message)" }
}

/// The promises that a storage does not keep.
public struct ByteStorageKitError: Error, Sendable, CustomStringConvertible {
  public let failures: [ByteStorageKitFailure]

  /// One line for each failure.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}
