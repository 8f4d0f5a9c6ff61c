import HikidashiLoading
import TimelineKit

/// Reads any bytes as a list of feeds, at once and in pieces.
///
/// Must hold: no trap; the same list whatever the pieces; nothing but addresses of the web; no folder's name of more
/// than 200 letters; what was read is read again as it is written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOPML(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  let list = read(bytes, pieces: bytes.count + 1)
  precondition(list == read(bytes, pieces: 1 + bytes.count / 3), "pieces make a difference")
  guard let list else { return 0 }
  for source in list.sources {
    for address in [source.address, source.page].map({ $0.lowercased() }) {
      precondition(
        address.isEmpty || address.hasPrefix("http:") || address.hasPrefix("https:"),
        "an address that must not be opened")
    }
    precondition(source.group.count <= 200, "a folder without a bound")
  }
  let text = OPML.text(of: list.sources, title: "")
  let again = read(Array(text.utf8), pieces: text.utf8.count + 1)
  // Those of a folder are written together.
  precondition(
    again?.sources.map(\.address).sorted() == list.sources.map(\.address).sorted(),
    "a feed was lost")
  precondition(again?.problemCount == 0, "what was written cannot be read")
  return 0
}

private func read(_ bytes: [UInt8], pieces: Int) -> OPMLList? {
  var parser = OPMLParser()
  var rest = bytes[...]
  while !rest.isEmpty {
    _ = parser.feed(Array(rest.prefix(pieces)))
    rest = rest.dropFirst(pieces)
  }
  return try? parser.finish()
}
