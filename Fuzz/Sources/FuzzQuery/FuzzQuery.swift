import RFCKit

/// Takes the first line as a query and the others as titles.
///
/// Must hold: no trap; positions are those that match; a title is found by each of its own words
/// that is no number and does not begin with `rfc`; one word more never finds more.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQuery(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  let lines = text.unicodeScalars.split(separator: "\n").map { String($0) }
  guard let query = lines.first else { return 0 }
  let entries = lines.dropFirst().enumerated().map { number, title in
    RFCEntry(number: number, title: title, authors: [RFCAuthor(name: title)])
  }
  let filter = RFCFilter(entries)
  let matches = filter.matches(query)
  precondition(matches.count == entries.count, "not one answer for each")
  precondition(
    filter.positions(query) == matches.indices.filter { matches[$0] }, "two different answers")
  let more = filter.matches(query + " x")
  precondition(zip(more, matches).allSatisfy { !$0 || $1 }, "a word more found more")
  for entry in entries {
    for word in entry.title.unicodeScalars.split(separator: " ").prefix(8) where isPlain(word) {
      precondition(filter.matches(String(word))[entry.number], "a title is not found by its word")
    }
  }
  return 0
}

private func isPlain(_ word: Substring.UnicodeScalarView) -> Bool {
  word.allSatisfy { $0.isASCII && $0.value > 0x20 } && !word.allSatisfy { $0.value < 0x40 }
    && !String(word).lowercased().hasPrefix("rfc")
}
