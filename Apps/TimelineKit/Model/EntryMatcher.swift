import FoundationEssentials
import HikidashiRecords
import HikidashiStorage

/// Recognizes the entries of a feed or a file among the posts that are kept, by whatever of their ids, links, titles,
/// dates and texts stays the same.
///
/// Publishers change the ids of entries when they move to other software, give no ids, or give one to several. An
/// entry is a post that is kept if
/// - it has its id, unless that is only a link, and neither title nor date nor text is the same, or
/// - two of link, title, date and text are the same, and no other entry of the feed has that post's id.
///
/// A link names an entry only where no other entry of its source has it: the page of a show is the link of all its
/// episodes.
struct EntryMatcher {
  private let store: TimelineStore
  private let source: String
  /// The links that are no entry's own: that of the feed's page, and those that several entries have.
  private var shared: Set<String>
  /// All names of the page: none of these posts is another entry.
  private var names: Set<String>
  private var known: [String: PagedExtract] = [:]
  private let undated: Set<String>
  /// The names that entries of the page have now.
  private var claimed: Set<String> = []

  private static let fields = [
    PostFields.subject, PostFields.page, PostFields.title, PostFields.source,
  ]

  init(_ store: TimelineStore, _ page: PostPage) {
    self.store = store
    source = page.posts.first?.source ?? ""
    shared = page.sharedLinks
    undated = page.undated
    names = page.names.union(page.posts.map(\.name))
    var counts: [String: Int] = [:]
    for post in page.posts where !post.page.isEmpty { counts[post.page, default: 0] += 1 }
    shared.formUnion(counts.filter { $0.value > 1 }.keys)
  }

  private func longName(of post: Post) -> String {
    Self.longName(of: post, isDated: !undated.contains(post.id))
  }

  /// Gives the posts of a page the names and the subjects under which they are kept.
  ///
  /// - Throws: `StoreError`
  static func match(_ page: inout PostPage, in store: TimelineStore) throws(StoreError) {
    guard page.hasEntries, !page.posts.isEmpty else { return }
    var matcher = EntryMatcher(store, page)
    try matcher.match(&page)
  }

  private mutating func match(_ page: inout PostPage) throws(StoreError) {
    let old = page.posts
    known = try found(PostFields.id, old.map(\.id))
    var chosen = [String?](repeating: nil, count: old.count)
    for place in old.indices {
      chosen[place] = claim(try certainName(of: old[place], page.derived))
    }
    // The closest matches come first.
    for least in [3, 2] {
      for place in old.indices where chosen[place] == nil {
        chosen[place] = claim(try candidate(for: old[place], least))
      }
    }
    var undated = page.undated
    for place in old.indices {
      let isTaken = known[old[place].id] != nil || claimed.contains(old[place].name)
      let name = chosen[place] ?? (isTaken ? longName(of: old[place]) : old[place].name)
      claimed.insert(name)
      page.posts[place].name = name
      page.posts[place].subject = try subject(of: page.posts[place])
      if undated.remove(old[place].id) != nil { undated.insert(page.posts[place].id) }
    }
    page.undated = undated
  }

  /// A name that no other entry of the page has taken.
  private mutating func claim(_ name: String?) -> String? {
    guard let name, claimed.insert(name).inserted else { return nil }
    return name
  }

  private func found(
    _ field: Field<String>, _ values: [String]
  ) throws(StoreError) -> [String: PagedExtract] {
    let found = try store.posts.extracts(Self.fields, where: field, isOneOf: values)
    return Dictionary(found.map { ($0.place.key, $0) }) { first, _ in first }
  }

  /// The name of an entry that shares its id with others: the id with a hash of title, date and text.
  ///
  /// - Parameter isDated: Whether its source says when it was published.
  static func longName(of post: Post, isDated: Bool) -> String {
    // FNV-1a, which is the same in every process.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let rest = isDated ? String(post.published.timeIntervalSinceReferenceDate) : post.text
    for byte in (post.title + "\n" + rest).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return post.name + "#" + String(hash, radix: 16)
  }

  /// The name of the post with an entry's own id; nil where there is none.
  private mutating func certainName(
    of post: Post, _ derived: Set<String>
  ) throws(StoreError) -> String? {
    if let kept = known[post.id] {
      if !derived.contains(post.id) { return post.name }
      if try isSame(post, kept) { return post.name }
    }
    var long = post
    long.name = longName(of: post)
    guard let kept = try found(PostFields.id, [long.id])[long.id] else { return nil }
    known[long.id] = kept
    return long.name
  }

  /// Whether a post with the id of an entry, which is only a link, is that entry.
  private func isSame(_ post: Post, _ kept: PagedExtract) throws(StoreError) -> Bool {
    if !post.title.isEmpty && post.title == kept.texts[2] || post.published == kept.place.date {
      return true
    }
    return try isSameText(post, kept)
  }

  private func isSameText(_ post: Post, _ kept: PagedExtract) throws(StoreError) -> Bool {
    guard !post.text.isEmpty else { return false }
    let texts = try store.posts.extracts(
      [PostFields.text], where: PostFields.id, isOneOf: [kept.place.key])
    return texts.first?.texts[0] == post.text
  }

  /// The name of the post that an entry with a new id is: one of which so much is the same.
  private mutating func candidate(
    for post: Post, _ least: Int
  ) throws(StoreError) -> String? {
    let hasLink = !post.page.isEmpty && !shared.contains(post.page)
    let linked = hasLink ? try found(PostFields.subject, [post.page]).values.map { $0 } : []
    let dated = try store.posts.extracts(
      Self.fields, at: [post.published], where: (PostFields.source, source))
    for kept in linked + dated where kept.texts[3] == source {
      // Another entry of the feed has this one.
      let name = String(kept.place.key.dropFirst(source.count + 1))
      guard !names.contains(name), !claimed.contains(name) else { continue }
      let isLinked = hasLink && kept.texts[1] == post.page
      let isTitled = !post.title.isEmpty && kept.texts[2] == post.title
      var score = [isLinked, isTitled, kept.place.date == post.published].count { $0 }
      if score == least - 1, try isSameText(post, kept) { score += 1 }
      guard score >= least else { continue }
      known[kept.place.key] = kept
      return name
    }
    return nil
  }

  /// The link where it is this entry's alone.
  private func subject(of post: Post) throws(StoreError) -> String {
    if let kept = known[post.id], kept.texts[1] == post.page { return kept.texts[0] }
    let own = post.id
    guard !post.page.isEmpty, post.subject == post.page, !shared.contains(post.page) else {
      return own
    }
    let others = try found(PostFields.subject, [post.page]).values
    return others.contains { $0.texts[3] == source && $0.place.key != own } ? own : post.subject
  }
}
