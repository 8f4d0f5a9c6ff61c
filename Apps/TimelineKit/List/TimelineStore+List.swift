import HikidashiRecords
public import HikidashiStorage

/// Items that were read of a store, with what a list must know of them.
public struct TimelineItems: Sendable {
  /// The items, and those of other sources that are the same thing.
  public internal(set) var all: [TimelineItem] = []
  /// The ids of those that were read.
  public internal(set) var read: [String] = []
  /// The ids of those that a rule has marked.
  public internal(set) var marked: [String] = []
}

extension MergedList {
  /// Adds items with what is known of them.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *k* items that come to *n*.
  public mutating func insert(_ found: TimelineItems, covering coverage: Coverage? = nil) {
    mark(found.read)
    highlight(found.marked)
    insert(found.all, covering: coverage)
  }
}

extension TimelineStore {
  /// How many posts a list has on each side of the reader's place at first.
  public static let firstReach = 100
  /// How many posts are looked at for a step of a list that shows few of them.
  private static let mostLooked = 20_000

  /// Makes the list round a place, with what was read and the gaps.
  ///
  /// ```swift
  /// let place = store.place(in: TimelineStore.mergedList)
  /// var list = try store.list(around: place, filter: TimelineFilter(rules: RuleSet(rules)))
  /// let row = place.flatMap { list.row(of: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - options: How rows are made.
  ///   - place: Where the reader is; nil for the newest posts.
  ///   - filter: Which posts are shown.
  ///   - reach: How many posts on each side.
  /// - Throws: `StoreError`
  /// - Complexity: O(log *n*), where most posts are shown
  public func list(
    _ options: MergedList.Options = MergedList.Options(), around place: TimelinePlace? = nil,
    filter: TimelineFilter = TimelineFilter(), reach: Int = firstReach
  ) throws(StoreError) -> MergedList {
    var list = MergedList(options)
    for gap in gaps() where filter.source == nil || gap.source == filter.source { list.add(gap) }
    let known = known()
    if let place {
      let older = try load(.older, of: place, itself: true, reach, filter, known)
      let newer = try load(.newer, of: place, itself: false, reach, filter, known)
      list.insert(older.items)
      list.insert(
        newer.items, covering: MergedList.Coverage(oldest: older.end, newest: newer.end))
    } else {
      let older = try load(.older, of: nil, itself: true, 2 * reach, filter, known)
      list.insert(older.items, covering: MergedList.Coverage(oldest: older.end, newest: nil))
    }
    // The posts may belong to rows far below, with older posts of the same subjects.
    while !list.rows.contains(where: \.isPost), list.coverage.oldest != nil {
      try extend(&list, .older, by: 2_000, filter: filter)
    }
    return list
  }

  /// Adds to a list on one of its sides, before the reader comes to its end.
  ///
  /// - Parameters:
  ///   - list: One of ``list(_:around:filter:reach:)``, or a copy of it on another thread.
  ///   - end: Which side.
  ///   - count: How many posts are added, where there are as many.
  ///   - filter: The filter of the list.
  /// - Returns: Whether there may be more on this side.
  /// - Throws: `StoreError`; the list is as it was then.
  /// - Complexity: O(log *n* + *k*) for *k* posts, where most posts are shown
  @discardableResult
  public func extend(
    _ list: inout MergedList, _ end: TimelineGap.End, by count: Int = 200,
    filter: TimelineFilter = TimelineFilter()
  ) throws(StoreError) -> Bool {
    guard let (found, coverage) = try more(of: list.coverage, end, by: count, filter: filter)
    else { return false }
    list.insert(found, covering: coverage)
    return (end == .older ? coverage.oldest : coverage.newest) != nil
  }

  /// What ``extend(_:_:by:filter:)`` adds, for a list that may change meanwhile; nil where there is no more.
  ///
  /// - Throws: `StoreError`
  public func more(
    of coverage: MergedList.Coverage, _ end: TimelineGap.End, by count: Int = 200,
    filter: TimelineFilter = TimelineFilter()
  ) throws(StoreError) -> (items: TimelineItems, coverage: MergedList.Coverage)? {
    guard let place = end == .older ? coverage.oldest : coverage.newest else { return nil }
    let found = try load(end, of: place, itself: false, count, filter, known())
    var coverage = coverage
    if end == .older { coverage.oldest = found.end } else { coverage.newest = found.end }
    return (found.items, coverage)
  }

