internal import Hikidashi
internal import HikidashiLoading
internal import RFCKit
internal import Synchronization

/// What a window asks of a mirror on the network: the newest index, and documents as they are opened.
@MainActor
final class MirrorLink {
  let mirror: RFCMirror
  private let opening: Task<Result<RFCFetcher, RFCSyncError>, Never>
  /// Where it tells what is being fetched, and why it could not be.
  weak var window: Window?
  private var offline: PresentationItem<Void>?
  private var refreshing: Task<Void, Never>?
  private var toldNotes = 0

  /// - Parameters:
  ///   - directory: Where what comes is kept.
  ///   - fetching: How files are fetched.
  init(_ mirror: RFCMirror, directory: String, fetching: RFCFetchOptions) {
    self.mirror = mirror
    // Read from the disk behind the window, which opens meanwhile.
    opening = Task.detached {
      Result { () throws(RFCSyncError) in
        RFCFetcher(
          mirror, into: try RFCFolder(directory), by: Connector(transports: [HTTPTransport()]),
          options: fetching)
      }
    }
  }

  /// Asks for the newest index; what is shown stays until it is there, and when it does not come.
  ///
  /// - Parameter isNew: Called when the folder has another index than before.
  func refresh(whenNew isNew: @escaping @MainActor () -> Void) {
    refreshing?.cancel()
    // The latest alone counts, and nobody waits for it.
    refreshing = Task {
      do throws(RFCSyncError) {
        if try await fetch(.index, tr("Looking for new RFCs …")) != .unchanged { isNew() }
      } catch {
        if case .cancelled = error { return }
        tellOffline(error) { self.refresh(whenNew: isNew) }
      }
    }
  }

  /// Brings a document into the folder.
  func fetch(_ number: Int) async throws(RFCSyncError) {
    _ = try await fetch(.document(number), tr("Fetching RFC {} …", number), priority: .immediate)
  }

  /// Waits until nothing is asked for any more.
  func settled() async { await refreshing?.value }

  private func fetch(
    _ file: RFCFile, _ words: String, priority: LoadPriority = .normal
  ) async throws(RFCSyncError) -> RFCFetcher.Outcome {
    let fetcher = try await opening.value.get()
    tell(notesOf: fetcher.folder)
    let report = ProgressReport()
    let watch = Mutex<ObservationToken?>(nil)
    // A task of its own: the button of the banner ends it, and who waits for it is told.
    let transfer = Task {
      do throws(RFCSyncError) {
        let fetched = try await fetcher.fetch(file, priority: priority) { load in
          let token = load.onStatus { status in
            if !status.state.isTerminal { report.fraction = status.fraction }
          }
          watch.withLock { $0 = token }
        }
        return Result<RFCFetcher.Outcome, RFCSyncError>.success(fetched.outcome)
      } catch {
        return .failure(error)
      }
    }
    let banner = tell(words, report) { transfer.cancel() }
    defer { banner?.cancel() }
    defer { watch.withLock { $0 }?.cancel() }
    let result = await withTaskCancellationHandler {
      await transfer.value
    } onCancel: {
      transfer.cancel()
    }
    let outcome = try result.get()
    // It writes to the disk.
    await Task.detached { fetcher.folder.save() }.value
    offline?.cancel()
    return outcome
  }

  /// Tells of a transfer under way, before what else there is to tell.
  private func tell(
    _ words: String, _ report: ProgressReport, cancel: @escaping @MainActor @Sendable () -> Void
  ) -> PresentationItem<Void>? {
    var banner = Banner(
      words, button: tr("Cancel"), isClosable: false, progress: report, press: cancel)
    banner.options.priority = 1
    banner.options.interrupts = true
    return window?.show(banner)
  }

  /// Tells, once, that what was known of the folder's files is lost.
  private func tell(notesOf folder: RFCFolder) {
    for note in folder.notes.dropFirst(toldNotes) { window?.show(Banner(note)) }
    toldNotes = folder.notes.count
  }

  private func tellOffline(
    _ error: RFCSyncError, tryAgain: @escaping @MainActor @Sendable () -> Void
  ) {
    var banner = Banner(
      tr("Working offline"), details: error.description.asSentence, button: tr("Try Again"),
      press: tryAgain)
    banner.options.key = "offline"
    banner.options.duplicates = .replaced
    offline = window?.show(banner)
  }
}
