import Synchronization

/// What has come of a sync so far, kept by those who fetch.
final class SyncTally: Sendable {
  private struct State: Sendable {
    var status = RFCSyncStatus()
    /// Why no further file can come either.
    var failure: RFCSyncError?
    /// Files since what servers said was made to last.
    var sinceSave = 0
  }

  private let state = Mutex(State())
  private let folder: RFCFolder
  private let endsOffline: Bool
  private let onStatus: @Sendable (RFCSyncStatus) -> Void
  /// How many files there are between two times that what servers said is made to last.
  private static let filesPerSave = 500

  /// - Parameter endsOffline: Whether no further file can come once the mirror cannot be reached.
  init(
    _ folder: RFCFolder, endsOffline: Bool = false,
    _ onStatus: @escaping @Sendable (RFCSyncStatus) -> Void
  ) {
    self.folder = folder
    self.endsOffline = endsOffline
    self.onStatus = onStatus
  }

  /// Why no further file can come; nil while all is well.
  var failure: RFCSyncError? { state.withLock { $0.failure } }

  func count(_ fetched: RFCFetcher.Fetched) { state.withLock { $0.status.count(fetched) } }

  /// Changes the status, and tells of it.
  func change(_ body: (inout RFCSyncStatus) -> Void) {
    onStatus(
      state.withLock { state in
        body(&state.status)
        return state.status
      })
  }

  /// Brings a document, unless none can come, and takes note of what came of it.
  func fetch(_ number: Int, by fetcher: RFCFetcher) async {
    guard failure == nil else { return }
    do throws(RFCSyncError) {
      try await bring(number, by: fetcher)
    } catch {
      // Neither is about this document; the first is kept, and the second known to who cancelled.
      if isOfAll(error) || error == .cancelled { return }
      change { $0.note(error, number) }
    }
  }

  /// Brings a document, and takes note of it; also where the mirror has none, which is no failure.
  func bring(_ number: Int, by fetcher: RFCFetcher) async throws(RFCSyncError) {
    do throws(RFCSyncError) {
      let fetched = try await fetcher.fetch(.document(number))
      change { $0.note(fetched) }
    } catch {
      if case .missing = error { return change { $0.note(error, number) } }
      if isOfAll(error) { state.withLock { $0.failure = $0.failure ?? error } }
      throw error
    }
    let isMany = state.withLock { state in
      state.sinceSave = (state.sinceSave + 1) % Self.filesPerSave
      return state.sinceSave == 0
    }
    if isMany { folder.save() }
  }

  /// Whether no further file can come either.
  private func isOfAll(_ error: RFCSyncError) -> Bool {
    error.isOfFolder || endsOffline && error.isOfConnection
  }

  /// What came of it in the end.
  func result() throws(RFCSyncError) -> RFCSyncStatus {
    let (status, failure) = state.withLock { ($0.status, $0.failure) }
    if let failure { throw failure }
    return status
  }
}

extension RFCSyncError {
  /// Whether no further file can come either. One that is cancelled may be one that another machine
  /// has taken over, and says nothing of the others.
  fileprivate var isOfFolder: Bool { if case .folder = self { true } else { false } }
}
