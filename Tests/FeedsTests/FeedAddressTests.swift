import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import Testing

/// Addresses as publishers write them.
struct FeedAddressTests {
  private static let base = "https://base.example/d/f?q=1#h"

  private func address(_ text: String, base: String? = base) -> String? {
    let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\t", with: "&#9;").replacing("\n", with: "&#10;").replacing("'", with: "&#39;")
    let feed = try? readFeed(
      "<rss><channel><item><guid isPermaLink='false'>1</guid><enclosure url='\(safe)'/></item>"
        + "</channel></rss>",
      at: base)
    return feed?.entries.first?.enclosures.first?.address.absoluteString
  }

  @Test(arguments: [
    // What is escaped stays, and what is not is escaped.
    ("https://e.example/caf%C3%A9/x y", "https://e.example/caf%C3%A9/x%20y"),
    ("/caf%C3%A9/x y", "https://base.example/caf%C3%A9/x%20y"),
    (
      "https://e.example/?u=https%3A%2F%2Fx.example%2Fé",
      "https://e.example/?u=https%3A%2F%2Fx.example%2F%C3%A9"
    ),
    ("https://e.example/a%20b^", "https://e.example/a%20b%5E"),
    ("https://e.example/a%20b|c", "https://e.example/a%20b%7Cc"),
    ("https://e.example/100% of", "https://e.example/100%25%20of"),
    ("https://e.example/%zz%41", "https://e.example/%25zz%41"),
    ("https://e.example/a%", "https://e.example/a%25"),
    ("https://e.example/a%2", "https://e.example/a%252"),
    ("https://e.example/a[1]%20", "https://e.example/a%5B1%5D%20"),
    ("https://e.example/?a[]=1&b=%20 x", "https://e.example/?a%5B%5D=1&b=%20%20x"),
    ("https://e.example/#a%20b c", "https://e.example/#a%20b%20c"),
    ("https://e.example/#a#b", "https://e.example/#a%23b"),
    ("https://e.example/日本語/%E8%AA%9E", "https://e.example/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E8%AA%9E"),
    ("https://e.example/{a}\"<b>`", "https://e.example/%7Ba%7D%22%3Cb%3E%60"),
    ("mailto:a b@x.example", "mailto:a%20b@x.example"),
    ("mailto:a%20b é@x.example", "mailto:a%20b%20%C3%A9@x.example"),
    // Ends of lines and tabs.
    ("https://e.example/a\tb\nc", "https://e.example/abc"),
    ("ht\ntps://e.exa\tmple/a", "https://e.example/a"),
    ("\n https://e.example/a \t", "https://e.example/a"),
    ("/a\n  /b", "https://base.example/a%20%20/b"),
    // Slashes.
    ("https:/e.example", "https://e.example"), ("https:/e.example/a", "https://e.example/a"),
    ("https:///e.example/a", "https://e.example/a"),
    ("https:\\\\e.example\\a", "https://e.example/a"),
    ("http:e.example/a", "http://e.example/a"), ("\\a\\b", "https://base.example/a/b"),
    ("a\\b", "https://base.example/d/a/b"), ("\\\\e.example\\a", "https://e.example/a"),
    ("https://e.example/a?b\\c", "https://e.example/a?b%5Cc"),
    ("///e.example/a", "https://e.example/a"),
    ("https:a", "https://base.example/d/a"),
    // Dots.
    ("https://e.example/a/../b", "https://e.example/b"),
    ("https://e.example/a/./b/.", "https://e.example/a/b/"),
    ("https://e.example/../../a", "https://e.example/a"),
    ("https://e.example/a/..", "https://e.example/"),
    ("https://e.example/a?b/../c", "https://e.example/a?b/../c"),
    ("https://e.example/a..b/.c", "https://e.example/a..b/.c"),
    ("../a", "https://base.example/a"), ("../../../a", "https://base.example/a"),
    ("./", "https://base.example/d/"),
    ("..", "https://base.example/"), ("a/../b", "https://base.example/d/b"),
    ("/a/./b", "https://base.example/a/b"),
    // What is relative.
    ("a", "https://base.example/d/a"), ("/a", "https://base.example/a"),
    ("?a=b", "https://base.example/d/f?a=b"),
    ("#x", "https://base.example/d/f?q=1#x"), ("//e.example/a", "https://e.example/a"),
    ("//e.example", "https://e.example"),
    ("a:b", "a:b"), ("./a:b", "https://base.example/d/a:b"),
    ("a?b:c", "https://base.example/d/a?b:c"),
    // Names of servers.
    ("https://bücher.example/é", "https://xn--bcher-kva.example/%C3%A9"),
    ("https://BÜCHER.example/", "https://xn--bcher-kva.example/"),
    ("https://bu\u{308}cher.example/für alle", "https://xn--bcher-kva.example/f%C3%BCr%20alle"),
    ("https://b%C3%BCcher.example/", "https://xn--bcher-kva.example/"),
    ("//münchen.example/a", "https://xn--mnchen-3ya.example/a"),
    ("https://例え。テスト/", "https://xn--r8jz45g.xn--zckzah/"),
    ("https://пример.испытание:8080/", "https://xn--e1afmkfd.xn--80akhbyknj4f:8080/"),
    ("https://straße.example/", "https://xn--strae-oqa.example/"),
    ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
    ("https://a_b.example/", "https://a_b.example/"),
    ("https://[::1]:80/a b", "https://[::1]:80/a%20b"),
    ("https://jo:p%40ss w@e.example/", "https://jo:p%40ss%20w@e.example/"),
    ("https://e.example:/a b", "https://e.example/a%20b"),
    ("https://i❤.example/", "https://xn--i-7iq.example/"),
    // What is in order stays as it is.
    ("https://e.example", "https://e.example"), ("https://E.example/A", "https://E.example/A"),
    ("HTTPS://e.example/", "HTTPS://e.example/"),
    ("https://e.example:443/a?b=c&d=%C3%A9#e", "https://e.example:443/a?b=c&d=%C3%A9#e"),
    ("https://e.example/a;b,c(d)!$*'", "https://e.example/a;b,c(d)!$*'"),
    ("https://e.example?a", "https://e.example?a"),
    ("magnet:?xt=urn:a&dn=b c", "magnet:?xt=urn:a&dn=b%20c"),
    ("ftp://e.example/a b", "ftp://e.example/a%20b"),
    ("gemini://bücher.example/a", "gemini://xn--bcher-kva.example/a"),
    ("https://e.example//a//b", "https://e.example//a//b"),
    ("https://e.example/%2e%2e/a", "https://e.example/%2e%2e/a"),
  ])
  func addresses(text: String, expected: String) {
    #expect(address(text) == expected)
  }

