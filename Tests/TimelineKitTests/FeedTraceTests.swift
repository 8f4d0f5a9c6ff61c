import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiRecords
import HikidashiStorage
import Synchronization
import TestSupport
import Testing
import TimelineKit

/// What has not changed in a feed is not read again, and nobody can tell.
struct FeedTraceTests {
  /// A feed whose entries come, change and go.
  private struct ChangingFeed {
    struct Entry {
      var name: Int
      var title = 0
      var text = "<p>Words</p>"
      var author: Int?
      var isDated = true
    }

    var title = 0
    var entries: [Entry] = []
    private var count = 0
    private static let texts = [
      "", "<p>Words</p>", "<p>W&#228;rter &amp; <a href='https://example.org/x'>more</a></p>",
      "<img src='https://example.org/a.png'>",
    ]

    mutating func change(using generator: inout some RandomNumberGenerator) {
      let place = entries.indices.randomElement(using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0...2:
        count += 1
        let isDated = Int.random(in: 0..<4, using: &generator) > 0
        entries.insert(Entry(name: count, isDated: isDated), at: 0)
      case 3: if let place { entries[place].title += 1 }
      case 4: if let place { entries[place].text = Self.texts.randomElement(using: &generator)! }
      case 5: if let place { entries[place].author = Int.random(in: 0..<3, using: &generator) }
      case 6: if entries.count > 3 { entries.removeLast() }
      case 7: title += 1
      // The same entry twice, of which the first is kept.
      default: if let place { entries.append(entries[place]) }
      }
    }

    var text: String {
      let items = entries.map { entry in
        let date =
          entry.isDated
          ? "<pubDate>Fri, 02 Jan 2026 03:\(10 + entry.name % 50):05 GMT</pubDate>" : ""
        let author = entry.author.map { "<author>a\($0)@example.org (A\($0))</author>" } ?? ""
        return """
          <item><guid isPermaLink="false">\(entry.name)</guid><title>T\(entry.title)</title>\(date)\(author)
          <description><![CDATA[\(entry.text)]]></description></item>
          """
      }
      return
        "<rss version=\"2.0\"><channel><title>F\(title)</title>\(items.joined())</channel></rss>"
    }
  }

