import HikidashiRecords
public import HikidashiStorage

/// How many things are not read: what several posts are about is one thing, read when one of them is.
public struct UnreadCounts: Sendable, Equatable {
  /// How many there are in the merged list.
  public internal(set) var all = 0
  var sources: [String: Int] = [:]

  /// Makes the counts of a store without posts.
  public init() {}

  /// How many there are in the list of a source.
  public subscript(source: String) -> Int { sources[source, default: 0] }
}

extension TimelineStore {
  /// How many posts are newer than a place: the "N new". What two sources have is counted twice.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n* + *k*) for *k* posts, some 20 in a microsecond
  public func newCount(
    since place: TimelinePlace, of source: String? = nil
  ) throws(StoreError) -> Int {
    try posts.count(.after, of: place.paged, where: source.map { (PostFields.source, $0) })
  }

  /// How many things are not read, as the lists of all posts and of each source have them.
  ///
  /// - Throws: `StoreError`
  /// - Complexity: O(*n*) in posts, some 3 in a microsecond
  public func unreadCounts() throws(StoreError) -> UnreadCounts {
    let read = try posts.marked(PostFields.isRead)
    var counts = UnreadCounts()
    var owners: [String] = []
    // The place of each record's source among the owners, by the record's number.
    var owner: [Int32] = []
    let known = Set(sources.table.values(of: SourceFields.id))
    for source in known { counts.sources[source] = 0 }
    for (source, numbers) in try posts.groups(by: PostFields.source) where known.contains(source) {
      let missing = (numbers.lazy.map(\.rawValue).max() ?? -1) + 1 - owner.count
      if missing > 0 { owner += repeatElement(-1, count: missing) }
      var unread = 0
      for number in numbers {
        owner[number.rawValue] = Int32(owners.count)
        if !read.contains(number) { unread += 1 }
      }
      owners.append(source)
      counts.sources[source] = unread
      counts.all += unread
    }
    for (_, numbers) in try posts.groups(by: PostFields.subject, ofAtLeast: 2) {
      let shown = numbers.filter { $0.rawValue < owner.count && owner[$0.rawValue] >= 0 }
      let unread = shown.filter { !read.contains($0) }
      // All of a thing that was read are read, and of another one counts.
      let isRead = unread.count < shown.count
      var seen: Set<Int32> = []
      for number in unread {
        let source = owner[number.rawValue]
        if isRead || !seen.insert(source).inserted {
          counts.sources[owners[Int(source)], default: 0] -= 1
        }
      }
      counts.all -= isRead ? unread.count : max(0, unread.count - 1)
    }
    return counts
  }
}
