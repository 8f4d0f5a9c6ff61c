import FoundationEssentials

/// The posts of several sources in one list, as rows.
///
/// ```swift
/// var list = MergedList()
/// list.insert(posts.map(TimelineItem.init))
/// let row = list.row(of: place)                 // where the reader was
/// list.insert(newer)                            // rows above it
/// let again = list.row(of: place)               // the same post, further down
/// ```
///
/// A value: it has no store, and nothing is loaded. Every place is one in time, and none a number of a row,
/// so that whatever comes above, goes away or comes back, a place stays where it is.
///
/// Of very many posts it has those round the reader's place: its ``coverage`` says from where to where nothing
/// is missing, and nothing else is shown. ``TimelineStore/extend(_:_:by:filter:)`` adds to it before the reader
/// comes to its end, and ``trim(around:to:)`` takes away what is far, so that all changes are fast however
/// far one scrolls.
public struct MergedList: Sendable {
  /// Which end is at the top.
  public enum Order: String, Sendable, CaseIterable {
    /// The newest post comes first.
    case newestFirst
    /// The oldest post comes first, as in a book.
    case oldestFirst
  }

  /// How rows are made.
  public struct Options: Hashable, Sendable {
    /// Which end is at the top.
    public var order = Order.newestFirst
    /// How far the reader's clock is before UTC, in seconds, where days begin.
    public var secondsFromGMT = 0
    /// From how many boosts on that follow one another they are one row; 0 for never.
    public var bundled = 3
    /// Whether days have headings.
    public var hasDays = true

    /// Makes the options that a reader begins with.
    public init() {}
  }

  /// From where to where a list has all posts.
  public struct Coverage: Hashable, Sendable {
    /// The oldest end; nil where there is nothing older.
    public var oldest: TimelinePlace?
    /// The newest end; nil where there is nothing newer.
    public var newest: TimelinePlace?

    /// Makes the coverage of a list, which has everything if no end is given.
    public init(oldest: TimelinePlace? = nil, newest: TimelinePlace? = nil) {
      self.oldest = oldest
      self.newest = newest
    }

    /// Whether a place is within it.
    public func contains(_ place: TimelinePlace) -> Bool {
      (oldest.map { $0 <= place } ?? true) && (newest.map { place <= $0 } ?? true)
    }
  }

  /// From where to where nothing is missing; what is outside is not shown.
  public private(set) var coverage = Coverage()
  /// How rows are made; another choice changes no place.
  public var options: Options { didSet { if options != oldValue { rebuildRows() } } }
  /// The rows from the top on.
  public private(set) var rows: [TimelineRow] = []
  /// The gaps, from the oldest on.
  public private(set) var gaps: [TimelineGap] = []

  /// All things by their places.
  private var things: [TimelineThing] = []
  private var subjects: [String: TimelineThing] = [:]
  private var items: [String: TimelineItem] = [:]
  private var read: Set<String> = []
  private var marked: Set<String> = []
  /// The rows of things, by the place of the thing, in the order of ``rows``.
  private var placed: [(place: TimelinePlace, row: Int)] = []
  private var hidden: Set<String> = []

  /// Makes an empty list.
  public init(_ options: Options = Options()) { self.options = options }

  /// How many items there are, each for itself, without those of hidden sources.
  public var count: Int { shown.reduce(0) { $0 + $1.items.count } }

  /// The things within the coverage.
  private var shown: ArraySlice<TimelineThing> {
    let first = coverage.oldest.map { end in
      Self.partition(things.count) { things[$0].place < end }
    }
    let last = coverage.newest.map { end in
      Self.partition(things.count) { things[$0].place <= end }
    }
    let start = first ?? 0
    return things[start..<max(start, last ?? things.count)]
  }

  /// Whether there is an item with this id, shown or hidden.
  public func contains(_ id: String) -> Bool { items[id] != nil }
}

// MARK: - Changing

extension MergedList {
  /// Adds items; one whose id is there takes the place of the old one.
  ///
  /// - Complexity: O(*n* + *k* log *k*) for *k* items that come to *n*.
  ///
  /// - Parameter coverage: From where to where nothing is missing afterwards; as before, if not given.
  public mutating func insert(_ added: [TimelineItem], covering coverage: Coverage? = nil) {
    let isMore = coverage.map { $0 != self.coverage } ?? false
    if let coverage { self.coverage = coverage }
    var touched: Set<String> = []
    for item in added {
      if let old = items.updateValue(item, forKey: item.id) {
        if old == item { continue }
        withdraw(old, &touched)
      }
      if !hidden.contains(item.source) { submit(item, &touched) }
    }
    settle(touched)
    if isMore, touched.isEmpty { rebuildRows() }
  }

