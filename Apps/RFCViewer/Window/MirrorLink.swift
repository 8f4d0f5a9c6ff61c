internal import Hikidashi
internal import HikidashiLoading
internal import Observation
internal import RFCKit
internal import Synchronization

/// What the windows ask of a mirror on the network: the newest lists, and documents as they are opened.
///
/// That the mirror cannot be had is one state, which ends by itself: it is tried again when the network
/// changes, and after a while that grows.
@Observable @MainActor
final class MirrorLink {
  let mirror: RFCMirror
  private let opening: Task<Result<RFCFetcher, RFCSyncError>, Never>
  /// Where it tells what is being fetched, and why it could not be.
  var window: Window? { latestWindow() }
  var latestWindow: @MainActor () -> Window? = { nil }
  /// Why the mirror could not be asked the last time; nil while nothing is wrong.
  private(set) var trouble: String?
  /// Whether it is being asked for what is new, and that takes a while.
  private(set) var isLooking = false
  /// Rises with the files that come: who shows what is here reads it.
  private(set) var arrivals = 0
  /// Are called with each list that has come anew.
  var onNew: [@MainActor (RFCFile) -> Void] = []
  /// Are called when the mirror can be had again.
  var onBack: [@MainActor () -> Void] = []
  private var refreshing: Task<Void, Never>?
  private var retrying: Task<Void, Never>?
  private var network: ObservationToken?
  private var toldNotes = 0
  private let firstPause: Duration
  private var pause: Duration
  /// Longer than this nobody waits for a mirror that is there again.
  private static let longestPause = Duration.seconds(900)

  /// - Parameters:
  ///   - directory: Where what comes is kept.
  ///   - fetching: How files are fetched.
  ///   - installed: Finds documents that this machine has besides, on another thread.
  ///   - firstPause: After what time a mirror that cannot be had is tried again.
  init(
    _ mirror: RFCMirror, directory: String, fetching: RFCFetchOptions,
    installed: @escaping @Sendable () -> InstalledDocuments? = { nil },
    firstPause: Duration = .seconds(30)
  ) {
    self.mirror = mirror
    (self.firstPause, pause) = (firstPause, firstPause)
    // Read from the disk behind the window, which opens meanwhile.
    opening = Task.detached {
      Result { () throws(RFCSyncError) in
        RFCFetcher(
          mirror, into: try RFCFolder(directory), by: Connector(transports: [HTTPTransport()]),
          options: fetching, installed: installed())
      }
    }
  }

  isolated deinit {
    retrying?.cancel()
    refreshing?.cancel()
  }

  /// What brings files; it is there soon after the start.
  func fetcher() async throws(RFCSyncError) -> RFCFetcher { try await opening.value.get() }

  /// Waits until nothing is asked for any more.
  func settled() async { await refreshing?.value }

  /// Takes note of files that came by another way, as a download of all.
  func noteArrivals() { arrivals += 1 }
}

// MARK: - Lists

extension MirrorLink {
  /// Asks for the newest lists; what is shown stays until they are there, and when they do not come.
  func refresh() {
    retrying?.cancel()
    refreshing?.cancel()
    // The latest alone counts, and nobody waits for it.
    refreshing = Task { [weak self] in await self?.look() }
  }

  /// Asks at once, and again after a short while where that is in vain.
  func tryNow() {
    pause = firstPause
    refresh()
  }

  private func look() async {
    let slow = Task {
      try? await Task.sleep(for: .milliseconds(500))
      if !Task.isCancelled { isLooking = true }
    }
    defer {
      slow.cancel()
      if !Task.isCancelled { isLooking = false }
    }
    do throws(RFCSyncError) {
      if try await bring(.index) != .unchanged { tellNew(.index) }
    } catch {
      return note(error)
    }
    noteAnswer()
    for list in RFCFile.extras where !Task.isCancelled {
      // A mirror may do without these.
      do throws(RFCSyncError) {
        if try await bring(list) != .unchanged { tellNew(list) }
      } catch {}
    }
  }

  private func tellNew(_ list: RFCFile) { for tell in onNew { tell(list) } }

  /// Takes note of what went wrong where it is the network or the mirror, and not one document.
  func note(_ error: RFCSyncError) {
    if case .cancelled = error { return }
    trouble = error.description.asSentence
    retrying?.cancel()
    let wait = pause
    pause = min(Self.longestPause, pause * 2)
    retrying = Task { [weak self] in
      try? await Task.sleep(for: wait)
      if !Task.isCancelled { self?.refresh() }
    }
    network =
      network
      ?? Desktop.onNetworkChange { [weak self] in
        if let self, trouble != nil { tryNow() }
      }
  }

  /// Takes note that the mirror answers as it should.
  private func noteAnswer() {
    pause = firstPause
    retrying?.cancel()
    network = nil
    guard trouble != nil else { return }
    trouble = nil
    for tell in onBack { tell() }
  }
}

// MARK: - Files

extension MirrorLink {
  /// Brings a document into the folder.
  func fetch(_ number: Int) async throws(RFCSyncError) {
    do throws(RFCSyncError) {
      _ = try await fetch(.document(number), tr("Downloading RFC {}…", number))
    } catch {
      if error.isOfConnection { note(error) }
      throw error
    }
    arrivals += 1
    guard trouble != nil else { return }
    noteAnswer()
    refresh()
  }

  /// Brings a list, and tells nobody how far it is.
  private func bring(_ file: RFCFile) async throws(RFCSyncError) -> RFCFetcher.Outcome {
    let fetcher = try await fetcher()
    tell(notesOf: fetcher.folder)
    let outcome = try await fetcher.fetch(file).outcome
    await offMainThread { fetcher.folder.save() }
    return outcome
  }

  private func fetch(
    _ file: RFCFile, _ words: String
  ) async throws(RFCSyncError) -> RFCFetcher.Outcome {
    let fetcher = try await fetcher()
    tell(notesOf: fetcher.folder)
    let report = ProgressReport()
    let watch = Mutex<ObservationToken?>(nil)
    // A task of its own: the button of the banner ends it, and who waits for it is told.
    let transfer = Task {
      do throws(RFCSyncError) {
        let fetched = try await fetcher.fetch(file, priority: .immediate) { load in
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
    await offMainThread { fetcher.folder.save() }
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
}
