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

  /// Makes an item of its parts.
  public init(id: String, source: String, subject: String, date: Date, isBoost: Bool = false) {
    self.id = id
    self.source = source
    self.subject = subject
    self.date = date
    self.isBoost = isBoost
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

/// Where a source may have posts that were not loaded.
public struct TimelineGap: Hashable, Sendable {
  /// The ``TimelineSource/id`` of the source.
  public var source: String
  /// The last item before the gap; it is loaded from here upwards.
  public var older: TimelinePlace
  /// The first item after the gap; it is loaded from here downwards.
  public var newer: TimelinePlace

  /// Makes a gap; the ends are put in their order.
  public init(source: String, older: TimelinePlace, newer: TimelinePlace) {
    self.source = source
    self.older = min(older, newer)
    self.newer = max(older, newer)
  }
}

/// What stands in a row: a day, a post with all who have it, boosts in a bundle, or a gap.
public enum TimelineRow: Hashable, Sendable {
  /// The heading of a day, by its number since 1970-01-01 in the reader's time zone.
  case day(Int)
  /// A post.
  case post(TimelineThing)
  /// Boosts that follow one another, shown as one row until it is opened.
  case boosts([TimelineThing])
  /// A gap.
  case gap(TimelineGap)
}

/// What is one row: an item, and all others of its subject.
public struct TimelineThing: Hashable, Sendable {
  /// The items, in the order of their places: the first says where the row stands, so that boosts and
  /// copies that come later do not move it.
  public internal(set) var items: [TimelineItem]

  /// Where the row stands.
  public var place: TimelinePlace { items[0].place }
  /// The post that is shown: the first that is no boost, else the first.
  public var shown: TimelineItem { items.first { !$0.isBoost } ?? items[0] }
  /// The sources that have it, each once, in the order in which they had it.
  public var sources: [String] {
    var seen: Set<String> = []
    return items.map(\.source).filter { seen.insert($0).inserted }
  }
  /// Whether it was only passed on.
  public var isBoost: Bool { items.allSatisfy(\.isBoost) }
}
