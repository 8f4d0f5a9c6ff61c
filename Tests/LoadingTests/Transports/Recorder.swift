import Foundation
import HikidashiBase

@testable import HikidashiLoading

/// Keeps what a transfer delivers, and waits for it.
// @unchecked: everything is only reached with `condition` locked.
final class Recorder: TransferReceiver, @unchecked Sendable {
  private let condition = NSCondition()
  private var events: [TransferEvent] = []
  private var count = 0
  /// What is answered to an event, given the bytes that have come.
  private let flow: @Sendable (TransferEvent, Int) -> TransferFlow
  private let keepsChunks: Bool

  init(
    keepsChunks: Bool = true,
    flow: @escaping @Sendable (TransferEvent, Int) -> TransferFlow = { _, _ in .proceed }
  ) {
    self.keepsChunks = keepsChunks
    self.flow = flow
  }

  func receive(_ event: TransferEvent) -> TransferFlow {
    condition.withLock {
      if case .chunk(let bytes) = event { count += bytes.count }
      if case .chunk = event, !keepsChunks {} else { events.append(event) }
      condition.broadcast()
      return flow(event, count)
    }
  }

  /// Waits until `isThere` is true of the events and the count of bytes; false after five minutes, which
  /// is how long a hang lasts.
  @discardableResult
  func wait(until isThere: ([TransferEvent], Int) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 300)
    return condition.withLock {
      while !isThere(events, count) {
        guard condition.wait(until: deadline) else { return false }
      }
      return true
    }
  }

  /// Waits for the terminal event; nil where none comes.
  func end() -> TransferEvent? {
    wait { events, _ in events.last?.isTerminal ?? false }
    return condition.withLock { events.last.flatMap { $0.isTerminal ? $0 : nil } }
  }

  /// The error with which it ends; nil for success.
  func failure() -> LoadError? {
    if case .failed(let error)? = end() { error } else { nil }
  }

  var metrics: TransferMetrics? {
    if case .finished(let metrics)? = end() { metrics } else { nil }
  }

  var head: ResponseHead? {
    condition.withLock {
      for case .head(let head) in events { return head }
      return nil
    }
  }

  var bytes: [UInt8] {
    condition.withLock {
      var bytes: [UInt8] = []
      for case .chunk(let chunk) in events { bytes += chunk }
      return bytes
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  var isBadRequest: Bool { if case .badRequest? = failure() { true } else { false } }

  var byteCount: Int { condition.withLock { count } }
  var eventCount: Int { condition.withLock { events.count } }
}

extension Transport {
  /// Loads an address to its end.
  func load(
    _ address: String, keepsChunks: Bool = true, _ change: (inout LoadRequest) -> Void = { _ in }
  ) throws -> Recorder {
    load(.url(try Self.url(address)), keepsChunks: keepsChunks, change)
  }

  /// Loads a target to its end.
  func load(
    _ target: LoadTarget, keepsChunks: Bool = true, _ change: (inout LoadRequest) -> Void = { _ in }
  ) -> Recorder {
    var request = LoadRequest(target)
    change(&request)
    let recorder = Recorder(keepsChunks: keepsChunks)
    let transfer = start(request, receiver: recorder)
    _ = recorder.end()
    withExtendedLifetime(transfer) {}
    return recorder
  }
}

extension Transport {
  fileprivate static func url(_ address: String) throws -> URL {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    return url
  }
}
