import Foundation
import HikidashiBase
import HikidashiLoading
import TestSupport
import TimelineKit

/// A generator whose seed is `HIKIDASHI_SEED`, or another one each time; failures print it.
func seededGenerator() -> SeededGenerator { SeededGenerator(seed: testSeed()) }

/// What a parser makes of a text that comes in pieces of this size.
func parse<Parser: ResponseParser>(
  _ parser: Parser, _ text: String, pieces: Int = 1 << 16, headers: HeaderFields = HeaderFields()
) throws -> Parser.Output {
  var parser = parser
  _ = try parser.begin(
    ResponseHead(
      http: 200, headers: headers, url: URL(string: "https://example.org/api/v1/timelines/public")))
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    _ = try parser.feed(Array(rest.prefix(pieces)))
    rest = rest.dropFirst(pieces)
  }
  return try parser.finish()
}

/// A date of 2026, by its seconds from the first of January on.
func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_767_225_600 + seconds) }

enum Samples {
  static let mastodon = #"""
    [
      {"id": "110-a", "uri": "https://example.org/users/ann/statuses/110", "created_at": "2026-01-02T03:04:05.500Z",
       "content": "<p>Look at <a href=\"https://example.net/page\">this <b>page</b></a> <a href=\"javascript:alert(1)\">no</a></p><p>[two] {three}</p>",
       "url": "https://example.org/@ann/110", "spoiler_text": "Long", "sensitive": true, "in_reply_to_id": null,
       "account": {"id": "1", "acct": "Ann", "display_name": "Ann :cat:", "emojis": [{"shortcode": "cat", "url": "https://example.org/cat.gif", "static_url": "https://example.org/cat-still.png"}, {"shortcode": "x", "url": "file:///x"}], "url": "https://example.org/@ann", "avatar": "https://example.org/ann.png"},
       "reblog": null, "tags": [{"name": "gtk"}],
       "media_attachments": [{"type": "image", "url": "https://example.org/cat.png", "preview_url": null, "description": "A cat on a drawer", "meta": {"original": {"width": 640, "height": 480}}}]},
      {"id": 7, "created_at": "2026-01-02T03:04:05Z"},
      {"id": "108", "created_at": "2026-01-02T02:00:00Z", "content": "",
       "account": {"id": "2", "acct": "bob@example.com", "display_name": ""},
       "reblog": {"id": "90", "uri": "https://example.com/notes/90", "created_at": "2025-12-31T00:00:00Z", "content": "<p>Old news</p>",
                  "account": {"id": "3", "acct": "cy@example.com", "display_name": "Cy"},
                  "quote": {"state": "accepted", "quoted_status": {"id": "5", "uri": "https://example.com/notes/5"}}}}
    ]
    """#

  static let opml = """
    <?xml version="1.0"?>
    <opml version="2.0"><head><title>Mine</title></head><body>
      <outline text="Rooms &amp; drawers"><outline text="Inner">
        <outline type="rss" text="A &lt;B&gt;" xmlUrl="https://example.org/a?x=1&amp;y=2" htmlUrl="https://example.org/"/>
      </outline></outline>
      <outline title="Bad" xmlUrl="file:///etc/passwd"/>
      <outline xmlUrl="https://example.org/b"/>
      <outline xmlUrl="https://example.org/b" text="Again"/>
    </body></opml>
    """
}
