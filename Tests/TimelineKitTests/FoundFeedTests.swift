import Foundation
import HikidashiLoading
import HikidashiLoadingTesting
import TestSupport
import Testing
import TimelineKit

/// What becomes of an address that a person gives.
struct FoundFeedTests {
  /// What is found at https://example.org/blog, where a server answers so.
  private func feeds(
    _ text: String, status: Int = 200, from answered: String = "https://example.org/blog"
  ) async throws -> [TimelineSource] {
    let head = ResponseHead(http: status, headers: HeaderFields(), url: URL(string: answered))
    let script = TransferScript([
      .deliver(.head(head)), .deliver(.chunk(Array(text.utf8))),
      .deliver(.finished(TransferMetrics(receivedBytes: text.utf8.count))),
    ])
    return try await feeds(script)
  }

  private func feeds(_ script: TransferScript) async throws -> [TimelineSource] {
    let connector = Connector(transports: [ScriptedTransport(script)])
    let url = try #require(URL(string: "https://example.org/blog"))
    return try await TimelineSource.feeds(at: url, by: connector, added: moment(0))
  }

  @Test func feedsOfAPageBecomeSources() async throws {
    let sources = try await feeds(
      """
      <html><title>Blog</title><link rel=alternate type=application/rss+xml href=a.xml>
      <link rel=alternate type=application/atom+xml title="Answers" href=https://example.net/b>
      """)
    #expect(sources.map(\.address) == ["https://example.org/a.xml", "https://example.net/b"])
    #expect(sources.map(\.title) == ["Blog", "Answers"])
    #expect(sources.allSatisfy { $0.kind == .feed && $0.page == "https://example.org/blog" })
  }

  @Test func aFeedHasItsOwnTitle() async throws {
    let feed = "<rss version='2.0'><channel><title>News</title></channel></rss>"
    let sources = try await feeds(feed)
    #expect(sources.map(\.title) == ["News"])
    #expect(sources.map(\.address) == ["https://example.org/blog"])
  }

  @Test func aPageWithoutFeedsIsToldFromANetworkThatWantsALogIn() async throws {
    let page = "<html><title>Log in</title><form></form></html>"
    await #expect(throws: TimelineError.noFeed(page: "https://example.org/blog")) {
      try await feeds(page)
    }
    await #expect(throws: TimelineError.noFeed(page: "https://example.org/blog")) {
      try await feeds(page, from: "https://www.example.org/blog/")
    }
    let stranger = TimelineError.strangerAnswered(
      asked: "example.org", answered: "portal.example")
    await #expect(throws: stranger) {
      try await feeds(page, from: "http://portal.example/login")
    }
    #expect("\(stranger)".contains("portal.example") && "\(stranger)".contains("log in"))
  }

  @Test func whatCannotBeReachedIsTakenAsItIsAndARefusalIsNot() async throws {
    let failure = LoadFailure(.url(try #require(URL(string: "https://example.org/blog"))))
    let sources = try await feeds(TransferScript(failing: .refused(failure)))
    #expect(sources.map(\.address) == ["https://example.org/blog"])
    for text in ["%PDF-1.7", ""] {
      await #expect(throws: TimelineError.self) { try await feeds(text) }
    }
    await #expect(throws: TimelineError.self) { try await feeds("<html>", status: 404) }
  }
}
