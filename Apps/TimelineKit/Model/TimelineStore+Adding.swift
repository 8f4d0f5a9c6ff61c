import FoundationEssentials
import HikidashiRecords
import HikidashiStorage

extension TimelineStore {
  /// A page as the store keeps it, made ready while the store is busy with another.
  struct Prepared: Sendable {
    /// What could not be read of the page.
    var problems: [PostPage.Problem]
    fileprivate var users: [TimelineUser]
    fileprivate var ids: [String] = []
    /// The places of ``ids`` that the records have in the page.
    fileprivate var order: [Int] = []
    fileprivate var records: PreparedRecords?
  }

  /// Makes a page ready; nothing is kept yet.
  ///
  /// - Throws: `StoreError` for what no store takes.
  func prepare(_ page: PostPage) throws(StoreError) -> Prepared {
    var prepared = Prepared(problems: page.problems, users: page.users)
    var (seen, dates): (Set<String>, [Date]) = ([], [])
    var places: [Int] = []
    for place in page.posts.indices {
      let (id, date) = (page.posts[place].id, page.posts[place].published)
      guard date.timeIntervalSinceReferenceDate.isFinite, seen.insert(id).inserted else { continue }
      prepared.ids.append(id)
      dates.append(date)
      places.append(place)
    }
    guard !places.isEmpty else { return prepared }
    // From the oldest on, so that the last that came is the newest.
    prepared.order = places.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
    var columns = PostColumns()
    for place in prepared.order { columns.append(page.posts[places[place]], prepared.ids[place]) }
    prepared.records = try posts.prepare(columns.all)
    return prepared
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
    if !page.users.isEmpty { try users.put(UserFields.columns(page.users), isSynced: isSynced) }
    guard let records = page.records else { return Added() }
    let outcome = try posts.put(prepared: records, isSynced: isSynced)
    var added = Added()
    added.new = outcome.added.map { page.order[$0] }.sorted().map { page.ids[$0] }
    added.changed = outcome.changed.map { page.order[$0] }.sorted().map { page.ids[$0] }
    added.known = outcome.known
    if !isReceived { try remember(unshared: added.new + added.changed) }
    // What was done with a post on another machine before it came here.
    let marks = marks.records
    if !marks.table.isEmpty { try take(added.new.compactMap { marks[$0] }.map { SharedMark($0) }) }
    return added
  }

  /// The columns of posts.
  func columns(_ all: [Post]) -> [RecordColumn] {
    var columns = PostColumns()
    for post in all { columns.append(post, post.id) }
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

  mutating func append(_ post: Post, _ id: String) {
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
    published.append(post.published)
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
