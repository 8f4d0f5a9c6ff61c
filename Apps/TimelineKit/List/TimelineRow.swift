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
  /// The items, in the order of their ranks and places: the first says where the row stands, so that boosts and
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
