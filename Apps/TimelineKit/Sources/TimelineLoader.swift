public import FoundationEssentials
internal import HikidashiFeeds
public import HikidashiLoading
internal import HikidashiRecords
internal import HikidashiStorage
internal import Synchronization

/// Loads what is new of sources into a store, and what was left out of them.
///
/// ```swift
/// let loader = TimelineLoader(store, connector) { server in tokens[server] }
/// let added = try await loader.refresh(source)
/// for gap in store.gaps() { try await loader.fill(gap, from: .newer) }
/// ```
///
/// Each page is kept before the next is asked for, and what is between a page and the posts that were there
/// is kept as a gap before the page is. So nothing is lost when the process is killed, when a page breaks off
/// or a server refuses the next, and nothing is doubled when it is loaded again.
///
/// All calls leave the thread that they are made on.
public final class TimelineLoader: Sendable {
  /// Loads a page of a server.
  public typealias PageLoad =
    @Sendable (LoadRequest, MastodonParser) async throws(LoadError) -> PostPage

  let store: TimelineStore
  private let token: @Sendable (String) -> String?
  let connector: Connector
  private let loadPage: PageLoad
  private let now: @Sendable () -> Date
  private let times: Mutex<RefreshTimes>

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - store: Where posts are kept.
  ///   - connector: What loads.
  ///   - token: The reader's token for a server, from the keyring; nil for an anonymous reader.
  public convenience init(
    _ store: TimelineStore, _ connector: Connector,
    token: @escaping @Sendable (_ server: String) -> String? = { _ in nil }
  ) {
    let loadPage: PageLoad = { request, parser throws(LoadError) in
      try await connector.load(request, parser: parser).value
    }
    self.init(store, connector, loadPage: loadPage, token: token)
  }

  /// Makes a loader that loads pages of servers in another way, and has another clock, as a test does.
  public init(
    _ store: TimelineStore, _ connector: Connector, loadPage: @escaping PageLoad,
    now: @escaping @Sendable () -> Date = { Date() },
    token: @escaping @Sendable (_ server: String) -> String? = { _ in nil }
  ) {
    self.now = now
    times = Mutex(RefreshTimes(store.asked(), blocked: store.leftAlone()))
    self.store = store
    self.connector = connector
    self.token = token
    self.loadPage = loadPage
  }

  /// What a refresh has brought.
  public struct Outcome: Sendable {
    /// The posts that were new, and those that have changed.
    public var added = TimelineStore.Added()
    /// What could not be read.
    public var problems: [PostPage.Problem] = []

    fileprivate mutating func append(_ more: Outcome) {
      added.append(more.added)
      problems += more.problems
    }
  }

  /// Loads what is new of a source.
  ///
  /// - Parameters:
  ///   - source: What is loaded.
  ///   - pages: How many pages are loaded at most; what is left is a gap.
  ///   - tell: Called with how much of it is done, from 0 to 1, while a large archive is read; on any thread.
  /// - Throws: ``TimelineError`` where a source cannot be read, `StoreError` and `StorageError` where posts
  ///   cannot be kept. What came before that is kept.
  @concurrent public func refresh(
    _ source: TimelineSource, pages: Int = 5,
    tell: @escaping @Sendable (_ fraction: Double) -> Void = { _ in }
  ) async throws -> Outcome {
    times.withLock { $0.ask(source.id, at: now()) }
    switch source.kind {
    case .feed: return try keep(try await loadFeed(source), of: source)
    case .archive: return try await keepArchive(source, tell)
    case .json:
      var page = try JSONPosts.read(source.address, source: source.id)
      page.hasEntries = true
      return try keep(page)
    case .mastodon: return try await refreshTimeline(source, pages: pages)
    }
  }

