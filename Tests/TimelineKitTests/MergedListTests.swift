import Foundation
import HikidashiBase
import TestSupport
import Testing
import TimelineKit

/// The merged list against ``SlowList``, and by examples.
struct MergedListTests {
  private func item(
    _ id: String, _ seconds: Double, source: String = "s", subject: String? = nil,
    isBoost: Bool = false
  ) -> TimelineItem {
    TimelineItem(
      id: id, source: source, subject: subject ?? id, date: moment(seconds), isBoost: isBoost)
  }

  private func words(_ list: MergedList) -> [String] { list.rows.map(SlowList.words) }

  @Test func postsAreInTheOrderOfTimeAndIds() {
    var list = MergedList()
    list.insert([item("b", 5), item("c", 90_000), item("a", 5), item("d", 1)])
    #expect(words(list) == ["day 20455", "post c", "day 20454", "post b", "post a", "post d"])
    list.options.order = .oldestFirst
    #expect(words(list) == ["day 20454", "post d", "post a", "post b", "day 20455", "post c"])
    list.options.secondsFromGMT = -6
    #expect(words(list).first == "day 20453")
  }

  @Test func theSameThingOfTwoSourcesIsOneRow() {
    var list = MergedList()
    list.insert([
      item("a", 10, source: "s", subject: "x"), item("b", 5, source: "t", subject: "x"),
      item("c", 7, source: "t"),
    ])
    #expect(words(list) == ["day 20454", "post c", "post b+a"])
    guard case .post(let thing) = list.rows[2] else { return }
    #expect(thing.sources == ["t", "s"])
    #expect(list.row(of: item("a", 10).place) == 2)
    list.mark(["a"])
    #expect(list.isRead(thing))
    #expect(list.unreadCount() == 1)
    #expect(list.unreadCount(of: "s") == 0)
  }

  @Test func boostsAreBundledAndTheOriginalIsShown() {
    var list = MergedList()
    list.insert([
      item("a", 4, isBoost: true), item("b", 3, isBoost: true), item("c", 2, isBoost: true),
      item("d", 1), item("e", 0, subject: "d", isBoost: true),
    ])
    #expect(words(list) == ["day 20454", "boosts a | b | c", "post e+d"])
    guard case .post(let thing) = list.rows[2] else { return }
    #expect(thing.shown.id == "d" && !thing.isBoost)
    #expect(list.row(of: item("b", 3).place) == 1)
    list.options.bundled = 0
    #expect(words(list) == ["day 20454", "post a", "post b", "post c", "post e+d"])
  }

