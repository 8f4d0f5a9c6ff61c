import Foundation
import HikidashiBase
import HikidashiLoading
import HikidashiLoadingTesting
import HikidashiStorage
import Synchronization
import TestSupport
import Testing
import TimelineKit

/// What a post answers, and what answers it.
struct ContextTests {
  private let timeline = MastodonTimeline("social.example", .home, home: "example.org")

  private static func status(_ id: String, _ parent: String?) -> String {
    let parent = parent.map { "\"\($0)\"" } ?? "null"
    return
      #"{"id": "\#(id)", "created_at": "2026-01-02T03:04:05Z", "content": "<p>\#(id)</p>", "in_reply_to_id": \#(parent), "account": {"id": "1", "acct": "ann"}}"#
  }

  private static func answer(
    _ ancestors: [(String, String?)], _ descendants: [(String, String?)]
  ) -> String {
    func list(_ posts: [(String, String?)]) -> String {
      posts.map { status($0.0, $0.1) }.joined(separator: ", ")
    }
    return #"{"ancestors": [\#(list(ancestors))], "descendants": [\#(list(descendants))]}"#
  }

  private func context(_ text: String, pieces: Int = 1 << 16) throws -> PostContext {
    try parse(timeline.contextParser(of: "5"), text, pieces: pieces)
  }

  @Test func theRequestAsksForTheConversation() throws {
    let request = try timeline.context(of: "9 9", token: "secret")
    #expect("\(request.target)".contains("https://social.example/api/v1/statuses/9%209/context"))
    #expect(request.headers["Authorization"] == "Bearer secret")
  }

  @Test(arguments: [1, 1 << 16])
  func postsOfTheSourceComeInTheirOrder(pieces: Int) throws {
    let context = try context(
      Self.answer(
        [("1", nil), ("2", "1")],
        [("6", "5"), ("7", "6"), ("8", "5"), ("9", "7")]), pieces: pieces)
    #expect(context.ancestors.map(\.name) == ["1", "2"])
    #expect(context.descendants.map(\.name) == ["6", "7", "9", "8"])
    #expect(context.depths == [1, 2, 3, 1])
    #expect(context.ancestors[0].source == "mastodon \(timeline.address)")
    #expect(context.users.map(\.id) == ["@ann@example.org"] && context.problems.isEmpty)
  }

  @Test func theOrderIsThatOfAnswersWhateverTheServerDoes() throws {
    let context = try context(
      Self.answer(
        [("3", "2"), ("1", nil), ("2", "1")],
        [("9", "7"), ("8", "5"), ("7", "6"), ("x", "gone"), ("6", "5"), ("a", "b"), ("b", "a")]))
    #expect(context.ancestors.map(\.name) == ["1", "2", "3"])
    #expect(context.descendants.map(\.name) == ["8", "x", "6", "7", "9", "a", "b"])
    #expect(context.depths == [1, 1, 1, 2, 3, 1, 2])
  }

  @Test func whatCannotBeReadIsToldAndCostsNoOther() throws {
    let context = try context(
      #"{"ancestors": [7, \#(Self.status("1", nil))], "descendants": [{"id": "6"}, \#(Self.status("7", "5")), null]}"#
    )
    #expect(context.ancestors.map(\.name) == ["1"] && context.descendants.map(\.name) == ["7"])
    #expect(context.problems.count == 1 && context.problems[0].reason.contains("3 posts"))
    for text in [#"{"ancestors": []}"#, #"{"descendants": null, "ancestors": {}}"#] {
      #expect(try self.context(text).descendants.isEmpty)
    }
    #expect(throws: ParserError.self) { try self.context("<html>") }
  }

  @Test func theLoaderLoadsItAndLeavesAServerAlone() async throws {
    let folder = try ScratchFolder()
    let store = try TimelineStore(folder: folder.url.path) { _ in .memory }
    let text = Self.answer([("1", nil)], [("6", "5")])
    let asked = Mutex(0)
    let loader = TimelineLoader(
      store, Connector(transports: []),
      loadPage: { request, parser throws(LoadError) in
        asked.withLock { $0 += 1 }
        guard !"\(request.target)".contains("busy") else {
          throw .status(
            LoadFailure(request.target), StatusProblem(429, retryAfter: .seconds(3_600)))
        }
        let connector = Connector(transports: [ScriptedTransport(TransferScript(text: text))])
        return try await connector.load(request, parser: parser).value
      }, now: { moment(0) })
    let source = TimelineSource(.mastodon, title: "", address: timeline.address)
    var post = Post(
      source: source.id, name: "5", subject: "x", kind: .status, author: "@a@b.c",
      published: moment(0))
    let context = try await loader.context(of: post)
    #expect(context.ancestors.map(\.name) == ["1"] && context.descendants.map(\.name) == ["6"])
    #expect(try store.posts.count() == 0)
    post.name = "busy"
    for _ in 0..<2 {
      let error = await #expect(throws: TimelineError.self) { try await loader.context(of: post) }
      guard case .tooManyRequests(_, .seconds(3_600)?) = error else {
        Issue.record("\(error.map { "\($0)" } ?? "")")
        return
      }
    }
    #expect(asked.withLock { $0 } == 2)
    post.source = "feed https://example.org/"
    await #expect(throws: TimelineError.badServer(post.source)) {
      try await loader.context(of: post)
    }
  }
}