  /// Takes away what is far from a place, so that about so many things stay, half of them on each side; the
  /// coverage says what is gone.
  ///
  /// - Returns: Whether something was taken away.
  /// - Complexity: O(*n*); O(1) where there are few enough
  @discardableResult
  public mutating func trim(around place: TimelinePlace, to limit: Int = 4_000) -> Bool {
    guard things.count > max(2, limit) else { return false }
    let middle = Self.partition(things.count) { things[$0].place < place }
    let (first, last) = (max(0, middle - limit / 2), min(things.count, middle + limit / 2))
    let gone = Array(things[..<first]) + Array(things[last...])
    guard !gone.isEmpty, first < last else { return false }
    if first > 0, coverage.oldest.map({ $0 < things[first].place }) ?? true {
      coverage.oldest = things[first].place
    }
    if last < things.count, coverage.newest.map({ $0 > things[last - 1].place }) ?? true {
      coverage.newest = things[last - 1].place
    }
    for thing in gone {
      subjects[thing.items[0].subject] = nil
      for item in thing.items {
        items[item.id] = nil
        read.remove(item.id)
        marked.remove(item.id)
      }
    }
    things = Array(things[first..<last])
    rebuildRows()
    return true
  }

  /// Removes items by their ids.
  ///
  /// - Complexity: O(*n*)
  public mutating func remove(_ ids: some Sequence<String>) {
    var touched: Set<String> = []
    for id in ids {
      if let item = items.removeValue(forKey: id) { withdraw(item, &touched) }
    }
    settle(touched)
  }

  /// Shows these sources no more, or again; what was read and every place stay.
  ///
  /// - Complexity: O(*n*)
  public mutating func hide(sources: Set<String>) {
    guard sources != hidden else { return }
    let before = hidden
    hidden = sources
    var touched: Set<String> = []
    for item in items.values {
      switch (before.contains(item.source), sources.contains(item.source)) {
      case (false, true): withdraw(item, &touched)
      case (true, false): submit(item, &touched)
      default: break
      }
    }
    settle(touched)
    // Gaps of a source may stand where it has no items.
    if touched.isEmpty { rebuildRows() }
  }

  private mutating func withdraw(_ item: TimelineItem, _ touched: inout Set<String>) {
    guard let index = subjects[item.subject]?.items.firstIndex(where: { $0.id == item.id }) else {
      return
    }
    subjects[item.subject]?.items.remove(at: index)
    if subjects[item.subject]?.items.isEmpty == true { subjects[item.subject] = nil }
    touched.insert(item.subject)
  }

  private mutating func submit(_ item: TimelineItem, _ touched: inout Set<String>) {
    var thing = subjects[item.subject] ?? TimelineThing(items: [])
    let index =
      thing.items.firstIndex { (item.rank, item.place) < ($0.rank, $0.place) }
      ?? thing.items.count
    thing.items.insert(item, at: index)
    subjects[item.subject] = thing
    touched.insert(item.subject)
  }

  /// Puts the things of these subjects where they belong now.
  private mutating func settle(_ touched: Set<String>) {
    guard !touched.isEmpty else { return }
    let fresh = touched.compactMap { subjects[$0] }.sorted { $0.place < $1.place }
    var merged: [TimelineThing] = []
    merged.reserveCapacity(things.count + fresh.count)
    var next = 0
    for thing in things where !touched.contains(thing.items[0].subject) {
      while next < fresh.count, fresh[next].place < thing.place {
        merged.append(fresh[next])
        next += 1
      }
      merged.append(thing)
    }
    merged += fresh[next...]
    things = merged
    rebuildRows()
  }
}

// MARK: - Gaps

extension MergedList {
  /// Adds a gap, where it has room: its two ends differ.
  public mutating func add(_ gap: TimelineGap) {
    guard gap.older < gap.newer, !gaps.contains(gap) else { return }
    let index = gaps.firstIndex { Self.precedes(gap, $0) } ?? gaps.count
    gaps.insert(gap, at: index)
    rebuildRows()
  }

  /// Adds what was loaded of a gap, and puts what is left of it in its place.
  ///
  /// - Parameters:
  ///   - gap: One of ``gaps``.
  ///   - found: What was loaded.
  ///   - rest: What ``TimelineGap/rest(from:found:isLast:isKnown:)`` says is left; nil where it is filled.
  public mutating func fill(
    _ gap: TimelineGap, with found: [TimelineItem], rest: TimelineGap?
  ) {
    gaps.removeAll { $0 == gap }
    insert(found)
    if let rest { add(rest) }
    rebuildRows()
  }

