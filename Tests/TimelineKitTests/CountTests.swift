import Foundation
import HikidashiBase
import HikidashiRecords
import HikidashiStorage
import TestSupport
import Testing
import TimelineKit

/// How many things are not read, against the list that counts them one by one.
struct CountTests {
  private static let sources = (0..<4).map {
    TimelineSource(.feed, title: "\($0)", address: "https://example.org/\($0)")
  }

  private func post(_ number: Int, _ random: inout SeededGenerator) -> Post {
    Post(
      source: Self.sources[Int.random(in: 0..<4, using: &random)].id, name: "\(number)",
      subject: "subject \(Int.random(in: 0..<12, using: &random))", kind: .article, author: "@a",
      published: Date(timeIntervalSince1970: Double(Int.random(in: 0..<9, using: &random))))
  }

  /// Things one after the other, without a thought of speed.
  private func slow(_ posts: [Post], read: Set<String>, known: Set<String>, _ source: String?)
    -> Int
  {
    let shown = posts.filter { known.contains($0.source) }
    return Set(shown.map(\.subject)).count { subject in
      let items = shown.filter { $0.subject == subject }
      return !items.contains { read.contains($0.id) }
        && (source == nil || items.contains { $0.source == source })
    }
  }

  @Test func whatSeveralSourcesHaveCountsOnce() throws {
    var random = seededGenerator()
    for round in 0..<testSteps(30) {
      let folder = try ScratchFolder()
      let store = try TimelineStore(folder: folder.url.path) { _ in .memory }
      var known = Set(Self.sources.map(\.id))
      for source in Self.sources { try store.put(source) }
      var posts: [Post] = []
      for step in 0..<3 {
        var page = PostPage()
        page.posts = (0..<Int.random(in: 0...12, using: &random)).map {
          post(step * 100 + $0, &random)
        }
        try store.add(page)
        posts += page.posts
        let read = posts.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }.map(\.id)
        try store.mark(read)
        if Int.random(in: 0..<3, using: &random) == 0, let gone = known.sorted().first {
          try store.remove(source: gone)
          known.remove(gone)
        }
        let marked = Set(
          try posts.filter { try store.record($0.id)?[PostFields.isRead] == true }.map(\.id))
        let counts = try store.unreadCounts()
        let context = "seed \(random.seed), round \(round), step \(step)"
        #expect(
          counts.all == slow(posts, read: marked, known: known, nil), "\(context)")
        for source in Self.sources {
          let expected =
            known.contains(source.id)
            ? slow(posts, read: marked, known: known, source.id) : 0
          #expect(counts[source.id] == expected, "\(context), \(source.title)")
        }
      }
      // The list itself says the same.
      let list = try store.list(reach: 1_000)
      #expect(try store.unreadCounts().all == list.unreadCount(), "seed \(random.seed)")
    }
  }
}
