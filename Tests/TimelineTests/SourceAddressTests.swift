import Foundation
import Testing
import TimelineKit

@testable import Timeline

@Suite struct SourceAddressTests {
  @Test func whatIsTypedSaysItsKind() throws {
    let feed = try #require(URL(string: "https://example.org/feed.xml"))
    #expect(SourceAddress(" https://example.org/feed.xml ") == .feed(feed))
    #expect(SourceAddress("example.org/feed.xml") == .feed(feed))
    #expect(SourceAddress("example.org/@ann") == .account("ann", server: "example.org"))
    #expect(SourceAddress("@ann@example.org") == .account("ann", server: "example.org"))
    #expect(SourceAddress("https://example.org/@ann") == .account("ann", server: "example.org"))
    let tag = SourceAddress.timeline(MastodonTimeline("example.org", .hashtag("gtk")))
    #expect(SourceAddress("#gtk@example.org") == tag)
    #expect(SourceAddress("https://example.org/tags/gtk") == tag)
    #expect(SourceAddress("https://example.org/api/v1/timelines/tag/gtk") == tag)
    #expect(SourceAddress("example.org") == .host("example.org"))
    #expect(SourceAddress("/home/ann/tweets") == .path("/home/ann/tweets"))
    #expect(SourceAddress("file:///home/ann/a%20b.json") == .path("/home/ann/a b.json"))
    #expect(SourceAddress("feed://example.org/feed.xml") == .feed(feed))
    #expect(SourceAddress("FEED:https://example.org/feed.xml") == .feed(feed))
    #expect(SourceAddress("feed:@ann@example.org") == .account("ann", server: "example.org"))
  }

  @Test func wordsOfACommandLineComeToTheWindow() {
    for (word, uri) in [
      ("https://example.org/a", "feed:https://example.org/a"),
      ("feed://example.org/a", "feed://example.org/a"),
      ("@ann@example.org", "feed:@ann@example.org"),
      ("file:///a%20b", "file:///a%20b"), ("/", "/"),
    ] {
      #expect(SourceAddress.uri(of: word) == uri)
    }
    #expect(SourceAddress.typed("feed:@ann@example.org") == "@ann@example.org")
    #expect(SourceAddress.typed("file:///a%20b") == "/a b")
    #expect(SourceAddress(handed: "/") == .path("/"))
    #expect(SourceAddress(handed: "/home/ann/tweets/") == .path("/home/ann/tweets"))
    let here = FileManager.default.currentDirectoryPath
    #expect(SourceAddress(handed: "./Sources/..") == .path(here))
  }

  @Test(arguments: [
    "", " ", "ann", "@ann", "@@example.org", "#gtk", "ftp://example.org/", "javascript:alert(1)",
    "https://", "ann/b", "mailto:a@b.c/d", "@ann@example org", ".org", "example.",
  ])
  func whatIsNoAddressIsRefused(_ typed: String) {
    #expect(SourceAddress(typed) == nil)
  }
}