  /// Loads a page of a gap, from one of its ends.
  ///
  /// - Parameter gap: One of the store's.
  /// - Returns: What was loaded, and the gap that is left; nil where it is filled.
  /// - Throws: as ``refresh(_:pages:)`` does; the gap stays then.
  @concurrent public func fill(
    _ gap: TimelineGap, from end: TimelineGap.End
  ) async throws -> (Outcome, rest: TimelineGap?) {
    guard let timeline = Self.timeline(gap.source) else {
      throw TimelineError.badServer(gap.source)
    }
    let place = end == .newer ? gap.newer : gap.older
    let name = String(place.id.dropFirst(gap.source.count + 1))
    let page = try await load(timeline, end == .newer ? .before(name) : .after(name))
    // Between two posts that are there, a server that shows anything shows one of them, or what is between.
    guard !page.posts.isEmpty else {
      if page.problemCount > 0 { return (Outcome(problems: page.problems), gap) }
      return try await close(gap, from: end, timeline)
    }
    let known = try store.posts.known(page.posts.map(\.id))
    let outcome = try keep(page)
    // Servers give the newest first, whichever end was asked for: of a page that breaks off, what stands
    // beside the older end is missing.
    if end == .older && !page.isWhole { return (outcome, gap) }
    let items = page.posts.map(TimelineItem.init)
    let rest = gap.rest(
      from: end, found: end == .newer ? items : items.reversed(), isLast: false
    ) { known.contains($0.id) }
    try store.keep(rest, inPlaceOf: gap)
    return (outcome, rest)
  }

  /// Closes a gap in which the server has nothing, as its older end is gone.
  private func close(
    _ gap: TimelineGap, from end: TimelineGap.End, _ timeline: MastodonTimeline
  ) async throws -> (Outcome, rest: TimelineGap?) {
    // A server that hides the timeline shows nothing at all, and one that is in trouble may answer so once.
    guard try await !load(timeline, .newest).posts.isEmpty else {
      throw TimelineError.nothingShown(server: timeline.server)
    }
    // What comes after a post that is gone is not known to all servers; what comes before one is.
    if end == .older { return try await fill(gap, from: .newer) }
    let name = String(gap.newer.id.dropFirst(gap.source.count + 1))
    let again = try await load(timeline, .before(name))
    guard again.posts.isEmpty, again.problemCount == 0 else { return (try keep(again), gap) }
    try store.keep(nil, inPlaceOf: gap)
    return (Outcome(), nil)
  }

  private func refreshTimeline(_ source: TimelineSource, pages: Int) async throws -> Outcome {
    guard let timeline = MastodonTimeline(address: source.address) else {
      throw TimelineError.badServer(source.address)
    }
    let newest = try store.newestPlace(of: source.id)
    let first = try await load(timeline, .newest)
    guard let last = first.posts.last else {
      if first.problemCount > 0 { return Outcome(problems: first.problems) }
      throw TimelineError.nothingShown(server: timeline.server)
    }
    let known = try store.posts.known(first.posts.map(\.id))
    var gap: TimelineGap?
    let above = try gapAbove(first, known, of: source)
    if let newest, known.isEmpty {
      let place = TimelineItem(last).place
      // The page of a server that lags behind may lie in the midst of what is there.
      let older = above == nil ? nil : try nearest(.before, to: place, of: source)
      gap = TimelineGap(source: source.id, older: older ?? newest, newer: place)
      try store.keep(gap, inPlaceOf: nil)
    }
    if let above { try store.keep(above, inPlaceOf: nil) }
    var outcome = try keep(first)
    if let above, wait(for: timeline.server) == nil {
      outcome.append(try await fill(above, from: .newer).0)
    }
    for _ in 1..<max(1, pages) {
      guard let open = gap, wait(for: timeline.server) == nil else { break }
      let (more, rest) = try await fill(open, from: .newer)
      outcome.append(more)
      if rest == gap { break }
      gap = rest
    }
    return outcome
  }

  /// What may be missing between the newest page of a server that lags behind and what is there: that page
  /// lies in or below it. One post with a date of the future has the same look, and the gap closes at once.
  private func gapAbove(
    _ page: PostPage, _ known: Set<String>, of source: TimelineSource
  ) throws -> TimelineGap? {
    guard let top = page.posts.map({ TimelineItem($0).place }).max(), !known.contains(top.id)
    else { return nil }
    guard let next = try nearest(.after, to: top, of: source),
      !page.posts.contains(where: { $0.id == next.id })
    else { return nil }
    return TimelineGap(source: source.id, older: top, newer: next)
  }

  private func nearest(
    _ side: PagedRecordStore.Side, to place: TimelinePlace, of source: TimelineSource
  ) throws -> TimelinePlace? {
    try store.posts.page(side, of: place.paged, limit: 1, where: (PostFields.source, source.id))
      .first.map { TimelinePlace($0) }
  }

