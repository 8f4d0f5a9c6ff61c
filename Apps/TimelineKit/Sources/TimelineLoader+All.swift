internal import Synchronization

extension TimelineLoader {
  /// What has become of a source of several that were refreshed.
  public struct Refreshed: Sendable {
    /// The source.
    public let source: TimelineSource
    /// What it has brought, or why it could not be refreshed.
    public let outcome: Result<Outcome, any Error>
  }

  /// How far a refresh of several sources has come.
  public struct Progress: Sendable {
    /// How many are done.
    public var done: Int
    /// How much of all of them is done, from 0 to 1, with what was read of a large archive.
    public var fraction: Double
  }

  /// Loads what is new of several sources, some at once. One that fails keeps no other from being loaded.
  ///
  /// - Parameters:
  ///   - sources: What is loaded.
  ///   - pages: How many pages of each at most; what is left is a gap.
  ///   - jobs: How many at once.
  ///   - tell: Called with how far it has come, on any thread.
  /// - Returns: What has become of each, in the order of `sources`.
  /// - Throws: `CancellationError` where the task was cancelled, and `StoreError` where it cannot be kept when the
  ///   sources were asked; the posts that came are kept.
  @concurrent public func refresh(
    all sources: [TimelineSource], pages: Int = 5, jobs: Int = 8,
    tell: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> [Refreshed] {
    let progress = RefreshProgress(of: sources.count, tell)
    var refresh = ManyRefreshes(self, sources, pages: pages, jobs: max(1, jobs), progress)
    await withTaskGroup(of: ManyRefreshes.Step.self) { group in
      refresh.goOn(in: &group)
      for await step in group {
        if refresh.take(step) { progress.end(refresh.results.keys) }
        if Task.isCancelled || refresh.results.count == sources.count { break }
        refresh.goOn(in: &group)
      }
      group.cancelAll()
      // Of a refresh that is cancelled, what waits to be written, and what was on its way.
      for await step in group { _ = refresh.take(step) }
      refresh.keepRest()
    }
    try Task.checkCancellation()
    try keepTimes(of: sources)
    return sources.indices.compactMap { refresh.results[$0] }
  }
}

/// How far many refreshes have come, which is told by each of them.
private final class RefreshProgress: Sendable {
  private struct State {
    var done = 0
    /// How much is done of those that are under way, by their places.
    var parts: [Int: Double] = [:]
    var fraction = 0.0
  }

  private let state = Mutex(State())
  private let count: Int
  private let tell: @Sendable (TimelineLoader.Progress) -> Void

  init(of count: Int, _ tell: @escaping @Sendable (TimelineLoader.Progress) -> Void) {
    (self.count, self.tell) = (count, tell)
  }

  func show(_ part: Double, of place: Int) { change { $0.parts[place] = part } }

  func end(_ places: Dictionary<Int, TimelineLoader.Refreshed>.Keys) {
    change { state in
      state.done = places.count
      state.parts = state.parts.filter { !places.contains($0.key) }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      let now = (Double(state.done) + state.parts.values.reduce(0, +)) / Double(max(1, count))
      state.fraction = min(1, max(state.fraction, now))
      // Told while it is held: what comes later would be told first now and then, and go back.
      tell(TimelineLoader.Progress(done: state.done, fraction: state.fraction))
    }
  }
}

/// The refreshes of many sources: some are loaded at once, and the pages that have come while others were written are
/// written in one step. To write each alone takes longer than all else, mostly for the words by which posts are found.
private struct ManyRefreshes {
  /// Something that has come to its end.
  enum Step: Sendable {
    case loaded(Int, PostPage)
    case written([Int: TimelineLoader.Refreshed])
    /// A source that keeps its pages itself, or could not be loaded.
    case ended(Int, TimelineLoader.Refreshed)
    /// More may be written.
    case rested
  }

  private(set) var results: [Int: TimelineLoader.Refreshed] = [:]
  private let loader: TimelineLoader
  private let sources: [TimelineSource]
  private let pages: Int
  private let jobs: Int
  private let progress: RefreshProgress
  private var next = 0
  private var loading = 0
  /// The pages that wait to be written, by the places of their sources.
  private var loaded: [(Int, PostPage)] = []
  private var isWriting = false
  /// Whether pages are gathered after others were written.
  private var isResting = false
  /// For how long, unless there are enough before.
  private static let rest = Duration.milliseconds(200)
  private static let enough = 128
  /// So many pages wait at most: a disk may be slower than a network.
  private static let mostLoaded = 256

  init(
    _ loader: TimelineLoader, _ sources: [TimelineSource], pages: Int, jobs: Int,
    _ progress: RefreshProgress
  ) {
    (self.loader, self.sources, self.pages, self.jobs) = (loader, sources, pages, jobs)
    self.progress = progress
  }

  /// - Returns: Whether more sources are done.
  mutating func take(_ step: Step) -> Bool {
    switch step {
    case .loaded(let place, let page):
      loading -= 1
      loaded.append((place, page))
      return false
    case .written(let written):
      isWriting = false
      results.merge(written) { _, new in new }
    case .ended(let place, let result):
      loading -= 1
      results[place] = result
    case .rested:
      isResting = false
      return false
    }
    return true
  }

  /// Begins whatever can be begun.
  mutating func goOn(in group: inout TaskGroup<Step>) {
    let isDue = !isResting || loading == 0 || loaded.count >= Self.enough
    if !isWriting, !loaded.isEmpty, isDue { write(in: &group) }
    while next < sources.count, loading < jobs, loaded.count < Self.mostLoaded {
      load(next, in: &group)
      next += 1
      loading += 1
    }
  }

  /// Writes what has come and was not written.
  func keepRest() {
    if !loaded.isEmpty { _ = loader.keep(loaded.map { (sources[$0.0], $0.1) }) }
  }

  private mutating func write(in group: inout TaskGroup<Step>) {
    (isWriting, isResting) = (true, true)
    let batch = loaded.map { (place: $0.0, source: sources[$0.0], page: $0.1) }
    loaded = []
    group.addTask(priority: .utility) { [loader] in
      let outcomes = loader.keep(batch.map { ($0.source, $0.page) })
      let results = zip(batch, outcomes).map { part, outcome in
        (part.place, TimelineLoader.Refreshed(source: part.source, outcome: outcome))
      }
      return .written(Dictionary(results) { first, _ in first })
    }
    group.addTask {
      try? await Task.sleep(for: Self.rest)
      return .rested
    }
  }

  private func load(_ place: Int, in group: inout TaskGroup<Step>) {
    let source = sources[place]
    // One that is asked for alone is asked.
    if sources.count > 1, loader.isGone(source) {
      let outcome = TimelineLoader.Refreshed(
        source: source, outcome: .failure(TimelineError.gone(source.address)))
      group.addTask { .ended(place, outcome) }
      return
    }
    group.addTask(priority: .utility) { [loader, pages, progress] in
      do {
        if let page = try await loader.page(of: source) { return .loaded(place, page) }
        let outcome = try await loader.refresh(source, pages: pages) {
          progress.show($0, of: place)
        }
        return .ended(place, TimelineLoader.Refreshed(source: source, outcome: .success(outcome)))
      } catch {
        return .ended(place, TimelineLoader.Refreshed(source: source, outcome: .failure(error)))
      }
    }
  }
}
