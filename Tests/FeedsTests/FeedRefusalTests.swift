import Foundation
import HikidashiFeeds
import HikidashiLoading
import Testing

/// What is no feed, or too much of one.
struct FeedRefusalTests {
  @Test(arguments: [
    ("", "there is nothing in it; a feed was expected"),
    (" \n", "there is nothing in it; a feed was expected"),
    ("<!DOCTYPE html><html>", "line 1, column 1: this is a web page, not a feed"),
    ("\n <HTML><p>", "line 2, column 2: this is a web page, not a feed"),
    ("<!-- x -->\n<html>", "line 2, column 6: this is a web page, not a feed"),
    ("hello", "line 1, column 1: a feed begins with “<” or “{”, not with “h”"),
    ("\n[1]", "line 2, column 1: a feed begins with “<” or “{”, not with “[”"),
    ("{\"a\": 1}", "“version” and “items” were expected"),
    ("{\"version\": \"x\",\n 1}", "line 2, column 2: this is not JSON"),
    ("<?xml version='1.0'?>\n<opml>", "rss, rdf:RDF or feed was expected"),
    ("<?xml version='1.0'?>", "a feed was expected"),
    ("<", "a feed was expected"), ("<rss", "a feed was expected"), ("{", "this is not JSON"),
  ])
  func whatIsNoFeed(_ text: String, _ words: String) {
    let error = #expect(throws: ParserError.self) { try readFeed(text) }
    #expect(error?.description.contains(words) == true, "found: \(error?.description ?? "")")
  }

  @Test func aWebPageIsWrongContentAndOthersAreMalformed() {
    #expect(
      throws: ParserError.wrongContent(
        reason: "line 1, column 1: this is a web page, not a feed")
    ) { try readFeed("<html>") }
    let error = #expect(throws: ParserError.self) { try readFeed("\n<opml>") }
    guard case .malformed(_, line: 2, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func depthOfJSON() {
    let json = "{\"a\":" + String(repeating: "[", count: 100_000)
    #expect(throws: ParserError.self) { try readFeed(json) }
  }

  @Test func entitiesAreNeverExpanded() throws {
    var text = "<?xml version='1.0'?>\n<!DOCTYPE rss [<!ENTITY lol0 \"lol\">\n"
    for level in 1...9 {
      let inner = String(repeating: "&lol\(level - 1);", count: 10)
      text += "<!ENTITY lol\(level) \"\(inner)\">\n"
    }
    text += "<!ENTITY file SYSTEM \"file:///etc/passwd\"><!ENTITY % dtd SYSTEM \"no.dtd\"> %dtd;\n"
    text += "]><rss><channel><title>&lol9;&file;</title></channel></rss>"
    let feed = try readFeed(text)
    #expect(feed.title?.value == "&lol9;&file;")
    #expect(feed.problemCount > 0)
  }

  @Test func textBeyondTheLimit() throws {
    let start = Array("<rss><channel><title>x</title><description>".utf8)
    let end = Array("</description></channel></rss>".utf8)
    let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
    let inside = try readFeed([start] + Array(repeating: chunk, count: 20) + [end])
    #expect(inside.summary?.value.utf8.count == 20 << 20)
    #expect(throws: ParserError.tooLarge(what: "the text of the feed", limit: 64 << 20)) {
      try readFeed([start] + Array(repeating: chunk, count: 65) + [end])
    }
    let small = FeedParser(textLimit: 1000)
    for sample in ["<rss><channel><title>", "<feed><entry><content type='xhtml'><p a='"] {
      let long = String(repeating: "a", count: 1001) + "'>"
      #expect(throws: ParserError.tooLarge(what: "the text of the feed", limit: 1000)) {
        try readFeed([Array((sample + long + "</p>").utf8)], parser: small)
      }
    }
    #expect(throws: ParserError.tooLarge(what: "the feed", limit: 1000)) {
      try readFeed([Array("{".utf8), chunk], parser: small)
    }
  }

  @Test func namespacesBeyondTheLimit() {
    let spaces = (0..<200).map { " xmlns:a\($0)='b'" }.joined()
    let error = #expect(throws: ParserError.self) {
      try readFeed(String(repeating: "<rss\(spaces)>", count: 6))
    }
    #expect(
      error?.description.contains("more than 1,000 namespaces") == true
        || error?.description.contains("more than 1000") == true)
  }

  @Test func problemsAreCountedBeyondTheirList() throws {
    let feed = try readFeed(
      "<rss><channel>" + String(repeating: "&", count: 500) + "</channel></rss>")
    #expect(feed.problems.count == Feed.mostProblems)
    #expect(feed.problemCount == 500)
    let dates = try readFeed(
      "<rss><channel><item>" + String(repeating: "<pubDate>soon</pubDate>", count: 70)
        + "</item></channel></rss>")
    #expect(dates.problems.count == Feed.mostProblems)
    #expect(dates.problemCount == 70)
  }

  @Test func a304IsNoFeed() {
    var parser = FeedParser()
    #expect(throws: ParserError.notModified) {
      try parser.begin(ResponseHead(http: 304, headers: [:]))
    }
  }
}