  /// The page of a source that has no more than one, for ``keep(_:)``; nil for a source that has others.
  func page(of source: TimelineSource) async throws -> PostPage? {
    guard source.kind == .feed else { return nil }
    times.withLock { $0.ask(source.id, at: now()) }
    return try await loadFeed(source)
  }

  private func loadFeed(_ source: TimelineSource) async throws -> PostPage {
    let moved = store.movedAddress(of: source.id)
    guard let url = FeedAddress.url(moved ?? source.address) else {
      throw TimelineError.badServer(source.address)
    }
    let server = Self.server(of: url)
    if let wait = wait(for: server) {
      throw TimelineError.tooManyRequests(server: server, wait: wait)
    }
    do throws(LoadError) {
      let known = store.traces.withLock { $0[source.edition] }
      let parser = FeedPostsParser(source.id, received: now(), known: known)
      var request = LoadRequest(url)
      request.limits.received = Self.largestFeed
      request.limits.decoded = Self.largestFeed
      let page = try await connector.load(request, parser: parser).value
      note(source, isGone: false)
      // A feed in whose place there is something else has not moved, whatever its server says.
      if let address = page.movedTo?.absoluteString, page.hasEntries || page.unchangedCount > 0,
        address != moved
      {
        try? store.keep(moved: source.id, to: address == source.address ? nil : address)
      }
      return page
    } catch {
      guard case .status(_, let problem) = error else { throw TimelineError.load(error) }
      if let moved, [404, 410].contains(problem.status) {
        return try await loadOld(source, insteadOf: moved)
      }
      if problem.status == 410 {
        note(source, isGone: true)
        throw TimelineError.gone(source.address)
      }
      heed(problem, of: server)
      throw TimelineError(feed: error, server: server)
    }
  }

  /// Loads a feed from its own address, as it is not at the one that it moved to any more. Where its own fails, too,
  /// the move stays.
  private func loadOld(_ source: TimelineSource, insteadOf moved: String) async throws -> PostPage {
    try store.keep(moved: source.id, to: nil)
    do {
      return try await loadFeed(source)
    } catch {
      try store.keep(moved: source.id, to: moved)
      throw error
    }
  }

  /// The most bytes that a feed may have.
  private static let largestFeed = 64 << 20

  /// The name of a server in the list of those left alone: its host, with the port if given.
  static func server(of url: URL) -> String {
    let host = (url.host() ?? "").lowercased()
    return url.port.map { "\(host):\($0)" } ?? host
  }

  /// Whether a source has said that it is gone for good (410).
  ///
  /// It is asked again where it is refreshed alone, as a person does who wants to know.
  public func isGone(_ source: TimelineSource) -> Bool {
    times.withLock { $0.isGone(source.id) }
  }

  private func note(_ source: TimelineSource, isGone: Bool) {
    let isChanged = times.withLock { times in
      defer { times.note(source.id, isGone: isGone) }
      return times.isGone(source.id) != isGone
    }
    // Where it cannot be kept the source is asked once more, by the next process.
    if isChanged { try? store.keep(leftAlone: source.id, until: isGone ? .distantFuture : nil) }
  }

  /// Leaves a server alone that asks for it: by 429, or by saying when it may be asked again, whatever its answer was.
  func heed(_ problem: StatusProblem, of server: String) {
    guard problem.status == 429 || problem.retryAfter != nil else { return }
    block(server, for: problem.retryAfter.map { $0 / .seconds(1) } ?? Self.usualWait)
  }

  /// How long a server is left alone that does not say for how long, in seconds.
  private static let usualWait = 300.0

  func load(
    _ timeline: MastodonTimeline, _ part: MastodonTimeline.Part
  ) async throws(TimelineError) -> PostPage {
    let (server, token) = (timeline.server, token(timeline.server))
    if let wait = wait(for: server) { throw .tooManyRequests(server: server, wait: wait) }
    let request = try timeline.request(part, token: token)
    do throws(LoadError) {
      let page = try await loadPage(request, timeline.parser())
      if let wait = page.allowance?.wait(at: now()), wait > 0 { block(server, for: wait) }
      return page
    } catch {
      if case .status(_, let problem) = error { heed(problem, of: server) }
      throw TimelineError(error, server: server, hasToken: token != nil)
    }
  }

  /// How long a server wants no requests; nil where it may be asked.
  func wait(for server: String) -> Duration? {
    times.withLock { $0.wait(for: server, at: now()) }
  }

