import Foundation
import HikidashiLoading
import TestSupport
import Testing
import TimelineKit

/// Files of JSON as programs and networks write them.
struct JSONExportTests {
  private func page(_ bytes: [UInt8], pieces: Int = 1 << 16) throws -> PostPage {
    var parser = JSONPostsParser(source: "json x")
    var rest = bytes[...]
    while !rest.isEmpty {
      _ = parser.feed(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
    }
    return try parser.finish()
  }

  private func page(_ text: String, pieces: Int = 1 << 16) throws -> PostPage {
    try page(Array(text.utf8), pieces: pieces)
  }

  private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBig ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: [1, 2, 3, 1 << 16])
  func lettersAreReadInEveryEncoding(pieces: Int) throws {
    let text = #"[{"text": "Größe 日本 🌸", "date": "2026-01-01"}]"#
    for bytes in [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      [0xFF, 0xFE] + Self.utf16(text, isBig: false), [0xFE, 0xFF] + Self.utf16(text, isBig: true),
      Self.utf16(text, isBig: false), Self.utf16(text, isBig: true),
    ] {
      #expect(try page(bytes, pieces: pieces).posts.map(\.text) == ["Größe 日本 🌸"])
    }
    let latin = #"[{"text": "Größe – “x”", "date": "2026-01-01"}]"#
    let bytes = latin.unicodeScalars.map { scalar -> UInt8 in
      switch scalar {
      case "–": 0x96
      case "“": 0x93
      case "”": 0x94
      default: UInt8(scalar.value)
      }
    }
    #expect(try page(bytes, pieces: pieces).posts.map(\.text) == ["Größe – “x”"])
  }

  @Test(arguments: [
    #"[{"text": "One", "date": "2026-01-01"},]"#, #"[{"text": "One", "date": "2026-01-01",}]"#,
    #"[{"text": "One", "date": "2026-01-01", "score": NaN}]"#,
    #"[{"text": "One", "date": "2026-01-01", "score": -Infinity, "x": undefined}]"#,
    "// a [comment]\n[{\"text\": \"One\", \"date\": \"2026-01-01\"}]",
    "/* [ { */ [{\"text\": \"One\", /* ] } */ \"date\": \"2026-01-01\"}] // end",
    "[{\"text\": \"One\", // said\n \"date\": \"2026-01-01\"} /* , */]",
    #"[{"text": "One", "pictures": [ , ], "date": "2026-01-01"}]"#,
    #"window.posts = [{"text": "One", "date": "2026-01-01"}];"#,
    #"{"text": "One", "date": "2026-01-01"}"#,
    #"{"posts": [{"text": "One", "date": "2026-01-01"}]}"#,
    #"{"v": 1, "data": {"items": [{"text": "One", "date": "2026-01-01"}]}, "friends": [{"name": "B"}]}"#,
    #"[[{"text": "ignored"}], {"text": "One", "date": "2026-01-01"}]"#,
    #"[{"post": {"text": "One", "date": "2026-01-01"}}]"#,
    #"[{"text": "One", "date": "2026-01-01", "x": True, "y": None}]"#,
    "{\"text\": \"One\", \"date\": \"2026-01-01\"}\n\n{\"date\": \"2026-01-01\", \"text\": \"One\", \"id\": 1},\n",
  ])
  func whatIsNearlyJSONIsRead(text: String) throws {
    for pieces in [1, 1 << 16] {
      let page = try page(text, pieces: pieces)
      #expect(Set(page.posts.map(\.text)) == ["One"], "\(page.problems)")
      #expect(page.posts.allSatisfy { $0.published == moment(0) })
    }
  }

