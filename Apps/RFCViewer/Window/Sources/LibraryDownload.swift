internal import Hikidashi
internal import Observation
internal import RFCKit
internal import Synchronization

/// Many documents on their way into the library: the starter set, or all there are.
///
/// What is wanted is kept: it goes on at the next start, and after a network that was lost.
@Observable @MainActor
final class LibraryDownload {
  /// What was asked for.
  enum Wish: String, Codable {
    /// A small set to begin with.
    case starter
    /// Whatever is missing.
    case all
    /// What a package of the system has put on this machine.
    case installed

    fileprivate var scope: RFCSync.Scope {
      switch self {
      case .starter: .documents(RFCStarterSet.numbers)
      case .all: .missing
      case .installed: .installed
      }
    }
  }

  /// How it goes.
  enum Phase: Equatable {
    case idle, running
    /// What is on its way is waited for.
    case pausing
    case paused
    /// Until the mirror can be had again.
    case waiting
  }

  private struct Kept: Codable, Equatable {
    var wish: Wish?
    var isPaused = false
  }

  private(set) var phase = Phase.idle
  /// How far it has come; nil before that is known.
  private(set) var status: RFCSyncStatus?
  private let link: MirrorLink
  private let kept: Hikidashi.Kept<Kept>
  private let jobs: @MainActor () -> Int
  private var sync: RFCSync?
  private let running = SerialTask()
  /// Are called with what came of a download that has ended.
  @ObservationIgnored var onEnd: [@MainActor (Wish, RFCSyncStatus) -> Void] = []

  /// - Parameters:
  ///   - jobs: How many files are asked for at once.
  ///   - state: Where it is kept what is wanted.
  init(
    _ link: MirrorLink, for directory: String, in state: StateStore,
    jobs: @escaping @MainActor () -> Int
  ) {
    self.link = link
    self.jobs = jobs
    kept = state.kept("download into \(directory)", default: Kept())
    link.onBack.append { [weak self] in
      if let self, phase == .waiting { run() }
    }
  }

  /// What is wanted; nil where that is nothing.
  var wish: Wish? { kept.value.wish }
}

// MARK: - What a person does

extension LibraryDownload {
  /// Begins.
  func start(_ wish: Wish) {
    guard phase == .idle else { return }
    kept.value = Kept(wish: wish)
    run()
  }

  /// Goes on with what was under way when the app ended.
  func comeBack() {
    guard phase == .idle, wish != nil else { return }
    if kept.value.isPaused { phase = .paused } else { run() }
  }

  /// Asks for no more files until ``resume()``.
  func pause() {
    guard phase == .running || phase == .waiting else { return }
    kept.value.isPaused = true
    guard let sync, phase == .running else {
      phase = .paused
      return
    }
    phase = .pausing
    Task {
      await sync.suspend()
      if phase == .pausing { phase = .paused }
    }
  }

  func resume() {
    guard phase == .paused || phase == .pausing else { return }
    kept.value.isPaused = false
    guard let sync else { return run() }
    phase = .running
    sync.resume()
  }

  /// Wants nothing any more; what has come stays.
  func cancel() {
    kept.value = Kept()
    running.cancel()
    // Who is suspended does not end.
    sync?.resume()
    (phase, status) = (.idle, nil)
  }

  /// Waits until nothing is under way.
  func settled() async { await running.settled() }
}

// MARK: - The work

extension LibraryDownload {
  private func run() {
    guard let wish else { return }
    (phase, status) = (.running, nil)
    running.run { [self] in
      let relay = StatusRelay { [weak self] in self?.take($0) }
      let result: Result<RFCSyncStatus, RFCSyncError>
      do throws(RFCSyncError) {
        let sync = RFCSync(try await link.fetcher(), jobs: jobs(), endsOffline: true)
        self.sync = sync
        if phase == .paused || phase == .pausing { await sync.suspend() }
        result = .success(try await sync.run(wish.scope) { relay.put($0) })
      } catch {
        result = .failure(error)
      }
      // Another one may have begun since it was cancelled.
      guard !Task.isCancelled else { return }
      sync = nil
      end(wish, result)
    }
  }

  private func take(_ status: RFCSyncStatus) {
    guard phase != .idle else { return }
    self.status = status
    link.noteArrivals()
  }

  private func end(_ wish: Wish, _ result: Result<RFCSyncStatus, RFCSyncError>) {
    link.noteArrivals()
    switch result {
    case .success(let status):
      kept.value = Kept()
      (phase, self.status) = (.idle, nil)
      for end in onEnd { end(wish, status) }
      DownloadReport(wish, status).show(in: link.window) { [weak self] in self?.start(wish) }
    case .failure(let error) where error.isOfConnection:
      phase = kept.value.isPaused ? .paused : .waiting
      link.note(error)
    case .failure(.cancelled):
      phase = .idle
    case .failure(let error):
      kept.value = Kept()
      (phase, status) = (.idle, nil)
      let banner = Banner(
        tr("The download stopped"), details: error.description.asSentence, button: tr("Try Again")
      ) { [weak self] in self?.start(wish) }
      link.window?.show(banner)
    }
  }
}

/// Hands what is told on any thread to the main one, ten times a second at most.
private final class StatusRelay: Sendable {
  private let waiting = Mutex<RFCSyncStatus?>(nil)
  private let take: @MainActor @Sendable (RFCSyncStatus) -> Void

  init(_ take: @escaping @MainActor @Sendable (RFCSyncStatus) -> Void) { self.take = take }

  func put(_ status: RFCSyncStatus) {
    let isFirst = waiting.withLock { waiting in
      defer { waiting = status }
      return waiting == nil
    }
    guard isFirst else { return }
    Task { @MainActor in
      try? await Task.sleep(for: .milliseconds(100))
      let newest = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      if let newest { take(newest) }
    }
  }
}