  private func block(_ server: String, for seconds: Double) {
    guard seconds > 0 else { return }
    let end = times.withLock { times in
      times.block(server, until: now().addingTimeInterval(seconds), at: now())
    }
    // Where it cannot be kept this process leaves the server alone.
    try? store.keep(leftAlone: server, until: end)
  }

  /// Loads a page that is older than all that is there of a source, before the reader comes to its end.
  ///
  /// - Returns: What was loaded, and whether there is nothing older; feeds and archives never have more.
  /// - Throws: as ``refresh(_:pages:)`` does.
  @concurrent public func loadOlder(
    _ source: TimelineSource
  ) async throws -> (Outcome, isLast: Bool) {
    guard source.kind == .mastodon, let timeline = MastodonTimeline(address: source.address),
      let oldest = try store.posts.page(
        .after, of: nil, limit: 1, where: (PostFields.source, source.id)
      ).first
    else { return (Outcome(), true) }
    let name = String(oldest.key.dropFirst(source.id.count + 1))
    let page = try await load(timeline, .before(name))
    let outcome = try keep(page)
    return (outcome, page.isWhole && page.problemCount == 0 && outcome.added.new.isEmpty)
  }

  /// The sources that are likely to have something new, by how often they have had.
  ///
  /// - Complexity: O(*n*) in sources
  public func due(_ sources: [TimelineSource], at now: Date = Date()) -> [TimelineSource] {
    let times = times.withLock { $0 }
    return sources.filter { source in
      // A folder has something new when a person has put it there.
      guard source.kind == .feed || source.kind == .mastodon, !times.isGone(source.id) else {
        return false
      }
      let table = try? store.newest(10, of: source.id)
      let dates = table.map { table in table.map { $0[PostFields.published] } } ?? []
      return times.isDue(source.id, dates: dates, at: now)
    }
  }

  /// Keeps when sources were asked, in one step for all.
  func keepTimes(of sources: [TimelineSource]) throws {
    let ids = Set(sources.map(\.id))
    try store.keep(asked: times.withLock { $0.asked }.filter { ids.contains($0.key) })
  }

  /// Keeps some thousand posts while the next are read: on two processors, and in the memory of those.
  private func keepArchive(
    _ source: TimelineSource, _ tell: @Sendable (_ fraction: Double) -> Void
  ) async throws -> Outcome {
    let pages = ArchivePages(try ArchiveReader(source.address, source: source.id), store)
    var outcome = Outcome()
    do {
      var next = try await pages.next()
      while let page = next {
        try Task.checkCancellation()
        async let following = pages.next()
        outcome.added.append(try store.add(page, isSynced: false))
        outcome.problems += page.problems
        next = try await following
        tell(await pages.fraction)
      }
    } catch {
      // What came before is kept.
      try? store.sync()
      throw error
    }
    try store.sync()
    outcome.problems = Array(outcome.problems.prefix(PostPage.mostProblems))
    return outcome
  }

  private func keep(_ page: PostPage, of source: TimelineSource? = nil) throws -> Outcome {
    let isEmpty = page.posts.isEmpty && page.users.isEmpty
    let added = isEmpty ? TimelineStore.Added() : try store.add(page)
    return note(page, added, of: source)
  }

  /// Keeps pages of several sources in one step; where one of them cannot be kept, each in its own.
  func keep(_ pages: [(TimelineSource, PostPage)]) -> [Result<Outcome, any Error>] {
    if pages.count > 1, let added = try? store.add(all: store.prepare(pages.map(\.1))) {
      return zip(pages, added).map { .success(note($0.1, $1, of: $0.0)) }
    }
    return pages.map { source, page in Result { try keep(page, of: source) } }
  }

  /// Notes what a page that was kept has.
  private func note(
    _ page: PostPage, _ added: TimelineStore.Added, of source: TimelineSource?
  ) -> Outcome {
    if let source { store.traces.withLock { $0[source.edition] = page.trace } }
    var added = added
    added.known += page.unchangedCount
    return Outcome(added: added, problems: page.problems)
  }

  static func timeline(_ source: String) -> MastodonTimeline? {
    let prefix = "\(TimelineSource.Kind.mastodon.rawValue) "
    guard source.hasPrefix(prefix) else { return nil }
    return MastodonTimeline(address: String(source.dropFirst(prefix.count)))
  }
}