  @Test func whatIsInATextIsOfTheText() throws {
    let text = #"[{"text": "a // b /* c */ ,] NaN \/ 'x' {", "date": "2026-01-01",}]"#
    #expect(try page(text).posts.map(\.text) == ["a // b /* c */ ,] NaN / 'x' {"])
    #expect(
      try page("[{\"text\": \"a\nb\tc \\q \\ud800\", \"date\": \"2026-01-01\"}]").posts.map(\.text)
        == ["a\nb\tc q \u{FFFD}"])
  }

  @Test(arguments: [
    #""2026-01-02T03:04:05Z""#, "1767323045", #""1767323045""#, "1767323045000",
    #""1767323045000""#, "1767323045.0", "1767323045000000", #""Fri, 02 Jan 2026 03:04:05 +0000""#,
    #""20260102030405""#, "20260102030405", #""2026-01-02 03:04:05""#, #"" 1767323045 ""#,
  ])
  func datesAreReadInEveryForm(date: String) throws {
    for key in ["date", "created_at", "timestamp", "published", "time"] {
      let page = try page(#"[{"text": "One", "\#(key)": \#(date)}]"#)
      #expect(page.posts.map(\.published) == [moment(86_400 + 3 * 3_600 + 4 * 60 + 5)], "\(key)")
    }
  }

  @Test(arguments: [
    #""never""#, "0", "-5", "1e30", #""""#, "true", "[]", "null", #""99999999999999999""#,
    #""20261301""#,
  ])
  func whatIsNoDateIsTold(date: String) throws {
    let page = try page(
      #"[{"id": "7", "text": "One", "date": \#(date)}, {"text": "Two", "date": "20260101"}]"#)
    #expect(page.posts.map(\.text) == ["Two"] && page.problemCount == 1)
    #expect(page.posts[0].published == moment(0))
  }

  @Test func whatIsLostWithinAListIsToldByItsPlace() throws {
    let page = try page(
      #"{"posts": [{"text": "One", "date": "2026-01-01"}, {"text": "Lost"}, 7, {"text": "Two", "date": "x"}], "friends": [{"name": "Ben"}]}"#
    )
    #expect(page.posts.map(\.text) == ["One"])
    #expect(page.problems.map(\.place).prefix(1).allSatisfy { $0.hasPrefix("hash:") })
    #expect(Set(page.problems.map(\.place)).isSuperset(of: ["posts[1]", "posts[2]"]))
    #expect(page.problemCount == 3)
  }

  // As Facebook and Instagram write them: each byte of UTF-8 as a letter.
  @Test(arguments: [
    (#"Gr\u00c3\u00b6\u00c3\u009fe"#, "Größe"), (#"\u00e6\u0097\u00a5\u00e6\u009c\u00ac"#, "日本"),
    (#"\u00f0\u009f\u0098\u00a0"#, "😠"), (#"caf\u00c3\u00a9 \u00e2\u0080\u0093"#, "café –"),
    ("Größe", "Größe"), (#"Gr\u00f6\u00dfe"#, "Größe"), ("plain", "plain"), (#"\u00c3"#, "Ã"),
    (#"日本 \u00c3\u00a9"#, "日本 Ã©"), (#"na\u00c3\u00afve \u00c2\u00a9"#, "naïve ©"),
    (#"\u00e9t\u00e9"#, "été"),
  ])
  func textThatWasEncodedTwiceIsRead(written: String, text: String) throws {
    let page = try page(#"[{"text": "\#(written)", "name": "\#(written)", "date": "2026-01-01"}]"#)
    #expect(page.posts.map(\.text) == [text] && page.users.map(\.name) == [text])
  }

  @Test func idsAsNumbersAreKeptToTheLastDigit() throws {
    let ids = [
      "732822797798539264", "732822797798539265", "18446744073709551615", "115000000000000000001",
    ]
    let text = ids.map { #"{"id": \#($0), "text": "x", "date": "2026-01-01"}"# }.joined(
      separator: "\n")
    #expect(try page(text).posts.map(\.name) == ids)
  }

  @Test func anOutboxOfMastodonIsRead() throws {
    let page = try page(
      #"""
      {"@context": "https://www.w3.org/ns/activitystreams", "id": "outbox.json", "type": "OrderedCollection", "totalItems": 3,
       "orderedItems": [
        {"id": "https://social.example/users/ann/statuses/1/activity", "type": "Create", "actor": "https://social.example/users/ann",
         "published": "2026-01-01T00:00:00Z", "to": ["https://www.w3.org/ns/activitystreams#Public"],
         "object": {"id": "https://social.example/users/ann/statuses/1", "type": "Note", "summary": "Food", "inReplyTo": null,
          "published": "2026-01-01T00:00:00Z", "url": "https://social.example/@ann/1", "attributedTo": "https://social.example/users/ann",
          "content": "<p>Soup <a href=\"https://soup.example/\">here</a></p>", "contentMap": {"en": "<p>Soup</p>"}, "sensitive": true,
          "attachment": [{"type": "Document", "mediaType": "image/png", "url": "/media_attachments/files/1.png", "name": "Soup"},
           {"type": "Document", "mediaType": "video/mp4", "url": "https://files.example/2.mp4", "name": "Steam"}],
          "tag": [{"type": "Hashtag", "href": "x", "name": "#soup"}, {"type": "Mention", "name": "@ben"}]}},
        {"id": "https://social.example/users/ann/statuses/2/activity", "type": "Announce", "actor": "https://social.example/users/ann",
         "published": "2026-01-02T00:00:00Z", "object": "https://far.example/users/ben/statuses/9"},
        {"id": "https://social.example/users/ann/statuses/3/activity", "type": "Create", "actor": "https://social.example/users/ann",
         "published": "2026-01-03T00:00:00Z",
         "object": {"id": "https://social.example/users/ann/statuses/3", "type": "Note", "inReplyTo": "https://social.example/users/ann/statuses/1",
          "published": "2026-01-03T00:00:00Z", "attributedTo": "https://social.example/users/ann", "content": "<p>More</p>"}}]}
      """#)
    #expect(
      page.posts.map(\.text) == ["Soup here", "https://far.example/users/ben/statuses/9", "More"])
    let post = try #require(page.posts.first)
    #expect(post.author == "@ann@social.example" && post.warning == "Food" && post.isSensitive)
    #expect(post.tags == ["soup"] && post.links.map(\.address) == ["https://soup.example/"])
    #expect(post.pictures.map(\.address) == ["https://files.example/2.mp4"])
    #expect(post.pictures.map(\.type) == ["video"])
    #expect(page.posts[1].page == "https://far.example/users/ben/statuses/9")
    #expect(page.posts[2].repliesTo == post.name)
    // The picture that is a file of the export.
    #expect(
      page.problems.map(\.place) == [post.name] && page.problems[0].reason.contains("1 picture"))
  }

  @Test func commentsOfAPostAndPostsOfAWrapperAreKept() throws {
    let page = try page(
      #"""
      [{"text": "Post", "date": "2026-01-01", "comments": [{"text": "Comment", "date": "2026-01-02"}]},
       {"timestamp": 1767225600, "title": "Ann commented", "data": [{"comment": {"timestamp": 1767225600, "comment": "Well said", "author": "Ann"}}]},
       {"media": [{"uri": "media/1.jpg", "creation_timestamp": 1767225600, "title": "A caption"}]}]
      """#)
    #expect(
      page.posts.map { $0.text.isEmpty ? $0.title : $0.text } == [
        "Post", "Comment", "Ann commented", "Well said", "A caption",
      ])
  }

  @Test func anElementThatIsTooLongIsToldAndTheNextIsRead() throws {
    let long = String(repeating: "x", count: 17 << 20)
    let timeline = MastodonTimeline("example.org", .home)
    for pieces in [1 << 20, 1 << 30] {
      let page = try parse(
        timeline.parser(),
        #"[{"id": "1", "content": "\#(long)", "created_at": "2026-01-01", "account": {"acct": "a"}}, {"id": "2", "created_at": "2026-01-01", "account": {"acct": "a"}}]"#,
        pieces: pieces)
      #expect(page.posts.map(\.name) == ["2"])
      #expect(page.problems.map(\.place) == ["line 1"] && page.problems[0].reason.contains("16 MB"))
    }
  }
}
