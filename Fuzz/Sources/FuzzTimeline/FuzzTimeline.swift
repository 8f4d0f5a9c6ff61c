import FoundationEssentials
import HikidashiFeeds
import HikidashiLoading
import TimelineKit

/// Reads any bytes as what each source of Timeline could give, at once and in pieces.
///
/// Must hold: no trap; the same posts and problems whatever the pieces; no address that a reader must not open; no
/// page of another server; emoji within the text, in order, and none twice at one letter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTimeline(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  check(MastodonTimeline("example.org", .home).parser(), bytes)
  check(TweetsParser(source: "archive", owner: TimelineUser(id: "@a", name: "A")), bytes)
  check(JSONPostsParser(source: "json"), bytes)
  check(FeedPostsParser("feed", received: Date(timeIntervalSince1970: 0)), bytes)
  checkAccount(bytes)
  checkLinks(bytes)
  checkFeeds(bytes)
  return 0
}

private func check(_ parser: some ResponseParser<PostPage>, _ bytes: [UInt8]) {
  let page = read(parser, bytes, pieces: bytes.count + 1)
  precondition(page == read(parser, bytes, pieces: 1 + bytes.count / 3), "pieces make a difference")
  for post in page?.posts ?? [] {
    let addresses = [post.page] + post.pictures.map(\.address) + post.emoji.map(\.address)
    precondition(addresses.allSatisfy { isOfWeb($0) }, "an address that must not be opened")
    checkEmoji(post)
    precondition(
      post.links.allSatisfy { isOfWeb($0.address) || $0.address.lowercased().hasPrefix("mailto:") },
      "a link that must not be opened")
  }
}

private func checkEmoji(_ post: Post) {
  for text in [post.text, post.warning] {
    let scalars = Array(text.unicodeScalars)
    var end = 0
    for (range, emoji) in post.emoji(in: text) {
      precondition(range.lowerBound >= end, "two emoji at a letter")
      precondition(
        String(String.UnicodeScalarView(scalars[range])) == ":\(emoji.code):", "another word")
      end = range.upperBound
    }
  }
}

private func checkAccount(_ bytes: [UInt8]) {
  let account = read(MastodonAccountParser("example.org"), bytes, pieces: bytes.count + 1)
  if let user = account?.user {
    precondition(isOfWeb(user.page) && isOfWeb(user.icon), "an address that must not be opened")
  }
}

/// The first line as a header with the pages beside this one.
private func checkLinks(_ bytes: [UInt8]) {
  let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
  let field = String(decoding: line, as: UTF8.self)
  let headers: HeaderFields = [
    "Link": field, "X-RateLimit-Remaining": field, "X-RateLimit-Reset": field,
  ]
  let page = read(
    MastodonTimeline("example.org", .home).parser(), Array("[]".utf8), pieces: 2, headers)
  for address in [page?.older, page?.newer].compactMap(\.self) {
    precondition(address.host()?.lowercased() == "example.org", "a page of another server")
  }
}

private func checkFeeds(_ bytes: [UInt8]) {
  let found = read(FeedFinder(), bytes, pieces: bytes.count + 1)
  precondition(
    found == read(FeedFinder(), bytes, pieces: 1 + bytes.count / 3), "pieces make a difference")
  guard case .page(_, let feeds)? = found else { return }
  precondition(
    feeds.allSatisfy { isOfWeb($0.address.absoluteString) }, "a feed that must not be loaded")
}

private func isOfWeb(_ address: String) -> Bool {
  let address = address.lowercased()
  return address.isEmpty || address.hasPrefix("http:") || address.hasPrefix("https:")
}

private func read<Parser: ResponseParser>(
  _ parser: Parser, _ bytes: [UInt8], pieces: Int, _ headers: HeaderFields = HeaderFields()
) -> Parser.Output? {
  var parser = parser
  var rest = bytes[...]
  do {
    _ = try parser.begin(
      ResponseHead(
        http: 200, headers: headers, url: URL(string: "https://example.org/api/v1/timelines/home")))
    while !rest.isEmpty {
      _ = try parser.feed(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
    }
    return try parser.finish()
  } catch {
    return nil
  }
}
