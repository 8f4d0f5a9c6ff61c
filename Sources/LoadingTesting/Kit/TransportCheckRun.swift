import HikidashiBase
import HikidashiLoading

/// A check by its name, with the content that it needs.
struct TransportCheck: Sendable {
  typealias Body = @Sendable (TransportCheckRun, LoadRequest) async throws -> Void

  let name: String
  private let count: Int
  private let ending: TransportKit.Content.Ending
  let body: Body

  var content: TransportKit.Content {
    TransportKit.Content(bytes: Self.bytes(count), ending: ending)
  }

  init(
    _ name: String, _ count: Int, _ ending: TransportKit.Content.Ending = .whole,
    _ body: @escaping Body
  ) {
    self.name = name
    self.count = count
    self.ending = ending
    self.body = body
  }

  /// Bytes that show when some are lost, doubled or exchanged: the length of what is repeated is a
  /// prime number.
  static func bytes(_ count: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 1)
    let pattern = (0..<4_093).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count { bytes += pattern.prefix(count - bytes.count) }
    return bytes
  }
}

/// One run of one check, and what was not as expected.
final class TransportCheckRun: Sendable {
  /// Ends a check.
  struct NothingCame: Error {}

  let kit: TransportKit
  private let found = Guarded<[String]>([])

  init(kit: TransportKit) { self.kit = kit }

  var failures: [String] { found.withLock { $0 } }

  func fail(_ message: String) { found.withLock { $0.append(message) } }

  func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
    if !isTrue { fail(message()) }
  }

  /// Waits for what must come.
  func wait(
    _ receiver: KitReceiver, until condition: @escaping @Sendable (KitReceiver.State) -> Bool
  ) async throws {
    if await receiver.wait(kit.patience, until: condition) { return }
    expectRules(receiver)
    throw NothingCame()
  }

  /// Loads to the end.
  func load(
    _ request: LoadRequest, _ receiver: KitReceiver = KitReceiver()
  ) async throws -> KitReceiver.State {
    let transfer = receiver.start(kit.transport, request)
    try await end(of: receiver)
    transfer.cancel()
    return receiver.now
  }

  func end(of receiver: KitReceiver) async throws {
    try await wait(receiver) { $0.isOver }
    expectRules(receiver)
  }

  func expectRules(_ receiver: KitReceiver) {
    for problem in receiver.now.problems { fail(problem) }
  }

  /// Expects that all came, and the end.
  func expectWhole(_ state: KitReceiver.State, _ bytes: [UInt8]) {
    guard case .finished(let metrics)? = state.events.last else {
      return fail("expected that it finishes, found \(last(state))")
    }
    let body = state.body
    expect(body == bytes, "expected the \(bytes.count) bytes, found \(body.count), or others")
    expect(
      metrics.receivedBytes >= 0 && metrics.total >= .zero,
      "expected metrics that are not negative, found \(metrics)")
  }

  func expectFailure(_ state: KitReceiver.State, _ what: String, _ isRight: (LoadError) -> Bool) {
    if case .failed(let error)? = state.events.last, isRight(error) { return }
    fail("expected \(what), found \(last(state))")
  }

  private func last(_ state: KitReceiver.State) -> String {
    switch state.events.last {
    case nil: "nothing"
    case .head: "a head, and no more"
    case .chunk: "\(state.byteCount) bytes, and no more"
    case .finished: "that it finished"
    case .failed(let error): "the failure “\(error)”"
    }
  }
}
