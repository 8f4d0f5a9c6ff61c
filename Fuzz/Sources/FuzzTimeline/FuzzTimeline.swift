import HikidashiLoading
import TimelineKit

/// Reads any bytes as what each source of Timeline could give, at once and in pieces.
///
/// Must hold: no trap; the same posts and problems whatever the pieces; no address that a reader must not open.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTimeline(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  check(MastodonTimeline("example.org", .home).parser(), bytes)
  check(TweetsParser(source: "archive", owner: TimelineUser(id: "@a", name: "A")), bytes)
  check(JSONPostsParser(source: "json"), bytes)
  if let list = read(OPMLParser(), bytes, pieces: bytes.count + 1) {
    let text = OPML.text(of: list.sources, title: "")
    let again = read(OPMLParser(), Array(text.utf8), pieces: text.utf8.count + 1)
    precondition(again?.sources.count == list.sources.count, "a feed was lost")
  }
  return 0
}

private func check(_ parser: some ResponseParser<PostPage>, _ bytes: [UInt8]) {
  let page = read(parser, bytes, pieces: bytes.count + 1)
  precondition(page == read(parser, bytes, pieces: 1 + bytes.count / 3), "pieces make a difference")
  for post in page?.posts ?? [] {
    let addresses = [post.page] + post.pictures.map(\.address) + post.emoji.map(\.address)
    precondition(addresses.allSatisfy { isOfWeb($0) }, "an address that must not be opened")
    precondition(
      post.links.allSatisfy { isOfWeb($0.address) || $0.address.lowercased().hasPrefix("mailto:") },
      "a link that must not be opened")
  }
}

private func isOfWeb(_ address: String) -> Bool {
  let address = address.lowercased()
  return address.isEmpty || address.hasPrefix("http:") || address.hasPrefix("https:")
}

private func read<Parser: ResponseParser>(
  _ parser: Parser, _ bytes: [UInt8], pieces: Int
) -> Parser.Output? {
  var parser = parser
  var rest = bytes[...]
  do {
    _ = try parser.begin(ResponseHead(http: 200, headers: HeaderFields()))
    while !rest.isEmpty {
      _ = try parser.feed(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
    }
    return try parser.finish()
  } catch {
    return nil
  }
}
