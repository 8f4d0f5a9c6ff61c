import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing
import TimelineKit

/// The list that a store makes, and the place in it, whatever happens between.
struct StoredListTests {
  private let sources = ["a", "b", "c"].map {
    TimelineSource(.feed, title: $0, address: "https://example.org/\($0)")
  }

  private func page(_ numbers: some Sequence<Int>) -> PostPage {
    var page = PostPage()
    for number in numbers {
      var post = Post(
        source: sources[number % 3].id, name: "\(number)",
        subject: number % 6 < 3 ? "https://example.org/\(number / 3)" : "s\(number)",
        kind: .article, author: "@ann@example.org", published: moment(Double(number) * 977))
      post.text = number % 4 == 0 ? "ball" : "cat"
      page.posts.append(post)
    }
    return page
  }

  @Test func rulesAndRemovedSourcesHidePosts() throws {
    let folder = try ScratchFolder()
    let store = try TimelineStore(folder: folder.url.path)
    for source in sources { try store.put(source) }
    try store.add(page(0..<12))
    #expect(try store.list().count == 12)
    let rules = RuleSet([TimelineRule(id: "1", title: "B", action: .mute, query: "ball")])
    #expect(try store.list(filter: TimelineFilter(rules: rules)).count == 9)
    try store.remove(source: sources[0].id)
    #expect(try store.list().count == 8)
    try store.put(sources[0])
    #expect(try store.list().count == 12)
    let cats = SmartList(id: "1", title: "C", query: "cat", source: sources[1].id)
    #expect(try store.list(filter: TimelineFilter(cats)).count == 3)
    let mark = RuleSet([TimelineRule(id: "1", title: "B", action: .mark, query: "ball")])
    let list = try store.list(filter: TimelineFilter(rules: mark))
    let things = list.rows.compactMap { row in if case .post(let thing) = row { thing } else { nil }
    }
    #expect(things.count { list.isHighlighted($0) } == 3)
  }

  /// A window on the store against ``SlowList``, which has everything: made round any place, extended, cut,
  /// with posts that come, are marked and are filtered.
  @Test func aWindowHasWhatTheWholeListHasThere() throws {
    var generator = seededGenerator()
    for round in 0..<testSteps(12) {
      let context = "seed \(generator.seed), round \(round)"
      let folder = try ScratchFolder()
      let store = try TimelineStore(folder: folder.url.path)
      for source in sources.dropLast(round % 2) { try store.put(source) }
      let rule = TimelineRule(id: "1", title: "B", action: .mute, query: "ball")
      let (source, isMuting) = (round % 3 == 0 ? sources[0].id : nil, round % 4 > 1)
      let filter = TimelineFilter(source: source, rules: RuleSet(isMuting ? [rule] : []))
      var slow = SlowList()
      slow.options.bundled = 0
      var last = Int.random(in: 0...80, using: &generator)
      try add(0..<last, to: store, &slow, source: source, isMuting: isMuting)
      let place = TimelinePlace(
        id: "x", date: moment(Double.random(in: 0...80_000, using: &generator).rounded()))
      let reach = Int.random(in: 1...9, using: &generator)
      var list = try store.list(
        slow.options, around: Bool.random(using: &generator) ? place : nil, filter: filter,
        reach: reach)
      for step in 0..<20 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
          let end: TimelineGap.End = Bool.random(using: &generator) ? .older : .newer
          let count = Int.random(in: 1...12, using: &generator)
          let isMore = try store.extend(&list, end, by: count, filter: filter)
          #expect(isMore == ((end == .older ? list.coverage.oldest : list.coverage.newest) != nil))
        case 2:
          let end = last + Int.random(in: 1...9, using: &generator)
          let ids = try add(
            last..<end, to: store, &slow, source: source, isMuting: isMuting)
          list.insert(try store.items(ids, filter: filter))
          last = end
        case 3:
          list.trim(around: place, to: Int.random(in: 2...30, using: &generator))
        default:
          let ids = slow.items.filter { _ in Int.random(in: 0..<9, using: &generator) == 0 }.map(
            \.id)
          slow.read.formUnion(ids)
          try store.mark(ids)
          list.mark(ids)
        }
        slow.coverage = list.coverage
        let rows = list.rows.map(SlowList.words)
        #expect(rows == slow.rows, "\(context), step \(step)")
        #expect(list.unreadCount() == slow.things.count { !slow.isRead($0) }, "\(context)")
        if rows != slow.rows { return }
      }
    }
  }

  @discardableResult
  private func add(
    _ numbers: Range<Int>, to store: TimelineStore, _ slow: inout SlowList,
    source: String?, isMuting: Bool
  ) throws -> [String] {
    let page = page(numbers.map { $0 * 37 % 101 })
    let known = Set(store.sources.table.map { $0[SourceFields.id] })
    slow.insert(
      page.posts.filter { post in
        known.contains(post.source) && source.map { $0 == post.source } ?? true
          && !(isMuting && post.text == "ball")
      }.map(TimelineItem.init))
    return try store.add(page).new
  }

  /// Inserting above, restarts, sources away and back, rules and another order: the row is that of the post
  /// where the reader was.
  @Test func thePlaceIsKeptWhateverHappens() throws {
    var generator = seededGenerator()
    for round in 0..<testSteps(8) {
      let context = "seed \(generator.seed), round \(round)"
      let folder = try ScratchFolder()
      var store = try TimelineStore(folder: folder.url.path)
      for source in sources { try store.put(source) }
      var last = 60
      try store.add(page(0..<last))
      let number = Int.random(in: 0..<last, using: &generator)
      let post = page([number]).posts[0]
      try store.keep(TimelinePlace(id: post.id, date: post.published), in: TimelineStore.mergedList)
      var options = MergedList.Options()
      for _ in 0..<12 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          let end = last + Int.random(in: 1...40, using: &generator)
          try store.add(page(last..<end))
          last = end
        case 1: store = try TimelineStore(folder: folder.url.path)
        case 2: try store.remove(source: sources[Int.random(in: 0..<3, using: &generator)].id)
        case 3: for source in sources { try store.put(source) }
        default: options.order = Bool.random(using: &generator) ? .newestFirst : .oldestFirst
        }
      }
      for source in sources { try store.put(source) }
      let place = try #require(store.place(in: TimelineStore.mergedList))
      let list = try store.list(options, around: place, reach: 5)
      let row = try #require(list.row(of: place))
      guard case .post(let thing) = list.rows[row] else {
        Issue.record("\(context): \(list.rows[row])")
        return
      }
      #expect(thing.items.contains { $0.id == post.id }, "\(context)")
    }
  }
}