  private static func precedes(_ first: TimelineGap, _ second: TimelineGap) -> Bool {
    if first.newer != second.newer { return first.newer < second.newer }
    if first.older != second.older { return first.older < second.older }
    return first.source < second.source
  }
}

// MARK: - Reading

extension MergedList {
  /// Marks items as read, or as unread. Marks of items that are hidden, or not there yet, count when they are.
  public mutating func mark(_ ids: some Sequence<String>, isRead: Bool = true) {
    for id in ids { if isRead { read.insert(id) } else { read.remove(id) } }
  }

  /// Marks items as those that a rule has marked, or no more.
  public mutating func highlight(_ ids: some Sequence<String>, isOn: Bool = true) {
    for id in ids { if isOn { marked.insert(id) } else { marked.remove(id) } }
  }

  /// Whether a rule has marked an item of a row.
  public func isHighlighted(_ thing: TimelineThing) -> Bool {
    thing.items.contains { marked.contains($0.id) }
  }

  /// Whether a row was read: one of its items was, as it is the same thing.
  public func isRead(_ thing: TimelineThing) -> Bool {
    thing.items.contains { read.contains($0.id) }
  }

  /// The ids of all items on the newer or the older side of a place, itself with them, to mark them.
  public func ids(_ side: TimelineGap.End, of place: TimelinePlace) -> [String] {
    shown.lazy.filter { side == .newer ? $0.place >= place : $0.place <= place }
      .flatMap { $0.items.map(\.id) }
  }

  /// How many rows are not read, of all sources or of one.
  ///
  /// - Complexity: O(*n*)
  public func unreadCount(of source: String? = nil) -> Int {
    shown.count { thing in
      (source == nil || thing.items.contains { $0.source == source }) && !isRead(thing)
    }
  }

  /// How many things are newer than a place: the "N new".
  ///
  /// - Complexity: O(log *n*)
  public func newCount(since place: TimelinePlace) -> Int {
    let shown = shown
    let first = shown.startIndex
    return shown.count - Self.partition(shown.count) { shown[first + $0].place <= place }
  }

  /// The row at a place: that of the item, else that of the next older one, else of the oldest. nil in an
  /// empty list.
  ///
  /// - Complexity: O(log *n*)
  public func row(of place: TimelinePlace) -> Int? {
    // An item that was folded into another stands where that one does.
    var place = place
    if let subject = items[place.id]?.subject, let thing = subjects[subject] { place = thing.place }
    guard !placed.isEmpty else { return nil }
    switch options.order {
    case .newestFirst:
      let index = Self.partition(placed.count) { placed[$0].place > place }
      return placed[min(index, placed.count - 1)].row
    case .oldestFirst:
      let index = Self.partition(placed.count) { placed[$0].place <= place }
      return placed[max(index - 1, 0)].row
    }
  }

  /// The place of a row, to be kept; nil for a row that is not there.
  public func place(ofRow row: Int) -> TimelinePlace? {
    guard rows.indices.contains(row) else { return nil }
    let index = Self.partition(placed.count) { placed[$0].row < row }
    return placed.isEmpty ? nil : placed[min(index, placed.count - 1)].place
  }

  /// The first index for which `isBefore` is false; it is true for all before.
  private static func partition(_ count: Int, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Rows

extension MergedList {
  private mutating func rebuildRows() {
    let things = shown
    let shownGaps = gaps.filter { !hidden.contains($0.source) && coverage.contains($0.newer) }
    var maker = RowMaker(options)
    switch options.order {
    case .newestFirst:
      var gap = shownGaps.count - 1
      for thing in things.reversed() {
        // A gap stands right below its newer end.
        while gap >= 0, shownGaps[gap].newer > thing.place {
          maker.add(shownGaps[gap])
          gap -= 1
        }
        maker.add(thing)
      }
      while gap >= 0 {
        maker.add(shownGaps[gap])
        gap -= 1
      }
    case .oldestFirst:
      var gap = 0
      for thing in things {
        while gap < shownGaps.count, shownGaps[gap].newer <= thing.place {
          maker.add(shownGaps[gap])
          gap += 1
        }
        maker.add(thing)
      }
      for rest in shownGaps[gap...] { maker.add(rest) }
    }
    maker.endBoosts()
    (rows, placed) = (maker.rows, maker.placed)
  }
}
