internal import FoundationEssentials
public import HikidashiRecords
public import HikidashiStorage
import Synchronization

/// The sources, users, posts, places and rules of a reader, kept in one folder, and found by their words.
///
/// ```swift
/// let store = try TimelineStore(folder: "/home/ann/.local/share/timeline")
/// let added = try store.add(page)
/// var list = try store.list(around: store.place(in: TimelineStore.mergedList))
/// try store.extend(&list, .older)
/// print(added.new.count, try store.search("gtk").count)
/// ```
///
/// Posts and users stay on the disk, and are read as they are shown: a million posts open as fast as a
/// hundred. Sources, places, rules and lists are few; they are in memory, and may be in a database that several
/// machines share.
///
/// Nothing is deleted unless somebody asks for it: a source that is removed keeps its posts, what was read
/// and where the reader was, and has them again when it is added again.
///
/// All calls wait for the disk: make them on another thread than the main one.
public final class TimelineStore: Sendable {
  /// The sources by ``TimelineSource/id``.
  public let sources: KeyedRecordStore<String>
  /// The users by ``TimelineUser/id``; ``user(_:)`` is simpler.
  public let users: PagedRecordStore
  /// The posts by ``Post/id``, in the order of time; ``post(_:)`` is simpler.
  public let posts: PagedRecordStore
  /// The whole articles of posts that a reader asked for, by the ids of the posts.
  let articles: PagedRecordStore
  /// Where the reader is, by the list.
  public let places: KeyedRecordStore<String>
  /// The rules by ``TimelineRule/id``.
  public let rules: KeyedRecordStore<String>
  /// The smart lists by ``SmartList/id``.
  public let lists: KeyedRecordStore<String>
  /// What was not loaded, by the ends of each gap.
  let gapRecords: KeyedRecordStore<String>
  let askedRecords: KeyedRecordStore<String>
  /// What feeds had when they were kept last. A source that was removed, here or by another process, and is added
  /// again has another edition: its posts may have been forgotten.
  let traces = Mutex<[TimelineSource.Edition: FeedTrace]>([:])
  /// What was done with posts since they are shared, by this reader and by others.
  let marks: KeyedRecordStore<String>
  /// The ids of posts that others are to get.
  let unshared: KeyedRecordStore<String>
  /// Dates by names: until when this machine leaves servers alone, and when it mended its posts.
  let remembered: KeyedRecordStore<String>
  /// The addresses that feeds have moved to, by their sources.
  let moved: KeyedRecordStore<String>
  /// Whether all this is shared: see ``TimelineSharing``.
  let isShared = Mutex(false)
  let folder: String

  /// Opens the store of a folder, which is made where it is missing.
  ///
  /// - Throws: `StoreError` where there can be none.
  /// - Complexity: O(*n*) in sources, rules, lists and gaps
  public convenience init(folder: String) throws {
    try self.init(folder: folder) { .sqlite(folder + "/timeline.db", table: $0) }
  }

  /// Opens a store some of whose tables are at other places, such as a database that several machines share.
  ///
  /// - Parameters:
  ///   - folder: Where the posts and users are.
  ///   - destination: The place of each of the tables `sources`, `places`, `rules`, `lists`, `gaps`, `asked`,
  ///     `marks` and `unshared`.
  /// - Throws: `StoreError` where there can be none.
  public init(folder: String, at destination: (String) -> StoreDestination) throws {
    self.folder = folder
    sources = try KeyedRecordStore(
      SourceFields.schema(), key: SourceFields.id, at: destination("sources"))
    users = try PagedRecordStore(
      UserFields.schema(), at: folder + "/users.db", key: UserFields.id)
    posts = try PagedRecordStore(
      PostFields.schema(), at: folder + "/posts.db", key: PostFields.id,
      order: PostFields.published,
      lookups: [PostFields.source, PostFields.subject, PostFields.repliesTo],
      marks: [PostFields.isRead],
      words: [
        PostFields.title, PostFields.warning, PostFields.text, PostFields.described,
        PostFields.tags, PostFields.author,
      ], annotations: [PostFields.isBookmarked, PostFields.note])
    articles = try PagedRecordStore(
      ArticleFields.schema(), at: folder + "/articles.db", key: ArticleFields.post,
      order: ArticleFields.published, words: [ArticleFields.title, ArticleFields.text])
    places = try KeyedRecordStore(
      PlaceFields.schema(), key: PlaceFields.list, at: destination("places"))
    rules = try KeyedRecordStore(RuleFields.schema(), key: RuleFields.id, at: destination("rules"))
    lists = try KeyedRecordStore(
      SmartListFields.schema(), key: SmartListFields.id, at: destination("lists"))
    gapRecords = try KeyedRecordStore(
      GapFields.schema(), key: GapFields.id, at: destination("gaps"))
    askedRecords = try KeyedRecordStore(
      AskedFields.schema(), key: AskedFields.source, at: destination("asked"))
    marks = try KeyedRecordStore(
      MarkFields.schema(), key: MarkFields.post, at: destination("marks"))
    unshared = try KeyedRecordStore(
      NameFields.schema(), key: NameFields.name, at: destination("unshared"))
    // Not shared with other machines, whatever else is.
    remembered = try KeyedRecordStore(
      RememberedFields.schema(), key: RememberedFields.name,
      at: .sqlite(folder + "/timeline.db", table: "remembered"))
    moved = try KeyedRecordStore(
      MovedFields.schema(), key: MovedFields.source,
      at: .sqlite(folder + "/timeline.db", table: "moved"))
  }

  /// What a page has brought.
  public struct Added: Hashable, Sendable {
    /// The ids of posts that were not there, in the order of the page.
    public var new: [String] = []
    /// The ids of posts that their authors have changed.
    public var changed: [String] = []
    /// How many were there already.
    public var known = 0

    /// Adds what a further page has brought.
    mutating func append(_ other: Added) {
      new += other.new
      changed += other.changed
      known += other.known
    }
  }

  /// Adds what is new of a page, and changes what its authors have changed. What the reader has done with a
  /// post stays.
  ///
  /// - Throws: `StoreError`; nothing was changed then.
  /// - Complexity: O(*n* log *m*) in the posts of the page beside those that are there.
  @discardableResult
  public func add(_ page: PostPage) throws(StoreError) -> Added {
    try add(try prepare(page))
  }

  /// Calls `body` when another process, such as the command line, has changed posts, until the token is
  /// cancelled or released.
  public func onChangeElsewhere(_ body: @escaping @Sendable () -> Void) -> ObservationToken {
    posts.onChangeElsewhere { [weak self] in
      // The other process may have forgotten posts, or kept other versions of them.
      self?.readAgain()
      body()
    }
  }

  /// Has sources be read as a whole the next time, where posts of theirs were changed by others: some, or all.
  func readAgain(_ sources: Set<String>? = nil) {
    traces.withLock { traces in
      traces = sources.map { sources in traces.filter { !sources.contains($0.key.id) } } ?? [:]
    }
  }
}
