import Foundation
import HikidashiFeeds
import HikidashiLoading

/// Reads any bytes as a feed: the first one chooses the encoding that the response names, and whether
/// the others stand alone, in a channel of RSS, in an entry of Atom or in an item of JSON.
///
/// Must hold: no trap; the same in any chunks; texts and ids are not empty; problems have a reason.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFeed(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  let types = [
    "text/xml", "text/xml; charset=iso-8859-1", "text/xml; charset=utf-8",
    "text/xml; charset=shift_jis", "text/xml; charset=iso-2022-jp", "text/xml; charset=gb18030",
  ]
  let (before, after) = [
    ("", ""), ("<rss><channel><item>", "</item></channel></rss>"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><entry>", "</entry></feed>"),
    ("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{", "}]}"),
    ("<rss><item><pubDate>", "</pubDate></item></rss>"),
  ][Int(choice) / types.count % 5]
  let body = Array(before.utf8) + bytes.dropFirst() + Array(after.utf8)
  let type = types[Int(choice) % types.count]
  let whole = outcome([body], type)
  let middle = Int(choice) % max(1, body.count)
  precondition(
    outcome([Array(body[..<middle]), Array(body[middle...])], type) == whole, "it depends on chunks"
  )
  guard case .success(let feed) = whole else { return 0 }
  precondition(feed.problems.count == min(feed.problemCount, Feed.mostProblems), "a lost problem")
  precondition(feed.problems.allSatisfy { !$0.reason.isEmpty && $0.line >= 0 }, "no reason")
  for entry in feed.entries {
    precondition(!entry.id.isEmpty, "an entry without an id")
    for text in [entry.title, entry.summary, entry.content] {
      precondition(text?.value.isEmpty != true, "an empty text")
    }
    precondition(entry.enclosures.allSatisfy { ($0.byteCount ?? 0) >= 0 }, "less than nothing")
    precondition(!entry.authors.contains(Feed.Author()), "nobody")
    precondition(
      [entry.published, entry.updated].allSatisfy {
        $0.map { abs($0.timeIntervalSince1970) < 1e12 } ?? true
      }, "a date beyond all years")
  }
  return 0
}

private func outcome(_ chunks: [[UInt8]], _ type: String) -> Result<Feed, ParserError> {
  var parser = FeedParser()
  do throws(ParserError) {
    let head = ResponseHead(
      http: 200, headers: ["Content-Type": type], url: URL(string: "https://example.org/feed"))
    _ = try parser.begin(head)
    for chunk in chunks where !chunk.isEmpty { _ = try parser.feed(chunk) }
    return .success(try parser.finish())
  } catch {
    precondition(!error.description.isEmpty, "an error of nothing")
    return .failure(error)
  }
}
