import FoundationEssentials
import HikidashiRecords
import HikidashiStorage

extension TimelineStore {
  /// Pages as the store keeps them, made ready while the store is busy with others.
  struct Prepared: Sendable {
    /// What could not be read of the pages.
    var problems: [PostPage.Problem] = []
    fileprivate var users: [TimelineUser] = []
    fileprivate var ids: [String] = []
    /// The pages of ``ids``, by their places among those that were given, and how many there are.
    fileprivate var pages: [Int] = []
    fileprivate var pageCount: Int
    /// The places of ``ids`` that the records have.
    fileprivate var order: [Int] = []
    fileprivate var records: PreparedRecords?
  }

  /// Makes a page ready; nothing is kept yet.
  ///
  /// - Throws: `StoreError` for what no store takes.
  func prepare(_ page: PostPage) throws(StoreError) -> Prepared { try prepare([page]) }

  /// Makes several pages ready, which are kept in one step.
  ///
  /// - Throws: `StoreError` for what no store takes.
  func prepare(_ pages: [PostPage]) throws(StoreError) -> Prepared {
    var pages = pages
    for place in pages.indices { try EntryMatcher.match(&pages[place], in: self) }
    var prepared = Prepared(pageCount: pages.count)
    var (seen, posts): (Set<String>, [(page: Int, place: Int)]) = ([], [])
    for (number, page) in pages.enumerated() {
      prepared.problems += page.problems
      prepared.users += page.users
      for (place, post) in page.posts.enumerated() {
        guard post.published.timeIntervalSinceReferenceDate.isFinite, seen.insert(post.id).inserted
        else { continue }
        prepared.ids.append(post.id)
        prepared.pages.append(number)
        posts.append((number, place))
      }
    }
    guard !posts.isEmpty else { return prepared }
    let firstDates = try firstDates(of: pages)
    let dates = posts.map { place in
      let post = pages[place.page].posts[place.place]
      return firstDates[post.id] ?? post.published
    }
    // From the oldest on, so that the last that came is the newest.
    prepared.order = posts.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
    var columns = PostColumns()
    for place in prepared.order {
      let post = pages[posts[place].page].posts[posts[place].place]
      columns.append(post, prepared.ids[place], dates[place])
    }
    prepared.records = try self.posts.prepare(columns.all)
    return prepared
  }

  /// The dates of the posts that are there already, of those whose source does not say it: a post that got another at
  /// each refresh would never stay in its place.
  private func firstDates(of pages: [PostPage]) throws(StoreError) -> [String: Date] {
    let undated = pages.flatMap(\.undated)
    guard !undated.isEmpty else { return [:] }
    let known = try posts.places(of: posts.numbers(of: undated))
    return Dictionary(known.map { ($0.key, $0.date) }) { first, _ in first }
  }

  /// Adds what is new of a page.
  ///
  /// - Parameters:
  ///   - isSynced: Whether it is on the disk when this returns; else it is after ``sync()``.
  ///   - isReceived: Whether others have it already.
  /// - Throws: `StoreError`; no post was changed then.
  func add(
    _ page: Prepared, isSynced: Bool = true, isReceived: Bool = false
  ) throws(StoreError) -> Added {
    try add(all: page, isSynced: isSynced, isReceived: isReceived).first ?? Added()
  }

  /// Adds what is new of several pages, all in one step.
  ///
  /// - Returns: What was added of each page.
  /// - Throws: `StoreError`; no post was changed then.
  func add(
    all pages: Prepared, isSynced: Bool = true, isReceived: Bool = false
  ) throws(StoreError) -> [Added] {
    if !pages.users.isEmpty { try users.put(UserFields.columns(pages.users), isSynced: isSynced) }
    var added = [Added](repeating: Added(), count: pages.pageCount)
    guard let records = pages.records else { return added }
    let outcome = try posts.put(prepared: records, isSynced: isSynced)
    let new = outcome.added.map { pages.order[$0] }.sorted()
    let changed = outcome.changed.map { pages.order[$0] }.sorted()
    for page in pages.pages { added[page].known += 1 }
    for place in new + changed { added[pages.pages[place]].known -= 1 }
    for place in new { added[pages.pages[place]].new.append(pages.ids[place]) }
    for place in changed { added[pages.pages[place]].changed.append(pages.ids[place]) }
    if !isReceived { try remember(unshared: (new + changed).map { pages.ids[$0] }) }
    // What was done with a post on another machine before it came here.
    let marks = marks.records
    if !marks.table.isEmpty {
      try take(new.compactMap { marks[pages.ids[$0]] }.map { SharedMark($0) })
    }
    return added
  }

