internal import FoundationEssentials
internal import Hikidashi
internal import HikidashiLoading
internal import HikidashiRecords
internal import Observation
internal import Synchronization
internal import TimelineKit

/// The colours of sources, readable in light and in dark.
let sourceColours = [
  "#3584e4", "#2e9e5b", "#c88800", "#e66100", "#c01c28", "#9141ac", "#986a44", "#5e8c99",
]

/// The reader's tokens, which a loader asks for on any thread.
private final class Tokens: Sendable {
  private let kept = Mutex<[String: String]>([:])

  var all: [String: String] {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  subscript(server: String) -> String? { all[server] }
}

/// What the parts of the window share: the store, what is refreshed, and what the reader does.
@Observable @MainActor
final class Reader {
  @ObservationIgnored let store: TimelineStore
  @ObservationIgnored let pictures: PictureStore
  @ObservationIgnored let connector: Connector
  @ObservationIgnored let settings: TimelinePreferences
  @ObservationIgnored let preferences: PreferenceStore
  @ObservationIgnored let loader: TimelineLoader
  /// The conversations that servers were asked for, by the ids of their posts.
  @ObservationIgnored var conversations: [String: PostContext] = [:]
  /// The writers of posts that are not kept, by their ids.
  @ObservationIgnored var guests: [String: TimelineUser] = [:]
  /// Told when posts have come, gone or changed.
  @ObservationIgnored var onChange: @MainActor () -> Void = {}
  @ObservationIgnored private let subscriptions = Subscriptions()
  /// The sources, by their groups and titles.
  private(set) var sources: [TimelineSource] = []
  @ObservationIgnored private var sourcesByID: [String: TimelineSource] = [:]
  @ObservationIgnored private let counting = LatestTask(.waiting, pause: .milliseconds(500))
  /// Many pages come at once, and each would have all rows made anew.
  @ObservationIgnored private let arriving = LatestTask(.waiting, pause: .seconds(1))
  @ObservationIgnored private let listing = LatestTask(.waiting)
  private(set) var smartLists: [SmartList] = []
  private(set) var unread = UnreadCounts()
  /// Why sources could not be refreshed.
  private(set) var problems: [String: String] = [:]
  /// The troubles that a person has closed; others are shown again.
  var closedTroubles = ""
  /// The sources that their servers have removed for good.
  private(set) var gone: Set<String> = []
  /// What is being loaded, by number.
  private var loads: [Int: Load] = [:]
  @ObservationIgnored private var loadCount = 0
  @ObservationIgnored private var isRefreshing = false
  @ObservationIgnored let sharing = SharingKeeper()
  /// The servers that show timelines to their users only, and have no token yet.
  private(set) var closed: Set<String> = []
  /// The reader's tokens by their servers, which the keyring keeps.
  @ObservationIgnored private let tokens = Tokens()
  /// The posts whose warning the reader has read, by their ids.
  var revealed: Set<String> = []
  /// The present, which moves on each minute.
  private(set) var now: Date
  /// What is marked and not kept yet.
  @ObservationIgnored private var pending: [String: Bool] = [:]
  @ObservationIgnored private let writing = SerialTask()
  /// Called once with the number of posts that were mended.
  @ObservationIgnored var onMended: @MainActor (TimelineStore.Mended) -> Void = { _ in }

  init(
    _ store: TimelineStore, _ connector: Connector, _ settings: TimelinePreferences,
    _ preferences: PreferenceStore,
    clock: @escaping @MainActor () -> Date = { Date() }
  ) {
    now = clock()
    (self.store, self.connector) = (store, connector)
    (self.settings, self.preferences) = (settings, preferences)
    pictures = PictureStore(connector, limits: PictureLimits(bytes: Post.Picture.mostBytes))
    loader = TimelineLoader(store, connector) { [tokens] in tokens[$0] }
    readLists()
    subscriptions.follow(store.rules.changes) { [weak self] _ in self?.postsChanged() }
    for changes in [store.sources.changes, store.lists.changes] {
      subscriptions.follow(changes) { [weak self] _ in self?.listsChanged() }
    }
    subscriptions.keep(
      store.onChangeElsewhere { [weak self] in
        Task { @MainActor in self?.arrive() }
      })
    subscriptions.every(.seconds(60)) { [weak self] in self?.now = clock() }
    count()
  }

  private func listsChanged() {
    listing.run { [weak self] in
      self?.readLists()
      self?.postsChanged()
    }
  }

