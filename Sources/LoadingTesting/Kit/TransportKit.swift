import Dispatch
import HikidashiBase
public import HikidashiLoading

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

// MARK: - Cancel checks

extension TransportKit {
  static var cancelChecks: [TransportCheck] {
    [
      TransportCheck("nothing comes behind a cancel at once", 30_000) { run, request in
        let receiver = KitReceiver()
        let transfer = receiver.start(run.kit.transport, request)
        receiver.cancel(transfer)
        transfer.cancel()
        transfer.resume()
        try await Task.sleep(for: .milliseconds(50))
        run.expectRules(receiver)
      },
      TransportCheck("nothing comes behind a cancel from inside", 300_000) { run, request in
        let receiver = KitReceiver { event, _ in
          if case .chunk = event { .cancel } else { .proceed }
        }
        let transfer = receiver.start(run.kit.transport, request)
        try await run.wait(receiver) { $0.isSilent || $0.isOver }
        try await Task.sleep(for: .milliseconds(50))
        withExtendedLifetime(transfer) {}
        run.expectRules(receiver)
      },
      TransportCheck("what is paused or stalls can be cancelled", 5_000, .stalled) { run, request in
        let receiver = KitReceiver { _, _ in .pause }
        let transfer = receiver.start(run.kit.transport, request)
        try await run.wait(receiver) { !$0.events.isEmpty }
        receiver.cancel(transfer)
        transfer.resume()
        try await Task.sleep(for: .milliseconds(50))
        run.expectRules(receiver)
      },
      TransportCheck("receivers are let go of at the end", 30_000) { run, request in
        for isCancelled in [false, true] {
          weak var freed: KitReceiver?
          do {
            let receiver = KitReceiver()
            freed = receiver
            let transfer = receiver.start(run.kit.transport, request)
            if isCancelled { transfer.cancel() } else { try await run.end(of: receiver) }
          }
          // A thread that has just delivered may hold it for a moment longer.
          for _ in 0..<200 where freed != nil { try await Task.sleep(for: .milliseconds(10)) }
          run.expect(freed == nil, "expected that it is freed, cancelled: \(isCancelled)")
        }
      },
    ]
  }

  static var randomChecks: [TransportCheck] {
    [
      TransportCheck("threads that pause, resume and cancel at random", 200_000) { run, request in
        var random = SeededGenerator(seed: run.kit.seed)
        for step in 0..<run.kit.steps {
          let pauses = random.next() % 4
          let receiver = KitReceiver { event, state in
            !event.isTerminal && UInt64(state.events.count) % 5 < pauses ? .pause : .proceed
          }
          let transfer = receiver.start(run.kit.transport, request)
          let cancels = random.next() % 3 == 0
          let spin = Int(random.next() % 300)
          await onThread {
            for _ in 0..<spin {
              receiver.resume(transfer)
            }
            if cancels {
              receiver.cancel(transfer)
            }
          }
          if !cancels {
            while !receiver.now.isOver {
              try await run.wait(receiver) { $0.isOver || $0.isPaused }
              receiver.resume(transfer)
            }
            try await run.end(of: receiver)
            run.expectWhole(receiver.now, TransportCheck.bytes(200_000))
          }
          run.expectRules(receiver)
          guard run.failures.isEmpty else {
            return run.fail("seed \(run.kit.seed), step \(step)")
          }
        }
      }
    ]
  }

  private static func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        body()
        continuation.resume()
      }
    }
  }
}

// MARK: - Checks

extension TransportKit {
  static let checks = contentChecks + boundChecks + pauseChecks + cancelChecks + randomChecks

  private static var contentChecks: [TransportCheck] {
    [0, 1, 1_000, 700_001].map { count in
      TransportCheck("a body of \(count) bytes comes whole", count) { run, request in
        run.expect(run.kit.transport.serves(request.target), "expected that it serves the target")
        let state = try await run.load(request)
        run.expectWhole(state, TransportCheck.bytes(count))
        if case .head(let head)? = state.events.first, let length = head.expectedLength {
          run.expect(length == count, "expected that \(count) bytes are announced, found \(length)")
        }
      }
    } + [
      TransportCheck("what breaks off fails", 5_000, .broken) { run, request in
        let state = try await run.load(request)
        run.expectFailure(state, "a failure") { _ in true }
        let bytes = TransportCheck.bytes(5_000)
        run.expect(bytes.starts(with: state.body), "expected the start of the bytes, found others")
      },
      TransportCheck("many transfers at once all end", 20_000) { run, request in
        let receivers = (0..<40).map { _ in KitReceiver() }
        let transfers = receivers.map { $0.start(run.kit.transport, request) }
        for receiver in receivers {
          try await run.end(of: receiver)
          run.expectWhole(receiver.now, TransportCheck.bytes(20_000))
        }
        withExtendedLifetime(transfers) {}
      },
      TransportCheck("a part is the part that was asked for, or all", 9_000) { run, request in
        var request = request
        request.range = BodyRange(from: 4_000)
        let state = try await run.load(request)
        guard case .head(let head)? = state.events.first else { return run.fail("no head came") }
        run.expect([0, 4_000].contains(head.start), "expected the start 4000, found \(head.start)")
        let bytes = TransportCheck.bytes(9_000)
        run.expectWhole(state, Array(bytes[min(head.start, bytes.count)...]))
      },
    ]
  }