  /// Makes the items of posts by their ids, as ``add(_:)`` gives them, with those of other sources that are the
  /// same thing; those that are not there, or are not shown, are left out.
  ///
  /// - Throws: `StoreError`
  public func items(
    _ ids: some Sequence<String>, filter: TimelineFilter = TimelineFilter()
  ) throws(StoreError) -> TimelineItems {
    var sifter = Sifter(filter, known())
    sifter.take(try posts.records(ids))
    return try withSame(sifter)
  }

  /// The ids of sources that there are: the posts of a source that was removed are kept, and shown again when
  /// it is added again.
  private func known() -> Set<String> { Set(sources.table.values(of: SourceFields.id)) }

  /// Loads what is shown on one side of a place; the end is nil where there is no more.
  private func load(
    _ end: TimelineGap.End, of place: TimelinePlace?, itself: Bool, _ count: Int,
    _ filter: TimelineFilter, _ known: Set<String>
  ) throws(StoreError) -> (items: TimelineItems, end: TimelinePlace?) {
    var sifter = Sifter(filter, known)
    if itself, let place { sifter.take(try posts.records([place.id])) }
    let value = filter.source.map { (PostFields.source, $0) }
    var cursor = place?.paged
    var (looked, step, isLast) = (0, max(1, count), false)
    while sifter.found.all.count < count, looked < Self.mostLooked, !isLast {
      let page = try posts.page(end.paged, of: cursor, limit: step, where: value)
      sifter.take(page)
      cursor = page.last ?? cursor
      isLast = page.count < step
      looked += page.count
      step = min(2_000, 2 * step)
    }
    let found = try withSame(sifter)
    return (found, isLast ? nil : cursor.map { TimelinePlace($0) })
  }

  /// Adds what other sources have of the same things.
  private func withSame(_ sifter: Sifter) throws(StoreError) -> TimelineItems {
    var sifter = sifter
    let subjects = Set(sifter.found.all.map(\.subject))
    sifter.take(try posts.records(where: PostFields.subject, isOneOf: subjects))
    sifter.markSame()
    return sifter.found
  }
}

/// Gathers what is shown of pages.
private struct Sifter {
  private(set) var found = TimelineItems()
  private let filter: TimelineFilter
  private let known: Set<String>
  private var seen: Set<String> = []
  /// The subjects that the reader has read in another source, for the list of one source.
  private var readElsewhere: Set<String> = []
  private var hosts: [String: Substring] = [:]

  init(_ filter: TimelineFilter, _ known: Set<String>) {
    self.filter = filter
    self.known = known
  }

  mutating func take(_ page: PagedRecords) {
    let (table, sifted) = (page.table, filter.sift(page.table))
    for number in sifted.shown {
      let item = item(table, number, page.numbers[number.rawValue])
      guard known.contains(item.source) else { continue }
      guard filter.source == nil || filter.source == item.source else {
        if table[number, PostFields.isRead] { readElsewhere.insert(item.subject) }
        continue
      }
      guard seen.insert(item.id).inserted else { continue }
      found.all.append(item)
      if table[number, PostFields.isRead] { found.read.append(item.id) }
      if sifted.marked.contains(number) { found.marked.append(item.id) }
    }
  }

  /// Marks posts as read that the reader has read in another source.
  mutating func markSame() {
    guard !readElsewhere.isEmpty else { return }
    let elsewhere = readElsewhere
    found.read += found.all.filter { elsewhere.contains($0.subject) }.map(\.id)
  }
}

extension Sifter {
  /// The item of a record, of which nothing else is read.
  ///
  /// - Parameter kept: The number of the record in the store.
  private mutating func item(
    _ table: RecordTable, _ number: RecordNumber, _ kept: RecordNumber
  ) -> TimelineItem {
    let kind = table[number, PostFields.kind]
    var item = TimelineItem(
      id: table[number, PostFields.id], source: table[number, PostFields.source],
      subject: table[number, PostFields.subject], date: table[number, PostFields.published],
      isBoost: kind == .boost)
    if kind == .article { item.rank = isHome(item) ? 0 : kept.rawValue }
    return item
  }

  /// Whether the link of an article leads to the host that its source is at.
  private mutating func isHome(_ item: TimelineItem) -> Bool {
    let host = WebHost.site(of: item.subject)
    guard !host.isEmpty else { return false }
    if hosts[item.source] == nil {
      // An id is the kind of the source and its address.
      let address = item.source.drop { $0 != " " }.dropFirst()
      hosts[item.source] = WebHost.site(of: String(address))
    }
    return hosts[item.source] == host
  }
}

extension TimelineRow {
  fileprivate var isPost: Bool {
    switch self {
    case .post, .boosts: true
    case .day, .gap: false
    }
  }
}