  @Test func aGapIsFilledFromBothEnds() {
    var list = MergedList()
    func fill(_ end: TimelineGap.End, _ found: [TimelineItem]) {
      let gap = list.gaps[0]
      let rest = gap.rest(from: end, found: found, isLast: false) { list.contains($0.id) }
      list.fill(gap, with: found, rest: rest)
    }
    list.insert([item("new", 100), item("old", 0)])
    list.add(TimelineGap(source: "s", older: item("old", 0).place, newer: item("new", 100).place))
    #expect(words(list) == ["day 20454", "post new", "gap s old-new", "post old"])
    fill(.newer, [item("n1", 90)])
    #expect(words(list) == ["day 20454", "post new", "post n1", "gap s old-n1", "post old"])
    fill(.older, [item("o1", 10)])
    #expect(
      words(list) == ["day 20454", "post new", "post n1", "gap s o1-n1", "post o1", "post old"])
    fill(.newer, [])
    #expect(list.gaps.count == 1)
    // A clock that was wrong: older than the other end, and not known.
    fill(.newer, [item("wrong", -50)])
    #expect(list.gaps.map(\.newer.id) == ["wrong"])
    fill(.newer, [item("m", 50), item("o1", 10)])
    #expect(list.gaps.isEmpty)
    #expect(list.rows.count == 8)
  }

  @Test func whatIsNewIsCountedFromThePlace() {
    var list = MergedList()
    list.insert((0..<10).map { item("\($0)", Double($0)) })
    #expect(list.newCount(since: item("6", 6).place) == 3)
    #expect(list.ids(.newer, of: item("6", 6).place) == ["6", "7", "8", "9"])
    #expect(list.ids(.older, of: item("1", 1).place) == ["0", "1"])
  }

  @Test func insertingAboveKeepsThePlace() {
    var list = MergedList()
    list.insert((0..<100).map { item("a\($0)", Double($0)) })
    let place = item("a40", 40).place
    let before = list.row(of: place)
    list.insert((0..<500).map { item("b\($0)", 1_000 + Double($0)) })
    #expect(list.row(of: place) == before.map { $0 + 500 })
    #expect(list.place(ofRow: list.row(of: place) ?? 0) == place)
  }

  @Test func anyChangesGiveTheRowsOfTheSlowList() {
    var generator = seededGenerator()
    for round in 0..<testSteps(150) {
      var (list, slow) = (MergedList(), SlowList())
      var place: TimelinePlace?
      for step in 0..<30 {
        change(&list, &slow, &place, &generator)
        let context = "seed \(generator.seed), round \(round), step \(step)"
        guard check(list, slow, place, context) else { return }
      }
    }
  }

  private func change(
    _ list: inout MergedList, _ slow: inout SlowList, _ place: inout TimelinePlace?,
    _ generator: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<4:
      let added = (0..<Int.random(in: 0...6, using: &generator)).map { _ in random(&generator) }
      list.insert(added)
      slow.insert(added)
    case 4:
      let ids = slow.items.filter { _ in Int.random(in: 0..<8, using: &generator) == 0 }.map(\.id)
      list.remove(ids)
      slow.items.removeAll { ids.contains($0.id) }
    case 5:
      slow.hidden = Set(["s", "t", "u"].filter { _ in Bool.random(using: &generator) })
      list.hide(sources: slow.hidden)
    case 6:
      slow.options.order = Bool.random(using: &generator) ? .newestFirst : .oldestFirst
      slow.options.bundled = Int.random(in: 0...4, using: &generator)
      slow.options.hasDays = Int.random(in: 0..<4, using: &generator) > 0
      slow.options.secondsFromGMT = 3_600 * Int.random(in: -12...12, using: &generator)
      list.options = slow.options
    case 7:
      let ids = (0..<3).map { _ in random(&generator).id }
      let isRead = Bool.random(using: &generator)
      list.mark(ids, isRead: isRead)
      for id in ids { if isRead { slow.read.insert(id) } else { slow.read.remove(id) } }
    case 8:
      let ends = [random(&generator).place, random(&generator).place]
      let gap = TimelineGap(source: "s", older: ends[0], newer: ends[1])
      list.add(gap)
      if SlowList.isOlder(gap.older, gap.newer), !slow.gaps.contains(gap) { slow.gaps.append(gap) }
    case 9:
      fill(&list, &slow, &generator)
    default:
      place = slow.items.randomElement(using: &generator)?.place ?? place
    }
  }

  private func fill(
    _ list: inout MergedList, _ slow: inout SlowList, _ generator: inout SeededGenerator
  ) {
    guard let gap = slow.gaps.randomElement(using: &generator) else { return }
    let end: TimelineGap.End = Bool.random(using: &generator) ? .newer : .older
    let found = (0..<3).map { _ in random(&generator) }
    let isLast = Int.random(in: 0..<4, using: &generator) == 0
    let rest = gap.rest(from: end, found: found, isLast: isLast) { list.contains($0.id) }
    list.fill(gap, with: found, rest: rest)
    slow.insert(found)
    slow.gaps.removeAll { $0 == gap }
    guard let rest, !slow.gaps.contains(rest), SlowList.isOlder(rest.older, rest.newer) else {
      return
    }
    slow.gaps.append(rest)
  }

  /// An item of few ids, subjects and dates, so that there is much to fold and to tie.
  private func random(_ generator: inout SeededGenerator) -> TimelineItem {
    let number = Int.random(in: 0..<60, using: &generator)
    let source = ["s", "t", "u"][number % 3]
    // An author may change the date; ids of one subject are in several sources.
    let shift = Int.random(in: 0..<20, using: &generator) == 0 ? 7.5 : 0
    return item(
      "\(source)\(number)", Double(number / 4) * 15_000 + shift, source: source,
      subject: number % 5 == 0 ? "x\(number / 10)" : nil, isBoost: number % 7 < 4)
  }

  private func check(
    _ list: MergedList, _ slow: SlowList, _ place: TimelinePlace?, _ context: String
  ) -> Bool {
    let things = slow.things
    var isRight = words(list) == slow.rows && list.count == things.reduce(0) { $0 + $1.count }
    isRight = isRight && list.unreadCount() == things.count { !slow.isRead($0) }
    #expect(words(list) == slow.rows, "\(context)")
    #expect(list.unreadCount() == things.count { !slow.isRead($0) }, "\(context)")
    guard let place else { return isRight }
    let shown = list.row(of: place).map { SlowList.words(list.rows[$0]) } ?? ""
    let wanted = slow.shown(at: place).map(SlowList.words) ?? ""
    let found = shown.split(separator: " ").contains { $0 == wanted[...] } || shown == wanted
    #expect(found, "\(context): \(shown) instead of \(wanted)")
    let newer = things.count { SlowList.isOlder(place, $0[0].place) }
    #expect(list.newCount(since: place) == newer, "\(context)")
    return isRight && found && list.newCount(since: place) == newer
  }
}
