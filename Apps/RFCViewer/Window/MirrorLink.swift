internal import Hikidashi
internal import Loading
internal import RFCKit
internal import Support

/// What a window asks of a mirror on the network: the newest index, and documents as they are opened.
@MainActor
final class MirrorLink {
  let mirror: RFCMirror
  private let opening: Task<Result<RFCFetcher, RFCSyncError>, Never>
  private let bar: MirrorBar
  private var refreshing: Task<Void, Never>?
  /// Called when the folder has another index than before.
  var onNewIndex: (@MainActor () -> Void)?

  /// - Parameter directory: Where what comes is kept.
  init(_ mirror: RFCMirror, directory: String, bar: MirrorBar) {
    self.mirror = mirror
    self.bar = bar
    opening = Task.detached {
      Result { () throws(RFCSyncError) in
        RFCFetcher(
          mirror, into: try RFCFolder(directory), by: Connector(transports: [HTTPTransport()]))
      }
    }
    bar.onCancel = { [weak self] in self?.refreshing?.cancel() }
    bar.onRetry = { [weak self] in self?.refresh() }
  }

  /// Asks for the newest index; what is shown stays until it is there, and when it does not come.
  func refresh() {
    refreshing?.cancel()
    refreshing = Task {
      do throws(RFCSyncError) {
        let fetched = try await fetch(.index, tr("Looking for new RFCs …"))
        bar.clear()
        if fetched != .unchanged { onNewIndex?() }
      } catch {
        if case .cancelled = error { return bar.clear() }
        bar.show(problem: tr("Working offline: {}", error.description))
      }
    }
  }

  /// Brings a document into the folder.
  func fetch(_ number: Int) async throws(RFCSyncError) {
    defer { bar.clear() }
    _ = try await fetch(.document(number), tr("Fetching RFC {} …", number), priority: .immediate)
  }

  /// Waits until nothing is asked for any more.
  func settled() async { await refreshing?.value }

  private func fetch(
    _ file: RFCFile, _ words: String, priority: LoadPriority = .normal
  ) async throws(RFCSyncError) -> RFCFetcher.Outcome {
    let fetcher = try await opening.value.get()
    let bar = bar
    let fetched = try await fetcher.fetch(file, priority: priority) { load in
      load.onStatus { status in
        guard !status.state.isTerminal else { return }
        bar.show(words, fraction: status.fraction)
      }
    }
    await Task.detached { fetcher.folder.save() }.value
    return fetched.outcome
  }
}
