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
    #expect(store.list().count == 12)
    let rules = RuleSet([TimelineRule(id: "1", title: "B", action: .mute, query: "ball")])
    #expect(store.list(showing: rules.outcome(in: store.posts.table)).count == 9)
    try store.remove(source: sources[0].id)
    #expect(store.list().count == 8)
    try store.put(sources[0])
    #expect(store.list().count == 12)
    let cats = SmartList(id: "1", title: "C", query: "cat", source: sources[1].id)
    let found = store.posts.table.search(try cats.condition())
    #expect(store.list(of: found).count == 3)
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
      let list = store.list(options)
      let place = try #require(store.place(in: TimelineStore.mergedList))
      let row = try #require(list.row(of: place))
      guard case .post(let thing) = list.rows[row] else {
        Issue.record("\(context): \(list.rows[row])")
        return
      }
      #expect(thing.items.contains { $0.id == post.id }, "\(context)")
    }
  }
}
