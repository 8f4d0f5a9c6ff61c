internal import Hikidashi
internal import Observation
internal import RFCKit
internal import Synchronization

/// Which RFCs name which others, found once for a window, off the main thread.
@MainActor @Observable
final class CitationLoad {
  /// How far it is.
  enum State {
    case none
    case running(ProgressReport)
    case found(RFCCitations)
    case failed(String)
  }

  private(set) var state = State.none
  private let library: RFCLibrary
  @ObservationIgnored private var work: Task<Void, Never>?

  init(_ library: RFCLibrary) { self.library = library }

  var citations: RFCCitations? {
    if case .found(let citations) = state { citations } else { nil }
  }

  /// Begins, unless it is there or on its way.
  func begin() {
    switch state {
    case .running, .found: return
    case .none, .failed: break
    }
    let (library, isOver, report) = (library, Flag(), ProgressReport())
    report.fraction = 0
    state = .running(report)
    work = Task { [weak self] in
      let outcome = await withTaskCancellationHandler {
        await offMainThread {
          Result { () throws(RFCLibraryError) in
            try library.citations { done in
              report.fraction = done
              return !isOver.isSet
            }
          }
        }
      } onCancel: {
        isOver.set()
      }
      self?.end(outcome)
    }
  }

  private func end(_ outcome: Result<RFCCitations?, RFCLibraryError>) {
    state =
      switch outcome {
      case .success(let citations?): .found(citations)
      case .success(nil): .none
      case .failure(let error): .failed(error.description)
      }
  }

  /// Stops; what was found until then is not looked for again.
  func cancel() { work?.cancel() }

  /// Waits until it is there, or stopped.
  func settled() async { await work?.value }

  /// What the threads that read look at.
  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }
}
