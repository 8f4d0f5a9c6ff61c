import HikidashiBase

/// The encoding of a feed's text.
enum FeedCharset: Hashable {
  /// UTF-8; invalid bytes are read as Windows-1252.
  case utf8
  /// UTF-8 or the named encoding; the first character beyond ASCII decides. `label` is the label of
  /// the feed, where it contradicts UTF-8.
  case guessed(orElse: TextEncoding, label: String?)
  case other(TextEncoding)

  /// Detects the encoding of a body: by a byte order mark, else zero bytes of UTF-16, else labels.
  ///
  /// - Parameters:
  ///   - start: The first bytes of the body, a few hundred where there are as many.
  ///   - charset: The encoding that the response's head names.
  /// - Returns: The encoding and the length of the byte order mark.
  static func detect(_ start: ArraySlice<UInt8>, charset: String?) -> (FeedCharset, mark: Int) {
    let little = FeedCharset.other(.utf16LittleEndian)
    let big = FeedCharset.other(.utf16BigEndian)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if start.starts(with: [0xFF, 0xFE]) { return (little, 2) }
    if start.starts(with: [0xFE, 0xFF]) { return (big, 2) }
    let first = start.prefix(2)
    if first.count == 2, first.last == 0, first.first != 0 { return (little, 0) }
    if first.count == 2, first.first == 0, first.last != 0 { return (big, 0) }
    return (labelled([charset, declared(start)].compactMap { $0 }), 0)
  }

  /// The encoding by its labels, the response's before the document's own (RFC 7303).
  private static func labelled(_ labels: [String]) -> FeedCharset {
    let known = labels.compactMap { label in name(label).map { (label: label, $0) } }
    let others = known.compactMap { label, name in
      if case .other(let name) = name { (label: label, name: name) } else { nil }
    }
    // Servers call everything Latin-1 when nobody has told them otherwise.
    let isSure = others.first { $0.name != .windows1252 }
    guard let chosen = isSure ?? others.first else { return .utf8 }
    if others.count < known.count { return .guessed(orElse: chosen.name, label: nil) }
    return chosen.name == .windows1252
      ? .guessed(orElse: chosen.name, label: chosen.label) : .other(chosen.name)
  }

  /// The encoding that the XML declaration names; UTF-16 is ruled out, so that it is ASCII.
  private static func declared(_ start: ArraySlice<UInt8>) -> String? {
    let start = start.prefix(1024)
    // Behind blanks, or behind what a server has put before the feed.
    guard
      let place = start.indices.first(where: { start[$0...].starts(with: "<?xml".utf8) }),
      let end = start[place...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = String(decoding: start[place...end].map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
    let words = text.split { "=\"' \t\r\n>".contains($0) }
    guard let place = words.firstIndex(of: "encoding"), place + 1 < words.endIndex else {
      return nil
    }
    return words[place + 1].lowercased()
  }

  private static func name(_ label: String) -> FeedCharset? {
    switch TextEncoding(label: label) {
    case nil: nil
    // Text that could be read so far is none of UTF-16.
    case .utf8, .utf16LittleEndian, .utf16BigEndian: .utf8
    case let encoding?: .other(encoding)
    }
  }
}