  private func readLists() {
    sources = store.sortedSources
    sourcesByID = Dictionary(sources.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    smartLists = store.sortedLists
  }

  private func arrive() { arriving.run { [weak self] in self?.postsChanged() } }

  /// Posts have come, gone or changed.
  func postsChanged() {
    onChange()
    count()
  }

  /// Counts what is unread, soon. Each count is shown: while posts come without end, no last one comes.
  private func count() { counting.run { [weak self] in await self?.countUnread() } }

  private func countUnread() async {
    let store = store
    let counts = await offMainThread(priority: .utility) {
      (try? store.unreadCounts()) ?? UnreadCounts()
    }
    if counts != unread { unread = counts }
  }
}

// MARK: - What is shown

extension Reader {
  /// How rows are made.
  var options: MergedList.Options {
    var options = MergedList.Options()
    options.order = preferences[settings.order]
    options.secondsFromGMT = TimeZone.current.secondsFromGMT()
    return options
  }

  var marksPassed: Bool { preferences[settings.marksPassed] }
  var showsPictures: Bool { preferences[settings.showsPictures] }

  func address(ofSource id: String) -> String? { source(id)?.address }
  func user(_ id: String) -> TimelineUser? { (try? store.user(id)) ?? guests[id] }
  func record(_ id: String) -> Record? { try? store.record(id) }
  func posts(_ ids: [String]) -> [Post] { ((try? store.records(ids)) ?? []).map { Post($0) } }
  func isRead(_ id: String) -> Bool { pending[id] ?? record(id)?[PostFields.isRead] ?? true }
  func isBookmarked(_ id: String) -> Bool {
    (try? store.annotation(of: id))?.isBookmarked ?? false
  }
  func note(of id: String) -> String { (try? store.annotation(of: id))?.note ?? "" }
  func source(_ id: String) -> TimelineSource? {
    // What is read is followed.
    _ = sources.count
    return sourcesByID[id]
  }
  func title(ofSource id: String) -> String { source(id)?.title ?? "" }
  var pendingReads: Set<String> { Set(pending.filter(\.value).keys) }

  func count(of list: ReadingList) -> Int {
    switch list {
    case .all: unread.all
    case .source(let id): unread[id]
    case .bookmarked, .smart, .found: 0
    }
  }

  func title(of list: ReadingList) -> String {
    switch list {
    case .all: tr("All posts")
    case .bookmarked: tr("Bookmarks")
    case .smart(let id): smartLists.first { $0.id == id }?.title ?? ""
    case .source(let id): title(ofSource: id)
    case .found: tr("Found")
    }
  }

  func date(_ date: Date) -> String { RelativeDateFormat(isShort: true).text(date, from: now) }

  func name(ofDay day: Int) -> String {
    switch options.day(of: now) - day {
    case 0: tr("Today")
    case 1: tr("Yesterday")
    default:
      DateFormat(.longDay, timeZone: "UTC")
        .text(Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200))
    }
  }

  /// The colour of a source, the same at each start.
  func colour(ofSource id: String) -> Int {
    var hash: UInt32 = 0x811c_9dc5
    for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash % UInt32(sourceColours.count))
  }

  /// The pictures that stand for words of a text of a post, such as `:blobcat:`.
  func emoji(in text: String, of post: Post) -> [InlinePicture] {
    guard showsPictures, !post.emoji.isEmpty else { return [] }
    return post.emoji(in: text).compactMap { range, emoji in
      url(of: Post.Picture(emoji.address), in: post).map { InlinePicture(range, $0) }
    }
  }

  /// Where a picture of a post is, on a server or in its archive.
  func url(of picture: Post.Picture, in post: Post, isSmall: Bool = false) -> URL? {
    let address = isSmall && !picture.preview.isEmpty ? picture.preview : picture.address
    if address.hasPrefix("http://") || address.hasPrefix("https://") { return URL(string: address) }
    return source(post.source)?.url(of: address)
  }
}

// MARK: - What the reader does

extension Reader {
  /// Loads what is new: of these sources, at once, or of all but archives, which have nothing new.
  func refresh(_ chosen: [TimelineSource]? = nil) async {
    if let chosen { return await load(chosen) }
    guard !isRefreshing else { return }
    isRefreshing = true
    // Those of the store: the list hears of a new one a little later.
    await load(store.sortedSources.filter { $0.kind != .archive })
    isRefreshing = false
  }

  /// Sources that are loaded together.
  private struct Load {
    let begun = ContinuousClock.now
    /// How much of it is done, where that is shown.
    var shown: Double?
  }

  /// How much is done of what is loaded, from 0 to 1; nil where nothing is, or it takes no more than a moment.
  var progress: Double? {
    let shown = loads.values.compactMap(\.shown)
    return shown.isEmpty ? nil : shown.reduce(0, +) / Double(shown.count)
  }

  /// Shows how much is done by the percent: each step has the window laid out anew.
  private func show(_ fraction: Double, of number: Int) {
    guard let load = loads[number], load.begun.duration(to: .now) > .milliseconds(500) else {
      return
    }
    let percent = max(load.shown ?? 0, (fraction * 100).rounded(.down) / 100)
    if percent != load.shown { loads[number]?.shown = percent }
  }

