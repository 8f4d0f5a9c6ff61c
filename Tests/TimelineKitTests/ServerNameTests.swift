import Foundation
import HikidashiLoading
import Testing
import TimelineKit

/// Hosts as people write them, and what they have.
struct ServerNameTests {
  @Test(
    arguments: [
      ("example.org", "example.org"), ("Example.ORG", "example.org"),
      ("example.org:8443", "example.org:8443"),
      ("example.org:443", "example.org"), ("localhost:8080", "localhost:8080"),
      ("127.0.0.1", "127.0.0.1"),
      ("[::1]:8443", "[::1]:8443"), ("bücher.example", "xn--bcher-kva.example"),
      ("BÜCHER.example:8443", "xn--bcher-kva.example:8443"),
      ("bu\u{308}cher.example", "xn--bcher-kva.example"),
      ("日本語.jp", "xn--wgv71a119e.jp"), ("日本語。jp", "xn--wgv71a119e.jp"),
      ("ｅｘａｍｐｌｅ．ｏｒｇ", "example.org"),
      ("пример.рф", "xn--e1afmkfd.xn--p1ai"), ("münchen.de", "xn--mnchen-3ya.de"),
      ("faß.de", "xn--fa-hia.de"),
      ("他们为什么不说中文.example", "xn--ihqwcrb4cv8a8dqg056pqjye.example"),
      ("ليهمابتكلموشعربي؟.example", nil), ("mañana.com", "xn--maana-pta.com"),
      ("☃.net", "xn--n3h.net"),
      ("か\u{3099}.jp", "xn--v8j.jp"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
      ("a-b.example", "a-b.example"), ("한국.kr", "xn--3e0b707e.kr"),
    ] as [(String, String?)])
  func namesAreReadAsTheyAreTyped(typed: String, address: String?) {
    #expect(ServerName(typed)?.address == address)
  }

  @Test(arguments: [
    "", " ", "ann", "localhost", ".org", "example.", "a..b", "-a.example", "a-.example",
    "example org",
    "example.org:", "example.org:0", "example.org:65536", "example.org:x", "a@b.example",
    "a/b.example",
    "a_b.example", "a%b.example", "[::1", "[x]:80", "mailto:a@b.c", "javascript:alert(1)",
    "a\u{202E}b.example",
    "a b.example", "https:", "\u{0}.example",
  ])
  func whatIsNoNameIsRefused(typed: String) {
    #expect(ServerName(typed) == nil)
  }

  @Test func aNameThatIsTooLongIsRefused() {
    #expect(ServerName(String(repeating: "a", count: 64) + ".example") == nil)
    #expect(ServerName(String(repeating: "ü", count: 5_000) + ".example") == nil)
    #expect(ServerName(Array(repeating: "abcdefgh", count: 40).joined(separator: ".")) == nil)
  }

  @Test(arguments: [
    ("https://bücher.example/feed.xml", "https://xn--bcher-kva.example/feed.xml"),
    ("bücher.example/feed.xml", "https://xn--bcher-kva.example/feed.xml"),
    ("http://bücher.example:8080/ü?q=1", "http://xn--bcher-kva.example:8080/%C3%BC?q=1"),
    ("localhost:8080/feed", "https://localhost:8080/feed"),
    ("example.org:8080/a/b?c=d", "https://example.org:8080/a/b?c=d"),
    ("http://127.0.0.1:8124/", "http://127.0.0.1:8124/"),
    ("日本語.jp/rss", "https://xn--wgv71a119e.jp/rss"),
    ("HTTPS://Example.org/Feed", "HTTPS://Example.org/Feed"),
    ("https://example.org", "https://example.org"), ("1.2.3.4:80/x", "https://1.2.3.4:80/x"),
    ("http://[::1]:8080/feed", "http://[::1]:8080/feed"),
  ])
  func addressesOfFeedsMayHaveAnyHost(words: String, url: String) throws {
    guard case .feed(let found) = SourceAddress(words: words) else {
      Issue.record("\(words)")
      return
    }
    #expect(found.absoluteString.lowercased() == url.lowercased())
  }

  @Test(arguments: [
    ("@ann@example.org", "ann", "example.org"),
    ("@ann@host.example:8443", "ann", "host.example:8443"),
    ("https://host.example:8443/@ann", "ann", "host.example:8443"),
    ("https://example.org/@ann", "ann", "example.org"), ("example.org/@ann", "ann", "example.org"),
    ("@ann@bücher.example", "ann", "xn--bcher-kva.example"),
    ("https://bücher.example/@ann", "ann", "xn--bcher-kva.example"),
    ("localhost:8080/@ann", "ann", "localhost:8080"),
    ("@ann@localhost:8080", "ann", "localhost:8080"),
    ("https://social.example/@ann@example.org", "ann@example.org", "social.example"),
    ("https://example.org:443/@ann/", "ann", "example.org"),
  ])
  func accountsKeepPortsAndLetters(words: String, name: String, server: String) {
    #expect(SourceAddress(words: words) == .account(name, server: server))
  }

  @Test func tagsAndHostsKeepPortsAndLetters() {
    #expect(
      SourceAddress(words: "#gtk@bücher.example:8443")
        == .timeline(MastodonTimeline("xn--bcher-kva.example:8443", .hashtag("gtk"))))
    #expect(
      SourceAddress(words: "https://host.example:8443/tags/%E7%8C%AB")
        == .timeline(MastodonTimeline("host.example:8443", .hashtag("猫"))))
    #expect(SourceAddress(words: "bücher.example") == .host("xn--bcher-kva.example"))
    #expect(SourceAddress(words: "example.org:8443") == .host("example.org:8443"))
    #expect(MastodonTimeline("bücher.example", .home).server == "xn--bcher-kva.example")
    #expect(throws: Never.self) { try MastodonTimeline("bücher.example", .home).request() }
    #expect(SourceAddress(words: "/home/ann/") == .path("/home/ann"))
  }

  @Test(arguments: [
    "", "ann", "@ann", "@@example.org", "#gtk", "ftp://example.org/", "javascript:alert(1)",
    "https://",
    "ann/b", "mailto:a@b.c/d", "@ann@example org", ".org", "example.", "@a b@example.org",
  ])
  func whatIsNoAddressIsRefused(words: String) {
    #expect(SourceAddress(words: words) == nil)
  }

  // MARK: What a host has

  private func find(_ web: ScriptedWeb, _ server: String = "example.org") async throws
    -> [TimelineSource]
  {
    try await ServerFinder(web.connector).sources(of: server, added: moment(0))
  }

  @Test(arguments: [
    [
      "https://example.org/api/v2/instance":
        #"{"domain": "example.org", "title": "Ex", "version": "4.4.0"}"#
    ],
    [
      "https://example.org/api/v1/instance":
        #"{"uri": "example.org", "version": "2.7.2 (compatible; Pleroma)"}"#
    ],
    [
      "https://example.org/api/v1/instance":
        #"{"uri": "https://example.org", "version": "2.7.2 (compatible; Akkoma)"}"#
    ],
    [
      "https://example.org/api/v2/instance": "401", "https://example.org/api/v1/instance": "401",
      "https://example.org/.well-known/nodeinfo":
        #"{"links": [{"rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": "https://example.org/nodeinfo/2.0"}]}"#,
      "https://example.org/nodeinfo/2.0":
        #"{"version": "2.0", "software": {"name": "mastodon", "version": "4"}}"#,
    ],
    [
      "https://example.org/api/v2/instance": "<html>",
      "https://example.org/api/v1/instance": #"{"uri": "example.org", "version": "1"}"#,
    ],
  ])
  func aServerHasATimeline(answers: [String: String]) async throws {
    let sources = try await find(ScriptedWeb(answers))
    #expect(
      sources.map(\.address) == [MastodonTimeline("example.org", .public(isLocal: true)).address])
    #expect(sources[0].kind == .mastodon && sources[0].title == "example.org")
  }

  @Test func aServerKeepsTheHostOfItsUsers() async throws {
    let web = ScriptedWeb([
      "https://social.example/api/v2/instance": #"{"domain": "example.org", "version": "4.4.0"}"#
    ])
    let source = try #require(try await find(web, "social.example").first)
    #expect(MastodonTimeline(address: source.address)?.home == "example.org")
  }

  @Test(arguments: [
    [:],
    [
      "https://example.org/api/v2/instance": "{}",
      "https://example.org/api/v1/instance": #"{"error": "none"}"#,
    ],
    [
      "https://example.org/.well-known/nodeinfo":
        #"{"links": [{"rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": "https://example.org/nodeinfo/2.0"}]}"#,
      "https://example.org/nodeinfo/2.0": #"{"software": {"name": "wordpress"}}"#,
    ],
    [
      "https://example.org/.well-known/nodeinfo":
        #"{"links": [{"rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": "https://evil.example/nodeinfo"}]}"#,
      "https://evil.example/nodeinfo": #"{"software": {"name": "mastodon"}}"#,
    ],
    ["https://example.org/.well-known/nodeinfo": "<html>"],
    ["https://example.org/.well-known/nodeinfo": #"{"links": 7}"#],
  ])
  func aPageHasItsFeeds(answers: [String: String]) async throws {
    var answers = answers
    answers["https://example.org/"] =
      answers["https://example.org/"]
      ?? #"<html><title>Blog</title><link rel=alternate type=application/rss+xml href=a.xml>"#
    let sources = try await find(ScriptedWeb(answers))
    #expect(sources.map(\.address) == ["https://example.org/a.xml"])
  }

  @Test func whatHasNeitherOrDoesNotAnswerIsNoSource() async throws {
    await #expect(throws: TimelineError.noFeed(page: "https://example.org/")) {
      try await find(ScriptedWeb(["https://example.org/": "<html><title>Hi</title></html>"]))
    }
    await #expect(throws: TimelineError.self) {
      try await find(ScriptedWeb([:], failing: ["https://": { .tls($0, .untrusted) }]))
    }
    let plain = TimelineError.notSecure(server: "localhost:8080", plain: "http://localhost:8080/")
    await #expect(throws: plain) {
      try await find(
        ScriptedWeb([:], failing: ["https://": { .tls($0, .handshake) }]), "localhost:8080")
    }
    #expect("\(plain)".contains("http://localhost:8080/"))
    await #expect(throws: TimelineError.badServer("a b")) {
      try await find(ScriptedWeb([:]), "a b")
    }
  }

  @Test func whatIsTypedBecomesSources() async throws {
    let web = ScriptedWeb([
      "https://example.org/":
        "<html><title>Blog</title><link rel=alternate type=application/rss+xml href=/a.xml><link rel=alternate type=application/rss+xml href=/b.xml>"
    ])
    let host = try #require(SourceAddress(words: "example.org"))
    let chosen = try await host.sources(by: web.connector) { Array($0.suffix(1)) }
    #expect(chosen.map(\.address) == ["https://example.org/b.xml"])
    let none = try #require(SourceAddress(words: "/dev/null"))
    await #expect(throws: TimelineError.self) {
      try await none.sources(by: web.connector) { $0 }
    }
  }

  @Test(arguments: [
    ("<https://example.org/a?x=1,2>; rel=\"next\"", "next a?x=1,2"),
    ("<https://example.org/a>; title=\"x, <y>; rel=prev\"; rel=\"next\"", "next a"),
    ("<https://example.org/a>; rel=next, <https://example.org/b>; rel=prev", "next a prev b"),
    (
      "<https://example.org/a>;rel=stylesheet;title, <https://example.org/b>;rel=\"next\"", "next b"
    ),
    ("<https://example.org/a>; rel=\"next\",", "next a"),
    ("<https://example.org/a>; REL=\"Next last\"", "next a"),
    (
      "<https://example.org/b>; rel=\"prev\",<https://example.org/a>; rel=\"next\"", "next a prev b"
    ),
    ("<https://example.org/a>; title=\"a \\\" , b\"; rel=next", "next a"),
    ("<https://example.org/a> ; rel = next", "next a"), ("https://example.org/a; rel=next", ""),
    ("<https://example.org/a; rel=next", ""), ("<https://example.org/a>; rel=\"next", "next a"),
  ])
  func linksOfHeadsAreReadAsTheStandardHasThem(field: String, found: String) throws {
    let timeline = MastodonTimeline("example.org", .home)
    let page = try parse(timeline.parser(), "[]", headers: ["Link": field])
    let parts = [("next", page.older), ("prev", page.newer)].compactMap { name, url in
      url.map { "\(name) \($0.absoluteString.dropFirst("https://example.org/".count))" }
    }
    #expect(parts.joined(separator: " ") == found)
  }
}