  /// The columns of posts.
  func columns(_ all: [Post]) -> [RecordColumn] {
    var columns = PostColumns()
    for post in all { columns.append(post, post.id, post.published) }
    return columns.all
  }

  /// Waits until all that was added is on the disk.
  ///
  /// - Throws: `StoreError`
  func sync() throws(StoreError) {
    try users.sync()
    try posts.sync()
  }
}

/// The columns of many posts that are added at once; each post is looked at once, as it is large.
private struct PostColumns {
  private var id: [String] = []
  private var source: [String] = []
  private var name: [String] = []
  private var subject: [String] = []
  private var kind: [Post.Kind] = []
  private var author: [String] = []
  private var booster: [String] = []
  private var title: [String] = []
  private var text: [String] = []
  private var html: [Data] = []
  private var page: [String] = []
  private var links: [PostList<Post.Link>] = []
  private var pictures: [PostList<Post.Picture>] = []
  private var described: [String] = []
  private var emoji: [PostList<Post.Emoji>] = []
  private var warning: [String] = []
  private var isSensitive: [Bool] = []
  private var quoted: [String] = []
  private var repliesTo: [String] = []
  private var tags: [String] = []
  private var published: [Date] = []
  private var edited: [Date?] = []

  mutating func append(_ post: Post, _ id: String, _ published: Date) {
    self.id.append(id)
    source.append(post.source)
    name.append(post.name)
    subject.append(post.subject)
    kind.append(post.kind)
    author.append(post.author)
    booster.append(post.booster)
    title.append(post.title)
    text.append(post.text)
    html.append(Data(post.html.utf8))
    page.append(post.page)
    links.append(PostList(post.links))
    pictures.append(PostList(post.pictures))
    described.append(post.described)
    emoji.append(PostList(post.emoji))
    warning.append(post.warning)
    isSensitive.append(post.isSensitive)
    quoted.append(post.quoted)
    repliesTo.append(post.repliesTo)
    tags.append(post.tags.joined(separator: ", "))
    self.published.append(published)
    edited.append(post.edited)
  }

  var all: [RecordColumn] {
    [
      PostFields.id.column(id),
      PostFields.source.column(source),
      PostFields.name.column(name),
      PostFields.subject.column(subject),
      PostFields.kind.column(kind),
      PostFields.author.column(author),
      PostFields.booster.column(booster),
      PostFields.title.column(title),
      PostFields.text.column(text),
      PostFields.html.column(html),
      PostFields.page.column(page),
      PostFields.described.column(described),
      PostFields.warning.column(warning),
      PostFields.isSensitive.column(isSensitive),
      PostFields.quoted.column(quoted),
      PostFields.repliesTo.column(repliesTo),
      PostFields.tags.column(tags),
      PostFields.published.column(published),
      PostFields.edited.column(edited),
    ] + several
  }

  /// What nearly no post has is left to the default, as each value would be written as JSON.
  private var several: [RecordColumn] {
    var columns: [RecordColumn] = []
    if links.contains(where: { !$0.all.isEmpty }) { columns.append(PostFields.links.column(links)) }
    if pictures.contains(where: { !$0.all.isEmpty }) {
      columns.append(PostFields.pictures.column(pictures))
    }
    if emoji.contains(where: { !$0.all.isEmpty }) { columns.append(PostFields.emoji.column(emoji)) }
    return columns
  }
}

extension Post {
  /// What the pictures show, in words.
  fileprivate var described: String {
    pictures.map(\.alternative).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension UserFields {
  fileprivate static func columns(_ users: [TimelineUser]) -> [RecordColumn] {
    [
      id.column(users.map(\.id)), name.column(users.map(\.name)), page.column(users.map(\.page)),
      icon.column(users.map(\.icon)),
    ]
  }
}
