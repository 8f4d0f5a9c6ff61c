public import FoundationEssentials

/// What the merged list knows of a post.
public struct TimelineItem: Hashable, Sendable, Identifiable {
  /// The ``Post/id``.
  public var id: String
  /// The ``TimelineSource/id`` of the source that has it.
  public var source: String
  /// The ``Post/subject``: items with one subject are one row.
  public var subject: String
  /// When it was published, or passed on.
  public var date: Date
  /// Whether it was passed on.
  public var isBoost: Bool
  /// Which of the items of one subject is shown, and says where their row stands: that of the least rank, and of
  /// one rank the earliest. An article of the host that its link names has 0, and another one a greater rank the later
  /// it was kept, so that no feed takes the place of another's article by a date.
  public var rank: Int

  /// Makes an item of its parts.
  public init(
    id: String, source: String, subject: String, date: Date, isBoost: Bool = false, rank: Int = 0
  ) {
    self.id = id
    self.source = source
    self.subject = subject
    self.date = date
    self.isBoost = isBoost
    self.rank = rank
  }

  /// Makes the item of a post.
  public init(_ post: Post) {
    self.init(
      id: post.id, source: post.source, subject: post.subject, date: post.published,
      isBoost: post.kind == .boost)
  }

  /// Where the item stands in time.
  public var place: TimelinePlace { TimelinePlace(id: id, date: date) }
}

/// A place in time: that of an item, whether or not it is shown or known any more.
///
/// Places are in the order of their dates, and those of one date in the order of the ids, so that the order
/// of all items is the same whatever order they came in.
public struct TimelinePlace: Hashable, Sendable, Comparable {
  /// The ``TimelineItem/id`` of the item.
  public var id: String
  /// Its date.
  public var date: Date

  /// Makes a place.
  public init(id: String, date: Date) {
    self.id = id
    self.date = date
  }

  public static func < (first: Self, second: Self) -> Bool {
    first.date != second.date ? first.date < second.date : Self.isLess(first.id, second.id)
  }

  /// By bytes, and not as Swift orders text: two texts that are equal for Swift have two ids for a server.
  private static func isLess(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