  private func load(_ asked: [TimelineSource]) async {
    loadCount += 1
    let (loader, number) = (loader, loadCount)
    loads[number] = Load()
    defer { loads[number] = nil }
    let results = try? await offMainThread {
      try await loader.refresh(all: asked) { progress in
        Task { @MainActor [weak self] in
          self?.arrive()
          self?.show(progress.fraction, of: number)
        }
      }
    }
    var problems = problems
    for result in results ?? [] {
      problems[result.source.id] = nil
      gone.remove(result.source.id)
      guard case .failure(let error) = result.outcome else { continue }
      problems[result.source.id] = "\(error)"
      switch error as? TimelineError {
      case .needsToken(let server)?: closed.insert(server)
      case .gone?: gone.insert(result.source.id)
      default: break
      }
    }
    if self.problems != problems { self.problems = problems }
    postsChanged()
  }

  /// Mends the posts of an earlier version in the background.
  func mend() async {
    guard store.needsMending else { return }
    loadCount += 1
    let (store, number) = (store, loadCount)
    loads[number] = Load()
    defer { loads[number] = nil }
    do {
      let mended = try await offMainThread(priority: .utility) {
        try store.mend { fraction in
          Task { @MainActor [weak self] in self?.show(fraction, of: number) }
        }
      }
      if mended.shown + mended.completed > 0 { postsChanged() }
      onMended(mended)
    } catch {
      App.current?.windows.first?.show(Toast("\(error)".asSentence))
    }
  }

  /// Takes the tokens from the keyring, once at the start.
  func readTokens() async {
    guard let text = try? await preferences.secret(settings.tokens),
      let found = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    else { return }
    tokens.all = found
  }

  /// Keeps the token of a server in the keyring; an empty one is forgotten.
  func keep(token: String, of server: String) async throws {
    tokens.all[server] = token.ifAny
    closed.remove(server)
    let text = String(decoding: try JSONEncoder().encode(tokens.all), as: UTF8.self)
    try await preferences.setSecret(text, for: settings.tokens)
  }

  /// Refreshes all as often as the settings say, until the task is cancelled.
  func keepRefreshing() async {
    while !Task.isCancelled {
      let pause = preferences[settings.interval]
      try? await Task.sleep(for: pause > .zero ? max(pause, .seconds(60)) : .seconds(60))
      if pause > .zero, !Task.isCancelled { await refresh() }
    }
  }

  /// Loads a page of what is missing.
  func fill(_ gap: TimelineGap, from end: TimelineGap.End) {
    let loader = loader
    Task {
      do {
        _ = try await loader.fill(gap, from: end)
        problems[gap.source] = nil
      } catch { problems[gap.source] = "\(error)" }
      postsChanged()
    }
  }

  /// Marks posts, without waiting for the disk.
  func mark(_ ids: [String], isRead: Bool) {
    for id in ids { pending[id] = isRead }
    keep(ids) {
      _ = try $0.mark(ids, isRead: isRead)
    } then: {
      $0.count()
    }
  }

  /// Marks all posts of a side of a place as read, those that are not loaded, too.
  ///
  /// - Parameter done: Called with what undoes it.
  func markAll(
    _ side: TimelineGap.End, of place: TimelinePlace?, source: String?,
    done: @escaping @MainActor (ReadMarks) -> Void
  ) {
    let store = store
    Task {
      let marks = await offMainThread {
        try? store.markRead(side, of: place, source: source)
      }
      postsChanged()
      if let marks, marks.count > 0 { done(marks) }
    }
  }

  func undo(_ marks: ReadMarks) {
    keep([]) {
      try $0.undo(marks)
    } then: {
      $0.postsChanged()
    }
  }

  /// Changes what the reader has done with a post.
  func edit(_ id: String, _ change: @escaping @Sendable (inout RecordDraft) -> Void) {
    keep([]) { store in
      _ = try store.edit(id) { (draft) throws(RecordError) in change(&draft) }
    } then: {
      $0.postsChanged()
    }
  }

  func put(_ sources: [TimelineSource]) { keep([]) { try $0.put(sources) } }
  func put(_ source: TimelineSource) { put([source]) }
  func remove(_ source: TimelineSource) { keep([]) { try $0.remove(source: source.id) } }

  /// Writes on another thread; what goes wrong is told.
  private func keep(
    _ ids: [String], _ body: @escaping @Sendable (TimelineStore) throws -> Void,
    then done: @escaping @MainActor (Reader) -> Void = { _ in }
  ) {
    writing.run { [self, store] in
      defer {
        for id in ids { pending[id] = nil }
        done(self)
      }
      try await offMainThread { try body(store) }
    } failed: {
      App.current?.windows.first?.show(Toast("\($0)".asSentence))
    }
  }

  /// Waits until the unread posts are counted.
  func counted() async { await counting.settled() }

  /// Waits until all is written.
  func settled() async { await writing.settled() }
}
