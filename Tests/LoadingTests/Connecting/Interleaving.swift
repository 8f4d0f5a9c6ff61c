import Dispatch
import Foundation
import HikidashiBase
import HikidashiLoadingTesting

@testable import HikidashiLoading

/// One load in the hands of several threads: what each does and in which order is drawn from a seed,
/// how they meet is left to the machine.
///
/// The slow model is what may come of it: whoever cancels or supersedes before an end has been seen
/// gets a cancelled load; nobody else does.
struct Interleaving {
  /// What happens to a transfer.
  enum Script: CaseIterable { case succeeds, fails, breaksOff }

  let connector: Connector
  let transport: ScriptedTransport
  let request: LoadRequest
  let script: Script
  let chunks: Int
  let cancelAfter: Int?
  let supersedeAfter: Int?

  init(_ random: inout SeededGenerator, _ url: URL) {
    transport = ScriptedTransport()
    connector = Connector(
      transports: [transport],
      environment: LoadEnvironment(run: { DispatchQueue.global().async(execute: $0) }, seed: 1))
    var request = LoadRequest(url)
    request.timeouts = LoadTimeouts(connect: nil, idle: nil)
    self.request = request
    script = Script.allCases.randomElement(using: &random) ?? .succeeds
    chunks = Int.random(in: 0...3, using: &random)
    let isCancelled = Int.random(in: 0..<3, using: &random)
    let spin = Int.random(in: 0..<600, using: &random)
    cancelAfter = isCancelled == 0 ? spin : nil
    supersedeAfter = isCancelled == 1 ? spin : nil
  }

  /// Runs it to its end; what is wrong, or nil.
  func run() async -> String? {
    var options = LoadOptions()
    options.retry = .never
    let slot = LoadSlot<[UInt8]>()
    let load = slot.replace(
      with: connector.load(request, parser: DataParser(), options: options))
    let ends = Collected<LoadState>()
    let watcher = Task {
      for await status in load.statuses where status.state.isTerminal { ends.add(status.state) }
    }
    async let delivered: Void = deliver(await transport.transfer(0))
    async let ended: LoadState? = end(load, slot)
    let seen = await ended
    // A transfer that was never started delivers nothing.
    if load.status.state == .cancelled, transport.transfers.isEmpty {
      _ = transport.start(request, receiver: DeafReceiver())
    }
    await delivered
    let outcome = await outcome(of: load)
    await watcher.value
    // Those who come late are told the same.
    let late = await self.outcome(of: load)
    return problem(load, seen, outcome, late, ends.all)
  }

  private func problem(
    _ load: Load<[UInt8]>, _ seen: LoadState?, _ outcome: Outcome, _ late: Outcome,
    _ ends: [LoadState]
  ) -> String? {
    let state = load.status.state
    if ends != [state] { return "terminal statuses \(ends), and it is \(state)" }
    if late != outcome { return "\(outcome) at first, later \(late)" }
    if let seen, seen != state { return "\(seen) when cancel had returned, later \(state)" }
    if let seen, !seen.isTerminal { return "\(seen) when cancel had returned" }
    switch (state, outcome) {
    case (.cancelled, .failure(.cancelled)): return seen == nil ? "nobody has cancelled it" : nil
    case (.finished, .success(let bytes)):
      if script != .succeeds { return "finished, and its transfer \(script)" }
      return bytes == body ? nil : "it brought \(bytes), not \(body)"
    case (.failed, .failure(.reset)): return script == .fails ? nil : "a reset, of \(script)"
    case (.failed, .failure(.truncated)):
      return script == .breaksOff ? nil : "a body cut short, of \(script)"
    default: return "it is \(state), and its outcome \(outcome)"
    }
  }

  typealias Outcome = Result<[UInt8], LoadError>

  private func outcome(of load: Load<[UInt8]>) async -> Outcome {
    do throws(LoadError) { return .success(try await load.value) } catch { return .failure(error) }
  }

  private var body: [UInt8] { (0..<chunks).flatMap { [UInt8($0), 7] } }

  private func deliver(_ transfer: ScriptedTransfer) async {
    await onThread {
      let length = body.count + (script == .breaksOff ? 1 : 0)
      transfer.deliver(.head(ResponseHead(http: 200, headers: ["Content-Length": "\(length)"])))
      for number in 0..<chunks { transfer.deliver(.chunk([UInt8(number), 7])) }
      let failure = LoadFailure(request.target)
      transfer.deliver(script == .fails ? .failed(.reset(failure)) : .finished(TransferMetrics()))
    }
  }

  /// Cancels or supersedes, where that is the plan; the state when that had returned.
  private func end(_ load: Load<[UInt8]>, _ slot: LoadSlot<[UInt8]>) async -> LoadState? {
    guard let spin = cancelAfter ?? supersedeAfter else { return nil }
    let state = Collected<LoadState>()
    await onThread {
      for turn in 0..<spin where turn % 100 == 99 { sched_yield() }
      if cancelAfter != nil {
        load.cancel()
      } else {
        let next = Connector(transports: [ScriptedTransport(TransferScript())])
        slot.replace(with: next.load(request, parser: DataParser())).cancel()
      }
      state.add(load.status.state)
    }
    return state.all.first
  }
}

/// What several threads have gathered.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Guarded<[Element]>([])

  func add(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }
}

/// A receiver that minds nothing.
final class DeafReceiver: TransferReceiver {
  func receive(_ event: TransferEvent) -> TransferFlow { .proceed }
}

/// Runs `body` on a thread of the pool, so that it meets what the test does.
@discardableResult
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}
