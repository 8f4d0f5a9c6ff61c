package import Foundation

/// Reads a stream to its end on a thread of its own, so that the writer never waits for a reader.
// @unchecked: `data` and `isWhole` are only reached with `condition` locked.
package final class Collector: @unchecked Sendable {
  private let condition = NSCondition()
  private var data = Data()
  private var isWhole = false

  package init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      var part = handle.availableData
      while !part.isEmpty {
        condition.withLock {
          data += part
          condition.broadcast()
        }
        part = handle.availableData
      }
      condition.withLock {
        isWhole = true
        condition.broadcast()
      }
    }
  }

  /// What has been read when it holds `text` for the first time; everything, when the stream ends
  /// or `seconds` pass before.
  package func text(until text: String? = nil, seconds: Double = 120) -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while true {
        let read = String(decoding: data, as: UTF8.self)
        if isWhole || text.map(read.contains) ?? false { return read }
        guard condition.wait(until: deadline) else { return read }
      }
    }
  }
}
