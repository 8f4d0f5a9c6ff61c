import Foundation
import HikidashiLoading
import TestSupport
import Testing
import TimelineKit

/// Long posts of Twitter's archives, their short links, and the files that have them.
struct LongTweetTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func read(_ files: [String: String]) throws -> PostPage {
    for (name, text) in files {
      let file = folder.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try TwitterArchive.read(folder.url.path, source: "archive x")
  }

  private static let beginning = String(repeating: "All of it is read here. ", count: 11)

  private func tweet(
    _ id: String, _ text: String, at time: String = "08:00:00", _ more: String = ""
  ) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return
      #"{"tweet": {"id_str": "\#(id)", "full_text": \#(text), "created_at": "Thu Mar 02 \#(time) +0000 2023"\#(more)}}"#
  }

  private func note(
    _ id: String, _ text: String, at time: String = "08:00:00", _ more: String = ""
  ) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return
      #"{"noteTweet": {"noteTweetId": "\#(id)", "createdAt": "2023-03-02T\#(time).000Z", "core": {"text": \#(text)\#(more)}}}"#
  }

  @Test(arguments: [
    // How the beginning ends, how the whole goes on, and when it was written.
    ("… https://t.co/a1", "and bamboo", "08:00:00"),
    ("… https://t.co/a1", "and bamboo", "08:00:01"),
    ("… https://t.co/a1", "and bamboo", "07:59:58"), ("…", "and bamboo", "08:00:00"),
    ("a &amp; b… https://t.co/a1", "a & b and bamboo", "08:00:00"),
    ("a &lt; b… https://t.co/a1", "a &lt; b and bamboo", "08:00:00"),
    ("line… https://t.co/a1", "line\n\nand bamboo", "08:00:00"),
    ("https://t.co/zz and… https://t.co/a1", "https://t.co/yy and bamboo", "08:00:00"),
    ("日本… https://t.co/a1", "日本の竹 bamboo", "08:00:00"),
    ("… three… https://t.co/a1", "… three and bamboo", "08:00:00"),
  ])
  func aLongPostIsWhole(end: String, rest: String, time: String) throws {
    let page = try read([
      "data/tweets.js": "x = [\(try tweet("30", Self.beginning + end))]",
      "data/note-tweet.js": "x = [\(try note("99", Self.beginning + rest, at: time))]",
    ])
    #expect(page.posts.map(\.name) == ["30"] && page.problems.isEmpty)
    #expect(page.posts[0].text.hasSuffix("bamboo"))
    #expect(page.posts[0].page == "https://twitter.com/i/status/30")
  }

  @Test func aLongPostHasItsOwnLinksAndTags() throws {
    let page = try read([
      "data/tweets.js": "x = [\(try tweet("30", Self.beginning + "… https://t.co/a1"))]",
      "data/note-tweet-part1.js": """
      x = [\(try note(
        "99", Self.beginning + "https://t.co/aaa https://t.co/aaab", at: "08:00:00",
        #", "urls": [{"shortUrl": "https://t.co/aaa", "expandedUrl": "https://one.example/x", "displayUrl": "one.example/x", "fromIndex": 1}, {"shortUrl": "https://t.co/aaab", "expandedUrl": "https://two.example/y", "displayUrl": "two.example/y"}], "hashtags": [{"text": "kites"}]"#))]
      """,
    ])
    #expect(page.posts[0].text.hasSuffix("one.example/x two.example/y"))
    #expect(
      page.posts[0].links.map(\.address) == ["https://one.example/x", "https://two.example/y"])
    #expect(page.posts[0].tags == ["kites"])
  }

  @Test func longPostsOfOneSecondAreTold() throws {
    let page = try read([
      "data/tweets.js":
        "x = [\(try tweet("1", "A" + Self.beginning + "…")), \(try tweet("2", "B" + Self.beginning + "…"))]",
      "data/note-tweet.js":
        "x = [\(try note("8", "B" + Self.beginning + "b")), \(try note("9", "A" + Self.beginning + "a"))]",
    ])
    #expect(page.posts.map { $0.text.last } == ["a", "b"])
  }

  @Test func aShortPostOfTheSameSecondStays() throws {
    let page = try read([
      "data/tweets.js": "x = [\(try tweet("1", "Short"))]",
      "data/note-tweet.js": "x = [\(try note("8", "Short, and longer elsewhere"))]",
    ])
    #expect(page.posts.map(\.text) == ["Short", "Short, and longer elsewhere"])
    // What has no tweet is kept, and has no page.
    #expect(page.posts.map(\.page) == ["https://twitter.com/i/status/1", ""])
  }

  @Test func longPostsThatCannotBeReadAreTold() throws {
    let page = try read([
      "data/tweets.js": "x = [\(try tweet("1", "Short"))]",
      "data/note-tweet.js": #"x = [{"noteTweet": {"noteTweetId": "8"}}, 7]"#,
      "data/note-tweet-part1.js": "<html>",
    ])
    #expect(page.posts.map(\.text) == ["Short"])
    #expect(
      page.problems.map(\.place).sorted() == [
        "data/note-tweet-part1.js", "data/note-tweet.js, line 1", "data/note-tweet.js, line 1",
      ])
  }

  @Test func postsOfCommunitiesAndOfAllPartsAreRead() throws {
    var files = [
      "data/tweets.js": "x = [\(try tweet("0", "tweets"))]",
      "data/community-tweet.js": "x = [\(try tweet("c", "community"))]",
      "data/community-tweet-part1.js": "x = [\(try tweet("d", "community"))]",
      "data/deleted-tweets.js": "x = [\(try tweet("e", "deleted"))]",
    ]
    for part in 1...12 {
      files["data/tweets-part\(part).js"] = "x = [\(try tweet("\(part)", "part"))]"
    }
    let names = Set(try read(files).posts.map(\.name))
    #expect(names == Set(["c", "d"] + (0...12).map(String.init)))
  }

  @Test(arguments: [
    ("https://t.co/aaa https://t.co/aaab", "one two"),
    ("https://t.co/aaab https://t.co/aaa", "two one"),
    ("https://t.co/aaab", "two"), ("(https://t.co/aaa)", "(one)"), ("https://t.co/aaa.", "one."),
    ("https://t.co/aaaと", "oneと"), ("https://t.co/aaac", "https://t.co/aaac"),
    ("https://t.co/aaa\nhttps://t.co/aaa", "one\none"), ("https://t.co/aa", "https://t.co/aa"),
    ("x https://t.co/aaab, https://t.co/aaa!", "x two, one!"),
    ("https://t.co/aaa_", "https://t.co/aaa_"),
    ("https://t.co/aaa/1 https://t.co/aaa?x", "one/1 one?x"),
  ])
  func aShortLinkIsNotReplacedWithinAnother(text: String, shown: String) throws {
    let links =
      #", "entities": {"urls": [{"url": "https://t.co/aaa", "expanded_url": "https://one.example", "display_url": "one"}, {"url": "https://t.co/aaab", "expanded_url": "https://two.example", "display_url": "two"}]}"#
    let page = try read(["data/tweets.js": "x = [\(try tweet("1", text, at: "08:00:00", links))]"])
    #expect(page.posts.map(\.text) == [shown])
    #expect(page.posts[0].links.map(\.address) == ["https://one.example", "https://two.example"])
  }

  @Test func whatWasPutInIsNotLookedAtAgain() throws {
    let links =
      #", "entities": {"urls": [{"url": "https://t.co/b", "expanded_url": "https://t.co/a", "display_url": "https://t.co/a"}, {"url": "https://t.co/a", "expanded_url": "https://one.example", "display_url": "one"}]}"#
    let page = try read([
      "data/tweets.js": "x = [\(try tweet("1", "https://t.co/b", at: "08:00:00", links))]"
    ])
    #expect(page.posts.map(\.text) == ["https://t.co/a"])
  }

  @Test func fieldsOfTweetsMayBeNumbers() throws {
    let page = try read([
      "data/tweets.js": """
      x = [{"tweet": {"id": 1463440000000000001, "full_text": "One", "created_at": 1677744000, "possibly_sensitive": "true", "in_reply_to_status_id_str": 7}},
      {"tweet": {"id": 1463440000000000002, "full_text": "Half \\ud800", "created_at": "Thu Mar 02 08:00:00 +0000 2023",},}, // the last
      ]
      """
    ])
    #expect(page.problems.isEmpty)
    #expect(page.posts.map(\.name) == ["1463440000000000001", "1463440000000000002"])
    #expect(page.posts[0].isSensitive && page.posts[0].repliesTo == "7")
    #expect(
      page.posts.map(\.published)
        == Array(repeating: Date(timeIntervalSince1970: 1_677_744_000), count: 2))
    #expect(page.posts[1].text == "Half \u{FFFD}")
  }
}