  private static func posts(_ store: TimelineStore) throws -> [String: Post] {
    let all = try store.newest(.max).map { Post($0) }
    return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }.mapValues { post in
      var post = post
      // The time at which it was read.
      if post.published > Date(timeIntervalSince1970: 1_770_000_000) {
        post.published = .distantPast
      }
      return post
    }
  }

  private static func users(_ store: TimelineStore, _ posts: some Sequence<Post>) -> Set<
    TimelineUser
  > {
    Set(posts.compactMap { try? store.user($0.author) })
  }

  private static let source = TimelineSource(.feed, title: "F", address: "http://example.org/f")

  private static func text(_ title: String) -> String {
    "<rss><channel><item><guid>1</guid><title>\(title)</title></item></channel></rss>"
  }

  private static func loader(_ store: TimelineStore) -> TimelineLoader {
    let transport = ScriptedTransport { _ in TransferScript(text: text("new")) }
    return TimelineLoader(store, Connector(transports: [transport]))
  }

  private static func title(_ store: TimelineStore) throws -> String? {
    try store.post(Post.id(source.id, "1"))?.title
  }

  @Test func whatAnotherProcessHasKeptIsReadAgain() async throws {
    let folder = try ScratchFolder()
    let store = try TimelineStore(folder: folder.url.path)
    let other = try TimelineStore(folder: folder.url.path)
    let told = Mutex(false)
    let token = store.onChangeElsewhere { told.withLock { $0 = true } }
    let loader = Self.loader(store)
    _ = try await loader.refresh(Self.source)
    try other.add(parse(FeedPostsParser(Self.source.id), Self.text("old")))
    #expect(try Self.title(store) == "old")
    try await eventually("the change to be told") { told.withLock { $0 } }
    _ = try await loader.refresh(Self.source)
    #expect(try Self.title(store) == "new")
    token.cancel()
  }

  @Test func whatAnotherMachineHasSharedIsReadAgain() async throws {
    let (shared, one, two) = (try ScratchFolder(), try ScratchFolder(), try ScratchFolder())
    let path = shared.url.path
    let stores = try [one, two].map { try TimelineStore(folder: $0.url.path) }
    let machines = stores.map { store in
      TimelineSharing(
        store, at: { .sqlite(path + "/shared.db", table: $0) },
        bytes: { try SQLiteStorage(path + "/bytes.db") })
    }
    let loader = Self.loader(stores[0])
    _ = try await loader.refresh(Self.source)
    try stores[1].add(parse(FeedPostsParser(Self.source.id), Self.text("old")))
    _ = try await machines[1].meet()
    _ = try await machines[0].meet()
    #expect(try Self.title(stores[0]) == "old")
    _ = try await loader.refresh(Self.source)
    #expect(try Self.title(stores[0]) == "new")
  }

  @Test func anEntryThatBecomesWhatItsNamesakeWasIsReadAgain() async throws {
    let folder = try ScratchFolder()
    let store = try TimelineStore(folder: folder.url.path) { _ in .memory }
    func item(_ text: String) -> String {
      "<item><guid isPermaLink='false'>1</guid><title>T</title><description>\(text)</description></item>"
    }
    let items = Mutex([item("one")])
    let transport = ScriptedTransport { _ in
      let all = items.withLock { $0.joined() }
      return TransferScript(text: "<rss><channel><title>F</title>\(all)</channel></rss>")
    }
    let loader = TimelineLoader(store, Connector(transports: [transport]))
    for next in [["one"], ["two", "one"], ["one"]] {
      items.withLock { $0 = next.map(item) }
      _ = try await loader.refresh(Self.source)
    }
    #expect(try store.post(Post.id(Self.source.id, "1"))?.text == "one")
  }

  @Test func theStoreHasWhatReadingAllAgainWouldBring() async throws {
    var generator = seededGenerator()
    for round in 0..<testSteps(12) {
      let context = "seed \(generator.seed), round \(round)"
      let (folder, plain) = (try ScratchFolder(), try ScratchFolder())
      let store = try TimelineStore(folder: folder.url.path) { _ in .memory }
      let slow = try TimelineStore(folder: plain.url.path) { _ in .memory }
      var feed = ChangingFeed()
      let text = Mutex("")
      let transport = ScriptedTransport { _ in TransferScript(text: text.withLock { $0 }) }
      let loader = TimelineLoader(store, Connector(transports: [transport]))
      let source = Self.source
      try store.put(source)
      for _ in 0..<20 {
        for _ in 0..<Int.random(in: 0...4, using: &generator) { feed.change(using: &generator) }
        text.withLock { $0 = feed.text }
        let added: TimelineStore.Added
        if Bool.random(using: &generator) {
          added = try await loader.refresh(source).added
        } else {
          added = try await loader.refresh(all: [source])[0].outcome.get().added
        }
        let expected = try slow.add(parse(FeedPostsParser(source.id), feed.text))
        #expect(Set(added.new) == Set(expected.new), "\(context)")
        #expect(Set(added.changed) == Set(expected.changed), "\(context)")
        #expect(added.known == expected.known, "\(context)")
        let (posts, others) = (try Self.posts(store), try Self.posts(slow))
        #expect(posts == others, "\(context)")
        #expect(Self.users(store, posts.values) == Self.users(slow, others.values), "\(context)")
        guard posts == others else { return }
        if Int.random(in: 0..<12, using: &generator) == 0 {
          try store.remove(source: source.id, isForgotten: true)
          try slow.remove(source: source.id, isForgotten: true)
          try store.put(source)
        }
      }
    }
  }
}
