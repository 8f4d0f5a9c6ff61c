public import FoundationEssentials

/// Makes rows of things and gaps that come from the top on.
struct RowMaker {
  private(set) var rows: [TimelineRow] = []
  private(set) var placed: [(place: TimelinePlace, row: Int)] = []
  private let options: MergedList.Options
  private var boosts: [TimelineThing] = []
  private var day: Int?

  init(_ options: MergedList.Options) { self.options = options }

  mutating func add(_ gap: TimelineGap) {
    endBoosts()
    rows.append(.gap(gap))
  }

  mutating func add(_ thing: TimelineThing) {
    let day = options.day(of: thing.place.date)
    if options.hasDays, day != self.day {
      endBoosts()
      self.day = day
      rows.append(.day(day))
    }
    if thing.isBoost, options.bundled > 0 {
      boosts.append(thing)
    } else {
      endBoosts()
      append(.post(thing), [thing])
    }
  }

  mutating func endBoosts() {
    if boosts.count >= max(options.bundled, 2) {
      append(.boosts(boosts), boosts)
    } else {
      for boost in boosts { append(.post(boost), [boost]) }
    }
    boosts = []
  }

  private mutating func append(_ row: TimelineRow, _ things: [TimelineThing]) {
    for thing in things { placed.append((thing.place, rows.count)) }
    rows.append(row)
  }
}

extension MergedList.Options {
  /// The day of a date, by its number since 1970-01-01 in the reader's time zone.
  public func day(of date: Date) -> Int {
    let seconds = date.timeIntervalSince1970 + Double(secondsFromGMT)
    // A server may write any year.
    return Int((seconds / 86_400).rounded(.down).clamped(to: -1e9...1e9))
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
