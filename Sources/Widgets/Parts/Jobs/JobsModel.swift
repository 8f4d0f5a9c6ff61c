internal import Dispatch
internal import HikidashiBase
internal import HikidashiWorkQueues

/// Reads jobs in the background while they are shown, and holds what was read last.
///
/// However often something changes, one reading follows another with a rest between them that is
/// several times as long as the reading took.
@MainActor
final class JobsModel {
  struct State: Equatable {
    var content: JobsContent?
    /// Why they could not be read the last time.
    var failure: String?
    /// The first reading takes a while.
    var isSlow = false
  }

  let source: any JobsSource
  private let queue = DispatchQueue(label: "JobsModel")
  private let observed = ObservedState()
  private var stored = State()
  private var limits = Dictionary(uniqueKeysWithValues: JobGroup.allCases.map { ($0, pageLength) })
  private var wanted: AsyncStream<Void>.Continuation?
  private var reading: Task<Void, Never>?
  private var later: Task<Void, Never>?
  private var watch: ObservationToken?
  private static let pageLength = 200

  init(_ source: any JobsSource) { self.source = source }

  /// What was read last; followed where it is read.
  private(set) var state: State {
    get {
      observed.willRead()
      return stored
    }
    set {
      guard newValue != stored else { return }
      stored = newValue
      observed.didChange()
    }
  }

  /// Reads now, and whenever something has changed, until ``end()``.
  func begin() {
    guard reading == nil else { return }
    let (changes, wanted) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.wanted = wanted
    watch = source.watch { wanted.yield() }
    wanted.yield()
    reading = Task { [weak self] in
      let waiting = Task { [weak self] in
        try? await Task.sleep(for: .milliseconds(200))
        if !Task.isCancelled { self?.state.isSlow = true }
      }
      var failures = 0
      for await _ in changes {
        guard let rest = await self?.readOnce(&failures) else { return }
        waiting.cancel()
        try? await Task.sleep(for: rest)
      }
      waiting.cancel()
    }
  }

  func end() {
    reading?.cancel()
    later?.cancel()
    wanted?.finish()
    (reading, later, wanted, watch) = (nil, nil, nil, nil)
  }

  /// Reads again soon.
  func readSoon() { wanted?.yield() }

  /// Shows twice as many jobs of a group.
  func showMore(_ group: JobGroup) {
    limits[group, default: Self.pageLength] *= 2
    readSoon()
  }

  /// Reads once, also where nothing is shown.
  func readOnce() async {
    var failures = 0
    _ = await readOnce(&failures)
  }

  /// - Returns: How long to wait before the next reading.
  private func readOnce(_ failures: inout Int) async -> Duration {
    let start = ContinuousClock.now
    let (source, limits) = (source, limits)
    var pause: Duration?
    do {
      let content = try await inBackground { try source.read(limits) }
      state = State(content: content)
      failures = 0
      if content.ages { pause = .seconds(1) }
    } catch {
      state = State(content: stored.content, failure: sentence("\(error)"))
      failures += 1
      let retry = Retry(attempts: .max, first: .seconds(1), longest: .seconds(10))
      pause = retry.delay(after: failures)
    }
    later?.cancel()
    later = pause.map { pause in
      Task { [weak self] in
        try? await Task.sleep(for: pause)
        if !Task.isCancelled { self?.readSoon() }
      }
    }
    return max(source.rest, start.duration(to: .now) * 4)
  }

  // MARK: - Doing

  func perform(_ action: JobAction, on row: JobRow) async throws {
    let source = source
    defer { readSoon() }
    switch row {
    case .heading: try await inBackground { try source.performOnFailed(action) }
    case .job(let entry, _):
      try await inBackground { try source.perform(action, on: entry.number) }
    case .more: break
    }
  }

  func account(of number: Int) async throws -> String {
    let source = source
    return try await inBackground { try source.account(of: number) }
  }

  private func inBackground<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }
}
