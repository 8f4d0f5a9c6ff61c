public import Loading

/// The checks that every implementation of `Transport` must pass, whatever the test framework.
///
/// ```swift
/// @Test func myTransportKeepsItsPromises() async throws {
///   let kit = TransportKit(MyTransport()) { content in
///     guard content.ending == .whole else { return nil }
///     return LoadRequest(server.put(content.bytes))
///   }
///   try await kit.run()
/// }
/// ```
///
/// Checks whose content cannot be served are left out; ``skipped()`` has their names. What a transport
/// does about certificates, redirects and proxies is not checked here.
public struct TransportKit: Sendable {
  /// What is to be had from a transport in a check.
  public struct Content: Hashable, Sendable {
    /// What comes behind the bytes.
    public enum Ending: Hashable, Sendable, CaseIterable {
      /// The end, as it should be.
      case whole
      /// The transfer fails, before or behind all of the bytes.
      case broken
      /// Nothing, and no end either.
      case stalled
    }

    /// The body, or its start; what is broken need not come to all of it.
    public var bytes: [UInt8]
    public var ending: Ending
  }

  let transport: any Transport
  let serve: @Sendable (Content) async throws -> LoadRequest?
  /// The seed of the random checks, which their failures name.
  public let seed: UInt64
  /// How many transfers the random checks make.
  public let steps: Int
  /// How long a check waits for what must come.
  public let patience: Duration

  /// A kit for a transport.
  ///
  /// - Parameters:
  ///   - transport: What is checked.
  ///   - seed: Where the random checks begin.
  ///   - steps: How many transfers the random checks make.
  ///   - patience: How long a check waits for what must come before it fails.
  ///   - serve: Provides content, and tells what to ask the transport for in order to get it; nil
  ///     where the transport knows no such content. The request is asked for any number of times.
  public init(
    _ transport: any Transport, seed: UInt64 = .random(in: .min ... .max), steps: Int = 100,
    patience: Duration = .seconds(60),
    serve: @escaping @Sendable (Content) async throws -> LoadRequest?
  ) {
    self.transport = transport
    self.serve = serve
    self.seed = seed
    self.steps = steps
    self.patience = patience
  }

  /// Runs every check; takes some seconds, as times of requests are among them.
  ///
  /// - Throws: ``TransportKitError``, which lists the checks that failed.
  public func run() async throws(TransportKitError) {
    let failures = await failures()
    if !failures.isEmpty { throw TransportKitError(failures: failures) }
  }

  /// Runs every check; what was expected and not found, and nothing when all is well.
  public func failures() async -> [TransportKitFailure] {
    var failures: [TransportKitFailure] = []
    for check in Self.checks {
      let run = TransportCheckRun(kit: self)
      do {
        guard let request = try await serve(check.content) else { continue }
        try await check.body(run, request)
      } catch is TransportCheckRun.NothingCame {
        run.fail("what must come did not in \(patience)")
      } catch {
        run.fail("nothing thrown was expected, and this was: \(error)")
      }
      failures += run.failures.map { TransportKitFailure(check: check.name, message: $0) }
    }
    return failures
  }

  /// The names of the checks whose content cannot be served.
  public func skipped() async throws -> [String] {
    var names: [String] = []
    for check in Self.checks where try await serve(check.content) == nil {
      names.append(check.name)
    }
    return names
  }

  /// The names of the checks, in the order in which they run.
  public static var checkNames: [String] { checks.map(\.name) }
}

/// A promise that a transport does not keep.
public struct TransportKitFailure: Error, Sendable, CustomStringConvertible {
  /// The name of the check.
  public let check: String
  /// What was expected and what was found.
  public let message: String

  public var description: String { "\(check): \(message)" }
}

/// The promises that a transport does not keep.
public struct TransportKitError: Error, Sendable, CustomStringConvertible {
  public let failures: [TransportKitFailure]

  /// One line for each failure.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}