  private static var boundChecks: [TransportCheck] {
    [
      TransportCheck("more bytes than are allowed are refused", 60_000) { run, request in
        var request = request
        request.limits.received = 59_999
        let state = try await run.load(request)
        run.expectFailure(state, "that it is too large") {
          if case .tooLarge(_, _, limit: 59_999) = $0 { true } else { false }
        }
        run.expect(state.byteCount < 60_000, "expected fewer than 60000 bytes, found all")
        request.limits.received = 60_000
        run.expectWhole(try await run.load(request), TransportCheck.bytes(60_000))
      },
      TransportCheck("silence is bounded by the idle time", 5_000, .stalled) { run, request in
        var request = request
        request.timeouts.idle = .milliseconds(300)
        run.expectFailure(try await run.load(request), "that it is idle for too long") {
          if case .timedOut(_, .idle, after: .milliseconds(300)) = $0 { true } else { false }
        }
      },
      TransportCheck("all is bounded by the total time", 5_000, .stalled) { run, request in
        var request = request
        request.timeouts.total = .milliseconds(300)
        run.expectFailure(try await run.load(request), "that it takes too long in all") {
          if case .timedOut(_, .total, after: .milliseconds(300)) = $0 { true } else { false }
        }
      },
      TransportCheck("what comes too slowly ends", 5_000, .stalled) { run, request in
        var request = request
        request.timeouts.leastRate = LeastRate(100_000, over: .milliseconds(300))
        run.expectFailure(try await run.load(request), "that it is too slow") {
          if case .timedOut(_, .rate, after: .milliseconds(300)) = $0 { true } else { false }
        }
      },
      TransportCheck("bytes do not come faster than is allowed", 600_000) { run, request in
        var request = request
        request.limits.bytesPerSecond = 400_000
        let start = ContinuousClock.now
        run.expectWhole(try await run.load(request), TransportCheck.bytes(600_000))
        // Up to a second's worth may come at once.
        let time = ContinuousClock.now - start
        run.expect(time > .milliseconds(300), "expected that it takes half a second, found \(time)")
      },
    ]
  }

  private static var pauseChecks: [TransportCheck] {
    [
      TransportCheck("a pause holds until it ends", 400_000) { run, request in
        let receiver = KitReceiver { event, state in
          event.isTerminal || state.byteCount > 100_000 && state.events.count % 2 == 0
            ? .proceed : .pause
        }
        let transfer = receiver.start(run.kit.transport, request)
        var pauses = 0
        while true {
          try await run.wait(receiver) { $0.isOver || $0.isPaused }
          if receiver.now.isOver { break }
          if pauses == 0 { try await Task.sleep(for: .milliseconds(50)) }
          pauses += 1
          receiver.resume(transfer)
        }
        try await run.end(of: receiver)
        run.expectWhole(receiver.now, TransportCheck.bytes(400_000))
      },
      TransportCheck("a pause is not idle time", 300_000) { run, request in
        var request = request
        request.timeouts.idle = .seconds(1)
        let receiver = KitReceiver { event, _ in
          if case .head = event { .pause } else { .proceed }
        }
        let transfer = receiver.start(run.kit.transport, request)
        try await run.wait(receiver) { !$0.events.isEmpty }
        try await Task.sleep(for: .milliseconds(1_500))
        receiver.resume(transfer)
        try await run.end(of: receiver)
        run.expectWhole(receiver.now, TransportCheck.bytes(300_000))
      },
      TransportCheck("resuming what is not paused does nothing", 30_000) { run, request in
        let receiver = KitReceiver()
        let transfer = receiver.start(run.kit.transport, request)
        for _ in 0..<100 { transfer.resume() }
        transfer.setPriority(.immediate)
        try await run.end(of: receiver)
        transfer.resume()
        transfer.setPriority(.background)
        transfer.cancel()
        run.expectWhole(receiver.now, TransportCheck.bytes(30_000))
      },
    ]
  }
}
