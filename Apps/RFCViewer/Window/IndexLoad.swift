internal import Dispatch
internal import RFCKit
internal import Synchronization

/// The index of a library, read on another thread while GTK starts.
final class IndexLoad: Sendable {
  typealias Outcome = Result<(index: RFCIndex, sections: RFCSections), RFCLibraryError>

  /// What the reading thread hands over.
  private final class Handover: Sendable {
    let outcome = Mutex<Outcome?>(nil)
    let done = DispatchSemaphore(value: 0)
  }

  private let handover = Handover()
  private let task: Task<Outcome, Never>

  /// Begins to read at once.
  init(_ library: RFCLibrary) {
    task = Task.detached(priority: .userInitiated) { [handover] in
      let result = Outcome { () throws(RFCLibraryError) in
        let index = try library.index()
        return (index, RFCSections(index, by: .decade))
      }
      handover.outcome.withLock { $0 = result }
      handover.done.signal()
      return result
    }
  }

  /// The outcome, where it is there within `limit`: a window that opens a little later with its rows
  /// is seen sooner than one that opens empty and is filled then.
  func outcome(withinMilliseconds limit: Int) -> Outcome? {
    _ = handover.done.wait(timeout: .now() + .milliseconds(limit))
    return handover.outcome.withLock { $0 }
  }

  var value: Outcome {
    get async { await task.value }
  }
}
