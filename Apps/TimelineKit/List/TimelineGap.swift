internal import FoundationEssentials

/// Where a source may have posts that were not loaded.
public struct TimelineGap: Hashable, Sendable {
  /// From which end a gap is filled.
  public enum End: Sendable, CaseIterable {
    /// From the post below the gap up.
    case older
    /// From the post above the gap down.
    case newer
  }

  /// The ``TimelineSource/id`` of the source.
  public var source: String
  /// The last item before the gap; it is loaded from here upwards.
  public var older: TimelinePlace
  /// The first item after the gap; it is loaded from here downwards.
  public var newer: TimelinePlace

  /// Makes a gap between two items, whose names the source knows.
  ///
  /// A source has an order of its own, and its clock may have been wrong: where the dates of the ends are
  /// the other way round, that of the newer end becomes later by a millisecond.
  public init(source: String, older: TimelinePlace, newer: TimelinePlace) {
    self.source = source
    self.older = older
    self.newer = newer
    if self.newer <= older, newer.id != older.id {
      self.newer.date = older.date.addingTimeInterval(0.001)
    }
  }

  /// What is left of the gap when something of it was loaded; nil where it is filled.
  ///
  /// - Parameters:
  ///   - end: The end that was loaded from.
  ///   - found: What was loaded, from that end on, in the order of the source.
  ///   - isLast: Whether the source has nothing more behind that.
  ///   - isKnown: Whether an item was there before. Dates do not say that the other end was reached, as
  ///     clocks may have been wrong.
  public func rest(
    from end: End, found: [TimelineItem], isLast: Bool, isKnown: (TimelineItem) -> Bool
  ) -> TimelineGap? {
    let found = found.filter { $0.source == source }
    let other = end == .newer ? older : newer
    // Where the other end is gone from the source, what is known behind it says so.
    let isBehind =
      !found.isEmpty
      && found.allSatisfy { item in
        (end == .newer ? item.place < other : item.place > other) && isKnown(item)
      }
    let isReached = isBehind || found.contains { $0.id == other.id }
    guard !isLast, !isReached else { return nil }
    guard let last = found.last, last.id != (end == .newer ? newer : older).id else { return self }
    switch end {
    case .newer: return TimelineGap(source: source, older: older, newer: last.place)
    case .older:
      // The end that stays says how far up the gap may reach.
      var place = last.place
      if place >= newer { place.date = newer.date.addingTimeInterval(-0.001) }
      return TimelineGap(source: source, older: place, newer: newer)
    }
  }
}
