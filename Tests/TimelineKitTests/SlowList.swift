import Foundation
import TimelineKit

/// The merged list as one would say it, without a thought of speed: everything from all items, each time.
struct SlowList {
  var options = MergedList.Options()
  var items: [TimelineItem] = []
  var hidden: Set<String> = []
  var read: Set<String> = []
  var gaps: [TimelineGap] = []
  var coverage = MergedList.Coverage()

  mutating func insert(_ added: [TimelineItem]) {
    for item in added {
      items.removeAll { $0.id == item.id }
      items.append(item)
    }
  }

  /// All things that are shown, from the oldest on, as their items.
  var things: [[TimelineItem]] {
    let shown = items.filter { !hidden.contains($0.source) }
    return Set(shown.map(\.subject))
      .map { subject in
        shown.filter { $0.subject == subject }.sorted { Self.isOlder($0.place, $1.place) }
      }
      .sorted { Self.isOlder($0[0].place, $1[0].place) }
      .filter { isCovered($0[0].place) }
  }

  private func isCovered(_ place: TimelinePlace) -> Bool {
    if let oldest = coverage.oldest, Self.isOlder(place, oldest) { return false }
    if let newest = coverage.newest, Self.isOlder(newest, place) { return false }
    return true
  }

  static func isOlder(_ first: TimelinePlace, _ second: TimelinePlace) -> Bool {
    if first.date < second.date { return true }
    return first.date == second.date
      && Array(first.id.utf8).lexicographicallyPrecedes(Array(second.id.utf8))
  }

  /// The rows in words: `day 3`, `post a`, `boosts a,b`, `gap s a-b`.
  var rows: [String] {
    // From the oldest to the newest a gap stands before the first thing that is not older than its newer end.
    var entries: [(place: TimelinePlace, thing: [TimelineItem]?, gap: TimelineGap?)] = []
    for thing in things { entries.append((thing[0].place, thing, nil)) }
    let shown = gaps.filter { !hidden.contains($0.source) && isCovered($0.newer) }.sorted {
      first, second in
      if first.newer != second.newer { return Self.isOlder(first.newer, second.newer) }
      if first.older != second.older { return Self.isOlder(first.older, second.older) }
      return first.source < second.source
    }
    for gap in shown {
      let index =
        entries.firstIndex { $0.thing != nil && !Self.isOlder($0.place, gap.newer) }
        ?? entries.count
      entries.insert((gap.newer, nil, gap), at: index)
    }
    if options.order == .newestFirst { entries.reverse() }
    return words(entries.map { ($0.thing, $0.gap) })
  }

  private func words(_ entries: [(thing: [TimelineItem]?, gap: TimelineGap?)]) -> [String] {
    var rows: [String] = []
    var day: Int?
    var index = 0
    while index < entries.count {
      if let gap = entries[index].gap {
        rows.append(Self.words(gap))
        index += 1
        continue
      }
      guard let thing = entries[index].thing else { break }
      let today = self.day(thing)
      if options.hasDays, today != day { rows.append("day \(today)") }
      if options.hasDays { day = today }
      var run: [[TimelineItem]] = []
      while index + run.count < entries.count, let next = entries[index + run.count].thing,
        next.allSatisfy(\.isBoost), !options.hasDays || self.day(next) == today
      {
        run.append(next)
      }
      if options.bundled > 0, run.count >= max(2, options.bundled) {
        rows.append("boosts " + run.map(Self.words).joined(separator: " | "))
        index += run.count
      } else {
        rows.append("post " + Self.words(thing))
        index += 1
        // A run that is too short is so as a whole.
        for rest in run.dropFirst() {
          rows.append("post " + Self.words(rest))
          index += 1
        }
      }
    }
    return rows
  }

  private func day(_ thing: [TimelineItem]) -> Int {
    let seconds = Int(thing[0].date.timeIntervalSince1970.rounded(.down)) + options.secondsFromGMT
    return Int((Double(seconds) / 86_400).rounded(.down))
  }

  static func words(_ thing: [TimelineItem]) -> String { thing.map(\.id).joined(separator: "+") }

  static func words(_ gap: TimelineGap) -> String {
    "gap \(gap.source) \(gap.older.id)-\(gap.newer.id)"
  }

  static func words(_ row: TimelineRow) -> String {
    switch row {
    case .day(let day): "day \(day)"
    case .post(let thing): "post " + words(thing.items)
    case .boosts(let things): "boosts " + things.map { words($0.items) }.joined(separator: " | ")
    case .gap(let gap): words(gap)
    }
  }

  func isRead(_ thing: [TimelineItem]) -> Bool { thing.contains { read.contains($0.id) } }

  /// The ids that the row of a place shows: the thing that has its item, else the next older, else the oldest.
  func shown(at place: TimelinePlace) -> [TimelineItem]? {
    let things = things
    if let subject = items.first(where: { $0.id == place.id })?.subject,
      let same = things.first(where: { $0[0].subject == subject })
    {
      return same
    }
    return things.last { !Self.isOlder(place, $0[0].place) } ?? things.first
  }
}