  @Test(arguments: [
    "https://", "https:///", "https://a b.example/", "https://e.example:99999/",
    "https://e.example:x/",
    "https://a%zz.example/", "https://[::1/", "https://a<b.example/", "https://:80/", "//",
    "https://a%20b.example/",
    "https://jo@/",
  ])
  func whatIsNoAddressIsTold(text: String) throws {
    #expect(address(text) == nil)
    let safe = text.replacing("<", with: "&lt;")
    let feed = try readFeed(
      "<rss><channel>\n<item><enclosure url='\(safe)'/></item></channel></rss>", at: Self.base)
    #expect(feed.problems.map(\.line) == [2])
    #expect(feed.problems.first?.reason.hasSuffix("is not an address") == true)
  }

  @Test func whereThereIsNoBase() {
    #expect(address("/a b", base: nil) == "/a%20b")
    #expect(address("https://e.example/a b", base: nil) == "https://e.example/a%20b")
    #expect(address("a", base: "file:///tmp/f.xml") == "file:///tmp/a")
    #expect(address("/a", base: "file:///tmp/f.xml") == "file:///a")
    #expect(address("#a", base: "urn:x") == "urn:x#a")
    #expect(address("a", base: "urn:x") == nil)
    #expect(address("a", base: "https://e.example") == "https://e.example/a")
    #expect(address("?a", base: "https://e.example") == "https://e.example?a")
  }

  @Test func linksInTextsAreReadAlike() {
    let text = Feed.Text(
      "<a href='/caf%C3%A9/x y'>1</a><a href='https:/e.example/a\nb'>2</a><img src='\\a\\b.png'>",
      kind: .html, base: URL(string: Self.base))
    #expect(
      text.references.links.map(\.address.absoluteString) == [
        "https://base.example/caf%C3%A9/x%20y", "https://e.example/ab",
      ])
    #expect(
      text.references.pictures.map(\.address.absoluteString) == ["https://base.example/a/b.png"])
  }

  @Test func longAddressesAreToldWithTheirLength() throws {
    let long = "https://e.example/" + String(repeating: "a", count: 20_000)
    for item in [
      "<enclosure url='\(long)'/>", "<media:thumbnail url='\(long)'/>", "<link>\(long)</link>",
      "<itunes:image href='\(long)'/>", "<media:content url='\(long)'/>",
      "<enclosure>\(long)</enclosure>",
    ] {
      let feed = try readFeed(
        "<rss><channel>\n\n<item><title>I</title>\(item)</item></channel></rss>")
      #expect(feed.entries.count == 1)
      #expect(feed.problems.map(\.line).allSatisfy { $0 == 3 })
      #expect(
        feed.problems.last?.reason == "an address of 20018 bytes is left out; the longest has 16384"
      )
    }
    let json =
      "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [{\"url\": \"\(long)\"}]}"
    #expect(
      try readFeed(json).problems.first?.reason.hasPrefix("an address of 20018 bytes") == true)
  }
}
