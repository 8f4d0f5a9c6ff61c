internal import Records
public import Storage

/// The checks that every destination of a `RecordStore` must pass, whatever the test framework.
///
/// ```swift
/// var count = 0
/// let path = "/tmp/check-\(UInt64.random(in: 0...(.max)))"
/// let kit = RecordStoreKit(isShared: true) {
///   count += 1
///   return .sqlite("\(path)-\(count).db")
/// }
/// try kit.run()
/// ```
///
/// What only a crash shows is not checked here.
public struct RecordStoreKit {
  let make: () throws -> StoreDestination
  /// Whether several stores use one place at once, and see each other's edits.
  public let isShared: Bool
  /// The seed of the random checks, which every failure names.
  public let seed: UInt64
  /// How many transactions the random checks make.
  public let steps: Int

  /// A kit for the destinations that `make` makes: one at which nothing is stored yet for every
  /// check. A destination is opened several times, to see that what was stored is there.
  public init(
    isShared: Bool, seed: UInt64 = .random(in: .min ... .max), steps: Int = 100,
    make: @escaping () throws -> StoreDestination
  ) {
    self.make = make
    self.isShared = isShared
    self.seed = seed
    self.steps = steps
  }

  /// Runs every check.
  ///
  /// - Throws: ``RecordStoreKitError``, which lists the checks that failed.
  public func run() throws(RecordStoreKitError) {
    let failures = failures()
    if !failures.isEmpty { throw RecordStoreKitError(failures: failures) }
  }

  /// Runs every check; what was expected and not found, and nothing when all is well.
  public func failures() -> [RecordStoreKitFailure] {
    Self.checks.filter { isShared || !$0.needsSharing }.flatMap(failures)
  }

  /// The names of the checks, in the order in which they run.
  public static var checkNames: [String] { checks.map(\.name) }

  private func failures(of check: Check) -> [RecordStoreKitFailure] {
    var found: [String]
    let run = RecordCheckRun(kit: self)
    do {
      try check.body(run, try make())
      found = run.failures
    } catch {
      found = run.failures + ["nothing thrown was expected, and this was: \(error)"]
    }
    return found.map { RecordStoreKitFailure(check: check.name, message: $0) }
  }

  struct Check {
    var name: String
    var needsSharing = false
    var body: (RecordCheckRun, StoreDestination) throws -> Void
  }

  static var checks: [Check] { keepingChecks + migrationChecks + sharedChecks }
}

/// A promise that a destination does not keep.
public struct RecordStoreKitFailure: Error, Sendable, CustomStringConvertible {
  /// The name of the check, as in `numbers are not used again`.
  public let check: String
  /// What was expected and what was found.
  public let message: String

  public var description: String { "\(check): \(message)" }
}

/// The promises that a destination does not keep.
public struct RecordStoreKitError: Error, Sendable, CustomStringConvertible {
  public let failures: [RecordStoreKitFailure]

  /// One line for each failure.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// One check on its way, and what it found.
final class RecordCheckRun {
  let kit: RecordStoreKit
  private(set) var failures: [String] = []

  init(kit: RecordStoreKit) { self.kit = kit }

  func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
    if !isTrue { failures.append(message()) }
  }

  /// Expects that two tables hold the same.
  func expectSame(_ found: RecordTable, _ expected: RecordTable, _ when: String) {
    expect(
      found.nextNumber == expected.nextNumber,
      "\(when), the next number is \(found.nextNumber) in place of \(expected.nextNumber)")
    expect(
      Array(found.numbers) == Array(expected.numbers)
        && found.contentChecksum == expected.contentChecksum,
      "\(when), \(expected.count) records were expected as they were stored, and \(found.count) found"
    )
  }

  /// The error of a store's that `body` throws.
  func error(_ body: () throws -> Void) -> StoreError? {
    do {
      try body()
      failures.append("an error was expected, and nothing was thrown")
    } catch let error as StoreError {
      return error
    } catch {
      failures.append("a StoreError was expected, and this was thrown: \(error)")
    }
    return nil
  }
}
